package io.corebound.hosts.process;

import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A program of this machine, leader of its session and process group. */
public final class LocalProgram implements PipedProgram {
  private final Process process;
  private final String program;
  private final String mark;

  LocalProgram(Process process, String program, String mark) {
    this.process = process;
    this.program = program;
    this.mark = mark;
  }

  public Process process() {
    return process;
  }

  /** Ends a program when it still runs after that time. */
  public static void stopAfter(
      RunningProgram program, Duration limit, Duration grace, String name) {
    Thread thread =
        new Thread(
            () -> {
              try {
                if (program.waitFor(limit).isEmpty()) {
                  program.stop(grace);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "limit of " + name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void signal(String name) {
    if (!process.isAlive()) {
      return;
    }
    try {
      // the shell's own kill: a machine without the procps package has no other
      Process kill =
          new ProcessBuilder("sh", "-c", "kill -s \"$1\" \"$2\"", "sh", name, "" + pid())
              .redirectErrorStream(true)
              .start();
      String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (kill.waitFor() != 0 && process.isAlive()) {
        throw CoreboundException.failed(
            "cannot send signal %s to %s (%s): %s".formatted(name, program, pid(), output.strip()));
      }
    } catch (IOException e) {
      throw CoreboundException.failed("cannot send signal " + name + " to " + program, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public OutputStream input() {
    return process.getOutputStream();
  }

  @Override
  public InputStream output() {
    return process.getInputStream();
  }

  @Override
  public void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // it has ended already and reads no more
    }
  }

  @Override
  public OptionalInt waitFor(Duration time) throws InterruptedException {
    return process.waitFor(Math.max(0, time.toNanos()), TimeUnit.NANOSECONDS)
        ? OptionalInt.of(process.exitValue())
        : OptionalInt.empty();
  }

  @Override
  public void stop(Duration grace) {
    Ending.end(this::members, grace);
    // ended, but known as such only when this JVM has collected its exit status
    Uninterrupted.run(() -> process.waitFor(1, TimeUnit.SECONDS));
  }

  /**
   * What is alive of its process group. Once the leader has ended its number may belong to a
   * stranger, so that then only what carries the run's mark counts.
   */
  private List<ProcessTable.Row> members() {
    boolean leads = process.isAlive();
    Set<Long> descendants =
        process.descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
    return ProcessTable.alive().stream()
        .filter(
            row ->
                descendants.contains(row.pid())
                    || leads && row.pid() == pid()
                    || row.group() == pid() && (leads || ProcessTable.hasVariable(row.pid(), mark)))
        .toList();
  }
}
