package io.corebound.cluster.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a program wrote, and what of it is worth telling a person. */
public final class LogFile {
  private static final Pattern TROUBLE =
      Pattern.compile(
          "^(Caused by:"
              + " )?([a-z0-9]+\\.)+[A-Za-z0-9$]*(Exception|Error)\\b.*|.*\\b(ERROR|FATAL)\\b.*|.*There"
              + " is insufficient memory.*|^Error.*|^Exception in .*");

  private LogFile() {}

  /** All of it; empty when there is none. */
  public static String text(Path log) {
    try {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** The last line that speaks of trouble, else the last line; shortened to one line's length. */
  public static String reason(String text) {
    List<String> lines = text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
    Optional<String> trouble =
        lines.stream().filter(l -> TROUBLE.matcher(l).matches()).reduce((a, b) -> b);
    return shortened(trouble.or(() -> lines.stream().reduce((a, b) -> b)).orElse("it is empty"));
  }

  /** The last line. */
  public static String lastLine(String text) {
    return shortened(
        text.lines().filter(l -> !l.isBlank()).reduce((a, b) -> b).orElse("it is empty").strip());
  }

  private static String shortened(String line) {
    return line.length() > 300 ? line.substring(0, 297) + "..." : line;
  }
}
