package io.corebound.cluster.job;

import io.corebound.cluster.history.CountedJob;
import io.corebound.cluster.history.HistoryFile;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult.Task;
import io.corebound.records.run.JobPhases;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * A job by its own history. Times are seconds since the Unix epoch, NaN for moments that never
 * came.
 *
 * @param counters the job's counters, as {@code group/name}, the group without its package
 */
public record JobHistory(
    String jobId,
    String state,
    double submitS,
    double launchS,
    double finishS,
    List<Task> tasks,
    Map<String, Long> counters) {

  /**
   * Reads a {@code .jhist} file.
   *
   * @throws CoreboundException (failed) when it is not a job history
   */
  public static JobHistory read(Path jhist) {
    try {
      return of(HistoryFile.readEveryCounter(jhist));
    } catch (CoreboundException e) {
      throw CoreboundException.failed(e.getMessage(), e);
    }
  }

  private static JobHistory of(CountedJob counted) {
    HistoryJob job = counted.job();
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < job.attempts().size(); i++) {
      tasks.add(task(job.identity().id(), job.attempts().get(i), counted.ofAttempts().get(i)));
    }
    return new JobHistory(
        job.identity().id(),
        job.ending().name(),
        seconds(job.times().submitMs()),
        seconds(job.times().launchMs()),
        seconds(job.times().finishMs()),
        tasks,
        counted.counters());
  }

  private static Task task(String job, Attempt attempt, Map<String, Long> counters) {
    return new Task(
        "%s_%s".formatted(job.replaceFirst("^job", "attempt"), attempt.brief()),
        attempt.type(),
        attempt.ending(),
        attempt.host(),
        seconds(attempt.times().startMs()),
        seconds(attempt.times().shuffleFinishMs()),
        seconds(attempt.times().sortFinishMs()),
        seconds(attempt.times().finishMs()),
        counters);
  }

  /** NaN for a moment that never came, which the history has as -1. */
  private static double seconds(long milliseconds) {
    return milliseconds < 0 ? Double.NaN : milliseconds / 1000.0;
  }

  /** When its parts began and ended. Attempts that did not succeed do not count. */
  public JobPhases phases() {
    double mapEnd = ends(TaskType.MAP, Task::finishS).max().orElse(submitS);
    double shuffled = Double.NaN;
    double reduced = Double.NaN;
    if (ends(TaskType.REDUCE, Task::finishS).findAny().isPresent()) {
      shuffled = Math.max(mapEnd, ends(TaskType.REDUCE, Task::shuffleFinishS).max().orElse(mapEnd));
      reduced = Math.max(shuffled, ends(TaskType.REDUCE, Task::finishS).max().orElse(shuffled));
    }
    double mapStart = ends(TaskType.MAP, Task::startS).min().orElse(submitS);
    return new JobPhases(submitS, mapStart, mapEnd, shuffled, reduced, finishS);
  }

  private DoubleStream ends(TaskType type, ToDoubleFunction<Task> moment) {
    return tasks.stream()
        .filter(t -> t.type() == type && t.state() == Ending.SUCCEEDED)
        .mapToDouble(moment);
  }
}
