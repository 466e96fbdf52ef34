package io.corebound.records.history;

/** How a job or an attempt ended. */
public enum Ending {
  SUCCEEDED,
  FAILED,
  KILLED,
  /** The history has no such event: it is cut, or the job's master died. */
  UNFINISHED
}
