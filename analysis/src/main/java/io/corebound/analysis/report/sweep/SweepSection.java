package io.corebound.analysis.report.sweep;

import static io.corebound.analysis.report.sweep.SweepWords.SAY;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.IntervalVerdict;
import io.corebound.analysis.report.sweep.Combination.CpuShares;
import io.corebound.records.config.SweepSettings;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
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
      List<Row> times = sweep.combinations().stream().map(SweepSection::times).toList();
      blocks.add(SAY.table("times", sweep.id("sweep-times"), times));
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
        .map(axis -> axis.getKey() + " " + settings.get(axis.getKey()).asString())
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

  private static Row times(Combination c) {
    int times = c.timesS().size();
    double coreS = c.median(cell -> cell.comparison().total().coreS().measured());
    double predictedCoreS = c.prediction().map(Prediction::coreS).orElse(Double.NaN);
    return Row.of(
        c.storage(),
        c.network(),
        times == c.cells().size() ? times : times + " of " + c.cells().size(),
        c.medianS(),
        c.spread(),
        c.predictedS(),
        Figures.difference(c.error()),
        coreS,
        predictedCoreS,
        Figures.difference((predictedCoreS - coreS) / coreS));
  }

  /** Bounds in each combination's median repetition, and how many repetitions agree. */
  private static Block bounds(Sweep sweep) {
    List<String> intervals =
        sweep.measured().stream()
            .flatMap(c -> c.median().orElseThrow().verdicts().stream())
            .map(IntervalVerdict::name)
            .distinct()
            .toList();
    List<Row> rows = new ArrayList<>();
    for (Combination c : sweep.measured()) {
      List<Object> cells = new ArrayList<>(List.of(c.storage(), c.network()));
      intervals.forEach(i -> cells.add(bound(c, i)));
      rows.add(Row.of(cells.toArray()));
    }
    return SAY.table(
        "intervals: repeated, intervals",
        sweep.id("sweep-bounds"),
        rows,
        sweep.measured().stream().anyMatch(c -> c.measured().size() > 1),
        intervals);
  }

  private static Cell bound(Combination combination, String interval) {
    return combination.median().orElseThrow().verdicts().stream()
        .filter(v -> v.name().equals(interval))
        .findFirst()
        .map(v -> bound(combination, v))
        .orElse(Cell.text(Figures.NONE));
  }

  private static Cell bound(Combination combination, IntervalVerdict verdict) {
    String seconds = Figures.number(verdict.elapsedS()) + " s";
    if (verdict.elapsedS() <= 0) {
      return Cell.text(Figures.NONE).withNote(seconds);
    }
    long same =
        combination.measured().stream()
            .flatMap(c -> c.verdicts().stream())
            .filter(v -> v.name().equals(verdict.name()) && v.bound() == verdict.bound())
            .count();
    int all = combination.measured().size();
    String agreeing = all > 1 ? "; %s of %s".formatted(same, all) : "";
    String bound = verdict.bound().word();
    return Cell.toned(bound, bound).withNote(seconds + ", " + verdict.sureness() + agreeing);
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
    List<Row> rows = new ArrayList<>();
    for (Combination c : sweep.measured()) {
      List<Object> cells = new ArrayList<>(List.of(c.storage(), c.network()));
      CpuShares.FIGURES.forEach(f -> cells.add(Figures.percent(f.applyAsDouble(c.cpu()))));
      rows.add(Row.of(cells.toArray()));
    }
    return SAY.table("cpu", sweep.id("sweep-cpu-table"), rows);
  }
}
