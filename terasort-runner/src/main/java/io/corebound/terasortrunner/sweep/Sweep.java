package io.corebound.terasortrunner.sweep;

import io.corebound.cluster.job.Cluster;
import io.corebound.collectors.sampler.Collector;
import io.corebound.engines.Engine;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.OfEngine;
import io.corebound.records.run.CellResult.Tier;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import io.corebound.terasortrunner.workload.Engines;
import io.corebound.terasortrunner.workload.WorkloadCell;
import io.corebound.terasortrunner.workload.WorkloadCell.Input;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Runs cells in turn. When one fails, the sweep makes its disks again and goes on with the next.
 */
public final class Sweep {
  private final SweepRequest request;
  private final Function<SweepCell, Path> text;
  private final SweepCluster clusters;
  private final Engines engines;
  private final RunDirectory run;
  private final List<Collector> collectors;
  private final Listener listener;

  /** What lies on disks for the next cells on them, while their content is the same. */
  private record InputOnDisks(String content, Input input) {}

  private final Map<String, InputOnDisks> inputs = new HashMap<>();

  /** Receives the progress of the sweep. */
  public interface Listener {
    /** A cell begins; {@code done} of {@code all} have ended before. */
    void begin(SweepCell cell, int done, int all);

    /** A job of it starts, or its percentages change. */
    void progress(SweepCell cell, String job, int mapPercent, int reducePercent);

    /** YARN gives a job of it no container; it is in that state of YARN's. */
    default void waits(SweepCell cell, String job, String state) {}

    void end(SweepCell cell, CellResult result);
  }

  /**
   * Prepares a sweep; the caller closes {@code clusters}, and {@code text} may be grown by a
   * workload.
   */
  public Sweep(
      SweepRequest request,
      SweepCluster clusters,
      Engines engines,
      RunDirectory run,
      List<Collector> collectors,
      Function<SweepCell, Path> text,
      Listener listener) {
    this.request = request;
    this.text = text;
    this.clusters = clusters;
    this.engines = engines;
    this.run = run;
    this.collectors = List.copyOf(collectors);
    this.listener = listener;
  }

  /** The record of a cell in a run directory, where it has one. */
  public static Optional<CellResult> found(RunDirectory run, SweepCell cell) {
    Path file = run.cellFile(cell.name());
    return Files.exists(file)
        ? Optional.of(StructuredFiles.readJson(file, CellResult.class))
        : Optional.empty();
  }

