package io.corebound.memory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A master and its workers on loopback, started as corebound starts them. */
final class EngineProcesses implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final Path folder;
  private final List<String> flags;
  private final List<Process> workers = new ArrayList<>();
  private Process master;

  EngineProcesses(Path folder, String... flags) {
    this.folder = folder;
    this.flags = List.of(flags);
  }

  /** Starts the master with a free port, and all workers when it has that. */
  EngineProcesses start(int count, String... job) throws IOException, InterruptedException {
    startMaster(count, job);
    for (int rank = 0; rank < count; rank++) {
      startWorker(rank);
    }
    return this;
  }

  void startMaster(int count, String... job) throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--listen", "127.0.0.1:0",
                "--address-file", folder.resolve("address").toString(),
                "--workers", String.valueOf(count),
                "--result", folder.resolve("result.json").toString()));
    arguments.addAll(List.of(job));
    master = java("master", "io.corebound.memory.Master", arguments);
  }

  void startWorker(int rank) throws IOException, InterruptedException {
    workers.add(
        java(
            "worker-" + rank,
            "io.corebound.memory.Worker",
            List.of(
                "--master", address(),
                "--rank", String.valueOf(rank),
                "--host", "127.0.0.1",
                "--threads", "2",
                "--silence-s", "5")));
  }

  /** Where the master listens, as soon as it does. */
  String address() throws IOException, InterruptedException {
    Path file = folder.resolve("address");
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!Files.exists(file)) {
      if (!master.isAlive() || System.nanoTime() > end) {
        throw new IOException("the master has no address: " + log("master"));
      }
      Thread.sleep(10);
    }
    return Files.readString(file).strip();
  }

  private Process java(String name, String main, List<String> arguments) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(flags);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    line.addAll(arguments);
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(name + ".log").toFile())
        .start();
  }

  /** The master's exit status, at its end. */
  int await() throws InterruptedException, IOException {
    return await(master);
  }

  int awaitWorker(int rank) throws InterruptedException, IOException {
    return await(workers.get(rank));
  }

  private int await(Process process) throws InterruptedException, IOException {
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new IOException("no end: " + log("master"));
    }
    return process.exitValue();
  }

  Process master() {
    return master;
  }

  Process worker(int rank) {
    return workers.get(rank);
  }

  boolean anyAlive() {
    return Stream.concat(Stream.of(master), workers.stream()).anyMatch(Process::isAlive);
  }

  String log(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".log"));
  }

  /** Waits for a text in a log. */
  void awaitLog(String name, String text) throws IOException, InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!log(name).contains(text)) {
      if (System.nanoTime() > end) {
        throw new IOException("no '%s' in %s".formatted(text, log(name)));
      }
      Thread.sleep(10);
    }
  }

  JsonNode result() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("result.json").toFile());
  }

  @Override
  public void close() {
    Stream.concat(Stream.ofNullable(master), workers.stream()).forEach(Process::destroyForcibly);
  }
}
