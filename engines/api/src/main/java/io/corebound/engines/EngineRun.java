package io.corebound.engines;

import io.corebound.records.run.CellResult;
import io.corebound.records.run.Exchange;
import io.corebound.records.run.JobPhases;
import io.corebound.records.run.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a job ended on an engine.
 *
 * @param job as the cell's record has it: OK, or FAILED with a reason
 * @param phases when its parts began and ended; empty where that is not known
 * @param again the same of further runs in the same processes, which were warm by then
 * @param exchange of the first run; empty where its processes do not say
 * @param tasks those that the engine can tell apart
 * @param counters as {@code group/name}
 * @param coreSByRole core-seconds by process role; empty where collectors alone see them
 */
public record EngineRun(
    CellResult.Job job,
    Optional<JobPhases> phases,
    List<JobPhases> again,
    Optional<Exchange> exchange,
    List<CellResult.Task> tasks,
    Map<String, Long> counters,
    Map<String, Double> coreSByRole) {
  public EngineRun {
    again = List.copyOf(again);
    tasks = List.copyOf(tasks);
    counters = Map.copyOf(counters);
    coreSByRole = Map.copyOf(coreSByRole);
  }

  /** Whether it ended well, and its phases are known. */
  public boolean ok() {
    return job.state() == State.OK && phases.isPresent();
  }
}
