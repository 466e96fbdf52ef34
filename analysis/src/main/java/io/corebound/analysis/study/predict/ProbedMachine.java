package io.corebound.analysis.study.predict;

import static io.corebound.records.config.MachineFile.NOT_MODELLED;

import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.MeasuredTerms;
import io.corebound.analysis.theory.Term;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.MachineFile.Disk;
import io.corebound.records.config.MachineFile.Rate;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.Mean;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The machine file of what probes measured: means, with their standard errors. */
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
    return Optional.of(
        new MachineFile(
            source,
            null,
            Map.of(),
            machine.modelsDisk() ? disk(machine, rows) : Disk.parse(NOT_MODELLED),
            machine.modelsNetwork() ? rate(machine, Term.NETWORK) : Rate.parse(NOT_MODELLED),
            MachineFile.Start.parse(NOT_MODELLED)));
  }

  private static Disk disk(Machine machine, List<Measurement> rows) {
    Map<Integer, MachineFile.Streams> byStreams = new TreeMap<>();
    machine
        .byStreams(Term.DISK_READ)
        .forEach(
            (streams, read) -> {
              Mean write = machine.byStreams(Term.DISK_WRITE).get(streams);
              if (write != null) {
                byStreams.put(streams, new MachineFile.Streams(rate(read), rate(write)));
              }
            });
    boolean known =
        rows.stream()
            .anyMatch(r -> OF_DISK.contains(r.operation()) && r.parameters().containsKey("direct"));
    Mean writeBack = machine.figure(Term.WRITE_BACK, "");
    return new Disk(
        rate(machine, Term.DISK_READ),
        rate(machine, Term.DISK_WRITE),
        rate(machine, Term.READ_WRITE),
        byStreams,
        known ? Boolean.valueOf(!MeasuredTerms.throughPageCache(rows)) : null,
        writeBack == null ? null : rounded(writeBack, 0, 1e3),
        Map.of());
  }

  private static Rate rate(Machine machine, Term term) {
    Mean figure = machine.figure(term, "");
    return figure == null ? null : rate(figure);
  }

  private static Rate rate(Mean figure) {
    return Rate.of(rounded(figure, 0.01, 1e2));
  }

  /** More digits would only look exact. */
  private static Mean rounded(Mean figure, double least, double parts) {
    double value = Math.max(least, Math.round(figure.value() * parts) / parts);
    return new Mean(value, Math.round(figure.error() * 1e6) / 1e6, figure.n());
  }
}
