package io.corebound.analysis.model;

import io.corebound.records.config.MachineFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.units.DataRate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The machine file of what probes measured: means, with their intervals. */
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
    NavigableMap<Integer, Measurement> network = rates(rows, "network.stream");
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
            network(network),
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
    NavigableMap<Integer, Measurement> read = rates(rows, "disk.read");
    NavigableMap<Integer, Measurement> write = rates(rows, "disk.write");
    if (read.isEmpty() || write.isEmpty()) {
      return new MachineFile.Disk(null, null);
    }
    Map<Integer, MachineFile.Streams> byStreams = new TreeMap<>();
    read.forEach(
        (streams, row) -> {
          if (write.containsKey(streams)) {
            byStreams.put(streams, streams(row, write.get(streams)));
          }
        });
    MachineFile.Streams most = streams(read.lastEntry().getValue(), write.lastEntry().getValue());
    List<Measurement> said =
        rows.stream()
            .filter(r -> List.of("disk.read", "disk.write").contains(r.operation()))
            .filter(r -> r.parameters().containsKey("direct"))
            .toList();
    NavigableMap<Integer, Measurement> both = rates(rows, READ_WRITE);
    Optional<Measurement> writeBack = writeBack(rows);
    return new MachineFile.Disk(
        most.read(),
        most.write(),
        both.isEmpty() ? null : rate(both.firstEntry().getValue()),
        byStreams,
        said.isEmpty() ? null : said.stream().noneMatch(ProbedMachine::throughPageCache),
        writeBack.map(r -> Math.max(0, Math.round(r.value() * 1000) / 1000.0)).orElse(null),
        most.readInterval(),
        most.writeInterval(),
        both.isEmpty() ? null : interval(both.firstEntry().getValue()),
        writeBack.map(ProbedMachine::interval).orElse(null));
  }

  private static MachineFile.Streams streams(Measurement read, Measurement write) {
    return new MachineFile.Streams(rate(read), rate(write), interval(read), interval(write));
  }

  private static MachineFile.Network network(NavigableMap<Integer, Measurement> rates) {
    if (rates.isEmpty()) {
      return new MachineFile.Network(null);
    }
    Measurement most = rates.lastEntry().getValue();
    return new MachineFile.Network(rate(most), interval(most));
  }

  private static MachineFile.Memory memory(List<Measurement> rows) {
    NavigableMap<Integer, Measurement> rates = rates(rows, "memory.triad");
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
        rate(rates.lastEntry().getValue()),
        there == null ? null : Integer.valueOf(there),
        used == null ? null : Arrays.stream(used.split(" ")).map(Integer::valueOf).toList());
  }

  /** The rows of a rate by the number of streams. */
  private static NavigableMap<Integer, Measurement> rates(
      List<Measurement> rows, String operation) {
    NavigableMap<Integer, Measurement> rates = new TreeMap<>();
    rows.stream()
        .filter(r -> r.operation().equals(operation) && r.metric().equals(Metric.RATE))
        .forEach(r -> rates.putIfAbsent(r.threads(), r));
    return rates;
  }

  /** To a hundredth of a MB/s: more digits would only look exact. */
  private static DataRate rate(Measurement row) {
    return new DataRate(Math.max(0.01, Math.round(row.value() * 100) / 100.0));
  }

  /** Null where one run tells of no scatter, or where there is nothing that it is a part of. */
  private static MachineFile.Interval interval(Measurement row) {
    double half = row.relativeHalfWidth();
    if (row.n() < 2 || !(row.value() > 0) || !(half >= 0) || Double.isInfinite(half)) {
      return null;
    }
    return new MachineFile.Interval(partOfMean(1 - half), partOfMean(1 + half), row.n());
  }

  private static double partOfMean(double part) {
    return Math.round(part * 1e5) / 1e5;
  }
}
