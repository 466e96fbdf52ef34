package io.corebound.records.units;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A failure that a person can act on. Its message is one line that says what happened, where, and
 * what to do; the command line prints it without a stack trace and ends with {@link #status()}.
 */
public final class CoreboundException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitStatus status;

  /** What several say, with the exit status of the first; at least one. */
  public static CoreboundException of(List<CoreboundException> all) {
    CoreboundException first = all.get(0);
    return new CoreboundException(
        first.status(),
        all.stream().map(Throwable::getMessage).collect(Collectors.joining("; ")),
        first);
  }

  /** The same with a remedy, which becomes a separate sentence after a question. */
  public CoreboundException with(String remedy) {
    String said = getMessage();
    String more =
        said.endsWith("?")
            ? " " + Character.toUpperCase(remedy.charAt(0)) + remedy.substring(1)
            : "; " + remedy;
    return new CoreboundException(status, said + more, getCause());
  }

  /** The same with the file that it is about before it. */
  public CoreboundException in(Path file) {
    return new CoreboundException(status, file + ": " + getMessage(), getCause());
  }

  /**
   * Undoes what was begun when it happened.
   *
   * @param undo what fails of it is suppressed
   * @return the same, to be thrown
   */
  public CoreboundException undoing(Runnable undo) {
    try {
      undo.run();
    } catch (CoreboundException second) {
      addSuppressed(second);
    }
    return this;
  }

  private CoreboundException(ExitStatus status, String message, Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  private static CoreboundException of(ExitStatus status, String template, Object... facts) {
    String message = facts.length == 0 ? template : String.format(Locale.ROOT, template, facts);
    return new CoreboundException(status, message, null);
  }

  /** A command line or a configuration that is wrong: exit status 2. */
  public static CoreboundException invalidInput(String template, Object... facts) {
    return of(ExitStatus.INVALID_INPUT, template, facts);
  }

  /** The same, with what was underneath. */
  public static CoreboundException invalidInput(String message, Throwable cause) {
    return new CoreboundException(ExitStatus.INVALID_INPUT, message, cause);
  }

  /** Something that the machine lacks: exit status 3. */
  public static CoreboundException missing(String template, Object... facts) {
    return of(ExitStatus.MACHINE_LACKS, template, facts);
  }

  /** Work that was begun and did not succeed: exit status 1. */
  public static CoreboundException failed(String template, Object... facts) {
    return of(ExitStatus.FAILED, template, facts);
  }

  /** Work that was begun and did not succeed, with what was underneath: exit status 1. */
  public static CoreboundException failed(String message, Throwable cause) {
    return new CoreboundException(ExitStatus.FAILED, message, cause);
  }

  public ExitStatus status() {
    return status;
  }
}