  /**
   * Runs cells, each to its end, OK or FAILED; a cell that is interrupted runs again on resuming.
   */
  public void run(List<SweepCell> cells) throws InterruptedException {
    int done = 0;
    for (SweepCell cell : cells) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted between two cells");
      }
      listener.begin(cell, done++, cells.size());
      listener.end(cell, run(cell));
      leave(cell, cells.subList(done, cells.size()));
    }
  }

  /** Disks that no later cell is on make room for the others. */
  private void leave(SweepCell cell, List<SweepCell> later) throws InterruptedException {
    String disks = request.disks(cell.storage());
    boolean needed =
        later.isEmpty() || later.stream().anyMatch(c -> request.disks(c.storage()).equals(disks));
    if (needed || request.cluster().isExternal() || inputs.remove(disks) == null) {
      return;
    }
    try {
      clusters.discard(cell.storage());
    } catch (CoreboundException stays) {
      // the ledger has it, and the run's end says so
    }
  }

  private CellResult run(SweepCell cell) throws InterruptedException {
    try {
      forget(cell);
      SweepCluster.Ground ground = clusters.prepare(cell);
      CellResult result = measure(cell, ground);
      if (result.state() == State.OK) {
        makeRoom(cell, ground.cluster());
        return result;
      }
      requireNoSignal(result.reason());
      return discard(cell, result);
    } catch (CoreboundException | UncheckedIOException e) {
      return failure(cell, e);
    } catch (InterruptedException e) {
      failed(cell, WorkloadCell.INTERRUPTED);
      throw e;
    }
  }

  /** What fails for any cell ends the sweep, before the others fail by it. */
  private CellResult failure(SweepCell cell, RuntimeException e) throws InterruptedException {
    if (e instanceof CoreboundException known && known.status() != ExitStatus.FAILED) {
      throw known;
    }
    try {
      requireNoSignal(e.getMessage());
    } catch (InterruptedException interrupted) {
      failed(cell, WorkloadCell.INTERRUPTED);
      throw interrupted;
    }
    return discard(cell, failed(cell, e.getMessage()));
  }

  /** A program that a signal ended looks like one that failed. */
  private static void requireNoSignal(String reason) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException(reason);
    }
  }

  private CellResult measure(SweepCell cell, SweepCluster.Ground ground)
      throws InterruptedException {
    Optional<Input> input =
        Optional.ofNullable(inputs.get(request.disks(cell.storage())))
            .filter(lies -> lies.content().equals(ground.content()))
            .map(InputOnDisks::input);
    WorkloadCell.Ran ran =
        new WorkloadCell(
                request.runs(cell),
                ground.cluster(),
                engine(cell, ground.cluster()),
                request.cluster(cell),
                ground.watched(),
                run,
                () -> text.apply(cell))
            .run(
                new WorkloadCell.Cell(
                    cell.name(),
                    request.size(cell),
                    tier(cell, ground),
                    ofEngine(cell),
                    input,
                    ground.fresh()),
                collectors,
                following(cell));
    ran.input()
        .ifPresent(
            i -> inputs.put(request.disks(cell.storage()), new InputOnDisks(ground.content(), i)));
    return ran.cell();
  }

  private Engine engine(SweepCell cell, Cluster cluster) {
    return request
        .engine(cell)
        .map(file -> engines.on(cluster, request.cluster(cell), file))
        .orElseGet(() -> Engines.ofHadoop(cluster));
  }

  /** Null where the sweep names no engine. */
  private OfEngine ofEngine(SweepCell cell) {
    return request
        .engineName(cell)
        .map(name -> new OfEngine(name, request.engines().get(name).kind(), List.of(), null))
        .orElse(null);
  }

  private WorkloadCell.Listener following(SweepCell cell) {
    return new WorkloadCell.Listener() {
      @Override
      public void progress(String job, int mapPercent, int reducePercent) {
        listener.progress(cell, job, mapPercent, reducePercent);
      }

      @Override
      public void waits(String job, String state) {
        listener.waits(cell, job, state);
      }
    };
  }

  /** The cell has succeeded, even if its output cannot be deleted. */
  private void makeRoom(SweepCell cell, Cluster cluster) throws InterruptedException {
    try {
      WorkloadCell.deleteResults(cluster, request.runs(cell));
    } catch (CoreboundException e) {
      inputs.remove(request.disks(cell.storage()));
      try {
        clusters.discard(cell.storage());
      } catch (CoreboundException stays) {
        // the next cell on these disks says so, where they cannot be made again
        stays.addSuppressed(e);
      }
    }
  }

  /** What an attempt that was cut off left; the prediction and the base performance stay. */
  private void forget(SweepCell cell) {
    try {
      Files.deleteIfExists(run.cellFile(cell.name()));
      for (Path folder : List.of(run.samplesFolder(cell.name()), run.rawFolder(cell.name()))) {
        if (Files.isDirectory(folder)) {
          try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
              Files.delete(path);
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot delete what an earlier attempt of " + cell.name() + " left: " + e, e);
    }
  }

  /** What a cell runs on; of a cell that never began only what was asked for. */
  private Tier tier(SweepCell cell, SweepCluster.Ground ground) {
    boolean began = ground != null;
    return new Tier(
        cell.storage(),
        cell.network(),
        cell.repetition(),
        request.storage().get(cell.storage()),
        began ? ground.storage() : null,
        request.network().get(cell.network()),
        began ? ground.network() : null,
        began ? ground.devices() : Map.of(),
        began ? ground.links() : Map.of(),
        request.cluster().coresPerNode(),
        began ? ground.watched().hostsByNode() : null,
        began ? ground.watched().cpusByNode() : null,
        cell.variant().isEmpty() ? null : cell.variant());
  }

  /** The file systems of disks on which something failed may hold anything. */
  private CellResult discard(SweepCell cell, CellResult result) throws InterruptedException {
    inputs.remove(request.disks(cell.storage()));
    try {
      clusters.discard(cell.storage());
      return result;
    } catch (CoreboundException | UncheckedIOException e) {
      return failed(cell, result.reason() + "; and its disks stayed: " + e.getMessage());
    }
  }

  /** Records a failure; what the cell's record has already stays in it. */
  private CellResult failed(SweepCell cell, String reason) {
    CellResult result =
        found(run, cell)
            .map(known -> known.failed(reason))
            .orElseGet(() -> neverBegun(cell, reason));
    StructuredFiles.writeJson(run.cellFile(cell.name()), result);
    return result;
  }

  private CellResult neverBegun(SweepCell cell, String reason) {
    return CellResult.of(
            cell.name(), request.workloadName(cell), State.FAILED, reason, request.size(cell))
        .with(b -> b.tier(tier(cell, null)).engine(ofEngine(cell)));
  }
}
