package io.corebound.analysis.study.account;

import io.corebound.analysis.theory.JobCosts;
import io.corebound.analysis.theory.Overlay;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * A machine's costs, and draws of them that say how sure is what is computed of them. One is made
 * for any number of jobs.
 */
public record Yardstick(Drawn point, List<Drawn> draws) {
  private static final int DRAWS = 100;
  private static final int FEW_DRAWS = 20;
  private static final int BRIEF_DRAWS = 10;
  private static final int SEED = 20130501;

  /** How far the part of a cost that goes with records may be off: standard deviation. */
  private static final double OF_RECORDS = 0.15;

  /**
   * Costs as they may be.
   *
   * @param ratio by what a ratio of compression that was measured on other data is multiplied
   */
  public record Drawn(JobCosts costs, double ratio) {}

  /** A 90 % interval. */
  public record Ends(double low, double high) {}

  /** Draws from a machine's costs. */
  public static Yardstick of(JobCosts costs) {
    Random random = new Random(SEED);
    List<Drawn> draws = new ArrayList<>();
    for (JobCosts drawn : costs.draws(DRAWS)) {
      draws.add(
          new Drawn(
              drawn.withByRecord(OF_RECORDS * random.nextGaussian()),
              Math.exp(0.2 * random.nextGaussian())));
    }
    return new Yardstick(new Drawn(costs, 1), draws);
  }

  /** Costs of a machine that differs in one way. */
  public Yardstick with(Overlay overlay) {
    return new Yardstick(
        drawn(point, overlay), draws.stream().map(d -> drawn(d, overlay)).toList());
  }

  private static Drawn drawn(Drawn drawn, Overlay overlay) {
    JobCosts costs = drawn.costs();
    return new Drawn(costs.withMachine(costs.machine().with(overlay)), drawn.ratio());
  }

  /** The same with a few draws, for tables of many jobs. */
  public Yardstick brief() {
    return atMost(BRIEF_DRAWS);
  }

  /** The same with draws for what is simulated with each. */
  public Yardstick few() {
    return atMost(FEW_DRAWS);
  }

  private Yardstick atMost(int count) {
    return new Yardstick(point, draws.subList(0, Math.min(count, draws.size())));
  }

  /** The ends of 90 % of what the draws give. */
  public Ends ends(ToDoubleFunction<Drawn> figure) {
    return endsOf(draws.stream().mapToDouble(figure));
  }

  /** The ends of 90 % of figures. */
  static Ends endsOf(DoubleStream figures) {
    double[] sorted = figures.sorted().toArray();
    int cut = (int) Math.round(sorted.length * 0.05);
    return new Ends(sorted[cut], sorted[sorted.length - 1 - cut]);
  }
}
