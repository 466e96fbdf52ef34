package io.corebound.engines.process;

import io.corebound.engines.EngineJob;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Node;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** A JVM: its role, the node that it runs on, its flags besides the node's, and its program. */
  record Jvm(String role, Node node, List<String> flags, String mainClass, List<String> arguments) {
    String name() {
      return role + "@" + node.name();
    }
  }

  /** A file that programs write for this process; there is none of that name yet. */
  Path exchanged(String name) {
    Path file = place.master().temporary().resolve("engine-" + name);
    exchanged.add(file);
    delete(file);
    return file;
  }

  synchronized RunningProgram start(Jvm jvm) {
    Node node = jvm.node();
    List<String> line = new ArrayList<>(List.of(place.jdk().java().toString()));
    line.addAll(jvm.flags());
    line.addAll(node.jvmFlags());
    line.addAll(List.of("-cp", String.join(":", place.classPath()), jvm.mainClass()));
    line.addAll(jvm.arguments());
    Command command =
        new Command(
                line,
                Map.of("JAVA_HOME", place.jdk().home().toString()),
                node.temporary(),
                job.limit().plus(AROUND))
            .inRole(jvm.role());
    RunningProgram program = node.host().start(command, file(jvm, "out"), log(jvm));
    running.put(jvm.name(), program);
    return program;
  }

  private Path file(Jvm jvm, String ending) {
    return job.folder().resolve(jvm.name() + "." + ending);
  }

  /** What a program writes to its standard error. */
  Path log(Jvm jvm) {
    return file(jvm, "log");
  }

  /** Process ids by {@code role@node}. */
  synchronized Map<String, Long> pids() {
    Map<String, Long> pids = new LinkedHashMap<>();
    running.forEach((name, program) -> pids.put(name, program.pid()));
    return pids;
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

  /** The last line of a program's log. */
  String lastWords(Jvm jvm) {
    try {
      return Files.readAllLines(log(jvm), StandardCharsets.UTF_8).stream()
          .filter(line -> !line.isBlank())
          .reduce((before, last) -> last)
          .map(String::strip)
          .orElse("it said nothing");
    } catch (IOException e) {
      return "its log cannot be read: " + e.getMessage();
    }
  }

  /** Ends all of them, and deletes what they exchanged. */
  @Override
  public synchronized void close() {
    running.values().forEach(program -> program.stop(GRACE));
    running.clear();
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
