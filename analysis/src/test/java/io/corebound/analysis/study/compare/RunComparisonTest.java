package io.corebound.analysis.study.compare;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.KeptPage;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.page.TextReport;
import io.corebound.analysis.pages.report.compare.ComparisonPage;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunComparisonTest {
  private static final Limits LIMITS = new Limits(5, 5);

  @TempDir Path folder;

  private ComparedRuns run(String name) {
    return new ComparedRuns(folder.resolve(name));
  }

  private static RunComparison compare(ComparedRun a, ComparedRun b) {
    return RunComparison.of(List.of(a), List.of(b), LIMITS);
  }

  private static String text(RunComparison comparison) {
    return TextReport.render(ComparisonPage.of(comparison, "1.0", "abc"));
  }

  private static FigureRow row(RunComparison comparison, String name, String figure) {
    return comparison.rows().stream()
        .filter(r -> r.key().name().equals(name) && r.key().figure().equals(figure))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void costThatRoseBeyondChanceAndTheThresholdIsARegressionAndSoIsItsRate() {
    RunComparison comparison =
        compare(
            run("before").operation("sort", 10, 10.1, 9.9, 10.05, 9.95).read(),
            run("after").operation("sort", 12, 12.1, 11.9, 12.05, 11.95).read());

    FigureRow cost = row(comparison, "sort", "cost");
    assertThat(cost.ratio()).isCloseTo(1.2, within(1e-6));
    assertThat(cost.ratioLow()).isLessThan(1.2).isGreaterThan(1.15);
    assertThat(cost.verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(cost.regression()).isTrue();
    FigureRow rate = row(comparison, "sort", "rate");
    assertThat(rate.ratio()).isLessThan(1);
    assertThat(rate.regression()).as("a rate that fell is worse").isTrue();
  }

  @Test
  void whatBecameCheaperDiffersAndIsNoRegression() {
    RunComparison comparison =
        compare(
            run("before").operation("sort", 12, 12.1, 11.9, 12.05, 11.95).read(),
            run("after").operation("sort", 10, 10.1, 9.9, 10.05, 9.95).read());

    assertThat(row(comparison, "sort", "cost").verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(comparison.regressions()).isEmpty();
  }

  @Test
  void differenceBelowTheThresholdIsNoRegression() {
    ComparedRun before = run("before").operation("sort", 10, 10.01, 9.99, 10.005, 9.995).read();
    ComparedRun after = run("after").operation("sort", 10.8, 10.81, 10.79, 10.805, 10.795).read();

    assertThat(compare(before, after).regressions()).hasSize(2);
    RunComparison lenient = RunComparison.of(List.of(before), List.of(after), new Limits(5, 10));
    assertThat(row(lenient, "sort", "cost").verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(lenient.regressions()).isEmpty();
  }

  @Test
  void withinTheMarginDoesNotDifferEvenWhereTheDifferenceIsSure() {
    RunComparison comparison =
        compare(
            run("before").operation("sort", 10, 10.01, 9.99, 10.005, 9.995).read(),
            run("after").operation("sort", 10.1, 10.11, 10.09, 10.105, 10.095).read());

    FigureRow cost = row(comparison, "sort", "cost");
    assertThat(cost.ratioLow()).as("surely above").isGreaterThan(1);
    assertThat(cost.verdict()).isEqualTo(Verdict.DOES_NOT_DIFFER);
  }

  @Test
  void forksThatScatterTellNothing() {
    RunComparison comparison =
        compare(
            run("before").operation("sort", 8, 12, 10, 9, 11).read(),
            run("after").operation("sort", 9, 13, 11, 10, 12).read());

    assertThat(row(comparison, "sort", "cost").verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(row(comparison, "sort", "cost").tooFew()).isNull();
  }

  @Test
  void fewForksOfOneRunTellNothingHoweverFarApart() {
    RunComparison comparison =
        compare(
            run("before").operation("sort", 10, 10.1, 9.9).read(),
            run("after").operation("sort", 20, 20.1, 19.9).read());

    FigureRow cost = row(comparison, "sort", "cost");
    assertThat(cost.verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(cost.tooFew()).isEqualTo(new TooFew(TooFew.Samples.FORK, 3, 5));
    assertThat(text(comparison)).contains("3 forks a side, 5 needed");
    assertThat(comparison.regressions()).isEmpty();
  }

  @Test
  void containersOfOneClusterAndRunsOfAProbeAreNoForks() {
    double[] twenty = new double[20];
    double[] later = new double[20];
    for (int i = 0; i < twenty.length; i++) {
      twenty[i] = 3 + 0.001 * i;
      later[i] = 4 + 0.001 * i;
    }
    RunComparison comparison =
        compare(
            run("before").figure("start.container", "empty_map_wall", "wall", "s", twenty).read(),
            run("after").figure("start.container", "empty_map_wall", "wall", "s", later).read());

    assertThat(comparison.rows())
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.verdict()).isEqualTo(Verdict.CANNOT_TELL);
              assertThat(r.tooFew()).isEqualTo(new TooFew(TooFew.Samples.START, 1, 2));
            });
  }

  @Test
  void clientsOfOneClustersJobsAreNoForksEither() {
    RunComparison comparison =
        compare(
            run("before")
                .figure("start.client", "cold_wall", "wall", "s", 2, 2.01, 1.99, 2, 2)
                .read(),
            run("after")
                .figure("start.client", "cold_wall", "wall", "s", 3, 3.01, 2.99, 3, 3)
                .read());

    assertThat(comparison.rows())
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.key().kind()).isEqualTo(FigureKey.Kind.ONE_START);
              assertThat(r.verdict()).isEqualTo(Verdict.CANNOT_TELL);
              assertThat(r.tooFew()).isEqualTo(new TooFew(TooFew.Samples.START, 1, 2));
            });
  }

  @Test
  void severalRunsShowWhatTheForksOfOneCannot() {
    // within a run hardly any spread; from run to run 20 %
    List<ComparedRun> a =
        List.of(
            run("a1").operation("sort", 10, 10.01, 9.99, 10, 10).read(),
            run("a2").operation("sort", 12, 12.01, 11.99, 12, 12).read());
    List<ComparedRun> b =
        List.of(
            run("b1").operation("sort", 11, 11.01, 10.99, 11, 11).read(),
            run("b2").operation("sort", 13, 13.01, 12.99, 13, 13).read());

    RunComparison ofRuns = RunComparison.of(a, b, LIMITS);

    assertThat(row(compare(a.get(0), b.get(1)), "sort", "cost").verdict())
        .as("the forks of two runs see nothing of it")
        .isEqualTo(Verdict.DIFFERS);
    assertThat(row(ofRuns, "sort", "cost").verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(row(ofRuns, "sort", "cost").sampleSizeA()).isEqualTo(2);
    assertThat(row(ofRuns, "sort", "cost").a()).isCloseTo(Math.sqrt(120), within(1e-3));
  }

  @Test
  void amongManyFiguresOneThatIsApartByChanceIsNotCalledADifference() {
    // p of sort alone is about 0.02; of forty figures one such is no wonder
    ComparedRuns before = run("before").operation("sort", 10, 10.4, 9.6, 10.2, 9.8);
    ComparedRuns after = run("after").operation("sort", 10.6, 11, 10.2, 10.8, 10.4);
    for (int i = 0; i < 20; i++) {
      before.operation("op" + i, 10, 11, 9, 10.5, 9.5);
      after.operation("op" + i, 10, 11, 9, 10.5, 9.5);
    }
    ComparedRun a = run("alone-a").operation("sort", 10, 10.4, 9.6, 10.2, 9.8).read();
    ComparedRun b = run("alone-b").operation("sort", 10.6, 11, 10.2, 10.8, 10.4).read();

    FigureRow amongMany = row(compare(before.read(), after.read()), "sort", "cost");
    FigureRow alone = row(compare(a, b), "sort", "cost");

    assertThat(alone.adjustedP()).isLessThan(0.05);
    assertThat(amongMany.adjustedP()).isGreaterThan(0.05);
    assertThat(amongMany.verdict()).isEqualTo(Verdict.CANNOT_TELL);
  }

  @Test
  void jobsAreComparedByTheirRepetitions() {
    RunComparison comparison =
        compare(run("before").job(50, 50.5, 49.5).read(), run("after").job(70, 70.5, 69.5).read());

    assertThat(row(comparison, "terasort", "elapsed").verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(row(comparison, "terasort", "core-seconds").ratio()).isCloseTo(1.4, within(1e-3));
    assertThat(
            row(compare(run("c").job(50).read(), run("d").job(70).read()), "terasort", "elapsed"))
        .satisfies(
            r -> assertThat(r.tooFew()).isEqualTo(new TooFew(TooFew.Samples.REPETITION, 1, 3)));
  }

  @Test
  void environmentsDifferencesAreNamedFirstAndNoOthers() {
    RunComparison comparison =
        compare(
            run("before").operation("sort", 10, 11).read(),
            run("after").jdk("Azul 21.0.1").operation("sort", 10, 11).read());

    assertThat(comparison.environment())
        .containsExactly(
            new EnvironmentDifference("jdk", "Eclipse Adoptium 17.0.15", "Azul 21.0.1", false));
    String text = text(comparison);
    assertThat(text).containsPattern("JDK +Eclipse Adoptium 17.0.15 +Azul 21.0.1");
    assertThat(text.indexOf("Azul 21.0.1")).isBetween(0, text.indexOf("Cannot tell ("));
  }

  @Test
  void settingsAreComparedLeafByLeaf() {
    ComparedRun a =
        run("a")
            .settings(
                """
                {"profile": {"turns": 2, "suites": [
                  {"suite": "sort", "forks": 5, "parameters": {"records": ["1000"]}},
                  {"suite": "merge", "forks": 3}]},
                 "only": ["hdd/*"]}\
                """)
            .operation("sort", 10, 11)
            .read();
    ComparedRun b =
        run("b")
            .settings(
                """
                {"profile": {"turns": 2, "suites": [
                  {"suite": "codec", "forks": 5},
                  {"suite": "sort", "forks": 1, "parameters": {"records": ["1000"]}},
                  {"suite": "merge", "forks": 3}]},
                 "only": ["hdd/*", "ssd/*"]}\
                """)
            .operation("sort", 10, 11)
            .read();

    assertThat(compare(a, b).environment())
        .containsExactlyInAnyOrder(
            new EnvironmentDifference("only.2", "not recorded", "ssd/*", true),
            new EnvironmentDifference("profile.suites.codec.forks", "not recorded", "5", true),
            new EnvironmentDifference("profile.suites.codec.suite", "not recorded", "codec", true),
            new EnvironmentDifference("profile.suites.sort.forks", "5", "1", true));
  }

  @Test
  void realRunsAreComparedInLinesThatFitATerminal() {
    RunComparison comparison =
        compare(sample("paper-2013-512mb-2-cores"), sample("accuracy-1650mb-2-cores"));

    assertThat(comparison.environment())
        .contains(
            new EnvironmentDifference(
                "sweep.variants.slots.task_memory", "not recorded", "1GiB", true))
        .noneMatch(d -> d.a().startsWith("{") || d.a().startsWith("["));
    assertThat(text(comparison).lines()).allMatch(line -> line.length() <= 100);
  }

  private static ComparedRun sample(String name) {
    return ComparedRun.read(RunDirectory.open(Path.of("../results/samples", name)));
  }

  @Test
  void onlyRunsThatNameEachOtherTookTurns() {
    ComparedRun a = run("a").operation("sort", 10, 10, 10, 10, 10.1).interleavedWith("b").read();
    ComparedRun b = run("b").operation("sort", 10, 10, 10, 10, 10.1).interleavedWith("a").read();
    ComparedRun c = run("c").operation("sort", 10, 10, 10, 10, 10.1).interleavedWith("a").read();

    RunComparison inTurns = RunComparison.of(List.of(a), List.of(b), LIMITS);
    assertThat(inTurns.together()).isEqualTo(RunComparison.Together.IN_TURNS);
    assertThat(inTurns.environment()).isEmpty();

    RunComparison oneAfterTheOther = RunComparison.of(List.of(a), List.of(c), LIMITS);
    assertThat(oneAfterTheOther.together()).isEqualTo(RunComparison.Together.APART);
  }

  @Test
  void forksBesideEachOtherArePairs() {
    double[] a = {10, 14, 11, 17, 12};
    // 8 % more in each pair: pairs show it, and the forks of a side differ too much without them
    double[] b = {10.8, 15.2, 11.9, 18.3, 12.95};
    ComparedRun first = run("a").operation("sort", a).beside("b").read();
    RunComparison duet =
        RunComparison.of(
            List.of(first), List.of(run("b").operation("sort", b).beside("a").read()), LIMITS);
    FigureRow cost = row(duet, "sort", "cost");
    assertThat(duet.together()).isEqualTo(RunComparison.Together.AT_ONCE);
    assertThat(cost.verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(cost.regression()).isTrue();
    assertThat(cost.ratioLow()).isBetween(1.07, 1.08);

    RunComparison apart =
        compare(
            run("c").operation("sort", a).interleavedWith("d").read(),
            run("d").operation("sort", b).interleavedWith("c").read());
    assertThat(row(apart, "sort", "cost").verdict()).isEqualTo(Verdict.CANNOT_TELL);
  }

  @Test
  void aForkThatOneSideLacksLeavesNoPairs() {
    ComparedRun a = run("a").operation("sort", 10, 14, 11, 17, 12, 13).beside("b").read();
    ComparedRun b = run("b").operation("sort", 10.8, 15.2, 11.9, 18.3, 12.95).beside("a").read();
    assertThat(row(compare(a, b), "sort", "cost").verdict()).isEqualTo(Verdict.CANNOT_TELL);
  }

  @Test
  void runsOfOneSideThatAreNotOfOneSettingAreTold() {
    List<ComparedRun> a =
        List.of(
            run("a1").operation("sort", 10, 11).read(),
            run("a2").jdk("Azul 21.0.1").operation("sort", 10, 11).read());
    List<ComparedRun> b =
        List.of(
            run("b1").operation("sort", 10, 11).read(), run("b2").operation("sort", 10, 11).read());

    RunComparison comparison = RunComparison.of(a, b, LIMITS);
    assertThat(comparison.notes()).containsExactly(Note.ofSide("A", List.of("jdk")));
    assertThat(text(comparison)).contains("side A have different settings: JDK.");
  }

  @Test
  void figuresOfOneSideOnlyAreListedNotCompared() {
    RunComparison comparison =
        compare(
            run("before").operation("sort", 10, 11).operation("merge", 3, 4).read(),
            run("after").operation("sort", 10, 11).operation("parse.lines", 3, 4).read());

    assertThat(comparison.onlyA()).extracting(FigureKey::name).containsOnly("merge");
    assertThat(comparison.onlyB()).extracting(FigureKey::name).containsOnly("parse.lines");
    assertThat(comparison.rows()).extracting(r -> r.key().name()).containsOnly("sort");
  }

  @Test
  void markdownHasOneCellAColumnAndTheRegressionAtItsTop() {
    RunComparison comparison =
        compare(
            run("before").operation("sort", 10, 10.1, 9.9, 10.05, 9.95).read(),
            run("after").operation("sort", 12, 12.1, 11.9, 12.05, 11.95).read());
    KeptPage.assertUnchanged(
        ComparisonPage.of(comparison, "1.0", "abc"), RunComparisonTest.class, "comparison.md");
    String markdown = MarkdownReport.render(ComparisonPage.of(comparison, "1.0", "abc"));

    assertThat(markdown).startsWith("# 2 regressions: worse by more than 5 %, the worst sort, ");
    int columns = 0;
    for (String line : markdown.lines().toList()) {
      int bars = line.startsWith("|") ? line.replace("\\|", "").split("\\|", -1).length : 0;
      if (bars > 0 && columns > 0) {
        assertThat(bars).as(line).isEqualTo(columns);
      }
      columns = bars;
    }
  }

  private static void refuses(Runnable work, String... said) {
    assertThatRefused(work::run).hasMessageContainingAll(said);
  }

  @Test
  void runsThatCannotBeComparedAreRefusedWithTheReason() throws IOException {
    ComparedRun good = run("good").operation("sort", 10, 11).read();
    ComparedRun other = run("other").operation("merge", 10, 11).read();
    refuses(
        () ->
            ComparedRun.read(
                run("half").operation("sort", 1).write(State.RUNNING, RunManifest.SCHEMA_VERSION)),
        "half: the run has not ended");
    refuses(
        () -> ComparedRun.read(run("newer").operation("sort", 1).write(State.OK, 99)),
        "run.json: a newer corebound wrote this run (schema_version 99");
    refuses(() -> run("empty").read(), "empty: nothing to compare");
    refuses(() -> compare(good, other), "no figure in common");
    refuses(() -> compare(good, good), "good is named twice");
    refuses(
        () ->
            RunComparison.of(
                List.of(good), List.of(other, run("x").operation("sort", 1, 2).read()), LIMITS),
        "one run on one side and several on the other");
    Path cut = run("cut").operation("sort", 10, 11).write().measurementsFile();
    Files.writeString(cut, Files.readString(cut).stripTrailing().replaceFirst(",[^,]*$", ""));
    refuses(
        () -> ComparedRun.read(new RunDirectory(cut.getParent())),
        "measurements.csv line 3: has 12 cells");
  }
}
