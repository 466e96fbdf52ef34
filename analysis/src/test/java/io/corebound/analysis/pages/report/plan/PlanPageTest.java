package io.corebound.analysis.pages.report.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.KeptPage;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.TextReport;
import io.corebound.analysis.study.plan.Plan;
import io.corebound.records.Runs;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Bound;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.OperationCost;
import io.corebound.records.units.DataSize;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A prediction and a plan by themselves, in every format, from figures that are known by heart. */
public class PlanPageTest {
  private static final Prediction.Uncertainty UNCERTAIN =
      new Prediction.Uncertainty(
          new Prediction.Parts(0.03, 0.09, 0.06), new Prediction.Parts(0.02, 0.08, 0.05));

  private static final Prediction PREDICTION =
      Runs.prediction(
              DataSize.parse("10GB"),
              Runs.interval(Interval.MAP, 400.0, 60.0)
                  .coreLowS(390.0)
                  .coreHighS(420.0)
                  .timeLowS(58.0)
                  .timeHighS(66.0)
                  .cpuS(50.0)
                  .diskS(25.0)
                  .waitingS(5.0)
                  .fullOverlapS(50.0)
                  .noOverlapS(75.0)
                  .bottleneck(Bound.CPU)
                  .margin(2.0)
                  .mbPerSPerCore(25.0)
                  .operations(List.of(cost("sort", 4, 300), cost("merge", 1, 100)))
                  .build())
          .machine("run-1")
          .base(new Prediction.Base("hdd", "nominal, not measured: disk 100 MB/s"))
          .nodes(2)
          .coresPerNode(4)
          .contentionFactor(1.25)
          .coreLowS(390.0)
          .coreHighS(420.0)
          .totalLowS(58.0)
          .totalHighS(66.0)
          .uncertainty(Map.of("map", UNCERTAIN, Prediction.TOTAL, UNCERTAIN))
          .combinedMbPerSPerCore(25)
          .derived(DerivedFigures.of(Map.of("map_tasks", 80.0, "reduce_tasks", 8.0)))
          .notModelled(List.of("seeks"))
          .build();

  private static OperationCost cost(String operation, double coldCoreS, double coreS) {
    return new OperationCost(operation, DataSize.parse("10GB"), "payload", coldCoreS, coreS, coreS);
  }

  public static final Plan PLAN =
      new Plan(
          PREDICTION,
          new Plan.Cluster(2, 4, DataSize.parse("64GB"), 4, 8, "hdd", 1, null, true),
          4,
          List.of(new Plan.Threshold("map", Bound.DISK, 8, true)),
          List.of(
              point("disks", 4, null, 55, 5, 0, Bound.CPU, false, false, ""),
              point("memory", 4, null, 60, 0, 0, Bound.CPU, false, true, "is not short")),
          point("disks and cores", 8, null, 30, 30, 0, Bound.DISK, false, true, ""),
          List.of(
              point("snappy", 4, null, 61, 0, 0, Bound.CPU, false, false, ""),
              point("none", 4, null, 70, -9, 0, Bound.DISK, false, true, "")),
          List.of("gzip"),
          List.of(
              point("hadoop", 4, null, 60, 0, 400, Bound.CPU, false, false, ""),
              point("prefix", 4, null, 50, 10, 316, Bound.CPU, false, false, "")),
          new Plan.Deadline(
              40,
              true,
              List.of(
                  new Plan.Smallest("hdd", null, 3, 39, 0.62, 4, Bound.CPU, 3150.0, true),
                  new Plan.Smallest("nvme", null, null, 45, null, null, Bound.CPU, null, false)),
              13),
          List.of(
              point(null, 4, null, 60, 0, 0, Bound.CPU, true, false, ""),
              point(null, 8, null, 40, 0, 0, Bound.DISK, false, true, "")),
          List.of(point(null, 4, 100.0, 60, 0, 0, Bound.CPU, true, true, "")),
          List.of("A note."));

  /** As many tasks at once as cores; a disk writes 10 MB/s less than it reads. */
  private static Plan.Point point(
      String name,
      int cores,
      Double readMbPerS,
      double totalS,
      double savedS,
      double mapCoreS,
      Bound bottleneck,
      boolean own,
      boolean extrapolated,
      String note) {
    return new Plan.Point(
        name,
        cores,
        cores,
        readMbPerS,
        readMbPerS == null ? null : readMbPerS - 10,
        totalS,
        savedS,
        mapCoreS,
        bottleneck,
        own,
        extrapolated,
        note);
  }

  /** One blank between words: lines are broken where they are full. */
  private static String text(Page page) {
    return TextReport.render(page).replaceAll("\\s+", " ");
  }

