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
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A collector at work.
 *
 * @param host where it runs
 * @param program the tool
 * @param file what the tool writes its samples to
 * @param errors the tool's standard error
 */
public record Recording(Host host, RunningProgram program, Path file, Path errors) {
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Ends the tool by SIGINT, the way in which sysstat's tools finish what they write. */
  public void interrupt() {
    program.signal("INT");
    try {
      program.waitFor(GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    program.stop(GRACE);
  }

  /** Exit status of a tool that ended by itself; empty while it runs. */
  OptionalInt endedBefore() {
    if (program.isAlive()) {
      return OptionalInt.empty();
    }
    try {
      return program.waitFor(GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }

  /** Why a collector that was to run to the end has ended with that status, in one line. */
  String diedReason(int exitStatus) {
    Optional<String> lost = host.lost();
    if (lost.isPresent()) {
      return lost.get();
    }
    String words = lastErrorLine();
    return "it ended by itself before it was stopped (exit status "
        + exitStatus
        + (words.isEmpty() ? ")" : ": " + words + ")");
  }

  private String lastErrorLine() {
    List<String> lines = errorLines();
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  /** What the tool said on its standard error, without blank lines. */
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

  /** Adds what another program said that reads the tool's file. */
  void addErrors(String text) {
    try {
      Files.writeString(errors, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw CoreboundException.failed(errors + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
