package io.corebound.analysis.study.explain;

import io.corebound.records.history.TaskType;

/**
 * What one of Dr. Elephant's heuristics for MapReduce looks at, with its figure and what it costs,
 * where that gives a grade. Costs are null where they do not apply or are not known.
 *
 * @param figure in the unit of its kind; null where the history does not say
 * @param coreS core-seconds that it costs
 * @param taskS seconds of tasks that it costs, all together
 * @param jobS seconds of the job that it costs
 */
public record Sign(
    Kind kind, TaskType type, Double figure, Double coreS, Double taskS, Double jobS) {
  /** What is looked at; its figure. */
  public enum Kind {
    /** The slowest task's time over the median task's. */
    SKEW,
    /** Garbage collection over CPU time, 0 to 1. */
    GC,
    /** The median task's time in seconds. */
    TIME,
    /** Input of a map in MB/s, in the mean. */
    SPEED,
    /** How often a record of the map output is written. */
    SPILL,
    /** Memory in use over the container's, 0 to 1. */
    MEMORY,
    /** Fetching and sorting over a reduce's time from the last map's end on, 0 to 1. */
    SHUFFLE_AND_SORT
  }
}
