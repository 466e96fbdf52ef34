package io.corebound.analysis.report.sweep;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.IntervalVerdict;
import io.corebound.analysis.report.cell.RunContents;
import io.corebound.analysis.report.sweep.Combination.CpuShares;
import io.corebound.records.config.SweepFile;
import io.corebound.records.run.State;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the cells of a sweep came to, side by side (paper, section 3, Figure 4). */
public final class SweepSection {
  private static final String REPETITION = "one repetition";

  private SweepSection() {}

  public static List<Block> blocks(RunContents contents, Sweep sweep) {
    List<Block> blocks = new ArrayList<>();
    variant(contents, sweep).ifPresent(s -> blocks.add(new Block.Paragraph(s)));
    SweepWords.ofTimes(sweep).forEach(s -> blocks.add(new Block.Paragraph(s)));
    SweepWords.ofBounds(sweep).forEach(s -> blocks.add(new Block.Paragraph(s)));
    if (!sweep.measured().isEmpty()) {
      blocks.add(figure4(sweep));
      blocks.add(times(sweep));
      blocks.add(bounds(sweep));
      blocks.add(new Block.Paragraph(IntervalVerdict.RULE));
      blocks.addAll(PaperFindings.blocks(sweep));
    }
    blocks.add(
        new Block.Details(
            "Every cell ("
                + sweep.combinations().stream().mapToInt(c -> c.cells().size()).sum()
                + ")",
            List.of(cells(contents, sweep))));
    return blocks;
  }

  /** What makes a variant, by what the run was asked for: its data and its settings. */
  private static Optional<String> variant(RunContents contents, Sweep sweep) {
    if (sweep.variant().isEmpty()) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    sweep.combinations().stream()
        .flatMap(c -> c.cells().stream())
        .flatMap(c -> c.result().stream())
        .findFirst()
        .ifPresent(cell -> parts.add(cell.data().display() + " of data"));
    parts.addAll(
        SweepFile.Settings.stated(
            contents
                .manifest()
                .configuration()
                .path("sweep")
                .path("file")
                .path("variants")
                .path(sweep.variant())
                .path("settings")));
    return Optional.of("Variant " + sweep.variant() + ": " + Words.list(parts) + ".");
  }

  private static Block figure4(Sweep sweep) {
    List<Combination> measured = sweep.measured();
    List<Chart.Series> series = new ArrayList<>();
    series.add(bars("measured", measured.stream().map(Combination::medianS).toList()));
    if (measured.stream().anyMatch(c -> !Double.isNaN(c.predictedS()))) {
      series.add(bars("predicted", measured.stream().map(Combination::predictedS).toList()));
    }
    List<List<Double>> repetitions = new ArrayList<>();
    for (int i = 0; i < measured.size(); i++) {
      List<Double> times = measured.get(i).timesS();
      if (times.size() > 1) {
        for (double time : times) {
          repetitions.add(List.of(Charts.orNull(time), (double) i));
        }
      }
    }
    if (!repetitions.isEmpty()) {
      series.add(Chart.Series.markers(REPETITION + ": measured", repetitions));
    }
    return Chart.bars(
        sweep.id("figure-4"),
        "Figure 4: elapsed time by storage and network",
        "From the job's submission to its finish, by its own history."
            + (repetitions.isEmpty()
                ? ""
                : " A bar is the median of the repetitions, a mark is one of them.")
            + (series.size() > 1 && series.get(1).name().equals("predicted")
                ? " Every prediction was made before the first cell ran."
                : ""),
        "s",
        measured.stream().map(c -> c.storage() + "\n" + c.network()).toList(),
        series);
  }

  private static Chart.Series bars(String name, List<Double> values) {
    return new Chart.Series(
        name, name, "", false, List.of(), values.stream().map(Charts::orNull).toList());
  }

  private static Block times(Sweep sweep) {
    return new Block.Table(
        sweep.id("sweep-times"),
        "Figure 4 in figures",
        "Medians over the repetitions that ended well; the spread is from the shortest to the"
            + " longest of them. Core-seconds are those in which the whole machine worked, or all"
            + " workers where they are machines of their own. Error is what the prediction is above"
            + " (+) or below (−) the median.",
        List.of(
            Column.text("Storage"),
            Column.text("Network"),
            Column.number("Repetitions", ""),
            Column.number("Elapsed", "s"),
            Column.number("Spread", "s"),
            Column.number("Predicted", "s"),
            Column.number("Error", ""),
            Column.number("Measured", "core-s"),
            Column.number("Predicted", "core-s"),
            Column.number("Error", "")),
        sweep.combinations().stream().map(SweepSection::times).toList());
  }

  private static Row times(Combination c) {
    List<Double> times = c.timesS();
    double coreS = c.median(cell -> cell.comparison().total().coreS().measured());
    double predictedCoreS =
        c.prediction().map(io.corebound.records.run.Prediction::coreS).orElse(Double.NaN);
    return Row.of(
        Cell.text(c.storage()),
        Cell.text(c.network()),
        Cell.text(
            times.size() == c.cells().size()
                ? String.valueOf(times.size())
                : times.size() + " of " + c.cells().size()),
        Cell.number(c.medianS()),
        Cell.text(
            times.size() < 2
                ? Figures.NONE
                : Figures.range(times.get(0), times.get(times.size() - 1))),
        Cell.number(c.predictedS()),
        Cell.text(Figures.difference(c.error())),
        Cell.number(coreS),
        Cell.number(predictedCoreS),
        Cell.text(Figures.difference((predictedCoreS - coreS) / coreS)));
  }

