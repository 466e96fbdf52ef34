package io.corebound.microbench;

/**
 * An error of the user's input: what, where, and what to do, in one line. It has no stack trace, as
 * JMH would print it and bury the line.
 */
public final class OneLineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OneLineException(String message) {
    super(message, null, false, false);
  }
}
