package io.corebound.app.micro;

import io.corebound.app.run.EnvironmentStage;
import io.corebound.app.run.Held;
import io.corebound.app.run.Installation;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Workspace;
import io.corebound.cluster.job.Cluster;
import io.corebound.microbenchrunner.jmh.FlameGraphs;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The micro suites by themselves: environment, a cluster where one is needed, suites, report. */
public final class MicroJob {
  /** Logs and the cluster's own files. */
  private static final DataSize WITH_CLUSTER = DataSize.ofMegabytes(1000);

  private static final DataSize WITHOUT_CLUSTER = DataSize.ofMegabytes(10);

  private final Installation installation;
  private final RunRequest request;
  private final MicroWork micro;
  private final boolean flame;
  private final PrintWriter out;

  /**
   * Prepares the job.
   *
   * @param micro what is measured
   * @param flame whether flame graphs are drawn
   */
  public MicroJob(
      Installation installation,
      RunRequest request,
      MicroWork micro,
      boolean flame,
      PrintWriter out) {
    this.installation = installation;
    this.request = request;
    this.micro = micro;
    this.flame = flame;
    this.out = out;
  }

  /** Runs all stages; what they started is gone when it returns. */
  public ExitStatus run() {
    Workspace.Needs needs =
        new Workspace.Needs(
            micro.plan().needsCluster() ? WITH_CLUSTER : WITHOUT_CLUSTER, micro.memory(), false);
    return new StagedRun(() -> Workspace.open(installation, request, needs), expected(), out)
        .run(this::work);
  }

  private Map<String, Duration> expected() {
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(3));
    if (micro.plan().needsCluster()) {
      micro.expectCluster(expected);
    }
    micro.expectSuites(expected);
    return expected;
  }

  private void work(Stages stages) throws InterruptedException {
    FlameGraphs flames = flame ? flames(stages) : null;
    List<String> doubts = flame ? List.of(flames.doubt()) : List.of();
    stages.run(
        RunDirectory.ENVIRONMENT,
        () -> new EnvironmentStage(stages, request.software(), doubts).run());
    try (Held<Cluster> cluster = new Held<>()) {
      if (micro.plan().needsCluster()) {
        micro.startCluster(stages, cluster);
      }
      micro.measure(stages, cluster, flames, true);
    }
  }

  private FlameGraphs flames(Stages stages) {
    Workspace workspace = stages.workspace();
    Path folder = stages.record().directory().rawFolder().resolve("micro").resolve("flame");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw CoreboundException.failed(folder + ": cannot be made: " + e.getMessage(), e);
    }
    return FlameGraphs.on(
        workspace.host(), request.software().jdk().java(), workspace.data(), folder);
  }
}
