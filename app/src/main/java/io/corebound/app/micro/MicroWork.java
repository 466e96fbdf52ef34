package io.corebound.app.micro;

import io.corebound.analysis.pages.page.Words;
import io.corebound.app.run.Installation;
import io.corebound.app.run.JobParameters;
import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.Software;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Workspace;
import io.corebound.cluster.daemons.ClusterFolders;
import io.corebound.cluster.daemons.LocalCluster;
import io.corebound.cluster.job.Cluster;
import io.corebound.hosts.process.OtherLoad;
import io.corebound.hosts.process.OtherPrograms;
import io.corebound.hosts.process.Watch;
import io.corebound.microbenchrunner.jmh.JmhOptions;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.suite.ExpectedTime;
import io.corebound.microbenchrunner.watch.OthersWatch;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Measures operations, alone or as part of a run: the micro suites, and a cluster for those that
 * need one.
 */
public record MicroWork(
    Installation installation, Software software, MicroPlan plan, ClusterFile fitted) {
  /** The cluster that operations are measured on. */
  public static final String LOCAL = "local";

  static final String MICRO = "micro";

  /** The stage that starts the daemons. */
  public static final String CLUSTER = "cluster";

  /** Logs and the cluster's own files. */
  public static final DataSize WITH_CLUSTER = DataSize.ofMegabytes(1000);

  private static final DataSize WITHOUT_CLUSTER = DataSize.ofMegabytes(10);

  /**
   * What the model needs to predict a cluster's jobs, on real daemons of this machine, limited to
   * the cores of that cluster's nodes: a JVM on one core uses another garbage collector and
   * compiles nothing in parallel. With that cluster's lever, unless the profile says more.
   */
  public static MicroWork ofModelFor(
      ClusterFile cluster,
      Installation installation,
      Software software,
      String profileName,
      ProfileFile profile,
      List<Map<String, String>> samples) {
    ClusterFile node =
        JobParameters.fitted(installation, LOCAL).onFewerCores(cluster.coresPerNode());
    ClusterFile levered = node.withLever(cluster.lever());
    return ofModel(installation, software, profileName, profile, levered, samples);
  }

  /**
   * What the model needs, as a profile says, on a fitted cluster.
   *
   * @param samples parameters of the benchmarks that measure a workload's tasks on a sample, of
   *     each workload
   */
  public static MicroWork ofModel(
      Installation installation,
      Software software,
      String profileName,
      ProfileFile profile,
      ClusterFile fitted,
      List<Map<String, String>> samples) {
    MicroPlan.Choice choice =
        new MicroPlan.Choice(
            profileName,
            profile,
            List.of(),
            true,
            JobParameters.of(profile, fitted),
            Map.of(),
            samples,
            JmhOptions.NONE);
    MicroPlan plan = MicroPlan.of(installation.catalogue(software), choice);
    return new MicroWork(installation, software, plan, fitted);
  }

  /** The same that measures starts, and whole tasks, under some levers too. */
  public MicroWork under(List<LeverFile> levers) {
    return new MicroWork(installation, software, plan.under(levers), fitted);
  }

  MicroWork of(AbSetting setting) {
    JmhOptions options = plan.options().withJvmFlags(setting.jvmFlags());
    return new MicroWork(installation, setting.software(), plan.with(options), fitted);
  }

  /** Runs the micro suites alone, and removes what they started before it returns. */
  public ExitStatus runAlone(RunRequest request, PrintWriter out) {
    boolean needsCluster = plan.needsCluster();
    Workspace.Needs needs =
        new Workspace.Needs(needsCluster ? WITH_CLUSTER : WITHOUT_CLUSTER, memory(), false);
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(3));
    expect(expected, needsCluster);
    return new StagedRun(() -> Workspace.open(installation, request, needs), expected, out)
        .run(
            stages -> {
              stages.environment(software, List.of());
              try (Cluster cluster = needsCluster ? startCluster(stages) : null) {
                measure(stages, cluster, true);
              }
            });
  }

  /** Adds how long the cluster and the suites are expected to take. */
  public void expect(Map<String, Duration> expected, boolean cluster) {
    if (cluster) {
      expected.put(CLUSTER, Duration.ofSeconds(15));
    }
    double seconds = ExpectedTime.on(fitted.coresPerNode(), plan, cpus());
    expected.put(MICRO, Duration.ofSeconds(Math.round(seconds)));
  }

  public MemoryNeed memory() {
    return MemoryNeed.of(plan, fitted, cpus());
  }

  /** Logical CPUs of this machine: pinned copies use all of them, whatever a node has. */
  static int cpus() {
    return Runtime.getRuntime().availableProcessors();
  }

  /**
   * Watches what is not the run's own on this machine.
   *
   * @param seconds for what is measured once more; null for as long as it takes
   */
  public static OthersWatch watch(Stages stages, Integer seconds) {
    return new OthersWatch(others(stages), cpus(), seconds);
  }

  /** The same for probes, which keep what they see themselves. */
  public static Watch watchOfProbes(Stages stages, Integer seconds) {
    return new Watch(others(stages), seconds);
  }

  private static Supplier<Supplier<OtherLoad>> others(Stages stages) {
    return new OtherPrograms(stages.workspace().host().runId())::begin;
  }

  /** Starts real Hadoop daemons on loopback. */
  public Cluster startCluster(Stages stages) throws InterruptedException {
    return startCluster(stages, installation, software, fitted);
  }

  /** The same, of a Hadoop that no suite measures. */
  public static Cluster startCluster(
      Stages stages, Installation installation, Software software, ClusterFile fitted)
      throws InterruptedException {
    Workspace workspace = stages.workspace();
    Path raw = stages.record().directory().rawFolder();
    ClusterFolders folders =
        new ClusterFolders(
            workspace.data().resolve("hadoop"),
            workspace.memory().resolve("hadoop"),
            raw.resolve("cluster-logs"),
            raw.resolve("cluster-conf"));
    return stages.start(
        CLUSTER,
        () ->
            LocalCluster.start(
                workspace.host(),
                fitted,
                software.hadoop(),
                software.jdk(),
                folders,
                List.of(installation.microbenchJar(), installation.collectorJar())),
        cluster ->
            "Hadoop %s on loopback, %s at once"
                .formatted(
                    software.hadoop().version(), Words.count(fitted.containersPerNode(), "task")));
  }

  /**
   * Measures; the cluster is null when the plan needs none, and {@code goesOn} survives a failed
   * suite.
   */
  public void measure(Stages stages, Cluster cluster, boolean goesOn) throws InterruptedException {
    stages.run(MICRO, () -> stage(stages, goesOn).run(cluster));
  }

  MicroStage stage(Stages stages, boolean goesOn) {
    String classPath = installation.microbenchClassPath(software.hadoop());
    return new MicroStage(stages, plan, fitted, software, classPath, goesOn);
  }
}
