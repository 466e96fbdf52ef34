package io.corebound.analysis.model;

import io.corebound.analysis.model.JobPlan.Demand;
import io.corebound.analysis.model.JobPlan.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * What a task does between two of its own turning points, such as collecting or fetching: first
 * cold, then warm. Each can use core-seconds / wall seconds cores at once, both as measured with
 * one thread: more than one where compiler and collector threads, or other processes, work beside.
 * What the kernel does beside it goes on in the same wall seconds, where there are cores for it.
 *
 * @param interval the interval that ends no sooner than it
 * @param demands where its core-seconds go
 * @param beside core-seconds that are spent for it outside of what was measured of the task
 * @param coldWallS wall seconds of its cold starts
 * @param warmWallS wall seconds of the rest
 * @param diskS time of the node's disk, alone
 * @param networkS time of the node's link, alone
 */
record TaskPart(
    String interval,
    List<Demand> demands,
    List<Demand> beside,
    double coldWallS,
    double warmWallS,
    double diskS,
    double networkS) {
  private static final double LEAST_PARALLELISM = 0.01;

  double coreS() {
    return demands.stream().mapToDouble(Demand::coreS).sum();
  }

  private double coldCoreS() {
    return demands.stream().mapToDouble(Demand::coldCoreS).sum();
  }

  /**
   * The parts of a task whose total was measured: each operation keeps its share of the total, of
   * its cold start as of the rest.
   *
   * @param bytes that the whole task works on, in the byte base of its figures
   */
  static List<TaskPart> apportion(List<TaskPart> parts, TaskFigures whole, double bytes) {
    double operations = parts.stream().mapToDouble(TaskPart::coreS).sum();
    if (!(operations > 0)) {
      return parts;
    }
    double cold = whole.netColdCoreS(bytes);
    double total = cold + whole.whole().warmCoreS(bytes);
    List<TaskPart> apportioned = new ArrayList<>();
    for (TaskPart part : parts) {
      double share = part.coreS() / operations;
      apportioned.add(
          new TaskPart(
              part.interval,
              part.demands.stream()
                  .map(
                      d -> d.costing(cold * d.coreS() / operations, total * d.coreS() / operations))
                  .toList(),
              part.beside,
              whole.netColdWallS(bytes) * share,
              whole.whole().warmWallS(bytes) * share,
              part.diskS,
              part.networkS));
    }
    return apportioned;
  }

  /**
   * The cold phase, where there is one, and the warm one.
   *
   * @param gated whether the warm one works on what the tasks of the stage before leave
   */
  List<Phase> phases(boolean gated) {
    List<Phase> phases = new ArrayList<>();
    double cold = coldCoreS();
    if (cold > 0) {
      List<Demand> first =
          demands.stream().map(d -> d.of(0).costing(d.coldCoreS(), d.coldCoreS())).toList();
      phases.add(new Phase(interval, first, parallelism(cold, coldWallS), 0, 0, 0, true));
    }
    List<Demand> then = new ArrayList<>();
    demands.forEach(d -> then.add(d.costing(0, Math.max(0, d.coreS() - d.coldCoreS()))));
    then.addAll(beside);
    double besideS = beside.stream().mapToDouble(Demand::coreS).sum();
    phases.add(
        new Phase(
            interval,
            then,
            parallelism(coreS() - cold + besideS, warmWallS),
            0,
            diskS,
            networkS,
            true,
            gated));
    return phases;
  }

  private static double parallelism(double coreS, double wallS) {
    return wallS > 0 ? Math.max(LEAST_PARALLELISM, coreS / wallS) : 1;
  }
}
