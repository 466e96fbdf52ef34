package io.corebound.analysis.pages.report.sweep;

import static io.corebound.analysis.pages.report.sweep.SweepWords.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Cell;
import io.corebound.analysis.pages.page.Block.Row;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.IntervalVerdict;
import io.corebound.records.config.SweepSettings;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.State;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The results of a sweep's cells side by side (paper, section 3, Figure 4). */
public final class SweepSection {
  private SweepSection() {}

  public static List<Block> blocks(RunContents contents, Sweep sweep) {
    List<Block> blocks = new ArrayList<>();
    if (!sweep.variant().isEmpty()) {
      blocks.add(variant(contents, sweep));
    }
    Stream.concat(SweepWords.ofTimes(sweep).stream(), SweepWords.ofBounds(sweep).stream())
        .forEach(s -> blocks.add(new Block.Paragraph(s)));
    if (!sweep.measured().isEmpty()) {
      blocks.add(figure4(sweep));
      blocks.add(SAY.tableOf("times", sweep.id("sweep-times"), sweep.combinations()));
      blocks.add(bounds(sweep));
      blocks.add(IntervalVerdict.rule());
      blocks.addAll(PaperFindings.blocks(sweep));
    }
    List<Row> cells =
        sweep.combinations().stream()
            .flatMap(c -> c.cells().stream().map(cell -> cell(contents, cell, c)))
            .toList();
    Block table = SAY.table("cells", sweep.id("sweep-cells"), cells);
    blocks.add(new Block.Details("Every cell (%s)".formatted(cells.size()), List.of(table)));
    return blocks;
  }

  /** A variant's data and settings, as the run's configuration states them. */
  private static Block variant(RunContents contents, Sweep sweep) {
    List<String> parts = new ArrayList<>();
    sweep.combinations().stream()
        .flatMap(c -> c.cells().stream())
        .flatMap(c -> c.result().stream())
        .findFirst()
        .ifPresent(cell -> parts.add("%s of %s".formatted(cell.workload(), cell.data().display())));
    String settings = "/sweep/file/variants/%s/settings".formatted(sweep.variant());
    parts.addAll(SweepSettings.stated(contents.manifest().configuration().at(settings)));
    parts.addAll(ofAxes(contents.manifest().configuration(), sweep.variant()));
    return SAY.paragraph("variant: name, parts", sweep.variant(), parts);
  }

  /** What a variant has of the sweep's lists of settings. */
  private static List<String> ofAxes(JsonNode configuration, String variant) {
    JsonNode settings = configuration.at("/sweep/variants/" + variant);
    return configuration.at("/sweep/file").properties().stream()
        .filter(axis -> axis.getValue().isArray() && settings.has(axis.getKey()))
        .map(axis -> axis.getKey() + " " + SweepSettings.word(settings.get(axis.getKey())))
        .toList();
  }

  private static Block figure4(Sweep sweep) {
    List<Combination> measured = sweep.measured();
    List<Chart.Series> series = new ArrayList<>();
    series.add(Chart.Series.named("measured", measured, Combination::medianS));
    boolean predicted = measured.stream().anyMatch(c -> !Double.isNaN(c.predictedS()));
    if (predicted) {
      series.add(Chart.Series.named("predicted", measured, Combination::predictedS));
    }
    List<List<Double>> repetitions = new ArrayList<>();
    for (int i = 0; i < measured.size(); i++) {
      List<Double> times = measured.get(i).timesS();
      double place = i;
      if (times.size() > 1) {
        times.forEach(time -> repetitions.add(List.of(Charts.orNull(time), place)));
      }
    }
    if (!repetitions.isEmpty()) {
      series.add(Chart.Series.markers("one repetition: measured", repetitions));
    }
    return SAY.bars(
        "figure4: repeated, predicted",
        sweep.id("figure-4"),
        measured.stream().map(c -> c.storage() + "\n" + c.network()).toList(),
        series,
        !repetitions.isEmpty(),
        predicted);
  }

  /** Bounds in each combination's median repetition, and how many repetitions agree. */
  private static Block bounds(Sweep sweep) {
    List<String> intervals =
        sweep.measured().stream()
            .flatMap(c -> c.median().orElseThrow().verdicts().stream())
            .map(IntervalVerdict::name)
            .distinct()
            .toList();
    return SAY.tableOf(
        "intervals",
        sweep.id("sweep-bounds"),
        sweep.measured(),
        "repeated",
        sweep.measured().stream().anyMatch(c -> c.measured().size() > 1),
        "intervals",
        intervals);
  }

  private static Row cell(RunContents contents, CellSummary cell, Combination of) {
    boolean whole = !cell.verdicts().isEmpty();
    State state = cell.result().map(CellResult::state).orElse(State.SKIPPED);
    List<String> bounds =
        cell.verdicts().stream()
            .filter(v -> v.elapsedS() > 0)
            .map(v -> v.name() + ": " + v.bound().word())
            .toList();
    return Row.of(
        Cell.code(cell.name()),
        Cell.toned(
            SweepWords.state(cell),
            state == State.OK ? "good" : state == State.FAILED ? "bad" : ""),
        whole ? Combination.elapsedS(cell) : Double.NaN,
        cell.comparison().total().coreS().measured(),
        state == State.OK && whole ? Words.list(bounds) : SweepWords.why(contents, cell),
        of.median().filter(m -> m == cell).isPresent() ? "median" : "");
  }

  /** What the cores did over the whole jobs. */
  public static Block cpu(Sweep sweep) {
    return SAY.tableOf("cpu", sweep.id("sweep-cpu-table"), sweep.measured());
  }
}
