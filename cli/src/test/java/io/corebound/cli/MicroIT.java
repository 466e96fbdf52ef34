package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code corebound micro} as a process, on little data. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MicroIT extends OneRun {
  private Path profile;

  @BeforeEach
  void little() throws IOException {
    profile = profile(folder);
  }

  /** Writes a profile of little data to a folder. */
  static Path profile(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("little.yaml"),
        """
        size: 20MB
        probe_seconds: 1
        probe_repetitions: 1
        batch_records: 100000
        suites:
          - {suite: serialize, benchmarks: [TeraRecordBenchmark], model: true, forks: 1, iterations: 2}
          - {suite: sort, benchmarks: [MapOutputBufferBenchmark], model: true, forks: 2, iterations: 2, parameters: {sortMib: [1]}}
          - {suite: read, benchmarks: [ReadHdfsBenchmark], model: true, forks: 1, iterations: 2}
        remeasure_seconds: 0
        contention_iterations: 2
        contention_one_cpu: [sort]
        start_waves: 2
        start_repetitions: 1
        idle_seconds: 2
        """);
  }

  @Test
  void suitesAreMeasuredOnAClusterAndOnceMoreWhereTheyAreUnstableAndLeaveNothing()
      throws Exception {
    change("remeasure_seconds: 0", "remeasure_seconds: 120");
    try (ForeignResources other = ForeignResources.ifRoot(folder)) {
      start("read", "serialize", "sort", "contention", "idle", "--", "-prof", "gc");
      ends(0);
      assertThat(other == null || other.isUntouched()).as("what corebound has not made").isTrue();
    }
    RunDirectory run = runDirectory();
    assertThat(run.manifest().state()).isEqualTo(State.OK);
    List<Measurement> rows = Measurement.read(run.measurementsFile());
    assertThat(rows)
        .extracting(Measurement::operation)
        .contains("serialize.tera-record", "deserialize.tera-record", "sort", "merge", "contention")
        .contains("read.hdfs", "idle")
        .as("no suite that was not named")
        .doesNotContain("start.job");
    assertThat(rows).extracting(Measurement::process).contains("datanode", "benchmark");
    collectorsTakeALittle(rows);
    copiesContend(rows);
    // of two forks hardly any interval is narrow: Student's t is 12.7; less data take so few ticks
    // that both may have the same
    assertThat(err()).contains("once more, it was unstable");
    assertThat(rows)
        .anyMatch(
            r ->
                r.metric().equals(Measurement.Metric.COST)
                    && r.process().equals("all")
                    && r.n() == 4
                    && r.rawFile().endsWith("-pooled.json"));
    assertThat(Files.readString(run.rawFolder().resolve("micro/serialize.json")))
        .contains("gc.alloc.rate");
    assertThat(run.reportHtml()).isNotEmptyFile();
    assertThat(out())
        .contains("serialize.tera-record")
        .containsPattern("three forks: .*deserialize\\.tera-record")
        .contains(run.reportHtml().toString());
    nothingIsLeft();
  }

  private static void copiesContend(List<Measurement> rows) {
    assertThat(rows.stream().filter(r -> r.operation().equals("contention")))
        .extracting(Measurement::threads)
        .contains(Runtime.getRuntime().availableProcessors());
    assertThat(rows.stream().filter(r -> "1".equals(r.parameters().get("cpus"))))
        .as("two copies that share a CPU")
        .isNotEmpty()
        .allMatch(r -> r.operation().equals("contention") && r.threads() == 2 && r.value() > 0);
  }

  /** Some processes that sleep nearly all the time. */
  private void collectorsTakeALittle(List<Measurement> rows) throws IOException {
    List<Measurement> collectors =
        rows.stream().filter(r -> r.operation().equals("collectors")).toList();
    assertThat(collectors).hasSize(1);
    Measurement cost = collectors.get(0);
    assertThat(cost.value()).isPositive().isLessThan(0.5);
    assertThat(cost.unit()).isEqualTo("core-s/s");
    assertThat(cost.n()).as("seconds").isEqualTo(2);
    assertThat(runDirectory().root().resolve(cost.rawFile())).isNotEmptyFile();
  }

  @Test
  void programThatWorkedMeanwhileIsNamedWithWhatItTook() throws Exception {
    Path program = folder.resolve("busy-neighbour");
    Files.writeString(program, "#!/bin/bash\nwhile :; do :; done\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Process neighbour = new ProcessBuilder(program.toString()).start();
    try {
      start("serialize");
      ends(0);
    } finally {
      neighbour.destroy();
    }
    List<Measurement> others =
        Measurement.read(runDirectory().measurementsFile()).stream()
            .filter(r -> r.operation().equals(Measurement.Metric.OTHERS))
            .toList();
    assertThat(others)
        .anyMatch(r -> r.process().equals("busy-neighbour") && r.value() > 0.2)
        .anyMatch(r -> r.metric().equals(Measurement.Metric.DISTURBED) && r.value() == 1);
    assertThat(err()).contains("meanwhile other programs took");
    assertThat(out()).contains("busy-neighbour");
    nothingIsLeft();
  }

  @Test
  void failureOfABenchmarkIsOneClearLineAndStatusOne() throws Exception {
    start("sort", "--", "-p", "sortMib=0", "-f", "1");
    ends(1);
    List<String> complaints = err().lines().filter(line -> line.startsWith("corebound: ")).toList();
    assertThat(complaints).hasSize(1);
    assertThat(complaints.get(0)).contains("'sort'", "sort.log");
    assertThat(runDirectory().manifest().state()).isEqualTo(State.FAILED);
    assertThat(runDirectory().manifest().stages())
        .as("no cluster where no suite needs one")
        .extracting(stage -> stage.name())
        .containsExactly("environment", "micro");
    nothingIsLeft();
  }

  @Tag("long") // the mechanism is that of a run with a cluster
  @Test
  void interruptedRunLeavesNothingAndSaysSo() throws Exception {
    Corebound.assumeInterruptible();
    start("serialize", "--", "-f", "50");
    await("micro        serialize");
    // between two forks nothing runs for a moment
    for (int i = 0; i < 500 && marked().isEmpty(); i++) {
      Thread.sleep(20);
    }
    assertThat(marked()).isNotEmpty();
    interrupt();
    ends(1);
    assertThat(runDirectory().manifest().reason()).contains("interrupted");
    nothingIsLeft();
  }

  @Tag("long") // the same of a run: RunIT; by SIGINT: AbIT
  @Test
  void interruptedRunWithAClusterLeavesNoDaemon() throws Exception {
    Corebound.assumeInterruptible();
    start("read", "--", "-f", "50");
    await("micro        read");
    assertThat(marked()).as("the daemons").hasSizeGreaterThan(1);
    interrupt();
    ends(1);
    assertThat(runDirectory().manifest().reason()).contains("interrupted");
    nothingIsLeft();
  }

  @Test
  void tooSmallTmpfsIsRefusedBeforeAnythingIsWritten() throws Exception {
    assumeTrue(ForeignResources.isRoot(), "mounts are root's");
    // of this process alone: nobody else sees that mount, and it ends with it
    List<String> small =
        List.of(
            "unshare",
            "--mount",
            "sh",
            "-c",
            "mount -t tmpfs -o size=1m tmpfs /dev/shm && exec \"$@\"",
            "sh");
    process =
        Corebound.start(
            folder,
            builder -> builder.command().addAll(0, small),
            "micro",
            "--data-dir",
            data.toString(),
            "--results",
            folder.resolve("results").toString(),
            "--profile",
            profile.toString(),
            "sort");
    ends(3);
    assertThat(err().lines()).hasSize(1);
    assertThat(err()).containsPattern("/dev/shm: .*[0-9.]+ MB .*1.0[0-9] MB .*--data-dir");
    assertThat(data).isEmptyDirectory();
    assertThat(folder.resolve("results")).isEmptyDirectory();
  }

  @Test
  void moreThanMemoryHoldsIsRefusedBeforeAnythingIsWritten() throws Exception {
    change("batch_records: 100000", "batch_records: 2000000000");
    start("sort");
    ends(3);
    assertThat(err().lines()).hasSize(1);
    assertThat(err()).contains(" of memory (").contains("are available");
    assertThat(data).isEmptyDirectory();
  }

  private void change(String line, String other) throws IOException {
    assertThat(profile).content().contains(line);
    Files.writeString(profile, Files.readString(profile).replace(line, other));
  }

  private void start(String... suites) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--profile", profile.toString()));
    arguments.addAll(List.of(suites));
    startCommand("micro", arguments);
  }
}
