package io.corebound.analysis.theory;

import io.corebound.records.config.WorkloadFile;
import io.corebound.records.run.DerivedFigures.Client;
import io.corebound.records.units.DataSize;
import java.util.Optional;

/**
 * What a job's client takes from its start to the submission, which is in no interval of the job:
 * what any client does, measured with empty jobs (its JVM, connections, staged files), and what
 * this one does for its job (splits, sampling), cold, one after the other.
 */
public final class ClientTime {
  private ClientTime() {}

  /** Null figures where {@link #missing} names something. */
  public static Client of(Machine machine, WorkloadFile workload, DataSize data) {
    if (missing(machine, workload).isPresent()) {
      return new Client(null, null);
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
    return new Client(timeS, coreS);
  }

  /** The first operation that it would need and that was not measured. */
  public static Optional<String> missing(Machine machine, WorkloadFile workload) {
    if (!machine.has(Term.CLIENT_WALL) || !machine.has(Term.CLIENT_COST)) {
      return Optional.of(Term.CLIENT_COST.operation);
    }
    return Optional.ofNullable(workload.client())
        .map(WorkloadFile.Client::operation)
        .filter(o -> !machine.has(o));
  }
}
