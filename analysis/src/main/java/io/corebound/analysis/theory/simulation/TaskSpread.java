package io.corebound.analysis.theory.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * By how much tasks of one kind differ in what they take, so that those of a wave do not all do the
 * same at the same moment. Each task of a node gets a factor; those of a kind are the quantiles of
 * a lognormal distribution in random order, so that they always come to the same in all. Tasks of
 * one kind are those with one size of data; the only one of its kind is the average. Nodes are
 * alike, for it is a node's tasks that share cores and a disk.
 */
public final class TaskSpread {
  /** All tasks of one kind take the same: what happens to one happens to all. */
  public static final TaskSpread NONE = new TaskSpread(0, 0);

  /**
   * Standard deviation of the logarithm of what tasks with equal splits take in one job. Between
   * 0.05 and 0.3 its figure hardly matters (docs/model.md).
   */
  private static final double USUAL = 0.1;

  /** Small jobs that show what is expected of one. */
  private static final int JOBS = 16;

  /** What the sizes of several jobs come to at most; that of one may be larger. */
  private static final double SEVERAL = 1e4;

  /** Half a second: 18,000 tasks of a node with 16 slots. */
  private static final double ONE = 3e5;

  private static final long SEED = 20130501;

  private final double deviation;
  private final Random random;

  private TaskSpread(double deviation, long seed) {
    this.deviation = deviation;
    this.random = new Random(seed);
  }

  /**
   * Of a job with a number, by which its tasks are in an order of their own; none in the very
   * largest jobs, and where no containers start.
   */
  static TaskSpread of(JobPlan plan, int job) {
    return plan.hasTasks() && plan.size() <= ONE ? new TaskSpread(USUAL, SEED + job) : NONE;
  }

  /**
   * The same where many jobs are simulated for how much they differ: in the larger ones that is
   * hardly because of the order of tasks, and all are alike.
   */
  public static TaskSpread ofMany(JobPlan plan, int job) {
    return plan.size() <= SEVERAL ? of(plan, job) : NONE;
  }

  /** How many jobs show what is expected of one. */
  static int jobs(JobPlan plan) {
    return (int) Math.max(1, Math.min(plan.hasTasks() ? JOBS : 1, SEVERAL / plan.size()));
  }

  boolean isNone() {
    return deviation == 0;
  }

  /**
   * A factor for each task of one kind of a node; their mean is 1.
   *
   * @param tasks of a node, on average: only a part of the nodes has the last one
   */
  double[] factors(double tasks) {
    int count = (int) Math.ceil(tasks);
    NormalDistribution logs = new NormalDistribution(0, deviation);
    List<Double> quantiles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      quantiles.add(Math.exp(logs.inverseCumulativeProbability((i + 0.5) / count)));
    }
    Collections.shuffle(quantiles, random);
    double[] factors = quantiles.stream().mapToDouble(q -> q).toArray();
    double sum = DoubleStream.of(factors).sum() - (count - tasks) * factors[count - 1];
    return DoubleStream.of(factors).map(f -> f * tasks / sum).toArray();
  }
}
