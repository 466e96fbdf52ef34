package io.corebound.collector.runs;

import java.io.IOException;

/**
 * A job asks for what this collector does not do. Hadoop logs the message and gives the job to the
 * next collector of its list.
 */
public final class UnservedJobException extends IOException {
  private static final long serialVersionUID = 1;

  public UnservedJobException(String message) {
    super(message);
  }

  /** Nothing is broken that a trace would show, and the task's log stays short. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
