package io.corebound.terasortrunner.workload;

import io.corebound.cluster.job.Cluster;
import io.corebound.collectors.sampler.Collector;
import io.corebound.engines.Engine;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.OfEngine;
import io.corebound.records.run.CellResult.Tier;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A workload on a cluster with collectors attached; the measured job, which an engine runs, reads
 * from the disk, not from the page cache.
 */
public record WorkloadCell(
    Workload workload,
    Cluster cluster,
    Engine engine,
    ClusterFile settings,
    WatchedNodes nodes,
    RunDirectory run,
    Supplier<Path> text) {
  /** Reason of a cell that was cut off: it runs again when its run is resumed. */
  public static final String INTERRUPTED = "interrupted";

  /** A cell whose measured job is Hadoop's as well. */
  public WorkloadCell(
      Workload workload,
      Cluster cluster,
      ClusterFile settings,
      WatchedNodes nodes,
      RunDirectory run,
      Supplier<Path> text) {
    this(workload, cluster, new HadoopEngine(cluster), settings, nodes, run, text);
  }

  /** Receives the current stage and its progress. */
  @FunctionalInterface
  public interface Listener {
    /** A stage starts, or its percentages (0 to 100) change. */
    void progress(String stage, int mapPercent, int reducePercent);

    /** YARN gives a job no container, and has it in a state such as {@code ACCEPTED}. */
    default void waits(String job, String state) {}
  }

  /**
   * What is to be run: {@code tier} is null without a sweep, {@code engine} where that names none,
   * {@code input} empty where it is to be made, {@code fresh} whether the daemons have run no job.
   */
  public record Cell(
      String name,
      DataSize data,
      Tier tier,
      OfEngine engine,
      Optional<Input> input,
      boolean fresh) {}

  /**
   * Input that a cell made and that lies on the cluster.
   *
   * @param facts what checks need to know of it; a check adds to them what it counts once
   */
  public record Input(String cell, DataSize data, Map<String, Long> facts) {
    public Input {
      facts = new HashMap<>(facts);
    }
  }

  /** A cell that has ended; its input is empty where it is not whole on the cluster. */
  public record Ran(CellResult cell, Optional<Input> input) {}

  /**
   * Runs the cell and writes {@code cell.json}, OK or FAILED, its samples and all raw output, in
   * every case.
   */
  public Ran run(Cell cell, List<Collector> collectors, Listener listener)
      throws InterruptedException {
    CellJobs jobs = new CellJobs(workload, cluster, engine, settings, run, cell, text, listener);
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
