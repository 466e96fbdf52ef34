package io.corebound.records.history;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * Why an attempt did not succeed, by words that Hadoop's diagnostics have. The diagnostics
 * themselves are kept nowhere: they can quote a job's data.
 */
public enum Cause {
  /** It ran beyond its memory, or out of heap. */
  MEMORY(
      "beyond physical memory",
      "beyond virtual memory",
      "outofmemory",
      "java heap space",
      "gc overhead limit",
      "exit code is 137"),
  /** It reported nothing for too long. */
  TIMEOUT("timed out after"),
  /** The scheduler took its container. */
  PREEMPTED("preempt"),
  /** Another attempt of its task was faster. */
  SPECULATION("speculati", "already succeeded", "redundant"),
  /** Its node is gone, or its map output could not be fetched. */
  NODE("lost node", "unusable node", "too many fetch failures", "released on a *lost*"),
  /** Its job was killed. */
  JOB("job received kill", "job is already"),
  /** None of these words. */
  OTHER;

  private final String[] words;

  Cause(String... words) {
    this.words = words;
  }

  /** The first cause one of whose words a diagnostic has; {@link #OTHER} for none or null. */
  public static Cause of(String diagnostic) {
    String text = diagnostic == null ? "" : diagnostic.toLowerCase(Locale.ROOT);
    return Stream.of(values())
        .filter(cause -> Stream.of(cause.words).anyMatch(text::contains))
        .findFirst()
        .orElse(OTHER);
  }
}
