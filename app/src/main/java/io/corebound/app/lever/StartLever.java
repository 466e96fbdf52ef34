package io.corebound.app.lever;

import io.corebound.app.micro.MicroWork;
import io.corebound.app.run.Installation;
import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Workspace;
import io.corebound.cluster.job.Cluster;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes archives of classes for a Hadoop and a JDK, from what real containers of it load, and
 * measures what starts cost with it.
 *
 * @param fitted the cluster on loopback whose containers are recorded and measured
 * @param archives that a folder of the user's is to hold
 * @param jobs of each setting that are measured; 0 for none
 */
public record StartLever(
    Installation installation,
    RunRequest request,
    ClusterFile fitted,
    StartArchives archives,
    int jobs) {
  private static final String RECORD = "record";
  private static final String ARCHIVE = "archive";
  private static final String MEASURE = "measure";

  /** What was started is removed when it returns; the archive and the run's record stay. */
  public ExitStatus run(PrintWriter out, StagedRun.Summary summary) {
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(3));
    expected.put(MicroWork.CLUSTER, Duration.ofSeconds(15));
    expected.put(RECORD, Duration.ofSeconds(60));
    expected.put(ARCHIVE, Duration.ofSeconds(30));
    if (jobs > 0) {
      expected.put(MEASURE, StartMeasure.expected(jobs));
    }
    Workspace.Needs needs =
        new Workspace.Needs(MicroWork.WITH_CLUSTER, MemoryNeed.ofJob(fitted), true);
    return new StagedRun(() -> Workspace.open(installation, request, needs), expected, out, summary)
        .run(
            stages -> {
              stages.environment(request.software(), List.of());
              try (Cluster cluster =
                  MicroWork.startCluster(stages, installation, request.software(), fitted)) {
                make(stages, cluster);
              }
            });
  }

  private void make(Stages stages, Cluster cluster) throws InterruptedException {
    Recording recording = new Recording(stages, cluster, archives);
    stages.run(RECORD, recording::record);
    stages.run(ARCHIVE, recording::make);
    if (jobs > 0) {
      stages.run(MEASURE, new StartMeasure(stages, cluster, fitted, archives, jobs)::run);
    }
  }
}
