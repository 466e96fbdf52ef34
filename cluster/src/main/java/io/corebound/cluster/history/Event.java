package io.corebound.cluster.history;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * An event of a history: its type, its fields and counters by the names that Hadoop's {@code
 * Events.avpr} has for them. There is one object for all events of a file.
 */
final class Event {
  /** Types whose fields are read. */
  private static final Set<String> READ =
      Set.of(
          "AM_STARTED",
          "JOB_SUBMITTED",
          "JOB_INITED",
          "JOB_INFO_CHANGED",
          "JOB_FINISHED",
          "JOB_FAILED",
          "JOB_KILLED",
          "JOB_ERROR",
          "TASK_STARTED",
          "MAP_ATTEMPT_STARTED",
          "MAP_ATTEMPT_FINISHED",
          "MAP_ATTEMPT_FAILED",
          "MAP_ATTEMPT_KILLED",
          "REDUCE_ATTEMPT_STARTED",
          "REDUCE_ATTEMPT_FINISHED",
          "REDUCE_ATTEMPT_FAILED",
          "REDUCE_ATTEMPT_KILLED");

  /**
   * Types that say nothing that others do not say; the ends of tasks repeat an attempt's counters.
   */
  private static final Set<String> PASSED_OVER =
      Set.of(
          "JOB_PRIORITY_CHANGED",
          "JOB_STATUS_CHANGED",
          "JOB_QUEUE_CHANGED",
          "TASK_FINISHED",
          "TASK_FAILED",
          "TASK_UPDATED",
          "NORMALIZED_RESOURCE",
          "SETUP_ATTEMPT_STARTED",
          "SETUP_ATTEMPT_FINISHED",
          "SETUP_ATTEMPT_FAILED",
          "SETUP_ATTEMPT_KILLED",
          "CLEANUP_ATTEMPT_STARTED",
          "CLEANUP_ATTEMPT_FINISHED",
          "CLEANUP_ATTEMPT_FAILED",
          "CLEANUP_ATTEMPT_KILLED");

  private final Map<String, Object> fields = new HashMap<>();
  private final CounterList counters = new CounterList();
  private String type = "";

  void begin(String newType) {
    type = newType;
    fields.clear();
    counters.clear();
  }

  String type() {
    return type;
  }

  /** Whether its fields are to be read. */
  boolean isRead() {
    return READ.contains(type);
  }

  /** Whether its type is one that Hadoop is known to have. */
  boolean isKnown() {
    return isRead() || PASSED_OVER.contains(type);
  }

  /** Whether a field has the counters of an attempt, or of the whole job. */
  static boolean hasCounters(String field) {
    return field.equals("counters") || field.equals("totalCounters");
  }

  /** Sets a field to a text, a {@code Long} or a {@code Boolean}. */
  void put(String field, Object value) {
    fields.put(field, value);
  }

  /** A field's text; empty where there is none. */
  String text(String field) {
    return fields.get(field) instanceof String text ? text : "";
  }

  /** A field's number; -1 where there is none, and for any below, which Hadoop writes for none. */
  long number(String field) {
    return fields.get(field) instanceof Long number ? Math.max(-1, number) : -1;
  }

  boolean isTrue(String field) {
    return Boolean.TRUE.equals(fields.get(field));
  }

  CounterList counters() {
    return counters;
  }
}
