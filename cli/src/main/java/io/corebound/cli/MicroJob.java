package io.corebound.cli;

import io.corebound.cluster.Cluster;
import io.corebound.microbenchrunner.ExpectedTime;
import io.corebound.microbenchrunner.FlameGraphs;
import io.corebound.microbenchrunner.MicroPlan;
import io.corebound.records.ClusterFile;
import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The micro suites by themselves: environment, a cluster where one is needed, suites, report. */
final class MicroJob {
  /** Logs and the cluster's own files. */
  private static final DataSize WITH_CLUSTER = DataSize.ofMegabytes(1000);

  private static final DataSize WITHOUT_CLUSTER = DataSize.ofMegabytes(10);

  private final Installation installation;
  private final RunRequest request;
  private final MicroPlan plan;
  private final ClusterFile fitted;
  private final boolean flame;
  private final PrintWriter out;

  /**
   * Prepares the job.
   *
   * @param plan what is measured
   * @param fitted the cluster on this machine
   * @param flame whether flame graphs are drawn
   */
  MicroJob(
      Installation installation,
      RunRequest request,
      MicroPlan plan,
      ClusterFile fitted,
      boolean flame,
      PrintWriter out) {
    this.installation = installation;
    this.request = request;
    this.plan = plan;
    this.fitted = fitted;
    this.flame = flame;
    this.out = out;
  }

  /** Runs all stages; what they started is gone when it returns. */
  ExitStatus run() {
    Workspace.Needs needs =
        new Workspace.Needs(
            plan.needsCluster() ? WITH_CLUSTER : WITHOUT_CLUSTER,
            MemoryNeed.of(plan, fitted),
            false);
    return new StagedRun(() -> Workspace.open(installation, request, needs), expected(), out)
        .run(this::work);
  }

  private Map<String, Duration> expected() {
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put("environment", Duration.ofSeconds(3));
    if (plan.needsCluster()) {
      expected.put("cluster", Duration.ofSeconds(12));
    }
    expected.put(
        "micro", Duration.ofSeconds(Math.round(ExpectedTime.of(plan, fitted.coresPerNode()))));
    return expected;
  }

  private void work(Stages stages) throws InterruptedException {
    Software software = request.software();
    FlameGraphs flames = flame ? flames(stages) : null;
    List<String> doubts = flame ? List.of(flames.doubt()) : List.of();
    stages.run("environment", () -> new EnvironmentStage(stages, software, doubts).run());
    try (Held<Cluster> cluster = new Held<>()) {
      if (plan.needsCluster()) {
        stages.run(
            "cluster",
            () ->
                new ClusterStage(stages, software, fitted, List.of(installation.microbenchJar()))
                    .run(cluster));
      }
      stages.run(
          "micro",
          () ->
              new MicroStage(
                      stages,
                      plan,
                      fitted,
                      software,
                      installation.microbenchClassPath(software.hadoop()),
                      flames,
                      true)
                  .run(cluster.get()));
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
