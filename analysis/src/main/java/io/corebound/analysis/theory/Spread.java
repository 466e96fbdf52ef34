package io.corebound.analysis.theory;

import io.corebound.analysis.theory.simulation.JobPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.hipparchus.stat.descriptive.moment.StandardDeviation;

/**
 * How far an outcome may be off, as far as the standard errors of the figures say: the job is
 * computed again with figures drawn from them (Monte Carlo). The seed is fixed, so that one input
 * gives one result.
 */
public final class Spread {
  private static final int DRAWS = 200;
  private static final int FEWEST_DRAWS = 40;

  /** Waves of tasks, of all draws together, that are computed within a second or so. */
  private static final int WAVES = 300_000;

  /** The same by {@link JobPlan#size}. */
  private static final double SIZES = 1e6;

  public static final int SEED = 20130501;

  private final List<Outcome> outcomes;

  private Spread(List<Outcome> outcomes) {
    this.outcomes = outcomes;
  }

  /** How often a job is computed: less often where its many tasks would take long. */
  public static int draws(JobPlan plan) {
    double most = Math.min((double) WAVES / Math.max(1, plan.waves()), SIZES / plan.size());
    return (int) Math.max(FEWEST_DRAWS, Math.min(DRAWS, most));
  }

  /** Draws machines one after the other, and computes a job on each, on all cores. */
  public static Spread of(Machine machine, int draws, Job job) {
    Random random = new Random(SEED);
    List<Machine> drawn = new ArrayList<>();
    for (int i = 0; i < draws; i++) {
      drawn.add(machine.with(Overlay.draw(random)));
    }
    return new Spread(
        IntStream.range(0, draws)
            .parallel()
            .mapToObj(i -> job.on(drawn.get(i), i).withoutNodes())
            .toList());
  }

  /** The job on a drawn machine, with a number of its own. */
  @FunctionalInterface
  public interface Job {
    Outcome on(Machine machine, int number);
  }

  public int draws() {
    return outcomes.size();
  }

  /** Standard deviation of the logarithm of a figure over the draws; 0 where it is 0 in one. */
  double deviation(ToDoubleFunction<Outcome> figure) {
    double[] logs = outcomes.stream().mapToDouble(figure).map(Math::log).toArray();
    double deviation = new StandardDeviation().evaluate(logs);
    return Double.isFinite(deviation) ? deviation : 0;
  }
}
