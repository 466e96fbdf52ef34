package io.corebound.cluster.job;

import io.corebound.records.run.CellResult.Task;
import io.corebound.records.run.JobPhases;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;

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
   * Reads a {@code .jhist} file on the local disk with Hadoop's own {@code JobHistoryParser}.
   *
   * @throws CoreboundException (failed) when it is cut off or not a job history
   */
  public static JobHistory read(Path jhist) {
    Configuration configuration = new Configuration(false);
    configuration.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    try (FileSystem local =
        FileSystem.newInstance(java.net.URI.create("file:///"), configuration)) {
      JobHistoryParser parser =
          new JobHistoryParser(local, new org.apache.hadoop.fs.Path(jhist.toUri()));
      JobInfo job = parser.parse();
      if (parser.getParseException() != null) {
        throw parser.getParseException();
      }
      return of(job);
    } catch (IOException | RuntimeException e) {
      throw CoreboundException.failed(
          "%s: is not a complete job history: %s".formatted(jhist, e.getMessage()), e);
    }
  }

  private static JobHistory of(JobInfo job) {
    List<Task> tasks =
        job.getAllTasks().values().stream()
            .flatMap(task -> task.getAllTaskAttempts().values().stream())
            .filter(a -> a.getTaskType() == TaskType.MAP || a.getTaskType() == TaskType.REDUCE)
            .map(JobHistory::task)
            .sorted(Comparator.comparingDouble(Task::startS).thenComparing(Task::id))
            .toList();
    return new JobHistory(
        job.getJobId().toString(),
        job.getJobStatus(),
        seconds(job.getSubmitTime()),
        seconds(job.getLaunchTime()),
        seconds(job.getFinishTime()),
        tasks,
        counters(job.getTotalCounters()));
  }

  private static Task task(TaskAttemptInfo attempt) {
    boolean reduce = attempt.getTaskType() == TaskType.REDUCE;
    return new Task(
        attempt.getAttemptId().toString(),
        attempt.getTaskType().name(),
        attempt.getTaskStatus(),
        attempt.getHostname(),
        seconds(attempt.getStartTime()),
        reduce ? seconds(attempt.getShuffleFinishTime()) : Double.NaN,
        reduce ? seconds(attempt.getSortFinishTime()) : Double.NaN,
        seconds(attempt.getFinishTime()),
        counters(attempt.getCounters()));
  }

  private static Map<String, Long> counters(Counters counters) {
    Map<String, Long> map = new TreeMap<>();
    if (counters != null) {
      counters.forEach(
          group -> {
            String name = group.getName();
            String brief = name.substring(name.lastIndexOf('.') + 1);
            group.forEach(counter -> map.put(brief + "/" + counter.getName(), counter.getValue()));
          });
    }
    return map;
  }

  /** NaN for a moment that never came, which the history has as -1. */
  private static double seconds(long milliseconds) {
    return milliseconds < 0 ? Double.NaN : milliseconds / 1000.0;
  }

  /** When its parts began and ended. Attempts that did not succeed do not count. */
  public JobPhases phases() {
    double mapEnd = ends("MAP", Task::finishS).max().orElse(submitS);
    double shuffled = Double.NaN;
    double reduced = Double.NaN;
    if (ends("REDUCE", Task::finishS).findAny().isPresent()) {
      shuffled = Math.max(mapEnd, ends("REDUCE", Task::shuffleFinishS).max().orElse(mapEnd));
      reduced = Math.max(shuffled, ends("REDUCE", Task::finishS).max().orElse(shuffled));
    }
    double mapStart = ends("MAP", Task::startS).min().orElse(submitS);
    return new JobPhases(submitS, mapStart, mapEnd, shuffled, reduced, finishS);
  }

  private DoubleStream ends(String type, ToDoubleFunction<Task> moment) {
    return tasks.stream()
        // a task that a cut history has no end of has no state
        .filter(t -> t.type().equals(type) && "SUCCEEDED".equals(t.state()))
        .mapToDouble(moment);
  }
}
