package io.corebound.records.history;

import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A job as its history tells it. What contradicts itself is kept as it is: the analysis names it.
 *
 * @param file the history's file name, without its folders
 * @param identity which job it is
 * @param ending how it ended; {@code UNFINISHED} where the history has no such event
 * @param times its moments
 * @param totals what it says of its tasks
 * @param attempts of maps and reduces, in order of their start
 * @param counters the job's own totals; {@link Counters#NONE} where the history has none
 * @param settings its configuration: the known keys alone; empty where there was no job.xml
 * @param doubts what was found while it was read
 */
@RecordBuilder
public record HistoryJob(
    String file,
    Identity identity,
    Ending ending,
    Times times,
    Totals totals,
    List<Attempt> attempts,
    Counters counters,
    Map<Setting, String> settings,
    List<Doubt> doubts)
    implements HistoryJobBuilder.With {
  public HistoryJob {
    Refuse.when(
        file == null
            || identity == null
            || ending == null
            || times == null
            || totals == null
            || counters == null,
        "a job has file, identity, ending, times, totals and counters");
    attempts = List.copyOf(attempts);
    EnumMap<Setting, String> known = new EnumMap<>(Setting.class);
    known.putAll(settings);
    settings = Collections.unmodifiableMap(known);
    doubts = List.copyOf(doubts);
  }

  /** Whether its file ends within an event. */
  public boolean isCut() {
    return doubts.stream().anyMatch(d -> d.kind() == Doubt.Kind.CUT);
  }

  /**
   * Which job it is.
   *
   * @param id {@code job_1700000000000_0001}
   * @param name what its user called it; empty where it is not known
   * @param format in which form the history was kept
   */
  public record Identity(String id, String name, Format format) {
    public Identity {
      Refuse.when(
          id == null || id.isBlank() || name == null || format == null,
          "a job has id, name and format");
    }
  }

  /** Forms of a history. */
  public enum Format {
    /** Hadoop 2's events as JSON. */
    JSON,
    /** Hadoop 3's events as binary Avro. */
    AVRO,
    /** The lines of Hadoop 0.20 to 1.x. */
    LINES
  }

  /**
   * Its moments, in ms since the Unix epoch; {@link Attempt.Times#NEVER} for those that never came.
   *
   * @param launchMs when its master had set it up and asked for containers
   * @param masterStartsMs when each of its masters started; more than one where one died
   */
  public record Times(long submitMs, long launchMs, long finishMs, List<Long> masterStartsMs) {
    public Times {
      masterStartsMs = List.copyOf(masterStartsMs);
    }

    /** Submission to finish in seconds; NaN where one is missing or they go backwards. */
    public double elapsedS() {
      return Attempt.seconds(submitMs, finishMs);
    }
  }

  /**
   * What it says of its tasks.
   *
   * @param maps how many maps it was cut into; -1 where it does not say
   * @param reduces how many reduces it was to have; -1 where it does not say
   * @param uber whether its tasks ran within its master
   */
  @RecordBuilder
  public record Totals(int maps, int reduces, boolean uber)
      implements HistoryJobTotalsBuilder.With {}
}
