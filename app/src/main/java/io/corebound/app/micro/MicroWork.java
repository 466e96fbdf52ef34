package io.corebound.app.micro;

import io.corebound.app.run.Held;
import io.corebound.app.run.Installation;
import io.corebound.app.run.JobParameters;
import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.Software;
import io.corebound.app.run.Stages;
import io.corebound.cluster.job.Cluster;
import io.corebound.microbenchrunner.jmh.FlameGraphs;
import io.corebound.microbenchrunner.jmh.JmhOptions;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.suite.ExpectedTime;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.ProfileFile;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Measuring operations, as a part of a run: a cluster where one is needed, and the micro suites.
 *
 * @param installation where the benchmarks are
 * @param software the JDK and the Hadoop that are measured
 * @param plan what is measured
 * @param fitted the cluster on this machine
 */
public record MicroWork(
    Installation installation, Software software, MicroPlan plan, ClusterFile fitted) {
  /** The cluster that operations are measured on. */
  public static final String LOCAL = "local";

  private static final String CLUSTER = "cluster";
  static final String MICRO = "micro";

  /**
   * What the model needs to tell a cluster's jobs, on real daemons of this machine: on as many of
   * its cores as a node of that cluster has. A JVM of one core has another garbage collector, and
   * nothing of it compiles beside it.
   */
  public static MicroWork ofModelFor(
      ClusterFile cluster,
      Installation installation,
      Software software,
      String profileName,
      ProfileFile profile,
      String corpus) {
    ClusterFile node =
        JobParameters.fitted(installation, LOCAL).onFewerCores(cluster.coresPerNode());
    return ofModel(installation, software, profileName, profile, node, corpus);
  }

  /**
   * What the model needs, as a profile says, on a cluster that is fitted to this machine.
   *
   * @param corpus the text that tasks work on, a path; null for corebound's own
   */
  public static MicroWork ofModel(
      Installation installation,
      Software software,
      String profileName,
      ProfileFile profile,
      ClusterFile fitted,
      String corpus) {
    MicroPlan plan =
        MicroPlan.of(
            installation.catalogue(software),
            new MicroPlan.Choice(
                profileName,
                profile,
                List.of(),
                true,
                JobParameters.of(profile, fitted),
                corpus == null ? Map.of() : Map.of("corpus", corpus),
                JmhOptions.NONE));
    return new MicroWork(installation, software, plan, fitted);
  }

  /** The same of one of two settings. */
  MicroWork of(AbSetting setting) {
    JmhOptions options = plan.options().withJvmFlags(setting.jvmFlags());
    return new MicroWork(installation, setting.software(), plan.with(options), fitted);
  }

  /** Adds how long the cluster is expected to take. */
  public void expectCluster(Map<String, Duration> expected) {
    expected.put(CLUSTER, Duration.ofSeconds(15));
  }

  /** Adds how long the suites are expected to take. */
  public void expectSuites(Map<String, Duration> expected) {
    double seconds = ExpectedTime.on(fitted.coresPerNode(), plan, cpus());
    expected.put(MICRO, Duration.ofSeconds(Math.round(seconds)));
  }

  public MemoryNeed memory() {
    return MemoryNeed.of(plan, fitted, cpus());
  }

  /** Logical CPUs of this machine, on which copies run side by side whatever a node has. */
  static int cpus() {
    return Runtime.getRuntime().availableProcessors();
  }

  public void startCluster(Stages stages, Held<Cluster> cluster) throws InterruptedException {
    stages.run(
        CLUSTER,
        () ->
            new ClusterStage(stages, software, fitted, List.of(installation.microbenchJar()))
                .run(cluster));
  }

  /**
   * Measures.
   *
   * @param flames draws flame graphs meanwhile; null when none are wanted
   * @param goesOn whether the other suites are measured when one fails
   */
  public void measure(Stages stages, Held<Cluster> cluster, FlameGraphs flames, boolean goesOn)
      throws InterruptedException {
    stages.run(MICRO, () -> stage(stages, flames, goesOn).run(cluster.get()));
  }

  /** The suites' stage; parameters as of {@link #measure}. */
  MicroStage stage(Stages stages, FlameGraphs flames, boolean goesOn) {
    return new MicroStage(
        stages,
        plan,
        fitted,
        software,
        installation.microbenchClassPath(software.hadoop()),
        flames,
        goesOn);
  }
}
