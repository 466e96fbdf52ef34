package io.corebound.analysis.study.account;

import io.corebound.records.history.Interval;
import java.util.stream.Stream;

/** What a job's core-seconds go to, for people; each has its words in {@code explain.peb}. */
public enum Activity {
  /** Starting containers, their JVMs and the job's master. */
  START,
  /** Heartbeats of the job's master, and polls of its client, while it runs. */
  WATCH,
  /** Compiling: what a task takes because its JVM is cold. */
  COLD,
  READ("read|parse"),
  /** Hadoop's own work for each record, its partitioner among it. */
  FRAME("partition|frame"),
  /** Sort, spills and merges of map output. */
  SORT("sort"),
  /** Compressing and decompressing map output. */
  COMPRESS("(de)?compress"),
  /** Hadoop's part of combining. */
  COMBINE,
  FETCH("shuffle"),
  /** Merges of a reduce. */
  MERGE("merge"),
  WRITE("write"),
  /** What is left: mapper, combiner and reducer, and formats that corebound does not know. */
  OWN,
  /** Attempts that failed or were killed. */
  LOST,
  /** What tasks counted, where no machine says more. */
  COUNTED;

  private final String operations;

  Activity() {
    this("");
  }

  /** Of operations whose ids begin with these words. */
  Activity(String operations) {
    this.operations = operations;
  }

  /** What an operation of a task is for; that of maps merges their spills, and combines. */
  static Activity of(Interval interval, String operation) {
    if (interval == Interval.MAP && operation.matches("frame[.]reduce|merge.*")) {
      return operation.startsWith("merge") ? SORT : COMBINE;
    }
    return Stream.of(values())
        .filter(a -> operation.matches("(" + a.operations + ")([.].*)?"))
        .findFirst()
        .orElse(FRAME);
  }
}
