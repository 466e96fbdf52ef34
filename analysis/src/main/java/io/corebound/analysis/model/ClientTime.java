package io.corebound.analysis.model;

import io.corebound.records.config.WorkloadFile;
import io.corebound.records.units.DataSize;
import java.util.Map;
import java.util.Optional;

/**
 * What a job's client takes from its start to the submission, which is in no interval of the job:
 * what any client does, as empty jobs told it (its JVM, connections, staged files), and what this
 * one does of its own (splits, sampling), cold, one after the other.
 *
 * @param timeS elapsed time
 * @param coreS core-seconds, those of daemons and kernel among them
 */
public record ClientTime(double timeS, double coreS) {
  private static final String TIME = "client_s";
  private static final String CORES = "client_core_s";

  /** That of a prediction or of a part of one; empty where it was not predicted. */
  public static Optional<ClientTime> of(Map<String, Double> derived) {
    return derived.containsKey(TIME)
        ? Optional.of(new ClientTime(derived.get(TIME), derived.get(CORES)))
        : Optional.empty();
  }

  /** Empty where {@link #missing} names something. */
  static Optional<ClientTime> of(Machine machine, WorkloadFile workload, DataSize data) {
    if (missing(machine, workload).isPresent()) {
      return Optional.empty();
    }
    double timeS = machine.value(Term.CLIENT_WALL);
    double coreS = machine.value(Term.CLIENT_COST);
    WorkloadFile.Client own = workload.client();
    if (own != null) {
      OperationFigures figures = machine.figures(own.operation());
      double bytes = Math.min(own.records() * workload.record().payload().bytes(), data.bytes());
      coreS += figures.coldCoreS() + figures.warmCoreS(bytes);
      timeS += figures.coldWallS() + figures.warmWallS(bytes);
    }
    return Optional.of(new ClientTime(timeS, coreS));
  }

  /** The first operation that it would need and that was not measured. */
  static Optional<String> missing(Machine machine, WorkloadFile workload) {
    if (!machine.has(Term.CLIENT_WALL) || !machine.has(Term.CLIENT_COST)) {
      return Optional.of(Term.CLIENT_COST.operation);
    }
    return Optional.ofNullable(workload.client())
        .map(WorkloadFile.Client::operation)
        .filter(o -> !machine.has(o));
  }

  void into(Map<String, Double> derived) {
    derived.put(TIME, timeS);
    derived.put(CORES, coreS);
  }
}
