package io.corebound.analysis.theory;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Prediction;
import java.util.Map;

/**
 * What measured sweeps teach about errors. All figures are standard deviations of a logarithm.
 *
 * @param sweeps from how many sweeps
 * @param cells from how many of their cells
 * @param scatter of one fork, or one other sample, by the term that it measures
 * @param ofTasks the same of whole tasks, which scatter less than single operations
 * @param machine how far a machine's speed moves between a sweep's suites and its jobs
 * @param model what the model misses, by interval of the job and for {@code total}
 */
public record Learned(
    int sweeps,
    int cells,
    Map<Term, Double> scatter,
    Map<Term, Double> ofTasks,
    double machine,
    Map<String, Miss> model) {
  /** With fewer samples than this, what was learned stands in for what they show. */
  static final int ENOUGH = 5;

  /** The shipped figures, which CalibrationTest computes from the samples in the repository. */
  public static final Learned SHIPPED = StructuredFiles.yamlBeside(Learned.class, "learned.yaml");

  /**
   * What the model misses of an interval.
   *
   * @param core of its core-seconds
   * @param time of its elapsed time, beyond what follows from the core-seconds
   */
  record Miss(double core, double time) {}

  Miss miss(String interval) {
    return model.getOrDefault(interval, model.get(Prediction.TOTAL));
  }
}
