package io.corebound.terasortrunner.sweep;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.workload.JobTime;
import io.corebound.terasortrunner.workload.Workload;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The time that a sweep needs: that of its cells' jobs, and what starts between them. */
public final class SweepEstimate {
  /** Daemons, which are started again on other disks and with other settings. */
  private static final double START_S = 10;

  /** What the start of all of them takes of the cores of a lab. */
  private static final double START_CORE_S = 36;

  private SweepEstimate() {}

  /**
   * The time of each of some cells, in their order, on a machine for which their measured jobs are
   * predicted.
   */
  public static Map<SweepCell, Duration> ofEach(
      SweepRequest request, List<SweepCell> cells, Function<SweepCell, Prediction> predicted) {
    Map<SweepCell, Duration> each = ofEach(request, cells);
    each.replaceAll(
        (cell, rough) -> {
          double factor = jobs(request, cell).factor(predicted.apply(cell).totalS());
          return Duration.ofMillis(Math.round(rough.toMillis() * factor));
        });
    return each;
  }

  /** The time of each of some cells, in their order, on any machine. */
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
        s += START_S + START_CORE_S / cores + (generates ? 0 : JobTime.smallJobS(cluster));
      }
      running = wanted;
      each.put(cell, Duration.ofSeconds(Math.round(s)));
    }
    return each;
  }

  private static JobTime jobs(SweepRequest request, SweepCell cell) {
    return JobTime.rough(
        request.runs(cell),
        request.size(cell),
        request.cluster(cell),
        request.storage().get(cell.storage()),
        request.engine(cell));
  }

  private static double ofJobs(SweepRequest request, SweepCell cell, boolean generates) {
    JobTime times = jobs(request, cell);
    Workload workload = request.runs(cell);
    boolean checksByJob = workload.stages().indexOf(workload.name()) < workload.stages().size() - 1;
    return times.measuredS()
        + (checksByJob ? times.checkS() : 0)
        + (generates ? times.generateS() : 0);
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
