package io.corebound.analysis.study.score;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.KeptPage;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.TextReport;
import io.corebound.analysis.pages.report.score.ScoreCsv;
import io.corebound.analysis.pages.report.score.ScorePage;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoreTest {
  @TempDir Path folder;

  private ScoredRuns run() {
    return new ScoredRuns(folder.resolve("run"));
  }

  private static CellScore cell(Score score, String name) {
    return score.cells().stream().filter(c -> c.cell().equals(name)).findFirst().orElseThrow();
  }

  /** Why a cell does not count. */
  private static String said(Score score, String name) {
    return String.join("; ", ScorePage.said(cell(score, name).whyNot()));
  }

  @Test
  void errorIsThePredictionAgainstTheMedianOfTheRepetitions() {
    // predicted 110 + 5; measured 95, 105 (the median) and 145 in all
    CellScore cell = cell(run().cell("hdd", "1GB", 110, 100, 90, 140).score(), "hdd_1gb");

    assertThat(cell.repetitions()).isEqualTo(3);
    assertThat(cell.total().measuredS()).isCloseTo(105, within(1e-9));
    assertThat(cell.total().timeErrorPercent()).isCloseTo(100 * 10 / 105.0, within(1e-9));
    // 2 x 110 + 6 against 2 x 100 - 10 + 6
    assertThat(cell.total().coreErrorPercent()).isCloseTo(100 * 30 / 196.0, within(1e-9));
    assertThat(cell.timeSpreadPercent()).isCloseTo(100 * 50 / 105.0, within(1e-9));
    assertThat(cell.intervals())
        .extracting(IntervalScore::interval)
        .containsExactly("map", "overhead", "total");
    assertThat(cell.intervals().get(0).timeErrorPercent()).isCloseTo(10, within(1e-9));
  }

  @Test
  void cellsOfOtherEnginesAreLeftOutAndSaySo() {
    Score score = run().cell("hdd", "1GB", 110, 100).onEngine("memory-fc-tcp", 20).score();
    assertThat(score.cells()).extracting(CellScore::cell).containsExactly("hdd_1gb");
    assertThat(score.notScored()).contains(Remark.of(Remark.Kind.OTHER_ENGINE, "memory-fc-tcp", 1));
    assertThat(ScorePage.said(score.notScored()))
        .contains("1 cell ran on memory-fc-tcp: the model predicts Hadoop alone");
    ScoredRuns none = run("none").onEngine("memory-fc-tcp", 20);
    assertThatRefused(() -> read(none)).hasMessageContaining("Hadoop alone, not memory-fc-tcp (1)");
  }

  /** A run of its own, in a folder of that name. */
  private ScoredRuns run(String name) {
    return new ScoredRuns(folder.resolve(name));
  }

  private static ScoredRun read(ScoredRuns run) {
    return ScoredRun.read(run.write());
  }

  @Test
  void jobsOfSeveralRunsAreRepetitionsAndThePredictionIsTheMeanOfTheirs() {
    // predicted 90, 100 and 125, so 105 + 5; measured 95, 145 and 105 (the median) in all
    ScoredRun together =
        ScoredRun.together(
            List.of(
                read(run("morning").cell("hdd", "1GB", 90, 90)),
                read(run("noon").cell("hdd", "1GB", 100, 140)),
                read(run("evening").cell("hdd", "1GB", 125, 100))));
    Score score = Score.of(together, Unseen.unknown("abc", "nobody looked"));
    CellScore cell = cell(score, "hdd_1gb");

    assertThat(score.run()).isEqualTo("morning + noon + evening");
    assertThat(cell.repetitions()).isEqualTo(3);
    assertThat(cell.counts()).isTrue();
    assertThat(cell.total().predictedS()).isCloseTo(110, within(1e-9));
    assertThat(cell.total().measuredS()).isCloseTo(105, within(1e-9));
    // 2 x 105 + 6 and from 2 x 105 to 2 x 105 + 12
    assertThat(cell.total().predictedCoreS()).isCloseTo(216, within(1e-9));
    assertThat(cell.total().predictedCoreLowS()).isCloseTo(210, within(1e-9));
    assertThat(cell.total().predictedCoreHighS()).isCloseTo(222, within(1e-9));
    assertThat(cell.intervals().get(0).predictedS()).isCloseTo(105, within(1e-9));
    // the starts of containers and the overhead are the same in all
    assertThat(cell.fixedS()).isCloseTo(7, within(1e-9));
    assertThat(score.machineSpeed().repetitions())
        .extracting(MachineSpeed.Repetition::repetition)
        .containsExactly(1, 2, 3);
    assertThat(ScorePage.of(score, together.sources()).name()).isEqualTo(score.run());
  }

  @Test
  void runsThatAreNoRepetitionsOfOneAnotherAreRefused() {
    ScoredRun morning = read(run("morning").cell("hdd", "1GB", 90, 90));
    ScoredRun larger = read(run("noon").cell("hdd", "2GB", 90, 90));
    ScoredJob cell = larger.cells().get(0);
    ScoredRun other =
        new ScoredRun(
            larger.sources(),
            List.of(
                new ScoredJob(
                    "", "hdd_1gb", cell.work(), cell.forecast(), cell.repetitions(), List.of())),
            List.of(),
            List.of());

    assertThatThrownBy(() -> ScoredRun.together(List.of(morning, morning)))
        .hasMessage("morning: is named twice; name each run once");
    assertThatThrownBy(() -> ScoredRun.together(List.of(morning, other)))
        .hasMessageContaining("cell hdd_1gb is of other data or settings");
  }

  @Test
  void cellThatIsMissingInOneOfTheRunsHasFewerRepetitions() {
    ScoredRun together =
        ScoredRun.together(
            List.of(
                read(run("morning").cell("hdd", "1GB", 90, 90).cell("ssd-sata", "1GB", 90, 90)),
                read(run("noon").cell("hdd", "1GB", 90, 90))));

    assertThat(together.cells())
        .extracting(c -> c.name() + " " + c.repetitions().size())
        .containsExactly("hdd_1gb 2", "ssd-sata_1gb 1");
  }

  @Test
  void repetitionIsNumberedByItsRunThoughAnEarlierOneHasNoneOfItsCell() {
    ScoredRun together =
        ScoredRun.together(
            List.of(
                read(run("morning").cell("hdd", "1GB", 90, 90, 90)),
                read(run("noon").cell("hdd", "1GB", 90, 90).cell("ssd-sata", "1GB", 90, 90))));

    assertThat(together.cells())
        .extracting(c -> c.repetitions().stream().map(ScoredJob.Repetition::number).toList())
        .containsExactly(List.of(1, 2, 3), List.of(3));
  }

  @Test
  void medianAndWorstErrorAreAmountsOverTheCellsThatCount() {
    Score score =
        run()
            .cell("hdd", "1GB", 90, 100, 100, 100)
            .cell("ssd-sata", "1GB", 102, 100, 100, 100)
            .cell("ssd-pcie", "1GB", 150, 100, 100)
            .score();

    assertThat(score.byInterval().get("map").time().cells()).isEqualTo(2);
    assertThat(score.byInterval().get("map").time().medianPercent()).isCloseTo(6, within(1e-9));
    assertThat(score.byInterval().get("map").time().worstPercent()).isCloseTo(10, within(1e-9));
    assertThat(score.byInterval().get("map").time().worstCell()).isEqualTo("hdd_1gb");
    assertThat(said(score, "ssd-pcie_1gb")).isEqualTo("2 repetitions, 3 needed");
  }

  @Test
  void cellsOfMuchFixedCostDoNotCountAndSayHowMuch() {
    // overhead 5 s and two containers of 2 core-seconds on two cores: 7 s of 105 s, and of 20 s
    Score score =
        run()
            .cell("hdd", "1GB", 100, 100, 100, 100)
            .cell("ssd-pcie", "1GB", 15, 15, 15, 15)
            .score();

    assertThat(cell(score, "hdd_1gb").fixedS()).isCloseTo(7, within(1e-9));
    assertThat(cell(score, "hdd_1gb").counts()).isTrue();
    assertThat(cell(score, "ssd-pcie_1gb").fixedPercent()).isCloseTo(35, within(1e-9));
    assertThat(said(score, "ssd-pcie_1gb")).isEqualTo("fixed cost 35 % of the time, at most 25 %");
  }

  @Test
  void measuredOverheadThatIsLongerThanThePredictedOneIsFixedCostToo() {
    FixedCost fixed = fixed(1);

    assertThat(fixed.timeS()).isCloseTo(7, within(1e-9));
    assertThat(fixed.coreS()).isCloseTo(10, within(1e-9));
    assertThat(fixed.withOverheadS(9)).isCloseTo(11, within(1e-9));
    assertThat(fixed.withOverheadS(2)).isCloseTo(7, within(1e-9));
  }

  private static FixedCost fixed(double waves) {
    return FixedCost.of(Forecast.of(ScoredRuns.prediction("1GB", 100, waves)));
  }

  @Test
  void startsOfFurtherWavesAreToldBesideTheFixedCost() {
    // of two containers of 2 core-seconds each on two cores, one is in the first of two waves
    FixedCost fixed = fixed(2);

    assertThat(fixed.timeS()).isCloseTo(5 + 1, within(1e-9));
    assertThat(fixed.furtherStartsS()).isCloseTo(1, within(1e-9));
    assertThat(fixed(1).furtherStartsS()).isCloseTo(0, within(1e-9));
  }

  @Test
  void fixedCostOfAllStartsIsThatOfOneWaveWhereThereIsNoOther() {
    Score score = run().cell("hdd", "1GB", 100, 100, 100, 100).score();

    CellScore cell = cell(score, "hdd_1gb");
    assertThat(cell.allStartsS()).isCloseTo(7, within(1e-9));
    assertThat(cell.allStartsPercent()).isCloseTo(100 * 7 / 105.0, within(1e-9));
  }

  @Test
  void machineThatBecameFasterIsToldByTheSameMaps() {
    Score score =
        run()
            .cell("hdd", "1GB", 100, 120, 90, 90)
            .cell("ssd-sata", "1GB", 100, 108, 96, 96)
            .cell("ssd-pcie", "1GB", 100, 500, 100) // one repetition is missing
            .score();

    assertThat(score.machineSpeed().repetitions())
        .extracting(MachineSpeed.Repetition::repetition)
        .containsExactly(1, 2, 3);
    assertThat(score.machineSpeed().repetitions())
        .extracting(MachineSpeed.Repetition::cells)
        .containsOnly(2);
    // of means of 100: (120 + 108) / 2, (90 + 96) / 2
    assertThat(score.machineSpeed().repetitions().get(0).mapCpuPercent())
        .isCloseTo(114, within(1e-9));
    assertThat(score.machineSpeed().repetitions().get(2).mapCpuPercent())
        .isCloseTo(93, within(1e-9));
    assertThat(score.machineSpeed().changePercent())
        .isCloseTo(100 * (114 / 93.0 - 1), within(1e-9));
    assertThat(page(score)).contains("took 23 % more CPU time in one repetition than in another");
    // predicted 105 s each; measured 125 and 113 s, then 95 and 101 s
    assertThat(score.machineSpeed().repetitions().get(0).time().worstPercent())
        .isCloseTo(100 * 20 / 125.0, within(1e-9));
    assertThat(score.machineSpeed().repetitions().get(2).time().medianPercent())
        .isCloseTo(100 * (10 / 95.0 + 4 / 101.0) / 2, within(1e-9));
  }

  @Test
  void machineThatStayedAsItWasIsNoReason() {
    Score score = run().cell("hdd", "1GB", 100, 100, 101, 102).score();

    assertThat(score.machineSpeed().changed()).isFalse();
    assertThat(page(score)).contains("at most: the machine was steady", "The machine meanwhile");
  }

  @Test
  void oneRepetitionTellsNothingOfTheMachine() {
    Score score = run().cell("hdd", "1GB", 100, 100).score();

    assertThat(score.machineSpeed().repetitions()).isEmpty();
    assertThat(score.machineSpeed().changePercent()).isZero();
    assertThat(page(score)).doesNotContain("The machine meanwhile");
  }

  @Test
  void noCellThatCountsIsNoScore() {
    Score score = run().cell("hdd", "1GB", 100, 100).score();

    assertThat(score.scored()).isFalse();
    assertThat(page(score))
        .startsWith("No cell counts")
        .doesNotContain("; better than", "; not better than");
  }

  @Test
  void headlineSaysWhetherOursIsBetterThanBothNaivePredictors() {
    ScoredRuns one = run().cell("hdd", "1GB", 100, 100, 100, 100);
    assertThat(headline(one)).endsWith("; better than fixed cost only (no smaller cell to scale)");
    // the scaled cell says 210 s and 392 core-seconds; measured are 195 and 376
    ScoredRuns better =
        new ScoredRuns(folder.resolve("better"))
            .cell("hdd", "1GB", 100, 100, 100, 100)
            .cell("hdd", "2GB", 185, 190, 190, 190);
    assertThat(headline(better)).endsWith("; better than both naive predictors");
    // ours says 205 s, which is nearer, and 406 core-seconds, which is not
    ScoredRuns scaled =
        new ScoredRuns(folder.resolve("scaled"))
            .cell("hdd", "1GB", 100, 100, 100, 100)
            .cell("hdd", "2GB", 200, 190, 190, 190);
    assertThat(headline(scaled))
        .endsWith("; better than fixed cost only, but not than a smaller cell scaled");
  }

  private static String headline(ScoredRuns runs) {
    return ScorePage.of(runs.score(), ScoredRuns.SOURCES).headline();
  }

  @Test
  void naivePredictorsAreTheFixedCostAndTheSmallerCellOfTheSameTierScaled() {
    Score score =
        run()
            .cell("hdd", "1GB", 100, 100, 100, 100)
            .cell("hdd", "2GB", 200, 190, 190, 190)
            .cell("ssd-sata", "4GB", 100, 100, 100, 100)
            .score();

    CellScore larger = cell(score, "hdd_2gb");
    assertThat(larger.scaled().of()).isEqualTo("hdd_1gb");
    assertThat(larger.scaled().timeS()).isCloseTo(210, within(1e-9));
    assertThat(larger.scaled().timeErrorPercent()).isCloseTo(100 * 15 / 195.0, within(1e-9));
    assertThat(larger.fixedOnly().timeErrorPercent())
        .isCloseTo(100 * (7 - 195) / 195.0, within(1e-9));
    assertThat(cell(score, "hdd_1gb").scaled()).isNull();
    assertThat(cell(score, "ssd-sata_4gb").scaled()).as("another tier").isNull();
    // ours is 5.1 % off there, the scaled cell 7.7 %
    assertThat(score.oursWhereScaled().time().beats(score.scaled().time())).contains(true);
    assertThat(page(score)).containsPattern("the smaller cell scaled .* time: yes");
  }

  @Test
  void ofOneSizeThereIsNoSmallerCellAndItSaysSo() {
    assertThat(page(run().cell("hdd", "1GB", 100, 100, 100, 100).score()))
        .contains("No smaller cell could be scaled");
  }

  @Test
  void coverageCountsMediansWithinTheirIntervals() {
    // of 100: from 100 to 110 in all; measured 105 and 125
    Score score =
        run()
            .cell("hdd", "1GB", 100, 100, 100, 100)
            .cell("ssd-sata", "1GB", 100, 120, 120, 120)
            .score();

    assertThat(score.timeCoverage().within()).isEqualTo(1);
    assertThat(score.timeCoverage().of()).isEqualTo(2);
    assertThat(score.timeCoverage().claim()).isFalse();
    assertThat(page(score)).contains("1 of 2 medians");
  }

  @Test
  void binomialIntervalIsThatOfClopperAndPearson() {
    // binom.test(9, 10)$conf.int of R: 0.5549839 0.9974714; of 0 of 5: 0 to 1 - 0.025^(1/5)
    assertThat(Coverage.of(9, 10).lowPercent()).isCloseTo(55.49839, within(1e-4));
    assertThat(Coverage.of(9, 10).highPercent()).isCloseTo(99.74714, within(1e-4));
    assertThat(Coverage.of(0, 5).lowPercent()).isZero();
    assertThat(Coverage.of(0, 5).highPercent())
        .isCloseTo(100 * (1 - Math.pow(0.025, 0.2)), within(1e-6));
    assertThat(Coverage.of(36, 40).claim()).isTrue();
  }

  @Test
  void cellThatTheRepositoryHadAtTheModelsCommitDoesNotCount() {
    ScoredRuns runs = run().cell("hdd", "1GB", 110, 100, 90, 140);
    runs.cell("ssd-sata", "1GB", 110, 100, 90, 140).cell("hdd", "2GB", 110, 100, 90, 140);
    ScoredRun read = ScoredRun.read(runs.write());
    Work earlier =
        read.cells().stream()
            .filter(c -> c.name().equals("hdd_1gb"))
            .findFirst()
            .orElseThrow()
            .work();

    Score score = Score.of(read, Unseen.of(read, Map.of("results/a/cells/x/cell.json", earlier)));

    assertThat(cell(score, "hdd_1gb").counts()).isFalse();
    assertThat(said(score, "hdd_1gb"))
        .isEqualTo("seen: results/a/cells/x/cell.json was in the repository at commit abc");
    assertThat(score.counted())
        .extracting(CellScore::cell)
        .containsExactlyInAnyOrder("ssd-sata_1gb", "hdd_2gb");
    String text = TextReport.render(ScorePage.of(score, read.sources())).replaceAll("\\s+", " ");
    assertThat(text).contains("1 cell does not count");
  }

  @Test
  void cellsWhoseCommitNobodyKnowsCountAndThatIsSaid() {
    ScoredRun read = ScoredRun.read(run().cell("hdd", "1GB", 110, 100, 90, 140).write());

    Score score = Score.of(read, Unseen.unknown("abc", "git is not there"));

    assertThat(cell(score, "hdd_1gb").counts()).isTrue();
    String text = TextReport.render(ScorePage.of(score, read.sources())).replaceAll("\\s+", " ");
    assertThat(text).contains("git is not there");
  }

  @Test
  void changedPredictionDoesNotCountAndIsToldWithBothHashes() throws IOException {
    ScoredRuns runs = run().cell("hdd", "1GB", 90, 100, 100, 100);
    runs.cell("ssd-sata", "1GB", 90, 100, 100, 100);
    RunDirectory run = runs.write();
    for (int i = 1; i <= 3; i++) {
      StructuredFiles.writeJson(
          run.predictionFile("hdd_1gb_" + i), ScoredRuns.prediction("1GB", 100));
    }

    ScoredRun read = ScoredRun.read(run);
    Score score = Score.of(read, Unseen.of(read, Map.of()));

    assertThat(score.problems()).hasSize(3);
    assertThat(ScorePage.said(score.problems()).get(0))
        .startsWith("cells/hdd_1gb_1/prediction.json was changed after it was frozen (SHA-256 is")
        .contains(RunDirectory.sha256(run.predictionFile("hdd_1gb_1")));
    assertThat(score.cells()).extracting(CellScore::cell).containsExactly("ssd-sata_1gb");
  }

  @Test
  void predictionFrozenAfterTheFirstJobOfTheRunIsAProblem() throws IOException {
    RunDirectory run = run().cell("hdd", "1GB", 90, 100).cell("ssd-sata", "1GB", 90, 100).write();
    // jobs are submitted 100 and 200 s after the freezing; both moments are before its own
    String later = ScoredRuns.FROZEN.plusSeconds(99).toString();
    String first = ScoredRuns.FROZEN.plusSeconds(101).toString();
    String manifest = Files.readString(run.manifestFile());
    String last = "(?s)(.*\"frozen_at\" : )\"[^\"]*\"";
    Files.writeString(run.manifestFile(), manifest.replaceFirst(last, "$1\"" + later + "\""));
    assertThat(ScorePage.said(ScoredRun.read(run).problems())).isEmpty();
    Files.writeString(run.manifestFile(), manifest.replaceFirst(last, "$1\"" + first + "\""));
    assertThat(ScorePage.said(ScoredRun.read(run).problems()))
        .containsExactly(
            "cells/ssd-sata_1gb_1/prediction.json was frozen after a job of the run was submitted");
  }

  @Test
  void repetitionsOfACellWithDifferentPredictionsAreAProblem() throws IOException {
    RunDirectory run = run().cell("hdd", "1GB", 90, 100, 100, 100).write();
    Path changed = run.predictionFile("hdd_1gb_2");
    String before = RunDirectory.sha256(changed);
    StructuredFiles.writeJson(changed, ScoredRuns.prediction("1GB", 100));
    String frozen = run.relative(changed);
    // frozen like this
    String manifest = Files.readString(run.manifestFile());
    int at = manifest.indexOf(frozen);
    Files.writeString(
        run.manifestFile(),
        manifest.substring(0, at)
            + manifest.substring(at).replaceFirst(before, RunDirectory.sha256(changed)));
    assertThat(ScorePage.said(ScoredRun.read(run).problems()))
        .containsExactly(frozen + " differs from that of the cell's repetition before");
  }

  @Test
  void predictionThatIsGoneOrOfNoHashIsAProblemToo() throws IOException {
    RunDirectory run = run().cell("hdd", "1GB", 90, 100, 100, 100).write();
    Files.delete(run.predictionFile("hdd_1gb_2"));
    StructuredFiles.writeJson(
        run.predictionFile("ssd-sata_1gb_1"), ScoredRuns.prediction("1GB", 100));

    assertThat(ScorePage.said(ScoredRun.read(run).problems()))
        .containsExactlyInAnyOrder(
            "cells/hdd_1gb_2/prediction.json was frozen and is missing",
            "cells/ssd-sata_1gb_1/prediction.json was never frozen: run.json has no hash of it");
  }

  @Test
  void runsThatCannotBeScoredAreRefusedWithTheReason() {
    RunDirectory running = run().cell("hdd", "1GB", 90, 100).write(State.RUNNING);
    refuses(running, "the run has not ended");
    RunDirectory empty = new ScoredRuns(folder.resolve("empty")).write();
    refuses(empty, "no cell has both a frozen prediction and a measured job");
  }

  private static void refuses(RunDirectory run, String said) {
    assertThatRefused(() -> ScoredRun.read(run)).hasMessageContaining(said);
  }

  @Test
  void pageHoldsTheScatterOfTimeAndCoreSecondsAndTheTablesOneCellAColumn() {
    ScoredRuns runs = run().cell("hdd", "1GB", 90, 100, 100, 100);
    Score score = runs.score();
    Page page = ScorePage.of(score, ScoredRuns.SOURCES);

    assertThat(HtmlReport.render(page))
        .contains("id=\"scatter-time\"", "id=\"scatter-core-seconds\"", "\"shape\":\"scatter\"");
    assertThat(MarkdownReport.render(page)).contains("| `hdd_1gb` | 1 GB | 3 | 95.0 / 105 |");
    assertThat(ScoreCsv.of(score, ScoredRun.read(runs.write()), "").lines()).hasSize(4);
  }

  @Test
  void scoreThatIsReadBackFromItsCsvIsTheSame() throws IOException {
    ScoredRuns runs =
        run().cell("hdd", "1GB", 90, 100, 100, 106).cell("hdd", "2GB", 190, 200, 210, 220);
    ScoredRun run = ScoredRun.read(runs.write());
    Unseen seen = new Unseen(run.source().commit(), Map.of("hdd_2gb", "results/x"), "");
    Score score = Score.of(run, seen);
    Path file = folder.resolve("score.csv");
    Files.writeString(file, ScoreCsv.of(score, run, "a CPU"));

    ScoreCsv.Content content = ScoreCsv.read(file);
    assertThat(page(Score.of(content.run(), content.unseen()))).isEqualTo(page(score));

    List<String> lines = Files.readAllLines(file);
    Stream<String> other = lines.stream().skip(1).map(l -> l.replaceFirst("^[^,]+", "other"));
    Files.write(file, Stream.concat(lines.stream(), other).toList());
    content = ScoreCsv.read(file);
    assertThat(Score.of(content.run(), content.unseen()).cells())
        .extracting(CellScore::cell)
        .containsExactly(
            run.id() + "/hdd_1gb", run.id() + "/hdd_2gb", "other/hdd_1gb", "other/hdd_2gb");
  }

  /** Predicted again right before the jobs; before the first one it was 84 s and 168 core-s. */
  @Test
  void csvOfAnOlderSweepIsScoredByWhatWasPredictedBeforeTheFirstJob() throws IOException {
    ScoredRuns runs = run().cell("hdd", "1GB", 90, 100, 100, 100);
    String csv = ScoreCsv.of(runs.score(), ScoredRun.read(runs.write()), "");
    Path file = folder.resolve("score.csv");
    List<String> older = new ArrayList<>();
    for (String line : csv.lines().toList()) {
      older.add(line + (line.contains(",total,") ? ",168,84" : ",,"));
    }
    older.set(0, csv.lines().findFirst().orElseThrow() + ",beforehand_core_s,beforehand_s");
    Files.write(file, older);

    ScoreCsv.Content content = ScoreCsv.read(file);
    IntervalScore total = cell(Score.of(content.run(), content.unseen()), "hdd_1gb").total();
    // 105 s and 2 x 100 - 10 + 6 core-s were measured
    assertThat(total.timeErrorPercent()).isCloseTo(-20, within(1e-9));
    assertThat(total.coreErrorPercent()).isCloseTo(100 * (168 / 196.0 - 1), within(1e-9));
    assertThat(total.predictedHighS()).isNull();
  }

  @Test
  void csvWithoutAColumnOrWithTextForAFigureIsRefused() throws IOException {
    ScoredRuns runs = run().cell("hdd", "1GB", 90, 100, 100, 106);
    String csv = ScoreCsv.of(runs.score(), ScoredRun.read(runs.write()), "");
    Path file = folder.resolve("score.csv");
    for (String wrong :
        List.of(
            csv.replace("seen_in", "seen"),
            csv.replace("105 105", "x"),
            csv.lines().findFirst().orElseThrow() + "\n")) {
      Files.writeString(file, wrong);
      assertThatRefused(() -> ScoreCsv.read(file)).hasMessageContaining("score.csv");
    }
  }

  @Test
  void wholePageIsAsItWasKept() {
    ScoredRuns runs =
        run().cell("hdd", "1GB", 100, 100, 100, 100).cell("hdd", "2GB", 200, 190, 200, 230);
    Page page = ScorePage.of(runs.score(), ScoredRuns.SOURCES);
    KeptPage.assertUnchanged(page, ScoreTest.class, "score.md");
  }

  private static String page(Score score) {
    return TextReport.render(ScorePage.of(score, ScoredRuns.SOURCES), 200)
        .replaceAll("(?<=\\S)\\n(?=\\S)", " ");
  }
}
