package io.corebound.engines.process;

import io.corebound.engines.EngineJob;
import io.corebound.hosts.process.AtOnce;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Node;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The programs of one job of an engine, ended together; their output lies in the job's folder. */
final class Programs implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Beside the job: to start, to run it again, and to end. */
  private static final Duration AROUND = Duration.ofMinutes(5);

  private final Place place;
  private final EngineJob job;
  private final Map<String, RunningProgram> running = new LinkedHashMap<>();
  private final List<Path> exchanged = new ArrayList<>();

  /** What only these programs know, in their environment. */
  private final String secret = HexFormat.of().formatHex(new SecureRandom().generateSeed(16));

  Programs(Place place, EngineJob job) {
    this.place = place;
    this.job = job;
    try {
      Files.createDirectories(job.folder());
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot write to %s: %s".formatted(job.folder(), e.getMessage()), e);
    }
  }

  /**
   * A JVM.
   *
   * @param flags besides the node's
   * @param environment besides what every program has
   */
  record Jvm(
      String role,
      Node node,
      List<String> flags,
      Map<String, String> environment,
      String mainClass,
      List<String> arguments) {
    String name() {
      return role + "@" + node.name();
    }
  }

  String secret() {
    return secret;
  }

  /** A file that programs write for this process; there is none of that name yet. */
  Path exchanged(String name) {
    Path file = place.master().temporary().resolve("engine-" + name);
    exchanged.add(file);
    delete(file);
    return file;
  }

  /** A copy of a file that programs may read. */
  Path given(Path file) {
    Path copy = exchanged(file.getFileName().toString());
    try {
      Files.copy(file, copy);
      Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
    } catch (IOException e) {
      throw CoreboundException.failed("cannot write %s: %s".formatted(copy, e.getMessage()), e);
    }
    return copy;
  }

  synchronized RunningProgram start(Jvm jvm) {
    Node node = jvm.node();
    List<String> line = new ArrayList<>(List.of(place.jdk().java().toString()));
    line.addAll(jvm.flags());
    line.addAll(node.jvmFlags());
    line.addAll(List.of("-cp", String.join(":", place.classPath()), jvm.mainClass()));
    line.addAll(jvm.arguments());
    Map<String, String> environment = new HashMap<>(jvm.environment());
    environment.put("JAVA_HOME", place.jdk().home().toString());
    Command command =
        new Command(line, environment, node.temporary(), job.limit().plus(AROUND))
            .inRole(jvm.role());
    RunningProgram program = node.host().start(command, file(jvm.name(), "out"), log(jvm));
    running.put(jvm.name(), program);
    return program;
  }

  private Path file(String name, String ending) {
    return job.folder().resolve(name + "." + ending);
  }

  /** What a program writes to its standard error. */
  Path log(Jvm jvm) {
    return file(jvm.name(), "log");
  }

  /** Process ids by {@code role@node}. */
  synchronized Map<String, Long> pids() {
    Map<String, Long> pids = new LinkedHashMap<>();
    running.forEach((name, program) -> pids.put(name, program.pid()));
    return pids;
  }

  /** Which program but one has ended by itself, in words; empty while all are alive. */
  synchronized Optional<String> ended(RunningProgram but) {
    return running.entrySet().stream()
        .filter(e -> e.getValue() != but && !e.getValue().isAlive())
        .map(e -> "%s ended: %s".formatted(e.getKey(), lastLine(file(e.getKey(), "log"))))
        .findFirst();
  }

  /** Something that becomes true. */
  @FunctionalInterface
  interface Condition {
    boolean holds();
  }

  /**
   * Waits for the end of a program, or of the limit, or until the condition holds.
   *
   * @return its exit status; empty while it runs
   */
  OptionalInt await(RunningProgram program, Duration limit, Condition condition)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    OptionalInt status = program.waitFor(Duration.ZERO);
    while (status.isEmpty() && !condition.holds() && System.nanoTime() < deadline) {
      place.watch().check(job.name());
      status = program.waitFor(POLL);
    }
    return status;
  }

  /** Why a program that was waited for has nothing to show. */
  String why(Jvm jvm, OptionalInt status, Duration limit) {
    return status.isPresent()
        ? "%s ended with exit status %s: %s; its log: %s"
            .formatted(jvm.name(), status.getAsInt(), lastLine(log(jvm)), log(jvm))
        : "%s had not ended after %s s and was killed; its log: %s"
            .formatted(jvm.name(), limit.toSeconds(), log(jvm));
  }

  /** Whether a program's log has some words. */
  boolean said(Jvm jvm, String words) {
    return text(log(jvm)).contains(words);
  }

  /** What a program has written to its standard output. */
  String output(Jvm jvm) {
    return text(file(jvm.name(), "out"));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  private static String lastLine(Path log) {
    try {
      return Files.readAllLines(log, StandardCharsets.UTF_8).stream()
          .filter(line -> !line.isBlank())
          .reduce((before, last) -> last)
          .map(String::strip)
          .orElse("it said nothing");
    } catch (IOException e) {
      return "its log cannot be read: " + e.getMessage();
    }
  }

  /** Ends all of them. */
  synchronized void end() {
    AtOnce.eachToItsEnd(List.copyOf(running.values()), program -> program.stop(GRACE));
    running.clear();
  }

  /** Ends all of them, and deletes what they exchanged. */
  @Override
  public synchronized void close() {
    end();
    exchanged.forEach(Programs::delete);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot delete %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
