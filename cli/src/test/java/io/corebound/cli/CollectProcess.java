package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CommandResult;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** {@code corebound collect} as a process, what it wrote, and what it has started. */
abstract class CollectProcess {
  static final String CELL = "collect";
  static final Duration A_MINUTE = Duration.ofMinutes(1);

  @TempDir Path folder;
  Process process;

  @AfterEach
  void nothingStays() throws Exception {
    if (process != null && process.isAlive()) {
      process.destroyForcibly().waitFor();
    }
    // JUnit would warn of each link that leads out of its folder
    Path programs = folder.resolve("programs");
    if (Files.isDirectory(programs)) {
      try (Stream<Path> links = Files.list(programs)) {
        for (Path link : links.toList()) {
          Files.delete(link);
        }
      }
    }
  }

  void collect(String... arguments) throws Exception {
    start(b -> {}, arguments);
    await();
  }

  void start(Consumer<ProcessBuilder> change, String... arguments) throws Exception {
    process = Corebound.start(folder, change, arguments(arguments));
  }

  String[] arguments(String... arguments) {
    List<String> all =
        new ArrayList<>(List.of(CELL, "--results", folder.resolve("results").toString()));
    Collections.addAll(all, arguments);
    return all.toArray(new String[0]);
  }

  void await() throws Exception {
    assertThat(process.waitFor(A_MINUTE.toSeconds(), TimeUnit.SECONDS)).as(err()).isTrue();
  }

  void fails(String reason) throws Exception {
    await();
    assertThat(process.exitValue()).as(err()).isEqualTo(1);
    assertThat(err()).contains(reason).doesNotContain("\tat ");
    assertThat(cell().state()).isEqualTo(State.FAILED);
    assertThat(cell().reason()).contains(reason);
    assertThat(run().manifest().state()).isEqualTo(State.FAILED);
    assertThat(run().manifest().reason()).contains(reason);
    assertThat(run().reportHtml()).isNotEmptyFile();
    nothingIsLeft();
  }

  void nothingIsLeft() throws Exception {
    assertThat(marked()).as("processes that are left").isEmpty();
  }

  String out() throws IOException {
    return Corebound.text(folder, "out");
  }

  String err() throws IOException {
    return Corebound.text(folder, "err");
  }

  RunDirectory run() throws IOException {
    return Corebound.onlyRun(folder.resolve("results"));
  }

  CellResult cell() throws IOException {
    return StructuredFiles.readJson(run().cellFile(CELL), CellResult.class);
  }

  CommandResult command() throws IOException {
    return StructuredFiles.readJson(run().commandFile(CELL), CommandResult.class);
  }

  Path write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A folder of links to all programs of this machine but one. */
  Path everyProgramBut(String missing) throws IOException {
    Path programs = Files.createDirectory(folder.resolve("programs"));
    for (String bin : System.getenv("PATH").split(":")) {
      if (Files.isDirectory(Path.of(bin))) {
        try (Stream<Path> found = Files.list(Path.of(bin))) {
          for (Path program : found.toList()) {
            Path link = programs.resolve(program.getFileName().toString());
            if (!program.endsWith(missing) && !Files.exists(link)) {
              Files.deleteIfExists(link);
              Files.createSymbolicLink(link, program);
            }
          }
        }
      }
    }
    return programs;
  }

  static Consumer<ProcessBuilder> with(Path programs) {
    return builder -> builder.environment().put("PATH", programs.toString());
  }

  /** Process id of a collector, as soon as it runs. */
  long awaitCollector(String name) throws Exception {
    return awaitCollectors(name, 1).get(0);
  }

  /** Process ids of a collector on several hosts that are this machine, as soon as all run. */
  List<Long> awaitCollectors(String name, int hosts) throws Exception {
    Instant end = Instant.now().plus(A_MINUTE);
    while (Instant.now().isBefore(end)) {
      List<Long> found = new ArrayList<>();
      for (long pid : marked()) {
        String[] words = Corebound.ofProcess(pid, "cmdline").split("\0");
        if (words[0].endsWith(name) && words.length > 2) {
          found.add(pid);
        }
      }
      if (found.size() >= hosts) {
        return found;
      }
      assertThat(process.isAlive()).as("corebound ended before " + name + ": " + err()).isTrue();
      Thread.sleep(20);
    }
    throw new AssertionError("no " + name + " in a minute: " + err());
  }

  /** What the run has started, on hosts that are this machine, too. */
  List<Long> marked() throws IOException {
    Pattern mark =
        Pattern.compile(
            "COREBOUND_RUN=(run|hosts)-\\d{8}-\\d{6}-" + process.pid() + "(-on-[0-9a-f]+)?");
    return Corebound.processesWith(v -> mark.matcher(v).matches());
  }

  static void signal(String name, long pid) throws Exception {
    tool("kill", "-" + name, Long.toString(pid));
  }

  static String tool(String... command) throws Exception {
    Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tool.waitFor()).as(String.join(" ", command) + ": " + text).isZero();
    return text;
  }
}
