package io.corebound.hosts.process;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * How a program ended.
 *
 * @param exitStatus its exit status; 128 + n when signal n ended it
 */
public record Outcome(int exitStatus, boolean timedOut, Duration elapsed, String out, String err) {

  /** Whether it ended by itself with status 0. */
  public boolean ok() {
    return exitStatus == 0 && !timedOut;
  }

  /** Why it did not succeed within a limit, in a few words. */
  public String reason(Duration limit) {
    return timedOut ? "did not end within %s s".formatted(limit.toSeconds()) : lastWords();
  }

  /** The last line of its standard error that says something, else of its output; for messages. */
  public String lastWords() {
    return Stream.of(err, out)
        .flatMap(text -> text.lines().filter(l -> !l.isBlank()).reduce((a, b) -> b).stream())
        .findFirst()
        .orElse("no output")
        .strip();
  }
}
