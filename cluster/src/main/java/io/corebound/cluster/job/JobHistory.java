package io.corebound.cluster.job;

import io.corebound.cluster.history.CountedJob;
import io.corebound.cluster.history.HistoryFile;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.run.CellResult.Interval;
import io.corebound.records.run.CellResult.Task;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
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
        attempt.type().name(),
        attempt.ending().name(),
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

  /** The job's elapsed time: submission to finish, in seconds. */
  public double elapsedS() {
    return finishS - submitS;
  }

  /**
   * The intervals that predictions are compared with: {@code map} (first map start to last map
   * end), {@code shuffle-tail} (from there to the last shuffle finish), {@code reduce} (from there
   * to the last reduce finish), and {@code overhead}, the rest of submission to finish. A job
   * without reduce tasks has no shuffle tail and no reduce interval, one that did not get to its
   * end has none at all. Attempts that did not succeed do not count.
   *
   * @param coreS core-seconds that the machine was busy between two moments, in seconds since the
   *     Unix epoch
   */
  public List<Interval> intervals(DoubleBinaryOperator coreS) {
    if (Double.isNaN(submitS) || Double.isNaN(finishS)) {
      return List.of();
    }
    List<Interval> intervals = new ArrayList<>();
    double end = ends("MAP", Task::finishS).max().orElse(submitS);
    intervals.add(interval("map", ends("MAP", Task::startS).min().orElse(submitS), end, coreS));
    if (ends("REDUCE", Task::finishS).findAny().isPresent()) {
      double mapEnd = end;
      double shuffled = Math.max(mapEnd, ends("REDUCE", Task::shuffleFinishS).max().orElse(mapEnd));
      double reduced = Math.max(shuffled, ends("REDUCE", Task::finishS).max().orElse(shuffled));
      intervals.add(interval("shuffle-tail", mapEnd, shuffled, coreS));
      intervals.add(interval("reduce", shuffled, reduced, coreS));
    }
    double elapsed = intervals.stream().mapToDouble(Interval::elapsedS).sum();
    double busy = intervals.stream().mapToDouble(Interval::coreS).sum();
    intervals.add(
        new Interval(
            "overhead",
            submitS,
            finishS,
            elapsedS() - elapsed,
            coreS.applyAsDouble(submitS, finishS) - busy));
    return intervals;
  }

  private DoubleStream ends(String type, ToDoubleFunction<Task> moment) {
    return tasks.stream()
        .filter(t -> t.type().equals(type) && t.state().equals("SUCCEEDED"))
        .mapToDouble(moment);
  }

  private static Interval interval(
      String name, double start, double end, DoubleBinaryOperator coreS) {
    return new Interval(name, start, end, end - start, coreS.applyAsDouble(start, end));
  }
}
