package io.corebound.microbench.jvm;

/** Does nothing; a JVM of its own runs it. */
final class EmptyMain {
  private EmptyMain() {}

  /**
   * Returns at once.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    // what is left is the JVM
  }
}
