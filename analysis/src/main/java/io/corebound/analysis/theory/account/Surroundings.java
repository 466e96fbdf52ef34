package io.corebound.analysis.theory.account;

import io.corebound.analysis.theory.JobCosts;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import java.util.function.UnaryOperator;

/**
 * A job's shape and where it runs, as it was or as it might be.
 *
 * @param mapsAtOnce maps that run at the same time on all nodes, in the mean
 * @param reducesAtOnce the same of reduces
 * @param on what is changed of the nodes
 */
public record Surroundings(
    Shape shape, double mapsAtOnce, double reducesAtOnce, UnaryOperator<JobCosts> on) {
  /** As it was. */
  public static Surroundings of(RanJob ran) {
    Course course = new Course(ran);
    return new Surroundings(
        ran.shape(),
        course.running(Interval.MAP),
        course.running(Interval.REDUCE),
        UnaryOperator.identity());
  }

  /** The same with another shape. */
  public Surroundings with(Shape other) {
    return new Surroundings(other, mapsAtOnce, reducesAtOnce, on);
  }

  /** The same with other tasks at once. */
  public Surroundings atOnce(double maps, double reduces) {
    return new Surroundings(shape, maps, reduces, on);
  }

  /** The same on other nodes. */
  public Surroundings on(UnaryOperator<JobCosts> other) {
    return new Surroundings(shape, mapsAtOnce, reducesAtOnce, other);
  }

  /** The same with twice the cores, and twice the tasks at once where that saves a wave. */
  public Surroundings withTwiceTheCores(RanJob ran) {
    Course course = new Course(ran);
    return atOnce(
            twice(mapsAtOnce, ran.maps().tasks(), course.peak(TaskType.MAP)),
            twice(reducesAtOnce, ran.reduces().tasks(), course.peak(TaskType.REDUCE)))
        .on(costs -> costs.withCores(2 * costs.cores()));
  }

  /** As many more at once as there are fewer waves, where twice as many can run at once. */
  private static double twice(double atOnce, int tasks, int peak) {
    double waves = Math.max(1, Math.ceil(tasks / (double) Math.max(1, peak)));
    return Math.max(atOnce, Math.min(tasks, atOnce * waves / Math.ceil(waves / 2)));
  }
}
