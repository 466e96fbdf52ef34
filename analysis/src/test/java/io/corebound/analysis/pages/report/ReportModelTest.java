package io.corebound.analysis.pages.report;

import static io.corebound.analysis.pages.report.Blocks.all;
import static io.corebound.analysis.pages.report.Blocks.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.report.cell.IntervalVerdict;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.run.Bound;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportModelTest {
  @TempDir Path folder;

  private static ReportModel model(RunDirectory run) {
    return ReportModel.of(RunContents.read(run));
  }

  private static List<String> notices(ReportModel model, String level) {
    return all(model, Block.Notice.class).stream()
        .filter(n -> n.level().equals(level))
        .map(n -> n.text() + " " + String.join(" ", n.items()))
        .toList();
  }

  @Test
  void samplesDecideWhatBoundsEachInterval() {
    List<IntervalVerdict> verdicts = model(RunFixture.whole(folder)).cells().get(0).verdicts();

    assertThat(verdicts)
        .extracting(IntervalVerdict::name)
        .containsExactly("map", "shuffle tail", "reduce", "overhead");
    assertThat(verdicts)
        .extracting(IntervalVerdict::bound)
        .containsExactly(Bound.CPU, Bound.WAITING, Bound.DISK, Bound.WAITING);
  }

  @Test
  void verdictShowsTheFiguresThatDecided() {
    IntervalVerdict map = model(RunFixture.whole(folder)).cells().get(0).verdicts().get(0);

    assertThat(map.sentence())
        .contains("The cores worked for 96 % of their time")
        .contains("Disk sda: reading 39.9 MB/s, writing 8.00 MB/s, 28 % of its probed rate.")
        .contains("24 samples");
    assertThat(map.model())
        .isEqualTo("The model said CPU, by 4.20 times over the next: it agrees.");
  }

  @Test
  void headlineNamesWhatBoundsTheJobForTheLongestTime() {
    ReportModel model = model(RunFixture.whole(folder));

    assertThat(model.headline()).isEqualTo("TeraSort of 1 GB is bound by the CPU");
    assertThat(model.lead())
        .contains("Map (24.0 s) is bound by the CPU; reduce (14.0 s) is bound by the disk")
        .contains(
            "twice the cores (extrapolated: beyond the cores that were loaded), which saves"
                + " 11.8 s of the predicted 44.2 s");
    assertThat(model.alarms()).isEmpty();
  }

  @Test
  void predictionStandsBesideMeasurementWithTheError() {
    ReportModel model = model(RunFixture.whole(folder));

    // (42 - 46.08) / 46.08 = -8.85 %
    assertThat(row(model, "cores", "Map"))
        .containsExactly("Map", "42.0", "39.5 to 44.5", "46.1", "−8.9 %");
    // 46.08 + 2.4 + 15.4 + 2.4 = 66.28; (63.94 - 66.28) / 66.28 = -3.53 %
    assertThat(row(model, "cores", "Whole job"))
        .containsExactly("Whole job", "63.9", "60.0 to 68.0", "66.3", "−3.5 %");
    // (44.2 - 48) / 48 = -7.92 %; overlap 21 + 1.07 + 10 + 1.6, none 26.4 + 1.67 + 18.4 + 1.6
    assertThat(row(model, "times", "Whole job"))
        .containsExactly("Whole job", "44.2", "41.0 to 47.5", "48.0", "−7.9 %", "33.7", "48.1");
  }

  @Test
  void additivityResidualComparesTheSumOfOperationsWithTheWholeTask() {
    // 4 core-s whole, 5 by operations: -1 of 4; no reduce task was measured whole
    assertThat(row(model(RunFixture.whole(folder)), "additivity", "Map"))
        .containsExactly("Map", "5.00", "4.00", "−1.00", "−25.0 %");
  }

  @Test
  void tasksOwnProcessesStandBesideTheirCounters() {
    // eight maps of 4.1 s; nine tenths of the operations' 42 core-seconds are the tasks' own
    assertThat(row(model(RunFixture.whole(folder)), "residual", "Map"))
        .containsExactly("Map", "37.8", "32.8", "−5.00", "−15.2 %");
  }

  @Test
  void coreSecondsByRoleAreThoseOfEachIntervalAndTheGapIsARowOfItsOwn() {
    ReportModel model = model(RunFixture.whole(folder));

    // 156 % of a core for 24 s; predicted are the tasks' own processes, as beside their counters
    assertThat(row(model, "roles", "map"))
        .containsExactly("map", "37.4", "0", "0", "0", "37.4", "59 %", "37.8");
    // 16 % for 24 s, 5 % for 2 s, 34 % for 14 s and 5 % for 5 and 3 s
    assertThat(row(model, "roles", "datanode"))
        .containsExactly("datanode", "3.84", "0.100", "4.76", "0.400", "9.10", "14 %", "–");
    assertThat(row(model, "roles", "gap to /proc/stat"))
        .containsExactly(
            "gap to /proc/stat", "0.240", "0.0200", "0.140", "0.0800", "0.480", "0.8 %", "–");
    // 180.3 % for 24 s, 93.3 % for 2 s, 122.3 % for 14 s, 13.3 % for 8 s: all roles and the gap
    assertThat(row(model, "roles", "Whole machine"))
        .containsExactly("Whole machine", "43.3", "1.87", "17.1", "1.06", "63.3", "100 %", "63.9");
  }

  @Test
  void rolesStandUponEachOtherAlsoBeforeTheyWereFirstSeen() {
    Chart roles =
        all(model(RunFixture.whole(folder)), Chart.class).stream()
            .filter(c -> c.id().equals("roles-time"))
            .findFirst()
            .orElseThrow();

    // never 1 % of a core: the NameNode
    assertThat(roles.series())
        .extracting(Chart.Series::name)
        .containsExactly("map", "reduce", "datanode", "nodemanager", "kernel");
    assertThat(roles.series()).allSatisfy(s -> assertThat(s.points()).hasSize(89));
    // ten seconds after the submission: map, DataNode, NodeManager, kernel
    assertThat(roles.series().stream().mapToDouble(s -> s.points().get(34).get(1)).sum())
        .isCloseTo(1.56 + 0.16 + 0.05 + 0.02, within(1e-9));
  }

  @Test
  void runWithoutSamplesOfRolesShowsWhatTwoReadingsOfEachProcessSay() throws IOException {
    RunDirectory run = RunFixture.whole(folder);
    Files.delete(run.samplesFolder(RunFixture.CELL).resolve("localhost/roles.csv"));
    ReportModel model = model(run);

    assertThat(row(model, "roles", "containers")).containsExactly("containers", "52.1", "79 %");
    // 66.28 - (52.1 + 7.2 + 2 + 0.6 + 1.9) = 2.48
    assertThat(row(model, "roles", "no process (kernel, others, measuring)"))
        .containsExactly("no process (kernel, others, measuring)", "2.48", "3.7 %");
    assertThat(notices(model, "missing"))
        .anySatisfy(n -> assertThat(n).startsWith("CPU by role over time is not shown"));
  }

  @Test
  void operationShowsRateCostByProcessAndColdStart() {
    // 1.9 ns/B of its own and 1.2 of the DataNode; the whole machine's row is no part of the sum
    assertThat(row(model(RunFixture.whole(folder)), "operations-table", "write.hdfs"))
        .containsExactly(
            "write.hdfs",
            "file",
            "410",
            "4.10",
            "3.10",
            "benchmark 1.90, datanode 1.20",
            // no least cost in these rows
            "–",
            "1.40",
            "3",
            "stable",
            "raw");
  }

  @Test
  void chartsHoldTheSamplesInSecondsFromTheSubmission() {
    Chart cpu =
        all(model(RunFixture.whole(folder)), Chart.class).stream()
            .filter(c -> c.id().equals("cpu-chart"))
            .findFirst()
            .orElseThrow();

    assertThat(cpu.series())
        .extracting(Chart.Series::name)
        .containsExactly("user", "system", "I/O wait", "steal", "idle");
    assertThat(cpu.series().get(4).points()).hasSize(89);
    assertThat(cpu.series().get(4).points().get(0).get(0)).isEqualTo(-24.0);
    assertThat(cpu.spans())
        .containsExactly(
            new Chart.Mark("map", 5, 29),
            new Chart.Mark("shuffle tail", 29, 31),
            new Chart.Mark("reduce", 31, 45));
    for (int i = 0; i < 89; i++) {
      int at = i;
      assertThat(cpu.series().stream().mapToDouble(s -> s.points().get(at).get(1)).sum())
          .isBetween(99.9, 100.1);
    }
  }

  @Test
  void onlyDevicesThatMovedDataAreShown() {
    List<String> names =
        all(model(RunFixture.whole(folder)), Chart.class).stream()
            .filter(c -> c.id().equals("disk-chart") || c.id().equals("network-chart"))
            .flatMap(c -> c.series().stream())
            .map(Chart.Series::name)
            .toList();

    assertThat(names).containsExactly("sda read", "sda written", "lo received", "lo transmitted");
  }

  @Test
  void predictionThatWasChangedAfterItWasFrozenIsAnAlarm() throws Exception {
    RunDirectory run = RunFixture.whole(folder);
    Path prediction = run.predictionFile(RunFixture.CELL);
    AtomicFiles.write(prediction, Files.readString(prediction).replace("44.2", "48.0"));

    assertThat(notices(model(run), "alarm"))
        .anySatisfy(
            alarm ->
                assertThat(alarm)
                    .startsWith("PREDICTION CHANGED: cells/local/prediction.json")
                    .contains(RunDirectory.sha256(prediction)));
  }

  @Test
  void baseThatAPredictionStandsOnIsNamed() throws Exception {
    RunDirectory run = RunFixture.whole(folder);
    Path prediction = run.predictionFile(RunFixture.CELL);
    AtomicFiles.write(
        prediction,
        Files.readString(prediction)
            .replaceFirst(
                "\"data\"", "\"base\": {\"file\": \"m.yaml\", \"source\": \"a probe\"}, \"data\""));

    assertThat(all(model(run), Block.Facts.class).stream().flatMap(f -> f.facts().stream()))
        .contains(new Block.Fact("Disk and network from", "m.yaml (a probe)"));
  }

  @Test
  void predictionThatWasFrozenAndIsGoneIsAnAlarm() throws IOException {
    RunDirectory run = RunFixture.whole(folder);
    RunManifest.FrozenPrediction frozen = run.manifest().predictions().get(0);
    Files.delete(run.root().resolve(frozen.file()));

    ReportModel model = model(run);
    assertThat(model.notFrozen()).singleElement().asString().startsWith("PREDICTION GONE: ");
    assertThat(notices(model, "alarm")).anyMatch(n -> n.contains("PREDICTION GONE"));
  }

  @Test
  void predictionThatWasFrozenAfterTheSubmissionIsAnAlarm() {
    RunDirectory run = RunFixture.whole(folder);
    RunManifest.FrozenPrediction frozen = run.manifest().predictions().get(0);
    // one of the same file is replaced
    run.write(run.manifest().with(frozen.withFrozenAt(RunFixture.START.plusSeconds(112))));

    assertThat(notices(model(run), "alarm"))
        .anySatisfy(
            alarm ->
                assertThat(alarm).startsWith("PREDICTION TOO LATE: it was frozen 12.0 s after"));
  }

  @Test
  void failedRunSaysSoFirstAndShowsWhatWasMeasured() {
    ReportModel model =
        model(RunFixture.withoutCell(folder, "the NodeManager died; see raw/nodemanager.log"));

    assertThat(model.headline()).isEqualTo("This run failed");
    assertThat(model.alarms().get(0).text())
        .startsWith("FAILED: the NodeManager died; see raw/nodemanager.log.");
    assertThat(row(model, "operations-table", "sort")).contains("52.0");
    assertThat(row(model, "cores", "Map")).containsExactly("Map", "42.0", "39.5 to 44.5", "–", "–");
    assertThat(notices(model, "missing"))
        .anySatisfy(n -> assertThat(n).startsWith("The job was not measured to its end"))
        .anySatisfy(
            n -> assertThat(n).startsWith("CPU use over time is not shown: the NodeManager"))
        .anySatisfy(n -> assertThat(n).startsWith("Disk throughput over time is not shown"));
  }

  @Test
  void operationsOfEachIntervalAsPredictedStandAboveWhatItTook() {
    Chart chart =
        all(model(RunFixture.whole(folder)), Chart.class).stream()
            .filter(c -> c.id().equals("operations-chart"))
            .findFirst()
            .orElseThrow();

    assertThat(chart.title()).startsWith("Figures 17 and 18");
    assertThat(chart.categories().subList(0, 2)).containsExactly("Map, predicted", "Map, measured");
    List<Chart.Series> operations = chart.series().subList(0, chart.series().size() - 2);
    Chart.Series rest = chart.series().get(operations.size());
    Chart.Series measured = chart.series().get(operations.size() + 1);
    assertThat(measured.name()).isEqualTo("measured");
    assertThat(measured.values().subList(0, 2)).containsExactly(null, 24.0);
    // 21 of the map's 22 seconds are the CPU's
    assertThat(operations.stream().mapToDouble(o -> o.values().get(0)).sum())
        .isCloseTo(21, within(0.1));
    assertThat(rest.values().get(0)).isCloseTo(1, within(1e-9));
    assertThat(operations).allSatisfy(o -> assertThat(o.values().get(1)).isNull());
  }

  @Test
  void killedJobShowsItsSamplesAndNoVerdict() {
    ReportModel model = model(RunFixture.killed(folder, "the DataNode (pid 17) died"));

    assertThat(model.cells().get(0).verdicts()).isEmpty();
    assertThat(all(model, Chart.class))
        .extracting(Chart::id)
        .contains("cpu-chart", "disk-chart", "costs-chart")
        .doesNotContain("roles-chart", "comparison");
    assertThat(notices(model, "missing"))
        .anySatisfy(n -> assertThat(n).contains("the DataNode (pid 17) died"));
  }

  @Test
  void runThatMeasuredNothingHasNoChartAndASentenceForEachMissingPart() {
    ReportModel model = model(RunFixture.bare(folder, "port 0 cannot be bound"));

    assertThat(all(model, Chart.class)).isEmpty();
    assertThat(notices(model, "missing"))
        .hasSizeGreaterThanOrEqualTo(4)
        .anySatisfy(n -> assertThat(n).contains("No operation was measured: port 0"));
  }

  @Test
  void noChartIsEverEmpty() {
    for (RunDirectory run :
        List.of(
            RunFixture.whole(folder.resolve("a")),
            RunFixture.withoutCell(folder.resolve("b"), "x"),
            RunFixture.killed(folder.resolve("c"), "x"))) {
      assertThat(all(model(run), Chart.class))
          .allSatisfy(
              c ->
                  assertThat(
                          c.series().stream()
                              .mapToInt(
                                  s ->
                                      s.points().size()
                                          + (int)
                                              s.values().stream()
                                                  .filter(java.util.Objects::nonNull)
                                                  .count())
                              .sum())
                      .isPositive());
    }
  }

  @Test
  void brokenFileIsToldAndTheRestIsShown() {
    RunDirectory run = RunFixture.whole(folder);
    AtomicFiles.write(run.measurementsFile(), "suite,operation\nx,y\n");
    Path samples = run.samplesFolder(RunFixture.CELL).resolve("localhost/sar-cpu.csv");
    AtomicFiles.write(samples, "time_s,device,user_percent\n1,all,many\n");
    ReportModel model = model(run);

    assertThat(notices(model, "alarm"))
        .anySatisfy(
            a -> assertThat(a).contains("measurements.csv line 1").contains("sar-cpu.csv line 2"));
    assertThat(row(model, "times", "Whole job")).contains("48.0");
  }

  @Test
  void checkThatDidNotPassIsAnAlarm() throws Exception {
    RunDirectory run = RunFixture.whole(folder);
    Path cell = run.cellFile(RunFixture.CELL);
    AtomicFiles.write(
        cell, Files.readString(cell).replaceFirst("\"passed\" : true", "\"passed\" : false"));

    assertThat(notices(model(run), "alarm"))
        .anySatisfy(
            a ->
                assertThat(a)
                    .startsWith("The result of local is not valid:")
                    .contains("TeraValidate found no error: 0 error lines"));
  }

  @Test
  void collectorThatDeliveredNothingIsToldWithItsReason() throws Exception {
    RunDirectory run = RunFixture.whole(folder);
    Files.delete(run.samplesFolder(RunFixture.CELL).resolve("localhost/iostat-disk.csv"));
    Path cell = run.cellFile(RunFixture.CELL);
    AtomicFiles.write(
        cell,
        Files.readString(cell)
            .replaceFirst(
                "(?s)(\"name\" : \"iostat\".*?)\"state\" : \"OK\",\\s*\"reason\" : \"\"",
                "$1\"state\" : \"FAILED\", \"reason\" : \"iostat was killed\""));

    assertThat(notices(model(run), "missing"))
        .contains("Disk throughput over time is not shown: iostat was killed. ");
  }
}
