package io.corebound.analysis.study.account;

import io.corebound.analysis.theory.JobCosts;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.function.UnaryOperator;

/**
 * A job's shape and where it runs, as it was or as it might be.
 *
 * @param mapsAtOnce maps that run at the same time on all nodes, in the mean
 * @param reducesAtOnce the same of reduces
 * @param on what is changed of the nodes
 */
@RecordBuilder
public record Surroundings(
    Shape shape, double mapsAtOnce, double reducesAtOnce, UnaryOperator<JobCosts> on)
    implements SurroundingsBuilder.With {
  /** As it was. */
  public static Surroundings of(RanJob ran) {
    Course course = new Course(ran);
    return new Surroundings(
        ran.shape(),
        course.running(Interval.MAP),
        course.running(Interval.REDUCE),
        UnaryOperator.identity());
  }

  /** The same with twice the cores, and twice the tasks at once where that saves a wave. */
  public Surroundings withTwiceTheCores(RanJob ran) {
    Course course = new Course(ran);
    return with(
        b ->
            b.mapsAtOnce(twice(mapsAtOnce, ran.maps().tasks(), course.peak(TaskType.MAP)))
                .reducesAtOnce(
                    twice(reducesAtOnce, ran.reduces().tasks(), course.peak(TaskType.REDUCE)))
                .on(costs -> costs.withCores(2 * costs.cores())));
  }

  /** As many more at once as there are fewer waves, where twice as many can run at once. */
  private static double twice(double atOnce, int tasks, int peak) {
    double waves = Math.max(1, Math.ceil(tasks / (double) Math.max(1, peak)));
    return Math.max(atOnce, Math.min(tasks, atOnce * waves / Math.ceil(waves / 2)));
  }
}
