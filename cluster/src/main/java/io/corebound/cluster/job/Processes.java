package io.corebound.cluster.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Processes of this machine, found by what is below them or by their environment. */
public final class Processes {
  private Processes() {}

  /** Descendants of a process among whose arguments one contains this text. */
  public static List<ProcessHandle> below(long ancestor, String text) {
    return ProcessHandle.of(ancestor).stream()
        .flatMap(ProcessHandle::descendants)
        .filter(process -> arguments(process.pid()).stream().anyMatch(a -> a.contains(text)))
        .toList();
  }

  /** The program and arguments of a process; empty when it has ended. */
  public static List<String> arguments(long pid) {
    return zeroSeparated(Path.of("/proc/" + pid + "/cmdline"));
  }

  /** Processes that were started with this variable in their environment. */
  public static List<ProcessHandle> marked(String variable) {
    long own = ProcessHandle.current().pid();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(process -> process.pid() != own)
          .filter(
              process ->
                  zeroSeparated(Path.of("/proc/" + process.pid() + "/environ")).contains(variable))
          .toList();
    }
  }

  /**
   * Ends every process that was started with this variable: SIGKILL for what is left after the
   * grace. What they start meanwhile is found by looking again.
   */
  public static void endMarked(String variable, Duration grace) {
    long start = System.nanoTime();
    long killAt = start + grace.toNanos();
    long giveUpAt = killAt + Duration.ofSeconds(5).toNanos();
    boolean interrupted = Thread.interrupted();
    List<ProcessHandle> left = marked(variable);
    left.forEach(ProcessHandle::destroy);
    while (!left.isEmpty() && System.nanoTime() < giveUpAt) {
      if (System.nanoTime() > killAt) {
        left.forEach(ProcessHandle::destroyForcibly);
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = marked(variable);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> zeroSeparated(Path file) {
    try {
      return Arrays.asList(
          new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0"));
    } catch (IOException e) {
      // ended meanwhile, or another user's
      return List.of();
    }
  }
}
