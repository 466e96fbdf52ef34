package io.corebound.terasortrunner.sweep;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.workload.Workload;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The time that a sweep needs, roughly, from its tiers' figures alone, to decide whether to start.
 */
public final class SweepEstimate {
  /** What a small job waits, its client and its last container included. */
  private static final double JOB_S = 8;

  /** What its ApplicationMaster and its tasks, one after the other, take of up to two cores. */
  private static final double JOB_CORE_S = 14;

  private static final int CORES_OF_A_START = 2;

  /** Daemons, which are started again on other disks and with other settings. */
  private static final double START_S = 10;

  /** What the start of all of them takes of the cores of a lab. */
  private static final double START_CORE_S = 36;

  /** What a core takes through a job that makes or checks data. */
  private static final double OTHER_MB_PER_S = 40;

  /** The start of an engine that runs beside Hadoop, and how much faster than Hadoop it is then. */
  private record EngineTime(double startS, double faster) {}

  private static final Map<String, EngineTime> ENGINES =
      Map.of(EngineFile.MEMORY, new EngineTime(8, 3), EngineFile.SPARK, new EngineTime(20, 1));

  /** A cell of such an engine runs its job cold, then warm. */
  private static final int ENGINE_RUNS = 2;

  /** Map output beside its input, stored twice: as spills and merged, about half by a codec. */
  private static final double MAP_OUTPUT = 1.0;

  private SweepEstimate() {}

  /** The time of each of some cells, in their order. */
  public static Map<SweepCell, Duration> ofEach(SweepRequest request, List<SweepCell> cells) {
    Set<SweepCell> generating = generating(request, cells);
    Map<SweepCell, Duration> each = new LinkedHashMap<>();
    List<Object> running = List.of();
    for (SweepCell cell : cells) {
      ClusterFile cluster = request.cluster(cell);
      boolean generates = generating.contains(cell);
      double s = ofJobs(request, cell, generates);
      List<Object> wanted = List.of(request.disks(cell.storage()), cluster.ofDaemons());
      if (!cluster.isExternal() && !wanted.equals(running)) {
        int cores = cluster.nodes() * cluster.coresPerNode();
        s += START_S + START_CORE_S / cores + (generates ? 0 : smallJobS(cluster));
      }
      running = wanted;
      each.put(cell, Duration.ofSeconds(Math.round(s)));
    }
    return each;
  }

  private static double ofJobs(SweepRequest request, SweepCell cell, boolean generates) {
    Times times = times(request, cell);
    Workload workload = request.runs(cell);
    boolean checksByJob = workload.stages().indexOf(workload.name()) < workload.stages().size() - 1;
    return times.measured()
        + (checksByJob ? times.check() : 0)
        + (generates ? times.generate() : 0);
  }

  /** The time of a cell's measured job. */
  public static Duration ofMeasured(SweepRequest request, SweepCell cell) {
    return Duration.ofMillis(Math.round(1e3 * times(request, cell).measured()));
  }

  /** Of a cell's three jobs, in seconds. */
  private record Times(double generate, double measured, double check) {}

  private static Times times(SweepRequest request, SweepCell cell) {
    ClusterFile cluster = request.cluster(cell);
    double data = request.size(cell).megabytes();
    double cores =
        (double) cluster.nodes() * Math.min(cluster.mapsAtOnce(), cluster.coresPerNode());
    StorageFile storage = request.storage().get(cell.storage()).scaledTo(cluster.coresPerNode());
    double small = smallJobS(cluster);
    Workload workload = request.runs(cell);
    Optional<EngineTime> engine = request.engine(cell).map(e -> ENGINES.get(e.kind()));
    double onCores = data / cores / workload.roughMbPerSPerCore();
    double measured =
        engine.map(b -> b.startS() + ENGINE_RUNS * onCores / b.faster()).orElse(small + onCores);
    double other = small + data / cores / OTHER_MB_PER_S;
    if (storage.real()) {
      return new Times(other, measured, other);
    }
    double ofNode = data / cluster.nodes();
    double read = ofNode / perNode(storage, storage.read());
    double write = ofNode / perNode(storage, storage.write());
    if (engine.isPresent()) {
      return new Times(other + write * cluster.replication(), measured + read, other + read);
    }
    return new Times(
        other + write * cluster.replication(),
        measured + read + (workload.leavesData() ? write * (1 + MAP_OUTPUT) : 0),
        other + read);
  }

  private static double smallJobS(ClusterFile cluster) {
    return JOB_S + JOB_CORE_S / Math.min(CORES_OF_A_START, cluster.coresPerNode());
  }

  private static double perNode(StorageFile storage, DataRate rate) {
    return rate.megabytesPerSecond() * storage.devicesPerNode();
  }

  /**
   * Whether each cell, in order, begins with TeraGen: when the previous cell on the same disks left
   * no input for it.
   */
  public static Set<SweepCell> generating(SweepRequest request, List<SweepCell> cells) {
    Map<String, List<Object>> held = new HashMap<>();
    Set<SweepCell> generating = new HashSet<>();
    for (SweepCell cell : cells) {
      ClusterFile cluster = request.cluster(cell);
      // on an external cluster the run's folder is deleted when the settings of its jobs change
      Object layout = cluster.isExternal() ? cluster : request.layoutOfInput(cell);
      List<Object> input = List.of(request.size(cell), layout);
      if (!input.equals(held.put(request.disks(cell.storage()), input))) {
        generating.add(cell);
      }
    }
    return generating;
  }

  public static Duration ofCells(SweepRequest request, List<SweepCell> cells) {
    return ofEach(request, cells).values().stream().reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * The most in an external cluster's file system, replicas included: a sort's input and output.
   */
  public static DataSize inFileSystem(SweepRequest request) {
    return new DataSize(
        request.plan().cells().stream()
            .mapToLong(c -> 2 * request.size(c).bytes() * request.cluster(c).replication())
            .max()
            .orElseThrow());
  }

  /** The most in all local directories together: map output spilled, merged, fetched. */
  public static DataSize inLocalDirectories(SweepRequest request) {
    return new DataSize(3 * request.largestSize().bytes());
  }
}
