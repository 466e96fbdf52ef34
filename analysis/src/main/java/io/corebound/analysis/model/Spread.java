package io.corebound.analysis.model;

import io.corebound.analysis.model.simulation.Totals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * How far an outcome may be off, as far as the standard errors of the figures say: the job is
 * computed again with figures drawn from them (Monte Carlo), and the middle 90 % of the results is
 * the interval. The seed is fixed, so that one input gives one result.
 */
final class Spread {
  private static final int DRAWS = 200;
  private static final int FEWEST_DRAWS = 40;

  /** Waves of tasks, of all draws together, that are computed within a second or so. */
  private static final int WAVES = 300_000;

  static final int SEED = 20130501;
  private static final double LOW = 0.05;
  private static final double HIGH = 0.95;

  private final List<Outcome> outcomes;

  private Spread(List<Outcome> outcomes) {
    this.outcomes = outcomes;
  }

  /** How often a job is computed: less often where its many waves of tasks would take long. */
  static int draws(int waves) {
    return Math.max(FEWEST_DRAWS, Math.min(DRAWS, WAVES / Math.max(1, waves)));
  }

  /** Draws machines one after the other, and computes the job on each, on all cores. */
  static Spread of(Machine machine, int draws, Function<Machine, Outcome> job) {
    Random random = new Random(SEED);
    List<Machine> drawn = new ArrayList<>();
    for (int i = 0; i < draws; i++) {
      drawn.add(machine.draw(random));
    }
    return new Spread(drawn.parallelStream().map(job).map(Outcome::withoutNodes).toList());
  }

  record Ends(double low, double high) {}

  int draws() {
    return outcomes.size();
  }

  Ends of(ToDoubleFunction<Outcome> figure) {
    double[] sorted = outcomes.stream().mapToDouble(figure).sorted().toArray();
    return new Ends(quantile(sorted, LOW), quantile(sorted, HIGH));
  }

  Map<String, Ends> coreS() {
    return byInterval(Totals::coreS);
  }

  Map<String, Ends> timeS() {
    return byInterval(totals -> totals.timeS);
  }

  private Map<String, Ends> byInterval(ToDoubleFunction<Totals> figure) {
    Map<String, Ends> ends = new HashMap<>();
    for (String interval : outcomes.get(0).intervals().keySet()) {
      ends.put(interval, of(o -> figure.applyAsDouble(o.intervals().get(interval))));
    }
    return ends;
  }

  /** Linear between the two nearest. */
  private static double quantile(double[] sorted, double part) {
    double at = part * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(sorted.length - 1, below + 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
