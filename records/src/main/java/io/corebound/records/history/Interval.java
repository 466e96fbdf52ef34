package io.corebound.records.history;

import com.fasterxml.jackson.annotation.JsonValue;

/** The intervals of a job, as corebound measures and predicts them. */
public enum Interval {
  /** First map's start to last map's end. */
  MAP("map"),
  /** To the end of the last reduce's fetching. */
  SHUFFLE_TAIL("shuffle-tail"),
  /** To the end of the last reduce. */
  REDUCE("reduce"),
  /** Before the first map and after the last task. */
  OVERHEAD("overhead");

  private final String word;

  Interval(String word) {
    this.word = word;
  }

  /** As files write it. */
  @JsonValue
  public String word() {
    return word;
  }

  /** Its word, which sentences have too. */
  @Override
  public String toString() {
    return word;
  }
}
