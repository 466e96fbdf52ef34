package io.corebound.analysis.study.account;

import io.corebound.records.history.Attempt;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.TaskType;

/** A job that ran, as everything here looks at it. */
public record RanJob(
    HistoryJob job,
    JobSettings settings,
    TaskSums maps,
    TaskSums reduces,
    Shape shape,
    Moments moments) {
  /** Of its history. */
  public static RanJob of(HistoryJob history) {
    HistoryJob job = OpenAttempts.ended(history);
    JobSettings settings = JobSettings.of(job);
    TaskSums maps = TaskSums.of(TaskType.MAP, job.attempts());
    TaskSums reduces = TaskSums.of(TaskType.REDUCE, job.attempts());
    return new RanJob(
        job,
        settings,
        maps,
        reduces,
        Shape.of(maps, reduces, settings, nodes(job)),
        Moments.of(job));
  }

  /** Of its maps or its reduces. */
  public TaskSums sums(TaskType type) {
    return type == TaskType.MAP ? maps : reduces;
  }

  /** Nodes on which tasks ran; at least one. */
  public int nodes() {
    return nodes(job);
  }

  private static int nodes(HistoryJob job) {
    return (int)
        Math.max(
            1,
            job.attempts().stream()
                .map(Attempt::host)
                .filter(host -> !host.isEmpty())
                .distinct()
                .count());
  }

  /** Seconds from its submission to the start of its first master; 0 where that is not known. */
  double queuedS() {
    long first = job.times().masterStartsMs().stream().mapToLong(Long::longValue).min().orElse(-1);
    return first < 0 ? 0 : Math.max(0, (first - moments.startMs()) / 1e3);
  }

  /** CPU time of all tasks that succeeded, in seconds; NaN where it was not counted. */
  public double countedS() {
    double map = maps.cpuS();
    double reduce = reduces.cpuS();
    return reduces.tasks() == 0 ? map : maps.tasks() == 0 ? reduce : map + reduce;
  }
}
