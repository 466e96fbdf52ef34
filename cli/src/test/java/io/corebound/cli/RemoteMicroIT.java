package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.LoopbackSshd;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code corebound micro --host} as a process; the node is this machine, behind an sshd. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RemoteMicroIT {
  private static final String PROFILE =
      """
      size: 20MB
      probe_seconds: 1
      probe_repetitions: 1
      batch_records: 20000
      suites:
        - {suite: serialize, benchmarks: [TeraRecordBenchmark], model: true, forks: 1, iterations: 2}
        - {suite: parse, benchmarks: [ParseLinesBenchmark], model: false, forks: 1, iterations: 2, parameters: {reader: [buffered-reader], bytes: [100000], corpus: ['']}}
      remeasure_seconds: 0
      contention_iterations: 2
      start_waves: 2
      start_repetitions: 1
      idle_seconds: 2
      """;

  @TempDir Path folder;
  private LoopbackSshd node;
  private Process process;

  /** Of other runs; their own tests look after them. */
  private List<Path> before;

  @BeforeEach
  void startServer() throws Exception {
    before = foldersOfNode();
    assumeTrue(LoopbackSshd.available(), LoopbackSshd.MISSING);
    Files.writeString(folder.resolve("little.yaml"), PROFILE);
    node =
        LoopbackSshd.start(
            new LocalHost("sshd-" + System.nanoTime(), "localhost"), folder.resolve("sshd"));
  }

  @AfterEach
  void nothingStays() throws Exception {
    if (process != null && process.isAlive()) {
      process.destroyForcibly();
    }
    if (node != null) {
      node.close();
    }
  }

  @Test
  void suitesRunOnTheNodeAndTheirResultsComeBack() throws Exception {
    Path text =
        Files.writeString(folder.resolve("own words.txt"), "some words of mine\n".repeat(99));
    start("serialize", "parse", "--corpus", text.toString(), "--", "-jvmArgsAppend", "-Da=b");
    ends(0);
    RunDirectory run = runDirectory();
    assertThat(run.manifest().state()).isEqualTo(State.OK);
    assertThat(Measurement.read(run.measurementsFile()))
        .extracting(Measurement::operation)
        .contains("serialize.tera-record", "parse.lines");
    assertThat(run.reportHtml()).isNotEmptyFile();
    assertThat(Corebound.text(folder, "out")).contains(run.reportHtml().toString());
    assertThat(err()).contains("sending corebound (").contains("brought from node to");
    nodeIsClean();
  }

  @Test
  void interruptedRunBringsWhatItHasAndLeavesTheNodeClean() throws Exception {
    Corebound.assumeInterruptible();
    start("serialize", "--", "-f", "50");
    await(() -> err().contains("micro        serialize"), "the suite to begin");
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    ends(1);
    assertThat(runDirectory().manifest().reason()).contains("interrupted");
    nodeIsClean();
  }

  @Test
  void killedRunLeavesTheNodeClean() throws Exception {
    start("serialize", "--", "-f", "50");
    await(() -> err().contains("micro        serialize"), "the suite to begin");
    process.destroyForcibly().waitFor();
    nodeIsClean();
    // what it had here goes with the next command
    assertThat(Corebound.run("clean").out()).contains("deleted ", " had left");
  }

  @Test
  void nodeThatCannotBeReachedIsOneClearLine() throws Exception {
    node.close();
    start("serialize");
    ends(1);
    assertThat(err().strip().lines()).hasSize(1);
    assertThat(err()).contains("node: cannot be reached: ").contains("refused");
  }

  private void start(String... arguments) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "micro",
                "--host",
                "node",
                "--profile",
                folder.resolve("little.yaml").toString(),
                "--results",
                folder.resolve("results").toString()));
    all.addAll(List.of(arguments));
    process = Corebound.start(folder, node::reachableBy, all.toArray(new String[0]));
  }

  private void ends(int status) throws Exception {
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(err()).isTrue();
    assertThat(process.exitValue()).as(err()).isEqualTo(status);
    assertThat(err()).doesNotContain("\tat ");
  }

  /** What a run on this "node" makes: its folder, and that of its suites on tmpfs. */
  private void nodeIsClean() throws Exception {
    Instant end = Instant.now().plus(Duration.ofMinutes(3));
    while (!leftOnNode().isEmpty() && Instant.now().isBefore(end)) {
      Thread.sleep(100);
    }
    assertThat(leftOnNode()).as("left on the node").isEmpty();
  }

  private List<Path> leftOnNode() throws IOException {
    List<Path> left = foldersOfNode();
    left.removeAll(before);
    return left;
  }

  private static List<Path> foldersOfNode() throws IOException {
    List<Path> folders = new ArrayList<>(LoopbackSshd.left());
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      files
          .filter(f -> f.getFileName().toString().matches("corebound-.*-memory"))
          .forEach(folders::add);
    }
    return folders;
  }

  private RunDirectory runDirectory() throws IOException {
    return Corebound.onlyRun(folder.resolve("results"));
  }

  private String err() throws IOException {
    return Corebound.text(folder, "err");
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private void await(Condition condition, String what) throws Exception {
    Instant end = Instant.now().plus(Duration.ofMinutes(3));
    while (!condition.holds()) {
      assertThat(process.isAlive() || condition.holds())
          .as(() -> "waiting for " + what + ": " + said())
          .isTrue();
      assertThat(Instant.now()).as("waiting for " + what).isBefore(end);
      Thread.sleep(100);
    }
  }

  private String said() {
    try {
      return err();
    } catch (IOException e) {
      return e.toString();
    }
  }
}
