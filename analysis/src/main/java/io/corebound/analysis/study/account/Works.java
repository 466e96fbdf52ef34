package io.corebound.analysis.study.account;

import io.corebound.analysis.theory.JobCosts;
import io.corebound.analysis.theory.Overlay;
import io.corebound.analysis.theory.TaskPart;
import io.corebound.analysis.theory.Term;
import io.corebound.records.history.Interval;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a job takes of CPU, disk and network in each interval but the overhead. */
public final class Works {
  private final RanJob ran;
  private final List<Loss> losses;
  private final double fetchedBesideMaps;
  private final int nodes;

  /** Of a job; what does not depend on costs is computed once. */
  public Works(RanJob ran, List<Loss> losses) {
    this.ran = ran;
    this.losses = losses;
    this.fetchedBesideMaps = new Course(ran).fetchedBesideMaps();
    this.nodes = ran.nodes();
  }

  /** By interval. */
  public Map<Interval, Work> of(Surroundings in, JobCosts own) {
    JobCosts costs = in.on().apply(own);
    Map<Interval, Double> coreS = Accountant.coreS(ran, losses, in.shape(), costs);
    Map<Interval, Work> works = new EnumMap<>(Interval.class);
    double later = 1 - fetchedBesideMaps;
    Map<Interval, Double> ofMaps =
        Map.of(Interval.MAP, 1.0, Interval.SHUFFLE_TAIL, fetchedBesideMaps);
    works.put(Interval.MAP, work(ofMaps, in.shape().tasks(true), true, coreS, in, costs));
    double reduces = in.shape().tasks(false);
    if (reduces > 0) {
      Map<Interval, Double> ofFetches = Map.of(Interval.SHUFFLE_TAIL, later);
      works.put(Interval.SHUFFLE_TAIL, work(ofFetches, later * reduces, false, coreS, in, costs));
      works.put(Interval.REDUCE, work(Map.of(Interval.REDUCE, 1.0), 0, false, coreS, in, costs));
    }
    return works;
  }

  /** Core-seconds of all intervals. */
  public double coreS(Surroundings in, JobCosts costs) {
    return Accountant.coreS(ran, losses, in.shape(), costs).values().stream()
        .mapToDouble(Double::doubleValue)
        .sum();
  }

  /**
   * An interval.
   *
   * @param of how much of which parts of tasks goes on in it
   * @param started tasks that start in it
   * @param beside whether that is beside as many tasks as maps run at once, not as reduces
   */
  private Work work(
      Map<Interval, Double> of,
      double started,
      boolean beside,
      Map<Interval, Double> coreS,
      Surroundings in,
      JobCosts costs) {
    double atOnce = Math.max(1, beside ? in.mapsAtOnce() : in.reducesAtOnce());
    double cores = costs.cores() > 0 ? costs.cores() * nodes : atOnce;
    double usable = Math.min(cores, atOnce);
    double containerCoreS = costs.machine().value(Term.CONTAINER);
    double starts =
        ran.job().totals().uber()
            ? 0
            : started * Math.max(0, costs.containerS(beside) / atOnce - containerCoreS / usable);
    JobCosts streams =
        costs.withMachine(costs.machine().with(Overlay.streams((int) Math.ceil(atOnce / nodes))));
    double cpuS = 0;
    double diskS = 0;
    double writeS = 0;
    double networkS = 0;
    for (Map.Entry<Interval, Double> whose : of.entrySet()) {
      boolean ofMaps = whose.getKey() == Interval.MAP;
      double onNode = whose.getValue() * in.shape().tasks(ofMaps) / nodes;
      cpuS += whose.getValue() * coreS.getOrDefault(whose.getKey(), 0.0) / usable;
      for (TaskPart part : Accountant.parts(ofMaps, in.shape(), streams)) {
        if (part.interval() == whose.getKey()) {
          diskS += onNode * part.diskS();
          writeS += onNode * part.writeS();
          networkS += onNode * part.networkS();
        }
      }
    }
    return new Work(cpuS, diskS, writeS, networkS, starts);
  }
}
