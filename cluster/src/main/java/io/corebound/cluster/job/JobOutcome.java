package io.corebound.cluster.job;

import io.corebound.records.run.CellResult;
import io.corebound.records.run.State;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * How a job ended. Times are seconds since the Unix epoch.
 *
 * @param state OK when the ResourceManager says that it succeeded and nothing is broken of the
 *     nodes afterwards, else FAILED
 * @param reason why, when it is not OK; else empty
 * @param cpu core-seconds by role, from before the client's start to the end of the job's last
 *     container
 */
public record JobOutcome(
    String name,
    State state,
    String reason,
    String jobId,
    double clientStartS,
    double clientEndS,
    Optional<Path> history,
    Optional<Path> configuration,
    Path clientLog,
    Map<String, Cpu> cpu) {

  /** As a record of a cell, with the times that the history states. */
  public CellResult.Job toRecord(JobHistory read) {
    return new CellResult.Job(
        name, state, reason, jobId, clientStartS, read.submitS(), read.finishS(), clientEndS);
  }
}
