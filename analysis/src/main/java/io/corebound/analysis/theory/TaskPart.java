package io.corebound.analysis.theory;

import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.records.history.Interval;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * What a task does between two of its own turning points, such as collecting or fetching: first
 * cold, then warm. Each can use core-seconds / wall seconds cores at once, both as measured with
 * one thread. What the kernel does beside it goes on in the same time, where there are cores for
 * it.
 *
 * @param interval the interval that ends no sooner than it
 * @param beside core-seconds that are spent for it outside of what was measured of the task
 * @param diskS that it reads and writes
 */
@RecordBuilder
public record TaskPart(
    Interval interval,
    List<Demand> demands,
    List<Demand> beside,
    double coldWallS,
    double warmWallS,
    double diskS,
    double networkS)
    implements TaskPartBuilder.With {
  private static final double LEAST_PARALLELISM = 0.01;

  double coreS() {
    return demands.stream().mapToDouble(Demand::coreS).sum();
  }

  private double coldCoreS() {
    return demands.stream().mapToDouble(Demand::coldCoreS).sum();
  }

  /** The parts of a task whose total for {@code bytes} was measured, in their own shares. */
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
          part.with(
              b ->
                  b.demands(
                          part.demands.stream()
                              .map(
                                  d ->
                                      d.costing(
                                          cold * d.coreS() / operations,
                                          total * d.coreS() / operations))
                              .toList())
                      .coldWallS(whole.netColdWallS(bytes) * share)
                      .warmWallS(whole.whole().warmWallS(bytes) * share)));
    }
    return apportioned;
  }

  /**
   * The parts of a task whose cold starts take so much together, and what follows them so many
   * times as much.
   */
  static List<TaskPart> within(List<TaskPart> parts, double coldCoreS, double factor) {
    double operations = parts.stream().mapToDouble(TaskPart::coreS).sum();
    double share = operations > 0 ? coldCoreS / operations : 0;
    return parts.stream()
        .map(
            part ->
                part.with(
                    b ->
                        b.demands(part.within(share, factor))
                            .coldWallS(part.coldWallIn(share * part.coreS()))
                            .warmWallS(part.warmWallS * factor)))
        .toList();
  }

  private List<Demand> within(double share, double factor) {
    return demands.stream()
        .map(
            d ->
                d.costing(
                    share * d.coreS(), share * d.coreS() + factor * (d.coreS() - d.coldCoreS())))
        .toList();
  }

  /** That of a cold start of so many core-seconds, which uses as many cores as its own. */
  private double coldWallIn(double coldCoreS) {
    return coldCoreS() > 0 ? coldWallS * coldCoreS / coldCoreS() : coldCoreS;
  }

  /** The cold phase, if any, and the warm one; gated, it waits for the stage before. */
  public List<Phase> phases(boolean gated) {
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
