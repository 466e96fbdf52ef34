package io.corebound.app.micro;

import io.corebound.analysis.page.Words;
import io.corebound.app.run.Held;
import io.corebound.app.run.Software;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Workspace;
import io.corebound.cluster.daemons.ClusterFolders;
import io.corebound.cluster.daemons.LocalCluster;
import io.corebound.cluster.job.Cluster;
import io.corebound.records.config.ClusterFile;
import java.nio.file.Path;
import java.util.List;

/** Starts real Hadoop daemons. */
final class ClusterStage {
  private final Stages stages;
  private final Software software;
  private final ClusterFile fitted;
  private final List<Path> taskJars;

  ClusterStage(Stages stages, Software software, ClusterFile fitted, List<Path> taskJars) {
    this.stages = stages;
    this.software = software;
    this.fitted = fitted;
    this.taskJars = taskJars;
  }

  String run(Held<Cluster> cluster) throws InterruptedException {
    Workspace workspace = stages.workspace();
    Path raw = stages.record().directory().rawFolder();
    cluster.hold(
        LocalCluster.start(
            workspace.host(),
            fitted,
            software.hadoop(),
            software.jdk(),
            new ClusterFolders(
                workspace.data().resolve("hadoop"),
                workspace.memory().resolve("hadoop"),
                raw.resolve("cluster-logs"),
                raw.resolve("cluster-conf")),
            taskJars));
    return "Hadoop "
        + software.hadoop().version()
        + " on loopback, "
        + Words.count(fitted.containersPerNode(), "task")
        + " at once";
  }
}
