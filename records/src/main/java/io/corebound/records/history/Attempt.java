package io.corebound.records.history;

import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Locale;

/**
 * An attempt of a task.
 *
 * @param task number of its task among those of its type, from 0
 * @param number which attempt of its task it is, from 0
 * @param host its node, without a domain where the history has none; empty where it is not known
 * @param cause why it did not succeed; null where it did, or did not end
 * @param words the diagnostic's own, brief, where the cause is another than those known; else empty
 * @param source the node that it read its split from: its own where the split is there, else the
 *     first that has it; empty where that is not known
 * @param times its moments
 * @param counters {@link Counters#NONE} where it reported none
 */
@RecordBuilder
public record Attempt(
    TaskType type,
    int task,
    int number,
    Ending ending,
    Cause cause,
    String words,
    String host,
    Locality locality,
    String source,
    Times times,
    Counters counters)
    implements AttemptBuilder.With {
  public Attempt {
    Refuse.when(
        type == null
            || ending == null
            || words == null
            || host == null
            || locality == null
            || source == null
            || times == null
            || counters == null,
        "an attempt has type, ending, words, host, locality, source, times and counters");
    Refuse.when(
        task < 0 || number < 0, "task and number are 0 or more, not %s and %s", task, number);
  }

  /**
   * Its moments, in ms since the Unix epoch, as the history has them: they may go backwards; {@link
   * #NEVER} for those that never came.
   *
   * @param shuffleFinishMs when a reduce had fetched all map output
   * @param sortFinishMs when a reduce had merged it
   */
  public record Times(long startMs, long shuffleFinishMs, long sortFinishMs, long finishMs) {
    /** A moment that never came. */
    public static final long NEVER = -1;

    public Times {
      Refuse.when(
          Math.min(Math.min(startMs, shuffleFinishMs), Math.min(sortFinishMs, finishMs)) < NEVER,
          "a moment is 0 or more ms, or -1 for one that never came");
    }
  }

  public boolean isMap() {
    return type == TaskType.MAP;
  }

  public boolean succeeded() {
    return ending == Ending.SUCCEEDED;
  }

  /** Start to finish in seconds; NaN where one is missing or they go backwards. */
  public double elapsedS() {
    return seconds(times.startMs(), times.finishMs());
  }

  /** Seconds between two moments; NaN where one never came or they go backwards. */
  public static double seconds(long fromMs, long toMs) {
    return fromMs < 0 || toMs < fromMs ? Double.NaN : (toMs - fromMs) / 1000.0;
  }

  /** As Hadoop ends an attempt's id: {@code m_000012_0}. */
  public String brief() {
    return String.format(Locale.ROOT, "%s_%06d_%s", isMap() ? "m" : "r", task, number);
  }
}
