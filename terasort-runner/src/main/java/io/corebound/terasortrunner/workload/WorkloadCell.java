package io.corebound.terasortrunner.workload;

import io.corebound.cluster.job.Cluster;
import io.corebound.collectors.sampler.Collector;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.Tier;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A cell: a workload on a cluster, with collectors attached. The measured job reads its input from
 * the disk, not from the page cache.
 *
 * @param nodes the hosts whose samples show the cluster's nodes
 * @param text gives a file of text that a workload may grow
 */
public record WorkloadCell(
    Workload workload,
    Cluster cluster,
    ClusterFile settings,
    WatchedNodes nodes,
    RunDirectory run,
    Supplier<Path> text) {
  /** Reason of a cell that was cut off: it runs again when its run is resumed. */
  public static final String INTERRUPTED = "interrupted";

  /** Hears which stage runs and how far it is. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Called when a stage starts and when its percentages change.
     *
     * @param stage one of the workload's, or {@code warm-up}
     * @param mapPercent 0 to 100
     * @param reducePercent 0 to 100
     */
    void progress(String stage, int mapPercent, int reducePercent);

    /** Called when the input is there and the daemons have run a job, before the measured one. */
    default void ready() throws InterruptedException {}

    /**
     * Called now and then while YARN gives a job no container.
     *
     * @param state YARN's, such as {@code ACCEPTED}
     */
    default void waits(String job, String state) {}
  }

  /**
   * What is to be run.
   *
   * @param name the cell's name
   * @param data how much the measured job reads
   * @param tier storage and network, where a sweep chose them; else null
   * @param input what an earlier cell has left on the cluster; empty where it is to be made
   * @param fresh whether the cluster's daemons have run no job
   */
  public record Cell(String name, DataSize data, Tier tier, Optional<Input> input, boolean fresh) {}

  /**
   * Input that lies on a cluster.
   *
   * @param cell the cell that made it
   * @param facts what the workload's check needs to know of it
   */
  public record Input(String cell, DataSize data, Map<String, Long> facts) {}

  /**
   * A cell that has ended.
   *
   * @param cell its record
   * @param input what lies on the cluster for another cell; empty where it is not whole
   */
  public record Ran(CellResult cell, Optional<Input> input) {}

  /**
   * Runs the cell and writes {@code cell.json}, its samples and all raw output, whatever happens.
   *
   * @return the cell, OK or FAILED with its reason
   * @throws InterruptedException when it was interrupted; the cell is written as FAILED
   */
  public Ran run(Cell cell, List<Collector> collectors, Listener listener)
      throws InterruptedException {
    CellJobs jobs = new CellJobs(workload, cluster, settings, run, cell, text, listener);
    jobs.writeSoFar();
    Path samples = run.samplesFolder(cell.name());
    try (NodeCollections collections = collections(cell.name(), collectors, jobs)) {
      String reason = "";
      try {
        jobs.all();
      } catch (CoreboundException e) {
        reason = e.getMessage();
      } catch (InterruptedException e) {
        jobs.end(collections.stop(samples), INTERRUPTED);
        throw e;
      }
      return new Ran(jobs.end(collections.stop(samples), reason), jobs.made());
    }
  }

  private NodeCollections collections(String cell, List<Collector> collectors, CellJobs jobs)
      throws InterruptedException {
    try {
      return NodeCollections.start(nodes, collectors, run, run.rawFolder(cell));
    } catch (InterruptedException e) {
      jobs.end(NodeCollections.Delivered.NOTHING, INTERRUPTED);
      throw e;
    }
  }

  /** Deletes what a cell has left but its input, so that another one can run. */
  public static void deleteResults(Cluster cluster, Workload workload) {
    workload.results().forEach(r -> cluster.delete(CellJobs.result(cluster, workload, r)));
  }
}
