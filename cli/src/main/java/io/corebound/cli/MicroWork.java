package io.corebound.cli;

import io.corebound.cluster.Cluster;
import io.corebound.microbenchrunner.ExpectedTime;
import io.corebound.microbenchrunner.FlameGraphs;
import io.corebound.microbenchrunner.MicroPlan;
import io.corebound.records.ClusterFile;
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
record MicroWork(Installation installation, Software software, MicroPlan plan, ClusterFile fitted) {
  private static final String CLUSTER = "cluster";
  private static final String MICRO = "micro";

  /** Adds how long the cluster is expected to take. */
  void expectCluster(Map<String, Duration> expected) {
    expected.put(CLUSTER, Duration.ofSeconds(12));
  }

  /** Adds how long the suites are expected to take. */
  void expectSuites(Map<String, Duration> expected) {
    expected.put(
        MICRO, Duration.ofSeconds(Math.round(ExpectedTime.of(plan, fitted.coresPerNode()))));
  }

  MemoryNeed memory() {
    return MemoryNeed.of(plan, fitted);
  }

  void startCluster(Stages stages, Held<Cluster> cluster) throws InterruptedException {
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
  void measure(Stages stages, Held<Cluster> cluster, FlameGraphs flames, boolean goesOn)
      throws InterruptedException {
    stages.run(
        MICRO,
        () ->
            new MicroStage(
                    stages,
                    plan,
                    fitted,
                    software,
                    installation.microbenchClassPath(software.hadoop()),
                    flames,
                    goesOn)
                .run(cluster.get()));
  }
}
