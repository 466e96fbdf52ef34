package io.corebound.analysis.study.score;

import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A cell to be scored: what was predicted of it, and what its repetitions took.
 *
 * @param run its run where cells of several runs may stand side by side; else empty
 * @param work null without a repetition
 * @param forecast of what was frozen for it before the run's first job, of several runs the mean;
 *     null where there is none, or where it is not to be trusted
 * @param repetitions those that ended well
 * @param others why each other one did not
 */
public record ScoredJob(
    String run,
    String name,
    Work work,
    Forecast forecast,
    List<Repetition> repetitions,
    List<Remark> others) {

  /** What an interval took; NaN where it was not measured. */
  public record Took(double timeS, double coreS) {
    private static final Took NOTHING = new Took(0, 0);
  }

  /**
   * A repetition.
   *
   * @param mapCpuMs CPU time of its map tasks by Hadoop's counter; 0 where it was not counted
   * @param intervals all that the job took, with the overhead
   */
  public record Repetition(int number, long mapCpuMs, Map<String, Took> intervals) {
    static Repetition of(CellResult result) {
      Map<String, Took> intervals = new LinkedHashMap<>();
      result
          .intervals()
          .forEach(i -> intervals.put(i.name().word(), new Took(i.elapsedS(), i.coreS())));
      return new Repetition(
          result.tier() == null ? 1 : result.tier().repetition(),
          result.taskCpuMs(TaskType.MAP),
          intervals);
    }

    /** Elapsed seconds of an interval or of the whole job; null where they were not measured. */
    public Double timeS(String interval) {
      return known(
          interval.equals(IntervalScore.TOTAL)
              ? intervals.values().stream().mapToDouble(Took::timeS).sum()
              : intervals.getOrDefault(interval, Took.NOTHING).timeS());
    }

    /** The same of core-seconds. */
    public Double coreS(String interval) {
      return known(
          interval.equals(IntervalScore.TOTAL)
              ? intervals.values().stream().mapToDouble(Took::coreS).sum()
              : intervals.getOrDefault(interval, Took.NOTHING).coreS());
    }

    private static Double known(double value) {
      return Double.isNaN(value) ? null : value;
    }
  }

  /** Whether there is a prediction to be compared with a measured job. */
  boolean comparable() {
    return forecast != null && !repetitions.isEmpty();
  }

  /** The median elapsed seconds of its repetitions, as {@link Repetition#timeS}. */
  public Double timeS(String interval) {
    return Medians.of(repetitions.stream().map(r -> r.timeS(interval)).toList());
  }

  /** The same of core-seconds. */
  public Double coreS(String interval) {
    return Medians.of(repetitions.stream().map(r -> r.coreS(interval)).toList());
  }

  /** The same, its repetitions numbered as those that follow so many of earlier runs. */
  ScoredJob after(int earlier) {
    List<Repetition> numbered =
        repetitions.stream()
            .map(r -> new Repetition(r.number + earlier, r.mapCpuMs, r.intervals))
            .toList();
    return new ScoredJob(run, name, work, forecast, numbered, others);
  }
}
