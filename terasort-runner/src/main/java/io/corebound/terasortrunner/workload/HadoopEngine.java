package io.corebound.terasortrunner.workload;

import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.JobHistory;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.engines.Engine;
import io.corebound.engines.EngineJob;
import io.corebound.engines.EngineRun;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Hadoop's own way: the cluster's daemons start containers for each job. */
record HadoopEngine(Cluster cluster) implements Engine {
  @Override
  public EngineRun run(EngineJob job) throws InterruptedException {
    return ran(cluster.run(request(job)));
  }

  @Override
  public Map<String, Long> processes() {
    return cluster.daemons();
  }

  static JobRequest request(EngineJob job) {
    return new JobRequest(
        job.name(),
        job.program().mainClass(),
        job.program().arguments(),
        job.program().settings(),
        JobRequest.CLIENT_FLAGS,
        job.limit(),
        job.folder(),
        new JobRequest.Listener() {
          @Override
          public void progress(int mapPercent, int reducePercent) {
            job.listener().progress(mapPercent, reducePercent);
          }

          @Override
          public void waits(String state) {
            job.listener().waits(state);
          }
        });
  }

  /** A job by its outcome and its history; one without a history has failed. */
  static EngineRun ran(JobOutcome outcome) {
    Optional<JobHistory> history = outcome.history().map(JobHistory::read);
    Map<String, Double> coreSByRole = new TreeMap<>();
    outcome.cpu().forEach((role, cpu) -> coreSByRole.put(role, cpu.totalS()));
    return new EngineRun(
        history.map(outcome::toRecord).orElseGet(() -> withoutHistory(outcome)),
        history.map(JobHistory::phases),
        List.of(),
        Optional.empty(),
        history.map(JobHistory::tasks).orElse(List.of()),
        history.map(JobHistory::counters).orElse(Map.of()),
        coreSByRole);
  }

  private static CellResult.Job withoutHistory(JobOutcome o) {
    return new CellResult.Job(
        o.name(),
        State.FAILED,
        o.reason().isEmpty() ? "it left no history" : o.reason(),
        o.jobId(),
        o.clientStartS(),
        Double.NaN,
        Double.NaN,
        o.clientEndS());
  }
}
