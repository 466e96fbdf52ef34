package io.corebound.records.run;

/** How a run, a stage or a cell stands. */
public enum State {
  /** Under way, or interrupted without a word. */
  RUNNING,
  /** Ended well. */
  OK,
  /** Ended badly; the reason stands beside it. */
  FAILED,
  /** Not done, on purpose; the reason stands beside it. */
  SKIPPED,
  /** A run some of whose stages ended well and some did not. */
  PARTIAL
}
