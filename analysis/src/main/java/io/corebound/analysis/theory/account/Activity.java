package io.corebound.analysis.theory.account;

/** What a job's core-seconds go to, for people; each has its words in {@code explain.peb}. */
public enum Activity {
  /** Starting containers, their JVMs and the job's master. */
  START,
  /** Heartbeats of the job's master, and polls of its client, while it runs. */
  WATCH,
  /** Compiling: what a task takes because its JVM is cold. */
  COLD,
  READ,
  /** Hadoop's own work for each record, its partitioner among it. */
  FRAME,
  /** Sort, spills and merges of map output. */
  SORT,
  /** Compressing and decompressing map output. */
  COMPRESS,
  /** Hadoop's part of combining. */
  COMBINE,
  FETCH,
  /** Merges of a reduce. */
  MERGE,
  WRITE,
  /** What is left: mapper, combiner and reducer, and formats that corebound does not know. */
  OWN,
  /** Attempts that failed or were killed. */
  LOST,
  /** What tasks counted, where no machine says more. */
  COUNTED
}
