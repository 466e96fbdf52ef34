package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of one run of corebound as a process, with data and results in a folder of its own. */
abstract class OneRun {
  private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

  /**
   * How the names begin of what JVMs of ours could leave there: libraries that Snappy and LZ4
   * unpack, statistics of the lab's user, folders of benchmarks and of nodes. Folders of tests that
   * run beside this one are named otherwise.
   */
  private static final Pattern OURS =
      Pattern.compile("(snappy-|liblz4-|hsperfdata_nobody|corebound-).*");

  /** A node's folder goes when its connection has ended. */
  private static final Duration GONE = Duration.ofSeconds(10);

  @TempDir Path folder;
  Path data;
  Process process;
  private Set<String> temporaryBefore;

  @BeforeEach
  void dataFolder() throws IOException {
    data = Files.createDirectory(folder.resolve("data"));
    rememberTemporary();
  }

  /** Whatever is among the temporary files by now is not the run's. */
  void rememberTemporary() throws IOException {
    temporaryBefore = temporary();
  }

  @AfterEach
  void nothingStays() {
    if (process != null && process.isAlive()) {
      process.destroyForcibly();
    }
  }

  /** Starts a command on the test's folders. */
  void startCommand(String command, List<String> arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--data-dir", data.toString()));
    all.addAll(List.of("--results", folder.resolve("results").toString()));
    all.addAll(arguments);
    process = Corebound.start(folder, all.toArray(new String[0]));
  }

  /** A profile that measures as little as the model needs, on as little data as is said. */
  Path littleOf(String profile, Map<String, String> sizes) throws IOException {
    String text =
        Files.readString(Checkout.ROOT.resolve("configs/profile/" + profile + ".yaml"))
            .replaceAll("forks: \\d+, iterations: \\d+", "forks: 1, iterations: 2")
            .replaceAll("remeasure_seconds: .*", "remeasure_seconds: 0")
            .replaceAll("contention_(suites|one_cpu): .*", "contention_$1: []")
            .replaceAll("contention_parameters: .*", "contention_parameters: {}")
            .replaceAll("start_waves: .*", "start_waves: 2")
            .replaceAll("start_repetitions: .*", "start_repetitions: 1")
            .replaceAll("idle_seconds: .*", "idle_seconds: 2");
    for (Map.Entry<String, String> size : sizes.entrySet()) {
      assertThat(text).contains(size.getKey());
      text = text.replace(size.getKey(), size.getValue());
    }
    return Files.writeString(folder.resolve("little.yaml"), text);
  }

  void ends(int status) throws Exception {
    ends(status, Duration.ofMinutes(10));
  }

  void ends(int status, Duration limit) throws Exception {
    assertThat(process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)).as(err()).isTrue();
    assertThat(process.exitValue()).as(err()).isEqualTo(status);
    assertThat(err()).doesNotContain("\tat ");
  }

  /** As Ctrl-C does. */
  void interrupt() throws Exception {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  void await(String text) throws Exception {
    Instant end = Instant.now().plus(Duration.ofMinutes(3));
    while (!err().contains(text)) {
      assertThat(process.isAlive()).as(err()).isTrue();
      assertThat(Instant.now()).as(err()).isBefore(end);
      Thread.sleep(100);
    }
  }

  String out() throws IOException {
    return Corebound.text(folder, "out");
  }

  String err() throws IOException {
    return Corebound.text(folder, "err");
  }

  RunDirectory runDirectory() throws IOException {
    return Corebound.onlyRun(folder.resolve("results"));
  }

  void nothingIsLeft() throws Exception {
    assertThat(marked()).as("processes that are left").isEmpty();
    assertThat(data).isEmptyDirectory();
    String id = runDirectory().root().getFileName().toString();
    try (Stream<Path> shared = Files.list(Path.of("/dev/shm"))) {
      assertThat(shared.filter(f -> f.getFileName().toString().contains(id))).isEmpty();
    }
    Instant end = Instant.now().plus(GONE);
    while (!newTemporary().isEmpty() && Instant.now().isBefore(end)) {
      Thread.sleep(200);
    }
    assertThat(newTemporary()).as("left in " + TEMPORARY).isEmpty();
  }

  /** Without what a program has that still runs: the run's have all ended. */
  Set<String> newTemporary() throws IOException {
    Set<String> names = temporary();
    names.removeAll(temporaryBefore);
    names.removeIf(OneRun::isInUse);
    return names;
  }

  private static Set<String> temporary() throws IOException {
    try (Stream<Path> files = Files.list(TEMPORARY)) {
      return files
          .filter(OneRun::canBeOurs)
          .map(file -> file.getFileName().toString())
          .filter(OURS.asMatchPredicate())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** What is another user's is ours only where we are root, who may start programs as others. */
  private static boolean canBeOurs(Path file) {
    try {
      return ForeignResources.isRoot()
          || Files.getOwner(file).getName().equals(System.getProperty("user.name"));
    } catch (IOException gone) {
      return false;
    }
  }

  /** Whether a process has mapped it, or was started with its name. */
  private static boolean isInUse(String name) {
    // LZ4's lock lies beside the library, and is not mapped
    String path = TEMPORARY.resolve(name).toString().replaceFirst("\\.lck$", "");
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .anyMatch(
            pid ->
                Stream.of("maps", "cmdline")
                    .anyMatch(file -> Corebound.ofProcess(pid, file).contains(path)));
  }

  /** Processes that carry the run's mark. */
  List<Long> marked() throws IOException {
    String mark = "COREBOUND_RUN=" + runDirectory().root().getFileName();
    return Corebound.processesWith(mark::equals);
  }
}
