package io.corebound.microbench;

/**
 * Says that an operation cannot be measured here, for instance because a codec's library is
 * missing. That is no failure: the suite goes on, the operation has no figures, and the reason
 * stands in JMH's output, where the runner collects it.
 */
public final class Skipped {
  /**
   * What such a line begins with: {@code corebound: skipped <operation>: <reason>}. Every fork
   * prints it, and the beginning of a line of JMH's may stand before it.
   */
  public static final String PREFIX = "corebound: skipped ";

  private Skipped() {}

  public static void print(String operation, String reason) {
    System.out.println();
    System.out.println(PREFIX + operation + ": " + reason.replace('\n', ' '));
  }
}
