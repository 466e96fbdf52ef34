package io.corebound.cluster.job;

import io.corebound.hosts.process.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a program wrote, and the line of it that a message quotes. */
public final class LogFile {
  private static final Pattern TROUBLE =
      Pattern.compile(
          """
          (?x) ^(Caused\\ by:\\ )?([a-z0-9]+\\.)+[A-Za-z0-9$]*(Exception|Error)\\b.*
          | .*\\b(ERROR|FATAL)\\b.*
          | .*There\\ is\\ insufficient\\ memory.*
          | ^Error.*
          | ^Exception\\ in\\ .*
          """);
  private static final int LONGEST = 400;

  private LogFile() {}

  /** All of a file; empty when there is none. */
  public static String text(Path log) {
    try {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** The last line that shows trouble, else the last line; at most 300 characters. */
  public static String reason(String text) {
    List<String> lines = text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
    Optional<String> trouble =
        lines.stream().filter(l -> TROUBLE.matcher(l).matches()).reduce((a, b) -> b);
    return trouble.map(LogFile::shortened).orElseGet(() -> lastLine(text));
  }

  /** {@link #reason(String)} of a file. */
  public static String reason(Path log) {
    return reason(text(log));
  }

  /** {@link #reason(String)} of a program's standard error, else of its output. */
  public static String reason(Outcome outcome) {
    return reason(outcome.err().isBlank() ? outcome.out() : outcome.err());
  }

  /** The last line. */
  public static String lastLine(String text) {
    return shortened(
        text.lines().filter(l -> !l.isBlank()).reduce((a, b) -> b).orElse("it is empty").strip());
  }

  private static String shortened(String line) {
    return line.length() > 300 ? line.substring(0, 297) + "..." : line;
  }

  /** A text of several lines as one, short enough for a message; empty for null. */
  public static String oneLine(String text) {
    String line = text == null ? "" : text.strip().replaceAll("\\s*\\R\\s*", " ");
    return line.length() > LONGEST ? line.substring(0, LONGEST - 3) + "..." : line;
  }
}
