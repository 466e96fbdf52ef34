package io.corebound.microbench.jvm;

/** Does nothing; another JVM runs it. */
final class EmptyMain {
  private EmptyMain() {}

  public static void main(String[] arguments) {
    // what is left is the JVM
  }
}
