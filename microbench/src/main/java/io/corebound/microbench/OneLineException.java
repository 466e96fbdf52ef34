package io.corebound.microbench;

/**
 * Something that the user must put right: what, where, and what to do, in one line. It carries no
 * stack trace, because JMH would print it and bury the line.
 */
public final class OneLineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OneLineException(String message) {
    super(message, null, false, false);
  }
}
