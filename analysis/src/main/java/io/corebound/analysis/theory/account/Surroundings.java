package io.corebound.analysis.theory.account;

import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A job's shape and where it runs, as it was or as it might be.
 *
 * @param mapsAtOnce maps that run at the same time on all nodes, in the mean
 * @param reducesAtOnce the same of reduces
 * @param disk how many times the disks it has
 */
@RecordBuilder
public record Surroundings(
    Shape shape, double mapsAtOnce, double reducesAtOnce, double disk, double network, double cores)
    implements SurroundingsBuilder.With {
  /** As it was. */
  public static Surroundings of(RanJob ran) {
    Course course = new Course(ran);
    return new Surroundings(
        ran.shape(), course.running(Interval.MAP), course.running(Interval.REDUCE), 1, 1, 1);
  }

  /** The same with another shape. */
  public Surroundings with(Shape other) {
    return withShape(other);
  }

  /** The same with other tasks at once. */
  public Surroundings atOnce(double maps, double reduces) {
    return with(b -> b.mapsAtOnce(maps).reducesAtOnce(reduces));
  }

  /** The same with twice the cores, and twice the tasks at once where that saves a wave. */
  public Surroundings withTwiceTheCores(RanJob ran) {
    Course course = new Course(ran);
    double maps = ofWaves(ran.maps().tasks(), course.peak(TaskType.MAP));
    double reduces = ofWaves(ran.reduces().tasks(), course.peak(TaskType.REDUCE));
    return with(
        b ->
            b.cores(2.0)
                .mapsAtOnce(Math.max(mapsAtOnce, Math.min(ran.maps().tasks(), mapsAtOnce * maps)))
                .reducesAtOnce(
                    Math.max(
                        reducesAtOnce, Math.min(ran.reduces().tasks(), reducesAtOnce * reduces))));
  }

  /** How many times fewer waves tasks run in, if twice as many run at once. */
  private static double ofWaves(int tasks, int atOnce) {
    double waves = Math.max(1, Math.ceil(tasks / (double) Math.max(1, atOnce)));
    return waves / Math.ceil(waves / 2);
  }
}