  /** Of each combination the repetition with the median time, and how many agree with it. */
  private static Block bounds(Sweep sweep) {
    Set<String> intervals = new LinkedHashSet<>();
    sweep.measured().stream()
        .flatMap(c -> c.median().orElseThrow().verdicts().stream())
        .forEach(v -> intervals.add(v.name()));
    List<Column> columns = new ArrayList<>(List.of(Column.text("Storage"), Column.text("Network")));
    intervals.forEach(i -> columns.add(Column.text(Words.capital(i))));
    List<Row> rows = new ArrayList<>();
    for (Combination combination : sweep.measured()) {
      List<Cell> cells =
          new ArrayList<>(
              List.of(Cell.text(combination.storage()), Cell.text(combination.network())));
      intervals.forEach(i -> cells.add(bound(combination, i)));
      rows.add(new Row(cells, false));
    }
    return new Block.Table(
        sweep.id("sweep-bounds"),
        "What bounds each interval",
        "By the samples of the repetition with the median time"
            + (sweep.measured().stream().anyMatch(c -> c.measured().size() > 1)
                ? ", and how many of the repetitions say the same."
                : "."),
        columns,
        rows);
  }

  private static Cell bound(Combination combination, String interval) {
    return combination.median().orElseThrow().verdicts().stream()
        .filter(v -> v.name().equals(interval))
        .findFirst()
        .map(
            v ->
                Cell.toned(
                        v.elapsedS() > 0 ? v.bound().word() : Figures.NONE,
                        v.elapsedS() > 0 ? v.bound().word() : "")
                    .withNote(
                        Figures.number(v.elapsedS())
                            + " s"
                            + (v.elapsedS() > 0 ? ", " + v.sureness() : "")
                            + agreeing(combination, v)))
        .orElse(Cell.text(Figures.NONE));
  }

  private static String agreeing(Combination combination, IntervalVerdict verdict) {
    int all = combination.measured().size();
    long same =
        combination.measured().stream()
            .flatMap(c -> c.verdicts().stream())
            .filter(v -> v.name().equals(verdict.name()) && v.bound() == verdict.bound())
            .count();
    return all > 1 && verdict.elapsedS() > 0 ? "; " + same + " of " + all : "";
  }

  private static Block cells(RunContents contents, Sweep sweep) {
    List<Row> rows = new ArrayList<>();
    for (Combination combination : sweep.combinations()) {
      for (CellSummary cell : combination.cells()) {
        rows.add(cell(contents, cell, combination.median().filter(m -> m == cell).isPresent()));
      }
    }
    return new Block.Table(
        sweep.id("sweep-cells"),
        "",
        "",
        List.of(
            Column.text("Cell"),
            Column.text("State"),
            Column.number("Elapsed", "s"),
            Column.number("Measured", "core-s"),
            Column.text("Bound by, or why not"),
            Column.text("")),
        rows);
  }

  private static Row cell(RunContents contents, CellSummary cell, boolean median) {
    boolean whole = !cell.verdicts().isEmpty();
    State state =
        cell.result().map(io.corebound.records.run.CellResult::state).orElse(State.SKIPPED);
    String said =
        state != State.OK || !whole
            ? SweepWords.why(contents, cell)
            : Words.list(
                cell.verdicts().stream()
                    .filter(v -> v.elapsedS() > 0)
                    .map(v -> v.name() + ": " + v.bound().word())
                    .toList());
    return Row.of(
        Cell.code(cell.name()),
        Cell.toned(
            cell.result().isEmpty() ? "not run" : state.name(),
            state == State.OK ? "good" : state == State.FAILED ? "bad" : ""),
        Cell.number(whole ? Combination.elapsedS(cell) : Double.NaN),
        Cell.number(cell.comparison().total().coreS().measured()),
        Cell.text(said),
        Cell.text(median ? "median" : ""));
  }

  /** What the cores did over the whole jobs. */
  public static Block cpu(Sweep sweep) {
    return new Block.Table(
        sweep.id("sweep-cpu-table"),
        "The cores' time over the whole job",
        "Shares of the time of all cores, means over the repetitions. System includes interrupts;"
            + " I/O wait is idle time in which a disk request was outstanding; steal is what the"
            + " hypervisor gave to others.",
        List.of(
            Column.text("Storage"),
            Column.text("Network"),
            Column.number("User", ""),
            Column.number("System", ""),
            Column.number("I/O wait", ""),
            Column.number("Steal", ""),
            Column.number("Idle", "")),
        sweep.measured().stream()
            .map(
                c -> {
                  CpuShares shares = c.cpu();
                  return Row.of(
                      Cell.text(c.storage()),
                      Cell.text(c.network()),
                      Cell.text(Figures.percent(shares.user())),
                      Cell.text(Figures.percent(shares.system())),
                      Cell.text(Figures.percent(shares.ioWait())),
                      Cell.text(Figures.percent(shares.steal())),
                      Cell.text(Figures.percent(shares.idle())));
                })
            .toList());
  }
}
