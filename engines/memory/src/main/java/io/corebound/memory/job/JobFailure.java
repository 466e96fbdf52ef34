package io.corebound.memory.job;

import java.util.Locale;

/** Why a job ended before it was done: one line for a person, and an exit status. */
public final class JobFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The work failed. */
  public static final int FAILED = 1;

  /** The command line, the input or the output is wrong. */
  public static final int WRONG = 2;

  /** The machine lacks something. */
  public static final int LACKS = 3;

  /** No peer is to blame. */
  public static final int NOBODY = -1;

  private final int status;
  private final int blamed;

  private JobFailure(int status, int blamed, String reason, Throwable cause) {
    super(reason, cause);
    this.status = status;
    this.blamed = blamed;
  }

  /** The work failed for a reason. */
  public static JobFailure failed(String reason, Object... values) {
    return new JobFailure(FAILED, NOBODY, String.format(Locale.ROOT, reason, values), null);
  }

  /** The work failed because of what another worker did. */
  public static JobFailure of(int peer, String reason, Object... values) {
    return new JobFailure(FAILED, peer, String.format(Locale.ROOT, reason, values), null);
  }

  public static JobFailure wrong(String reason, Object... values) {
    return new JobFailure(WRONG, NOBODY, String.format(Locale.ROOT, reason, values), null);
  }

  public static JobFailure lacks(String reason, Object... values) {
    return new JobFailure(LACKS, NOBODY, String.format(Locale.ROOT, reason, values), null);
  }

  /** Exit status of the processes. */
  public int status() {
    return status;
  }

  /** The rank of the worker that ended the job, or {@link #NOBODY}. */
  public int blamed() {
    return blamed;
  }

  /** In one line: a failure's reason, or the class and message of anything else. */
  public static String line(Throwable thrown) {
    String message = thrown.getMessage();
    String text =
        thrown instanceof JobFailure && message != null
            ? message
            : "%s: %s".formatted(thrown.getClass().getSimpleName(), message);
    return text.lines().findFirst().orElse(text).strip();
  }
}
