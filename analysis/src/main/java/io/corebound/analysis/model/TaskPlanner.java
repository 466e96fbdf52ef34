package io.corebound.analysis.model;

import io.corebound.analysis.model.JobPlan.Demand;
import io.corebound.analysis.model.JobPlan.Phase;
import io.corebound.analysis.model.JobPlan.Stage;
import io.corebound.records.ClusterFile;
import io.corebound.records.CoreboundException;
import io.corebound.records.WorkloadFile;
import io.corebound.records.WorkloadFile.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Plans a job of Hadoop's map and reduce tasks. A task is a container's start and the phases of its
 * steps; a step takes volume · times · cost, and its operation's cold start once a task, for every
 * task has a JVM of its own. A phase can use core-seconds / wall seconds cores at once, both as
 * measured with one thread: more than one where an operation works several processes side by side.
 * Reduce tasks begin after the last map (slow start 1).
 */
final class TaskPlanner {
  static final String START_CONTAINER = "start.container";
  private static final String CODEC = "{codec}";
  private static final double LEAST_PARALLELISM = 0.01;

  private final Machine machine;
  private final WorkloadFile workload;
  private final ClusterFile cluster;
  private final double ratio;
  private final HadoopVolumes volumes;

  TaskPlanner(Machine machine, WorkloadFile workload, ClusterFile cluster, long dataBytes) {
    this.machine = machine;
    this.workload = workload;
    this.cluster = cluster;
    this.ratio = ratio();
    this.volumes = new HadoopVolumes(cluster, workload.record(), dataBytes, ratio);
  }

  private double ratio() {
    if (cluster.mapOutputCodec().equals("none")) {
      return 1;
    }
    Figure measured = machine.resources().compressionRatio();
    if (measured == null) {
      throw CoreboundException.invalidInput(
          "machine "
              + machine.name()
              + " has no metric 'ratio' of operation 'compress."
              + cluster.mapOutputCodec()
              + "', which says how much smaller the map output becomes; measure it with 'corebound"
              + " run', or set map_output_codec: none");
    }
    return measured.value();
  }

  HadoopVolumes volumes() {
    return volumes;
  }

  JobPlan plan() {
    StartFigures start = machine.start().orElse(null);
    Map<Long, List<Phase>> mapOfSplit = new HashMap<>();
    List<List<Phase>> maps = new ArrayList<>();
    for (long split : volumes.splits()) {
      maps.add(
          mapOfSplit.computeIfAbsent(
              split,
              s -> task(List.of("map"), volumes.map(s), start == null ? null : start.emptyMapS())));
    }
    List<Phase> reduce =
        task(
            List.of("shuffle-tail", "reduce"),
            volumes.reduce(),
            start == null ? null : start.emptyReduceS());
    List<List<Phase>> reduces = new ArrayList<>();
    for (int i = 0; i < cluster.reduceTasks(); i++) {
      reduces.add(reduce);
    }
    Phase mapTurnaround = turnaround("map");
    Phase reduceTurnaround = turnaround("shuffle-tail");
    int cores = cluster.coresPerNode();
    int slots = cluster.containersPerNode();
    return new JobPlan(
        cluster.nodes(),
        start == null ? 0 : start.submitToFirstMapS().value(),
        start == null ? 0 : start.lastTaskToFinishS().value(),
        start == null ? 0 : start.jobCoreS().value(),
        machine.resources().idleCores().value(),
        List.of(
            new Stage(List.of("map"), 0, cores, slots, mapTurnaround, maps),
            new Stage(
                List.of("shuffle-tail", "reduce"),
                start == null ? 0 : start.mapsEndToFirstReduceS().value(),
                cores,
                slots,
                reduceTurnaround,
                reduces)));
  }

  private Phase turnaround(String interval) {
    return machine
        .start()
        .map(s -> new Phase(interval, List.of(), 1, s.turnaroundS().value(), 0, 0, false))
        .orElse(null);
  }

  /** A task's phases: those of its steps, by interval and phase in the order of the file. */
  private List<Phase> task(List<String> intervals, Volumes data, Figure emptyS) {
    List<Phase> phases = new ArrayList<>();
    if (emptyS != null) {
      phases.add(containerStart(intervals.get(0), emptyS.value()));
    }
    Map<List<String>, List<Step>> groups = new LinkedHashMap<>();
    for (String interval : intervals) {
      for (Step step : workload.steps()) {
        if (step.interval().equals(interval) && applies(step)) {
          groups.computeIfAbsent(List.of(interval, step.phase()), g -> new ArrayList<>()).add(step);
        }
      }
    }
    Set<String> warm = new HashSet<>();
    groups.forEach((group, steps) -> phases.add(phase(group.get(0), steps, data, warm)));
    return phases;
  }

  private boolean applies(Step step) {
    return !step.operation().contains(CODEC) || !cluster.mapOutputCodec().equals("none");
  }

  private Phase containerStart(String interval, double seconds) {
    double coreS = machine.start().orElseThrow().containerCoreS().value();
    Demand demand = new Demand(START_CONTAINER, "", 0, coreS, coreS, 1);
    return new Phase(
        interval,
        List.of(demand),
        Math.max(LEAST_PARALLELISM, coreS / Math.max(seconds, 1e-3)),
        seconds,
        0,
        0,
        false);
  }

  private Phase phase(String interval, List<Step> steps, Volumes data, Set<String> warm) {
    Machine.Resources resources = machine.resources();
    List<Demand> demands = new ArrayList<>();
    double coreS = 0;
    double wallS = 0;
    double diskS = 0;
    double networkS = 0;
    for (Step step : steps) {
      String operation = step.operation().replace(CODEC, cluster.mapOutputCodec());
      OperationFigures figures = machine.figures(operation);
      double bytes = bytes(data, step.volume(), step.times(), figures.byteBase());
      if (bytes > 0) {
        boolean cold = warm.add(operation);
        Demand demand = demand(operation, figures, bytes, cold);
        demands.add(demand);
        coreS += demand.coreS();
        wallS += wallS(demand, figures, cold);
      }
      diskS += seconds(data, step.reads(), step.times(), resources.diskRead());
      diskS += seconds(data, step.writes(), step.times(), resources.diskWrite());
      networkS += seconds(data, step.sends(), step.times(), resources.network());
    }
    double parallelism = wallS > 0 ? Math.max(LEAST_PARALLELISM, coreS / wallS) : 1;
    return new Phase(interval, demands, parallelism, 0, diskS, networkS, true);
  }

  private static Demand demand(
      String operation, OperationFigures figures, double bytes, boolean cold) {
    double coldCoreS = cold ? figures.coldCost().value() : 0;
    return new Demand(
        operation,
        figures.byteBase(),
        bytes,
        coldCoreS,
        coldCoreS + bytes * figures.cost().value() / 1e9,
        figures.taskShare());
  }

  private static double wallS(Demand demand, OperationFigures figures, boolean cold) {
    return Double.isNaN(figures.wallNs())
        ? demand.coreS()
        : demand.bytes() * figures.wallNs() / 1e9 + (cold ? figures.coldWallS() : 0);
  }

  private double bytes(Volumes data, String volume, String times, String byteBase) {
    return Volumes.bytesAs(data.amount(volume), byteBase, workload.record(), ratio)
        * data.times(times);
  }

  private double seconds(Volumes data, String volume, String times, Figure megabytesPerSecond) {
    return volume == null || megabytesPerSecond == null
        ? 0
        : data.amount(volume).bytes() * data.times(times) / 1e6 / megabytesPerSecond.value();
  }
}
