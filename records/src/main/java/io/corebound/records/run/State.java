package io.corebound.records.run;

/** How a run, a stage or a cell stands. */
public enum State {
  /** Running, or interrupted without a record of it. */
  RUNNING,
  /** Ended well. */
  OK,
  /** Failed; the reason stands beside it. */
  FAILED,
  /** Not done, on purpose; the reason stands beside it. */
  SKIPPED,
  /** A run in which some stages succeeded and some failed. */
  PARTIAL
}
