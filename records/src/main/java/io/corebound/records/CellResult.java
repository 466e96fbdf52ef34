package io.corebound.records;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * {@code cells/<cell>/cell.json}: one measured job. Times are seconds since the Unix epoch unless a
 * name says elapsed.
 *
 * @param cell the cell's name
 * @param workload name of the workload
 * @param state how the cell stands
 * @param reason why, in words that a person can act on, when it is not OK; else empty
 * @param data size of the input's payload
 * @param configuration every Hadoop setting that corebound chose, by key
 * @param stages the jobs of the cell, in order
 * @param intervals the intervals of the measured job that predictions are compared with; empty when
 *     it did not end
 * @param tasks every task attempt of the measured job
 * @param counters Hadoop's counters of the measured job, as {@code group/name}
 * @param coreSByRole core-seconds during the measured job by process role
 * @param checks what was checked of the result
 * @param collectors what each collector delivered
 */
public record CellResult(
    String cell,
    String workload,
    State state,
    String reason,
    DataSize data,
    Map<String, String> configuration,
    List<Job> stages,
    List<Interval> intervals,
    List<Task> tasks,
    Map<String, Long> counters,
    @JsonProperty("core_s_by_role") Map<String, Double> coreSByRole,
    List<Check> checks,
    List<CollectorReport> collectors) {

  /**
   * A job of the cell.
   *
   * @param name {@code teragen}, {@code terasort}, {@code teravalidate}
   * @param state how it ended
   * @param reason why, when it is not OK; else empty
   * @param jobId Hadoop's id; empty when it was never submitted
   * @param clientStartS when the client process was started
   * @param submitS submission, by the job's history
   * @param finishS finish, by the job's history
   * @param clientEndS when the client process had ended
   */
  public record Job(
      String name,
      State state,
      String reason,
      String jobId,
      double clientStartS,
      double submitS,
      double finishS,
      double clientEndS) {
    /** The job's elapsed time: submission to finish by its history, in seconds. */
    public double elapsedS() {
      return finishS - submitS;
    }
  }

  /**
   * A measured interval. {@code overhead} is the rest of the job: its time is what the others leave
   * of the whole, and its start and end are those of the job.
   *
   * @param name {@code map}, {@code shuffle-tail}, {@code reduce}, {@code overhead}
   * @param startS start
   * @param endS end
   * @param elapsedS its length in seconds
   * @param coreS core-seconds that the whole machine was busy in it (user, system, interrupts)
   */
  public record Interval(String name, double startS, double endS, double elapsedS, double coreS) {}

  /**
   * A task attempt, by the job's history.
   *
   * @param id attempt id
   * @param type {@code MAP} or {@code REDUCE}
   * @param state {@code SUCCEEDED}, {@code FAILED}, {@code KILLED}
   * @param host where it ran
   * @param startS start
   * @param shuffleFinishS end of the copy phase; NaN for a map
   * @param sortFinishS end of the sort phase; NaN for a map
   * @param finishS finish
   * @param counters its counters, as {@code group/name}
   */
  public record Task(
      String id,
      String type,
      String state,
      String host,
      double startS,
      double shuffleFinishS,
      double sortFinishS,
      double finishS,
      Map<String, Long> counters) {}

  /**
   * Something that must be true of a valid result.
   *
   * @param name what was checked
   * @param passed whether it is so
   * @param detail the figures that were compared
   */
  public record Check(String name, boolean passed, String detail) {}

  /**
   * What a collector delivered.
   *
   * @param name the collector
   * @param host on which host
   * @param state OK, or FAILED when it delivered nothing
   * @param reason why, when it is not OK; else empty
   * @param samples how many rows
   * @param notUnderstood how many lines of its output were not understood
   * @param examples the first of those lines
   * @param raw its own output, relative to the run directory
   */
  public record CollectorReport(
      String name,
      String host,
      State state,
      String reason,
      int samples,
      int notUnderstood,
      List<String> examples,
      String raw) {}
}
