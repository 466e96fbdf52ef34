package io.corebound.analysis.theory;

import io.corebound.analysis.theory.simulation.Totals;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.Parts;
import io.corebound.records.run.Prediction.Uncertainty;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far each interval of a job, and the job, may be off: how well the operations were measured
 * (from draws), how far the machine moves, and what the model misses (both learned). Elapsed time
 * follows the core-seconds as far as the CPU takes part in it. All on the logarithm, so that no end
 * reaches zero.
 */
public final class Uncertainties {
  private final Map<String, Uncertainty> byName = new TreeMap<>();

  private Uncertainties() {}

  /** The ends of a 90 % interval. */
  public record Ends(double low, double high) {}

  /** Of a job's point estimate; {@code times} says whether it has elapsed times. */
  public static Uncertainties of(Outcome point, Spread spread, Machine machine, boolean times) {
    Uncertainties all = new Uncertainties();
    double moves = machine.speedScatter();
    double busyS = 0;
    for (Map.Entry<Interval, Totals> interval : point.intervals().entrySet()) {
      Interval of = interval.getKey();
      double cpuS = interval.getValue().coreS() / point.plan().cores(of);
      busyS += cpuS;
      all.put(
          of.word(),
          spread.deviation(o -> o.intervals().get(of).coreS()),
          times ? spread.deviation(o -> o.intervals().get(of).timeS) : 0,
          moves,
          times ? share(cpuS, interval.getValue().timeS) : null);
    }
    all.put(
        Prediction.TOTAL,
        spread.deviation(Outcome::coreS),
        times ? spread.deviation(Outcome::totalS) : 0,
        moves,
        times ? share(busyS, point.totalS()) : null);
    return all;
  }

  /**
   * The rule, which the calibration follows too.
   *
   * @param share of the CPU in the elapsed time; null where there is no time
   */
  private void put(String name, double coreDraws, double timeDraws, double moves, Double share) {
    Learned.Miss miss = Learned.SHIPPED.miss(name);
    byName.put(
        name,
        new Uncertainty(
            core(coreDraws, moves, miss),
            share == null ? null : time(timeDraws, moves, miss, share)));
  }

  private static double share(double cpuS, double timeS) {
    return timeS > 0 ? Math.min(1, cpuS / timeS) : 0;
  }

  static Parts core(double draws, double moves, Learned.Miss miss) {
    return new Parts(draws, moves, miss.core());
  }

  /** Of elapsed time: as far as the CPU takes part in it, it follows the core-seconds. */
  static Parts time(double draws, double moves, Learned.Miss miss, double share) {
    return new Parts(draws, share * moves, Math.hypot(share * miss.core(), miss.time()));
  }

  public Map<String, Uncertainty> byName() {
    return byName;
  }

  public Ends coreS(String name, double coreS) {
    return ends(coreS, byName.get(name).core());
  }

  /** Null where there are no times. */
  public Ends timeS(String name, double timeS) {
    Parts parts = byName.get(name).time();
    return parts == null ? null : ends(timeS, parts);
  }

  private static Ends ends(double figure, Parts parts) {
    double factor = Math.exp(parts.halfWidth());
    return new Ends(figure / factor, figure * factor);
  }
}
