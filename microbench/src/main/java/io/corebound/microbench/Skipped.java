package io.corebound.microbench;

/**
 * Reports that an operation cannot be measured here, for instance because a codec's library is
 * missing. This is not a failure: the suite goes on without the operation, and the runner finds the
 * reason in JMH's output.
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
