package io.corebound.analysis.study.predict;

import io.corebound.analysis.theory.Figure;
import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.MeasuredTerms;
import io.corebound.analysis.theory.Term;
import io.corebound.records.config.MachineFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.DataRate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The machine file of what probes measured: means, with their intervals. */
public final class ProbedMachine {
  private static final List<String> OF_DISK =
      List.of(Term.DISK_READ.operation, Term.DISK_WRITE.operation);

  private ProbedMachine() {}

  /**
   * The base performance of a machine as a file that the model reads.
   *
   * @param source where and when it was measured, in words
   * @return empty when nothing was probed
   */
  public static Optional<MachineFile> of(String source, List<Measurement> rows) {
    Machine machine = new MeasuredTerms(source, rows).devices();
    if (!machine.modelsDisk() && !machine.modelsNetwork()) {
      return Optional.empty();
    }
    Figure network = machine.figure(Term.NETWORK, "");
    return Optional.of(
        new MachineFile(
            source,
            null,
            Map.of(),
            machine.modelsDisk() ? disk(machine, rows) : new MachineFile.Disk(null, null),
            network == null
                ? new MachineFile.Network(null)
                : new MachineFile.Network(rate(network), network.interval()),
            MachineFile.Start.parse(MachineFile.NOT_MODELLED)));
  }

  private static MachineFile.Disk disk(Machine machine, List<Measurement> rows) {
    Map<Integer, MachineFile.Streams> byStreams = new TreeMap<>();
    machine
        .byStreams(Term.DISK_READ)
        .forEach(
            (streams, read) -> {
              Figure write = machine.byStreams(Term.DISK_WRITE).get(streams);
              if (write != null) {
                byStreams.put(
                    streams,
                    new MachineFile.Streams(
                        rate(read), rate(write), read.interval(), write.interval()));
              }
            });
    boolean known =
        rows.stream()
            .anyMatch(r -> OF_DISK.contains(r.operation()) && r.parameters().containsKey("direct"));
    Figure read = machine.figure(Term.DISK_READ, "");
    Figure write = machine.figure(Term.DISK_WRITE, "");
    Figure both = machine.figure(Term.READ_WRITE, "");
    Figure writeBack = machine.figure(Term.WRITE_BACK, "");
    return new MachineFile.Disk(
        rate(read),
        rate(write),
        both == null ? null : rate(both),
        byStreams,
        known ? Boolean.valueOf(!MeasuredTerms.throughPageCache(rows)) : null,
        writeBack == null ? null : Math.max(0, Math.round(writeBack.value() * 1000) / 1000.0),
        read.interval(),
        write.interval(),
        both == null ? null : both.interval(),
        writeBack == null ? null : writeBack.interval(),
        Map.of());
  }

  /** To a hundredth of a MB/s: more digits would only look exact. */
  private static DataRate rate(Figure figure) {
    return new DataRate(Math.max(0.01, Math.round(figure.value() * 100) / 100.0));
  }
}
