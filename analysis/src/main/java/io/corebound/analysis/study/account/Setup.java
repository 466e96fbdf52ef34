package io.corebound.analysis.study.account;

import io.corebound.analysis.theory.JobCosts;
import io.corebound.analysis.theory.Overlay;
import io.corebound.records.config.ClusterFile;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A job that ran and what it runs on, as they were or as they might be.
 *
 * @param cluster with nothing left to the machine
 * @param devices what is changed of the nodes' disks and links
 * @param uber whether its tasks run one after the other in its master's JVM
 */
@RecordBuilder
public record Setup(Shape shape, ClusterFile cluster, Overlay devices, boolean uber)
    implements SetupBuilder.With {
  /** Waves of maps that are simulated one by one, beside reduces, within a second or so. */
  private static final int MOST_WAVES = 500;

  /** As it was: with as many tasks at once on each node as it had at its peak. */
  public static Setup of(RanJob ran, JobCosts costs) {
    Course course = new Course(ran);
    int nodes = ran.nodes();
    int containers = (int) Math.max(1, Math.ceil(course.peak() / (double) nodes));
    boolean early =
        ran.reduces().attempts().stream()
            .mapToLong(a -> a.times().startMs())
            .anyMatch(ms -> ms >= 0 && ms < ran.moments().mapsEndMs());
    boolean few = ran.maps().tasks() <= (double) MOST_WAVES * containers * nodes;
    double slowStart = Math.max(0, Math.min(1, ran.settings().slowStart()));
    return new Setup(
        ran.shape(),
        costs
            .measured()
            .with(
                b ->
                    b.nodes(nodes)
                        .coresPerNode(costs.cores() > 0 ? costs.cores() : containers)
                        .containersPerNode(containers)
                        .reduceSlots(null)
                        .reduceTasks(ran.reduces().tasks())
                        .slowStart(early && few ? slowStart : 1)
                        .heartbeatMs((int) Math.round(1e3 * ran.settings().heartbeatS()))),
        Overlay.faster(1, 1),
        ran.job().totals().uber());
  }

  /** The same as an uber job. */
  public Setup inMaster() {
    return withUber(true).withCluster(cluster.with(b -> b.nodes(1).containersPerNode(1)));
  }

  /** The same with twice the cores, and room for twice the tasks at once. */
  public Setup withTwiceTheCores() {
    return withCluster(
        cluster.with(
            b ->
                b.coresPerNode(2 * cluster.coresPerNode())
                    .containersPerNode(2 * cluster.containersPerNode())));
  }

  /** The same in other numbers of tasks. */
  public Setup withTasks(int maps, int reduces) {
    return with(
        b -> b.shape(shape.withTasks(maps, reduces)).cluster(cluster.withReduceTasks(reduces)));
  }

  /** The same with so many times the rates of disk and link. */
  public Setup withDevices(double disk, double network) {
    return withDevices(Overlay.faster(disk, network));
  }
}
