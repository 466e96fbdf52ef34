package io.corebound.records.history;

/** The tasks that do a job's work; those that set it up and clean up after it are left out. */
public enum TaskType {
  MAP,
  REDUCE
}
