package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.records.Environment;
import io.corebound.records.Measurement;
import io.corebound.records.RunDirectory;
import io.corebound.records.State;
import io.corebound.records.StructuredFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code corebound micro} as a process, on little data. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MicroIT extends OneRun {
  private Path profile;

  @BeforeEach
  void little() throws IOException {
    profile =
        Files.writeString(
            folder.resolve("little.yaml"),
            """
            size: 20MB
            probe_seconds: 1
            probe_repetitions: 1
            batch_records: 20000
            suites:
              - {suite: serialize, benchmarks: [TeraRecordBenchmark], model: true, forks: 2, iterations: 2}
              - {suite: sort, benchmarks: [MapOutputBufferBenchmark], model: true, forks: 1, iterations: 2, parameters: {sortMib: [1]}}
              - {suite: read, benchmarks: [ReadHdfsBenchmark], model: true, forks: 2, iterations: 2}
            remeasure_seconds: 0
            contention_iterations: 2
            contention_one_cpu: [sort]
            start_waves: 2
            start_repetitions: 1
            idle_seconds: 2
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "micro srot | there is no suite 'srot'; did you mean 'sort'?",
        "micro sort --profile quik | no profile 'quik'",
        "micro --lits | Unknown option: '--lits'",
        "micro sort --corpus /does/not/exist | --corpus /does/not/exist: is not a file",
        "micro sort -- -p record=5 | no chosen suite has a parameter 'record'; did you mean 'records'?",
        "micro sort -- -rff x.json | JMH's option -rff cannot be given",
        "micro sort -- --nonsense | nonsense",
        "micro sort -- -f 0 | JMH's option -f is a whole number from 1 on",
      })
  void badInputIsOneClearLineAndStatusTwo(String arguments, String message) throws Exception {
    Corebound.assertRefuses(arguments, message);
  }

  @Test
  void profileWithAnUnknownParameterIsToldTheNearest() throws Exception {
    Files.writeString(
        profile, Files.readString(profile).replace("{sortMib: [1]}", "{recods: [5]}"));
    Corebound.Result result = Corebound.run("micro", "--profile", profile.toString());
    assertThat(result.err()).contains("has no parameter 'recods'; did you mean 'records'?");
    assertThat(result.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"quick", "model", "standard", "full"})
  void profilesNameWhatThereIs(String name) throws Exception {
    assertThat(Corebound.run("micro", "--list", "--profile", name).err()).isEmpty();
  }

  @Test
  void listTellsSuitesOperationsNeedsAndTime() throws Exception {
    Corebound.Result text = Corebound.run("micro", "--list", "--profile", profile.toString());
    assertThat(text.status()).isZero();
    assertThat(text.out())
        .containsPattern("(?m)^read +about \\d+ s, needs the local cluster$")
        .containsPattern("(?m)^sort +about \\d+ s$")
        .contains("start.container start.job", "idle", "contention", "merge.reduce");
    assertThat(Corebound.run("micro", "sort", "--list").out())
        .containsPattern("(?m)^sort +about \\d+ s$")
        .doesNotContain("merge.reduce", "read.hdfs");
    Corebound.Result csv = Corebound.run("micro", "--list", "--format", "csv");
    assertThat(csv.out().lines())
        .contains("suite,benchmark,operations,cluster,expected_s,question")
        .anyMatch(l -> l.startsWith("read,ReadHdfsBenchmark,read.hdfs,true,"));
    Corebound.Result json = Corebound.run("micro", "--list", "--format", "json");
    assertThat(StructuredFiles.parseJson(json.out()))
        .anyMatch(line -> line.path("benchmark").asString().equals("MapOutputBufferBenchmark"));
  }

  @Test
  void namedSuitesAreMeasuredWithoutAClusterAndLeaveNothing() throws Exception {
    start("serialize", "sort", "contention", "--", "-prof", "gc");
    ends(0);
    RunDirectory run = runDirectory();
    assertThat(run.manifest().state()).isEqualTo(State.OK);
    assertThat(run.manifest().stages()).extracting(s -> s.name()).doesNotContain("cluster");
    List<Measurement> rows = Measurement.read(run.measurementsFile());
    assertThat(rows)
        .extracting(Measurement::operation)
        .contains("serialize.tera-record", "deserialize.tera-record", "sort", "merge", "contention")
        .doesNotContain("read.hdfs", "idle");
    assertThat(rows.stream().filter(r -> r.operation().equals("contention")))
        .extracting(Measurement::threads)
        .contains(Runtime.getRuntime().availableProcessors());
    assertThat(rows.stream().filter(r -> "1".equals(r.parameters().get("cpus"))))
        .as("two copies that share a CPU")
        .isNotEmpty()
        .allMatch(r -> r.operation().equals("contention") && r.threads() == 2 && r.value() > 0);
    assertThat(Files.readString(run.rawFolder().resolve("micro/serialize.json")))
        .contains("gc.alloc.rate");
    assertThat(run.reportHtml()).isNotEmptyFile();
    assertThat(out())
        .contains("serialize.tera-record")
        .contains("Cannot be judged, of fewer than three forks: merge, sort, sort-merge.")
        .contains(run.reportHtml().toString());
    nothingIsLeft();
  }

  @Test
  void flameGraphsOfEveryForkAreKeptAndLinked() throws Exception {
    start("serialize", "--flame");
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(err()).isTrue();
    assumeTrue(!err().contains("async-profiler cannot take samples"), err());
    ends(0);
    RunDirectory run = runDirectory();
    try (Stream<Path> files = Files.walk(run.rawFolder().resolve("micro/flame"))) {
      List<String> graphs =
          files
              .filter(f -> f.toString().endsWith(".html"))
              .map(f -> run.root().relativize(f).toString())
              .toList();
      for (String fork : List.of("/serialize-fork-1/", "/serialize-fork-2/")) {
        assertThat(graphs).anyMatch(g -> g.contains(fork) && g.contains("TeraRecordBenchmark"));
      }
      String report = Files.readString(run.reportHtml());
      assertThat(graphs).allMatch(g -> report.contains("href=\"./" + g + "\""));
    }
    assertThat(
            StructuredFiles.readJson(run.environmentFile(), Environment.class).doubts().toString())
        .contains("async-profiler took samples");
    nothingIsLeft();
  }

  @Test
  void clusterIsStartedForSuitesThatNeedIt() throws Exception {
    try (SomebodyElse other = SomebodyElse.ifRoot(folder)) {
      start("read", "idle");
      ends(0);
      assertThat(other == null || other.isUntouched()).as("what corebound has not made").isTrue();
    }
    List<Measurement> rows = Measurement.read(runDirectory().measurementsFile());
    assertThat(rows).extracting(Measurement::process).contains("datanode", "benchmark");
    collectorsTakeALittle(rows);
    nothingIsLeft();
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
  void failureOfABenchmarkIsOneClearLineAndStatusOne() throws Exception {
    start("sort", "--", "-p", "sortMib=0");
    ends(1);
    List<String> complaints = err().lines().filter(line -> line.startsWith("corebound: ")).toList();
    assertThat(complaints).hasSize(1);
    assertThat(complaints.get(0)).contains("the micro suite 'sort' failed").contains("sort.log");
    assertThat(runDirectory().manifest().state()).isEqualTo(State.FAILED);
    nothingIsLeft();
  }

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

  @Test
  void whatIsUnstableIsMeasuredOnceMoreAndTheForksOfBothTimesCount() throws Exception {
    Files.writeString(
        profile,
        Files.readString(profile).replace("remeasure_seconds: 0", "remeasure_seconds: 120"));
    start("serialize");
    ends(0);
    // of two forks hardly any interval is narrow: Student's t is 12.7
    assertThat(err()).contains("once more, it was unstable");
    assertThat(costs())
        .isNotEmpty()
        .anyMatch(r -> r.n() == 4 && r.rawFile().endsWith("-pooled.json"));
    nothingIsLeft();
  }

  @Test
  void leastCostOfASingleForkIsConfirmedByFurtherOnes() throws Exception {
    Files.writeString(
        profile,
        Files.readString(profile)
            .replace("remeasure_seconds: 0", "remeasure_seconds: 0\nconfirm_seconds: 120"));
    start("sort");
    ends(0);
    assertThat(err()).contains("a further fork of");
    assertThat(costs()).isNotEmpty().allMatch(r -> r.n() > 1);
    nothingIsLeft();
  }

  @Test
  void turnsOfFiveBenchmarksTellHowFarTheMachinesSpeedStrays() throws Exception {
    Files.writeString(
        profile,
        Files.readString(profile)
            .replace(
                "[TeraRecordBenchmark], model: true, forks: 2, iterations: 2}",
                "[BasicTypeBenchmark], model: false, forks: 3, iterations: 2,"
                    + " parameters: {type: [byte, short, int, long, double], elements: ['1000000']}}"));
    start("serialize");
    ends(0);
    Measurement speed =
        Measurement.read(runDirectory().measurementsFile()).stream()
            .filter(r -> r.metric().equals(Measurement.Metric.SCATTER))
            .findFirst()
            .orElseThrow();
    assertThat(speed.operation()).isEqualTo(Measurement.Metric.SPEED);
    assertThat(speed.n()).isEqualTo(3);
    assertThat(speed.value()).isBetween(0.0, 2.0);
    assertThat(Files.readAllLines(runDirectory().root().resolve(speed.rawFile())))
        .hasSize(1 + 2 * 5) // both ways
        .first()
        .isEqualTo("entry,benchmark,parameters,turn_1,turn_2,turn_3");
    assertThat(err() + out()).contains("the machine's speed, from turn to turn of the forks");
    nothingIsLeft();
  }

  private List<Measurement> costs() throws Exception {
    return Measurement.read(runDirectory().measurementsFile()).stream()
        .filter(r -> r.metric().equals(Measurement.Metric.COST) && r.process().equals("all"))
        .toList();
  }

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
    assumeTrue(SomebodyElse.isRoot(), "mounts are root's");
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
    assertThat(err())
        .containsPattern(
            "/dev/shm: the micro suites need [0-9.]+ MB in memory, 1.0[0-9] MB are free there; choose")
        .contains("--data-dir on a larger tmpfs");
    assertThat(data).isEmptyDirectory();
    assertThat(folder.resolve("results")).isEmptyDirectory();
  }

  @Test
  void moreThanMemoryHoldsIsRefusedBeforeAnythingIsWritten() throws Exception {
    Files.writeString(
        profile,
        Files.readString(profile).replace("batch_records: 20000", "batch_records: 2000000000"));
    start("sort");
    ends(3);
    assertThat(err().lines()).hasSize(1);
    assertThat(err()).contains(" of memory (").contains("are available");
    assertThat(data).isEmptyDirectory();
  }

  private void start(String... suites) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--profile", profile.toString()));
    arguments.addAll(List.of(suites));
    startCommand("micro", arguments);
  }
}
