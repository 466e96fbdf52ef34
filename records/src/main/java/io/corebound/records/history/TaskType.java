package io.corebound.records.history;

import java.util.Locale;

/** The tasks that do a job's work; those that set it up and clean up after it are left out. */
public enum TaskType {
  MAP,
  REDUCE;

  /** In sentences and in the names of roles. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
