package io.corebound.analysis.study.explain;

import java.util.Set;

/**
 * A change to a job or to what it runs on, and what it brings.
 *
 * @param from as it is; empty where that is not known
 * @param to as it would be
 * @param gainS seconds less of the job's time
 * @param lowS low end of the gain's 90 % interval
 * @param savedCoreS core-seconds less; null where they are not known
 */
public record Change(
    Kind kind,
    String from,
    String to,
    double gainS,
    double lowS,
    double highS,
    Double savedCoreS,
    Set<Caveat> caveats) {
  /** What is changed. */
  public enum Kind {
    CODEC,
    SORT_BUFFER,
    REDUCES,
    SLOW_START,
    SPLIT_SIZE,
    STARTS,
    UBER,
    COLLECTOR,
    DISKS,
    NETWORK,
    CORES
  }

  /** What has to be known beside it. */
  public enum Caveat {
    /** The ratio of compression is that of TeraSort's records. */
    OTHER_DATA,
    /** A map's heap must be twice the buffer. */
    NEEDS_HEAP,
    /** It is a bound: the most that it can bring. */
    AT_MOST,
    /** What tasks do once they have started is taken to cost the same. */
    SAME_WORK,
    /** The master takes as much memory as a task. */
    MEMORY_OF_MASTER,
    /** Files are smaller than a split: an input format has to join them. */
    SMALL_FILES,
    /** The cluster must have room for so many more tasks at once. */
    NEEDS_ROOM
  }
}