  @Test
  void textOfPredictionAndPlanFitsATerminalOfEightyColumns() {
    for (Page page : List.of(PredictionPage.of(PREDICTION), PlanPage.of(PLAN, "1.0", "abc"))) {
      assertThat(TextReport.render(page, 80).lines())
          .hasSizeGreaterThan(20)
          .allMatch(line -> line.length() <= 80);
    }
  }

  @Test
  void predictionSaysBottleneckMarginOverlapsAndBreakdown() {
    // the root of 0.02², 0.08² and 0.05² is 0.0964; e to the power of 1.645 times that is 1.17
    assertThat(MarkdownReport.render(PredictionPage.of(PREDICTION)))
        .contains("| **in all** | **3.0 %** | **9.0 %** | **6.0 %** | **1.20** |")
        .contains("| **in all** | **2.0 %** | **8.0 %** | **5.0 %** | **1.17** |");
    assertThat(text(PredictionPage.of(PREDICTION)))
        .contains("disk and network of hdd: nominal, not measured: disk 100 MB/s")
        .contains("payload 10 GB on 2 nodes of 4 cores, 80 map tasks, 8 reduce tasks")
        .containsPattern("map 25\\.0 400 390 to 420 60\\.0 58\\.0 to 66\\.0 CPU, 2\\.00 x disk")
        .containsPattern("in all .* 58\\.0 to 66\\.0")
        .containsPattern("map 50\\.0 25\\.0 – 5\\.00 50\\.0 75\\.0")
        .containsPattern("map sort 300 75 % 37\\.5 10\\.0 GB")
        .contains("seeks");
  }

  @Test
  void predictionAsMarkdownHasItsTables() {
    assertThat(MarkdownReport.render(PredictionPage.of(PREDICTION)))
        .contains("| map | 25.0 | 400 | 390 to 420 | 60.0 | 58.0 to 66.0 | CPU, 2.00 x disk |")
        .contains("| map | `sort` | 300 | 75 % | 37.5 | 10.0 GB |");
  }

  @Test
  void predictionAsCsvHasARowForEachIntervalAndOperation() {
    List<String> lines = PredictionPage.csv(PREDICTION).lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(1))
        .isEqualTo(
            "map,,,,400.0,390.0,420.0,,60.0,58.0,66.0,50.0,25.0,,5.0,50.0,75.0,CPU,2.0,25.0,");
    assertThat(lines.get(2)).startsWith("map,sort,10000000000,payload,300.0,,,4.0,");
    assertThat(lines.get(4)).startsWith("total,,,,400.0,390.0,420.0,,60.0,58.0,66.0,");
  }

  @Test
  void wholePageOfAPlanIsAsItWasKept() {
    KeptPage.assertUnchanged(PlanPage.of(PLAN, "1.0", "abc"), PlanPageTest.class, "plan.md");
  }

  @Test
  void planOfAJobWithOneCodecAndOneCollectorHasNoTableOfThem() {
    Plan one =
        PLAN.with(
            b -> b.codecs(List.of()).codecsNotMeasured(List.of()).levers(List.of()).deadline(null));
    assertThat(text(PlanPage.of(one, "1.0", "abc")))
        .doesNotContain("Codec", "Not measured", "Lever");
  }

  @Test
  void planAsHtmlHasItsCurvesAndFetchesNothing() {
    String html = HtmlReport.render(PlanPage.of(PLAN, "1.0", "abc"));
    assertThat(html)
        .contains("\"id\":\"plan-cores\"", "\"id\":\"plan-disk\"")
        .contains("\"name\":\"your cluster\"", "[4.0,60.0]", "[8.0,40.0]")
        .doesNotContain("src=\"http", "href=\"http");
  }

  @Test
  void planAsCsvHasARowForEachFigure() {
    List<String> lines = PlanCsv.of(PLAN).lines().toList();
    assertThat(lines)
        .contains(
            "own,,,2,4,4,hdd,,,,60.0,58.0,66.0,,,,,,true,true,",
            "threshold,map,disk,,8.0,,,,,,,,,,,,,,,true,",
            "change,disks,,,4,4,,,,,55.0,,,,,5.0,CPU,,false,false,0.0",
            "codec,none,,,4,4,,,,,70.0,,,,,-9.0,disk,,false,true,0.0",
            "lever,prefix,,,4,4,,,,,50.0,,,,,10.0,CPU,,false,false,316.0",
            "deadline,,,3,,,hdd,,,,39.0,,,0.62,4,,CPU,3150.0,,true,",
            "over_disk,,,,4,4,,,100.0,90.0,60.0,,,,,0.0,CPU,,true,true,0.0");
    assertThat(lines).hasSize(15);
  }
}
