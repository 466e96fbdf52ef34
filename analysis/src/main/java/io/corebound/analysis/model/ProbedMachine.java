package io.corebound.analysis.model;

import io.corebound.records.DataRate;
import io.corebound.records.MachineFile;
import io.corebound.records.Measurement;
import io.corebound.records.Measurement.Metric;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The machine file of what probes measured: means, without their intervals. */
public final class ProbedMachine {
  private ProbedMachine() {}

  /**
   * The base performance of a machine as a file that the model reads.
   *
   * @param source where and when it was measured, in words
   * @param rows the measurements of a run
   * @return empty when neither disk nor network was probed, for then there is nothing to model
   */
  public static Optional<MachineFile> of(String source, List<Measurement> rows) {
    MachineFile.Disk disk = disk(rates(rows, "disk.read"), rates(rows, "disk.write"));
    NavigableMap<Integer, DataRate> network = rates(rows, "network.stream");
    if (disk.read() == null && network.isEmpty()) {
      return Optional.empty();
    }
    NavigableMap<Integer, DataRate> memory = rates(rows, "memory.triad");
    return Optional.of(
        new MachineFile(
            source,
            null,
            Map.of(),
            disk,
            new MachineFile.Network(network.isEmpty() ? null : network.lastEntry().getValue()),
            memory.isEmpty() ? null : new MachineFile.Memory(memory.lastEntry().getValue()),
            MachineFile.Start.parse(MachineFile.NOT_MODELLED)));
  }

  private static MachineFile.Disk disk(
      NavigableMap<Integer, DataRate> read, NavigableMap<Integer, DataRate> write) {
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
    return new MachineFile.Disk(
        read.lastEntry().getValue(), write.lastEntry().getValue(), byStreams);
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
