package io.corebound.records.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** What can bound an interval or a second. */
public enum Bound {
  /** The cores. */
  CPU("CPU"),
  /** A block device. */
  DISK("disk"),
  /** A network interface. */
  NETWORK("network"),
  /** Nothing was full. */
  WAITING("waiting"),
  /** The samples to decide it are missing. */
  UNKNOWN("unknown");

  private final String word;

  Bound(String word) {
    this.word = word;
  }

  /** As the records write it. */
  @JsonValue
  public String word() {
    return word;
  }

  /** Its word, which sentences have too. */
  @Override
  public String toString() {
    return word;
  }

  /** With its article, for sentences. */
  public String inSentence() {
    return switch (this) {
      case CPU, DISK, NETWORK -> "the " + word;
      case WAITING -> "waiting";
      case UNKNOWN -> "something that was not measured";
    };
  }
}
