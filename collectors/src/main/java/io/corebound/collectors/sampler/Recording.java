package io.corebound.collectors.sampler;

import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/** A collector at work. */
public record Recording(Host host, RunningProgram program, Path file, Path errors) {
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Ends the tool by SIGINT, at which sysstat's tools finish what they write. */
  public RawOutput interrupt() {
    return end(() -> program.signal("INT"));
  }

  /** Asks the tool to end, then ends it; that it had ended before is a problem. */
  RawOutput end(Runnable ask) {
    String problem = earlyEnd(status -> false);
    ask.run();
    try {
      program.waitFor(GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    program.stop(GRACE);
    return new RawOutput(file, problem);
  }

  /** Why a tool has ended that was to run to the end, in one line; empty while it runs. */
  String earlyEnd(IntPredicate allowed) {
    try {
      OptionalInt status = program.isAlive() ? OptionalInt.empty() : program.waitFor(GRACE);
      if (status.isEmpty() || allowed.test(status.getAsInt())) {
        return "";
      }
      String words = lastErrorLine();
      return host.lost()
          .orElseGet(
              () ->
                  "it ended by itself before it was stopped (exit status %s%s)"
                      .formatted(status.getAsInt(), words.isEmpty() ? "" : ": " + words));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private String lastErrorLine() {
    List<String> lines = errorLines();
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  /** The tool's standard error, without blank lines. */
  public List<String> errorLines() {
    try {
      return new String(Files.readAllBytes(errors), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Adds the standard error of another program that reads the tool's file. */
  void addErrors(String text) {
    try {
      Files.writeString(errors, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw CoreboundException.failed(errors + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
