package io.corebound.analysis.model;

import io.corebound.records.DataRate;
import io.corebound.records.MachineFile;
import io.corebound.records.Measurement;
import io.corebound.records.Measurement.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The machine file of what probes measured: means, without their intervals. */
public final class ProbedMachine {
  /** One stream that reads and writes in equal parts. */
  static final String READ_WRITE = "disk.read-write";

  private ProbedMachine() {}

  /**
   * The base performance of a machine as a file that the model reads.
   *
   * @param source where and when it was measured, in words
   * @param rows the measurements of a run
   * @return empty when nothing was probed
   */
  public static Optional<MachineFile> of(String source, List<Measurement> rows) {
    MachineFile.Disk disk = disk(rows);
    NavigableMap<Integer, DataRate> network = rates(rows, "network.stream");
    MachineFile.Memory memory = memory(rows);
    if (disk.read() == null && network.isEmpty() && memory == null) {
      return Optional.empty();
    }
    return Optional.of(
        new MachineFile(
            source,
            null,
            Map.of(),
            disk,
            new MachineFile.Network(network.isEmpty() ? null : network.lastEntry().getValue()),
            memory,
            MachineFile.Start.parse(MachineFile.NOT_MODELLED)));
  }

  /** Whether a row of a disk is of the page cache in front of it: fio was refused direct I/O. */
  static boolean throughPageCache(Measurement row) {
    return "0".equals(row.parameters().get("direct"));
  }

  /**
   * What the kernel's threads take for a byte that is written to the disk, where it was measured.
   */
  static Optional<Measurement> writeBack(List<Measurement> rows) {
    return rows.stream()
        .filter(r -> r.operation().equals(TaskPlanner.WRITE_BACK))
        .filter(r -> r.metric().equals(Metric.COST))
        .findFirst();
  }

  private static MachineFile.Disk disk(List<Measurement> rows) {
    NavigableMap<Integer, DataRate> read = rates(rows, "disk.read");
    NavigableMap<Integer, DataRate> write = rates(rows, "disk.write");
    if (read.isEmpty() || write.isEmpty()) {
      return new MachineFile.Disk(null, null);
    }
    Map<Integer, MachineFile.Streams> byStreams = new TreeMap<>();
    read.forEach(
        (streams, rate) -> {
          if (write.containsKey(streams)) {
            byStreams.put(streams, new MachineFile.Streams(rate, write.get(streams)));
          }
        });
    List<Measurement> said =
        rows.stream()
            .filter(r -> List.of("disk.read", "disk.write").contains(r.operation()))
            .filter(r -> r.parameters().containsKey("direct"))
            .toList();
    NavigableMap<Integer, DataRate> both = rates(rows, READ_WRITE);
    return new MachineFile.Disk(
        read.lastEntry().getValue(),
        write.lastEntry().getValue(),
        both.isEmpty() ? null : both.firstEntry().getValue(),
        byStreams,
        said.isEmpty() ? null : said.stream().noneMatch(ProbedMachine::throughPageCache),
        writeBack(rows).map(r -> Math.max(0, Math.round(r.value() * 1000) / 1000.0)).orElse(null));
  }

  private static MachineFile.Memory memory(List<Measurement> rows) {
    NavigableMap<Integer, DataRate> rates = rates(rows, "memory.triad");
    if (rates.isEmpty()) {
      return null;
    }
    Map<String, String> parameters =
        rows.stream()
            .filter(r -> r.operation().equals("memory.triad") && r.metric().equals(Metric.RATE))
            .findFirst()
            .orElseThrow()
            .parameters();
    String there = parameters.get("numa_nodes");
    String used = parameters.get("numa_nodes_used");
    return new MachineFile.Memory(
        rates.lastEntry().getValue(),
        there == null ? null : Integer.valueOf(there),
        used == null ? null : Arrays.stream(used.split(" ")).map(Integer::valueOf).toList());
  }

  /** To a hundredth of a MB/s: more digits would only look exact. */
  private static NavigableMap<Integer, DataRate> rates(List<Measurement> rows, String operation) {
    NavigableMap<Integer, DataRate> rates = new TreeMap<>();
    rows.stream()
        .filter(r -> r.operation().equals(operation) && r.metric().equals(Metric.RATE))
        .forEach(
            r ->
                rates.putIfAbsent(
                    r.threads(),
                    new DataRate(Math.max(0.01, Math.round(r.value() * 100) / 100.0))));
    return rates;
  }
}
