package io.corebound.analysis.pages.report.engine;

import static io.corebound.analysis.pages.report.Blocks.all;
import static io.corebound.analysis.pages.report.Blocks.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.page.Page.Section;
import io.corebound.analysis.pages.page.TextReport;
import io.corebound.analysis.pages.report.ReportModel;
import io.corebound.analysis.pages.report.TerminalSummary;
import io.corebound.analysis.pages.report.sweep.SweepFixture;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a sweep over engines. */
class EngineReportTest {
  private static final DataSize SMALL = DataSize.parse("128MB");
  private static final DataSize LARGE = DataSize.parse("256MB");

  @TempDir static Path folder;

  private static ReportModel model;

  /** Hadoop takes as long as the sample, the others a fifth and a quarter of it. */
  @BeforeAll
  static void makeSweep() {
    SweepFixture fixture = new SweepFixture(folder.resolve("engines"));
    for (DataSize data : List.of(SMALL, LARGE)) {
      double of = data.equals(LARGE) ? 1 : 0.5;
      for (int repetition = 1; repetition <= 3; repetition++) {
        double factor = of * (1 + 0.01 * (repetition - 2));
        for (String workload : List.of("group-by", "word-count")) {
          fixture.onEngine("hadoop", workload, data, repetition, factor);
          fixture.onEngine("memory-fc-tcp", workload, data, repetition, 0.2 * factor);
          fixture.onEngine("memory-pw-tcp", workload, data, repetition, 0.25 * factor);
        }
      }
    }
    RunDirectory run = fixture.end(State.OK, "");
    RunManifest manifest = run.manifest();
    Map<String, Object> engines =
        Map.of(
            "hadoop",
            Map.of("kind", "hadoop"),
            "memory-fc-tcp",
            memory("fully-connected"),
            "memory-pw-tcp",
            memory("pairwise"));
    run.write(
        manifest.withConfiguration(
            StructuredFiles.toTree(Map.of("sweep", Map.of("engines", engines)))));
    model = ReportModel.of(RunContents.read(run));
  }

  private static Map<String, String> memory(String pattern) {
    return Map.of("kind", "memory", "pattern", pattern, "transport", "tcp", "api", "lean");
  }

  /**
   * Two workers send each other 40 MB in half a second; 44 of 80 MB are in one of two partitions.
   */
  @Test
  void exchangeHasItsStepsAndItsWorkers() {
    assertThat(rows(model, "engines-1", "engines-1-steps").get(0))
        .containsExactly("memory-fc-tcp", "1", "1.00", "0.500", "2", "40.0", "80.0");
    List<List<String>> workers = rows(model, "engines-1", "engines-1-workers");
    assertThat(workers).hasSize(4);
    assertThat(workers.get(0).subList(0, 5))
        .containsExactly("memory-fc-tcp", "0", "0.800", "0.200", "0.500");
    assertThat(workers.get(1).get(4)).isEqualTo("0.500");
    assertThat(workers.get(1).get(9)).isEqualTo("10 %");
  }

  @Test
  void eachWorkloadHasASectionWithItsEnginesBySize() {
    assertThat(model.sections())
        .extracting(Section::id)
        .startsWith("engines-1", "engines-2", "engines-paper", "tiers", "cells");
    List<List<String>> times = rows(model, "engines-1", "engines-1-times");
    assertThat(times).hasSize(6);
    assertThat(times)
        .extracting(r -> r.get(0) + " " + r.get(1) + " " + r.get(2))
        .containsExactly(
            "128 MB hadoop 3",
            "128 MB memory-fc-tcp 3",
            "128 MB memory-pw-tcp 3",
            "256 MB hadoop 3",
            "256 MB memory-fc-tcp 3",
            "256 MB memory-pw-tcp 3");
    // cold, and half of it warm; Hadoop has no warm run
    assertThat(times.get(3).get(6)).isEqualTo(Figures.NONE);
    double cold = Double.parseDouble(times.get(4).get(4));
    double warm = Double.parseDouble(times.get(4).get(6));
    assertThat(cold / warm).isBetween(1.98, 2.02);
    assertThat(Double.parseDouble(times.get(3).get(4)) / cold).isBetween(4.9, 5.1);
  }

  @Test
  void chartsShowTimesColdAndWarmAndTheIntervalsOfTheLargestData() {
    List<Chart> charts = all(model, "engines-1", Chart.class);
    assertThat(charts).extracting(Chart::id).containsExactly("engines-1-time", "engines-1-parts");
    Chart time = charts.get(0);
    assertThat(time.categories())
        .containsExactly("128 MB\ncold", "128 MB\nwarm", "256 MB\ncold", "256 MB\nwarm");
    assertThat(time.series())
        .extracting(Chart.Series::name)
        .containsExactly("hadoop", "memory-fc-tcp", "memory-pw-tcp");
    assertThat(time.series().get(0).values().get(1)).isNull();
    Chart parts = charts.get(1);
    assertThat(parts.categories()).hasSize(5).contains("memory-pw-tcp\nwarm", "hadoop\ncold");
    assertThat(parts.series())
        .extracting(Chart.Series::name)
        .containsExactly("map", "shuffle tail", "reduce", "overhead");
    double all = parts.series().stream().mapToDouble(s -> s.values().get(0)).sum();
    assertThat(all).isCloseTo(time.series().get(0).values().get(2), within(0.05));
  }

  @Test
  void wordsSayWhichEngineWinsAndByHowMuch() {
    assertThat(model.headline())
        .startsWith("memory-fc-tcp is the fastest in group-by and word-count");
    List<Block.Paragraph> words = all(model, "engines-1", Block.Paragraph.class);
    assertThat(words.get(1).text())
        .contains("256 MB", "memory-fc-tcp is the fastest", "memory-pw-tcp takes 1.25 times")
        .contains("hadoop takes 5.00 times", "warm, ");
  }

  @Test
  void ratiosOfThePaperStandBesideThoseThatWereMeasured() {
    List<List<String>> ratios = rows(model, "engines-paper", "engines-paper-ratios");
    assertThat(ratios).hasSize(14);
    List<String> patterns =
        ratios.stream().filter(r -> r.get(1).contains("10.8 %")).findFirst().orElseThrow();
    // a fifth instead of a quarter
    assertThat(patterns.get(2)).isEqualTo("+20.0 %");
    assertThat(patterns.get(4)).isEqualTo("memory-fc-tcp with memory-pw-tcp, 256 MB");
    assertThat(ratios.stream().filter(r -> r.get(1).contains("Spark")))
        .hasSize(2)
        .allSatisfy(r -> assertThat(r.get(4)).isEqualTo("not in this sweep"));
    assertThat(all(model, "engines-paper", Block.Paragraph.class).get(0).text())
        .contains("Predictions are for Hadoop alone");
  }

  @Test
  void cellsWithoutAPredictionSayWhy() {
    String page = MarkdownReport.render(model.page());
    assertThat(page)
        .contains("the model knows Hadoop alone, and this cell ran on memory-fc-tcp")
        .contains("predicts Hadoop's cells only with --machine or --measure");
  }

  @Test
  void everyFormHasIt() {
    assertThat(HtmlReport.render(model.page())).contains("engines-1-time");
    String terminal = TerminalSummary.render(model, Path.of("results/engines/report.html"));
    assertThat(terminal).contains("memory-pw-tcp", "is the fastest");
    assertThat(terminal.lines())
        .allSatisfy(l -> assertThat(l).hasSizeLessThan(TextReport.WIDTH + 1));
  }
}
