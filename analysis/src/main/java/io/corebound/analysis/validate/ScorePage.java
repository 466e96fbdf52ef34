package io.corebound.analysis.validate;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.Page.Section;
import io.corebound.analysis.page.Words;
import io.corebound.records.run.RunManifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A score for people. */
public final class ScorePage {
  private static final String FIXED_ONLY = "fixed cost only";
  private static final String SCALED = "a smaller cell scaled";

  private final Score score;

  private ScorePage(Score score) {
    this.score = score;
  }

  /**
   * Lays a score out.
   *
   * @param manifests of the runs that are scored together, at least one
   */
  public static Page of(Score score, List<RunManifest> manifests) {
    ScorePage page = new ScorePage(score);
    RunManifest manifest = manifests.get(0);
    return new Page(
        score.run(),
        Figures.moment(manifest.startedAt()),
        manifest.state().name(),
        manifest.coreboundVersion(),
        manifest.commit(),
        page.headline(),
        page.lead(),
        score.problems().isEmpty()
            ? List.of()
            : List.of(
                new Block.Notice(
                    "alarm",
                    "Predictions that are not what was frozen before the job do not count:",
                    score.problems())),
        List.of(),
        page.sections(manifests));
  }

  private String headline() {
    if (score.cells().isEmpty()) {
      return "Nothing to score: no cell has both a prediction to be trusted and a measured job";
    }
    return score.scored()
        ? "Over "
            + Words.count(score.counted().size(), "cell")
            + " that "
            + (score.counted().size() == 1 ? "counts" : "count")
            + ": "
            + errors()
            + besideNaive()
        : "No cell counts, so this is no score; over all " + score.cells().size() + ": " + errors();
  }

  private String errors() {
    return "median error "
        + percent(total(score.time()).medianPercent())
        + " of the time, "
        + percent(total(score.core()).medianPercent())
        + " of the core-seconds";
  }

  /** Whether ours is better than the naive predictors. */
  private String besideNaive() {
    Optional<Boolean> fixedOnly = both(timeBeatsFixedOnly(), coreBeatsFixedOnly());
    Optional<Boolean> scaled = both(timeBeatsScaled(), coreBeatsScaled());
    if (fixedOnly.isEmpty()) {
      return "";
    }
    if (scaled.isEmpty()) {
      return (fixedOnly.get() ? "; better than " : "; not better than ")
          + FIXED_ONLY
          + ", and no smaller cell to scale";
    }
    if (fixedOnly.get().equals(scaled.get())) {
      return fixedOnly.get()
          ? "; better than both naive predictors"
          : "; better than neither naive predictor";
    }
    return fixedOnly.get()
        ? "; better than " + FIXED_ONLY + ", but not than " + SCALED
        : "; better than " + SCALED + ", but not than " + FIXED_ONLY;
  }

  /** Whether it is so of time and of core-seconds, as far as both predictors have them. */
  private static Optional<Boolean> both(Optional<Boolean> time, Optional<Boolean> core) {
    return Stream.of(time, core).flatMap(Optional::stream).reduce(Boolean::logicalAnd);
  }

  private Optional<Boolean> timeBeatsFixedOnly() {
    return total(score.time()).beats(score.fixedOnlyTime());
  }

  private Optional<Boolean> coreBeatsFixedOnly() {
    return total(score.core()).beats(score.fixedOnlyCore());
  }

  private Optional<Boolean> timeBeatsScaled() {
    return score.oursWhereScaledTime().beats(score.scaledTime());
  }

  private Optional<Boolean> coreBeatsScaled() {
    return score.oursWhereScaledCore().beats(score.scaledCore());
  }

  private static ErrorSummary total(Map<String, ErrorSummary> byInterval) {
    return byInterval.getOrDefault(IntervalScore.TOTAL, ErrorSummary.of(List.of()));
  }

  private String lead() {
    ErrorSummary time = total(score.time());
    ErrorSummary core = total(score.core());
    if (score.cells().isEmpty()) {
      return "";
    }
    return "The worst: "
        + percent(time.worstPercent())
        + " of the time ("
        + time.worstCell()
        + "), "
        + percent(core.worstPercent())
        + " of the core-seconds"
        + (core.worstCell().isEmpty() ? "" : " (" + core.worstCell() + ")")
        + ". The aim is a median of "
        + Figures.plain(Score.MEDIAN_AIM)
        + " % and at most "
        + Figures.plain(Score.WORST_AIM)
        + " %: "
        + (score.scored()
            ? "time " + met(time) + ", core-seconds " + met(core) + "."
            : "not judged, as no cell counts.")
        + beforehand()
        + unseen()
        + allStarts()
        + (score.machineSpeed().changed() ? " " + machineSpeed(score.machineSpeed()) : "");
  }

  private boolean atSpeed() {
    return score.beforehandTime().cells() > 0;
  }

  /** What they would have been without the speed that the machine had before each job. */
  private String beforehand() {
    return atSpeed()
        ? " For the speed of the machine right before each job; as all of them were predicted"
            + " before the first one, median error "
            + percent(score.beforehandTime().medianPercent())
            + " of the time, "
            + percent(score.beforehandCore().medianPercent())
            + " of the core-seconds."
        : "";
  }

  /** How many would count by a stricter rule, of those that do. */
  private String allStarts() {
    if (!score.scored()) {
      return "";
    }
    long strictly =
        score.counted().stream()
            .filter(c -> c.allStartsPercent() <= CellScore.MOST_FIXED_PERCENT)
            .count();
    return " With the start of every container of the job in the fixed cost, not of one wave alone,"
        + " it is at most "
        + Figures.plain(CellScore.MOST_FIXED_PERCENT)
        + " % in "
        + strictly
        + " of them.";
  }

  /** Whether the cells are such that the model cannot have been made for them. */
  private String unseen() {
    Unseen unseen = score.unseen();
    if (!unseen.whyUnknown().isEmpty()) {
      return " Whether somebody had measured these cells before cannot be told: "
          + unseen.whyUnknown()
          + ".";
    }
    long seen = score.cells().stream().filter(c -> unseen.seenIn().containsKey(c.cell())).count();
    return seen == 0
        ? " None of them was in the repository at the model's commit, " + unseen.commit() + "."
        : " "
            + Words.count((int) seen, "cell")
            + (seen == 1 ? " does" : " do")
            + " not count because the repository had such a job at the model's commit, "
            + unseen.commit()
            + ".";
  }

  private static String met(ErrorSummary errors) {
    return Score.aimMet(errors) ? "reached" : "missed";
  }

  private static String percent(Double percent) {
    return percent == null ? Figures.NONE : Figures.percent(percent / 100);
  }

  private static String signed(Double percent) {
    return percent == null ? Figures.NONE : Figures.difference(percent / 100);
  }

  private List<Section> sections(List<RunManifest> manifests) {
    List<Section> sections = new ArrayList<>();
    if (!score.cells().isEmpty()) {
      sections.add(new Section("cells", "Cells", List.of(cells())));
      sections.add(new Section("intervals", "Errors by interval", List.of(byInterval())));
      sections.add(new Section("naive", "Naive predictors", naive()));
      sections.add(new Section("coverage", "The 90 % intervals", coverage()));
      if (!score.machineSpeed().repetitions().isEmpty()) {
        sections.add(new Section("machine", "The machine meanwhile", machine()));
      }
      sections.add(new Section("every", "Every interval of every cell", List.of(every())));
      sections.add(new Section("charts", "Predicted over measured", charts()));
    }
    if (!score.notScored().isEmpty()) {
      sections.add(
          new Section(
              "others",
              "Without a figure",
              List.of(new Block.Notice("warning", "Not scored:", score.notScored()))));
    }
    sections.add(new Section("how", "How to read this", how(manifests)));
    return sections;
  }

  private Block cells() {
    return new Block.Table(
        "cells-table",
        "",
        "",
        List.of(
            Column.text("Cell"),
            Column.number("Data", ""),
            Column.number("n", ""),
            Column.number("Time pred./meas.", "s"),
            Column.number("Error", ""),
            Column.number("Spread", ""),
            Column.number("Core-s pred./meas.", ""),
            Column.number("Core-s error", ""),
            Column.number("Core-s spread", ""),
            Column.number("Fixed cost", ""),
            Column.number("with all starts", ""),
            Column.text("Counts")),
        score.cells().stream().map(ScorePage::cell).toList());
  }

  private static Row cell(CellScore c) {
    IntervalScore total = c.total();
    return Row.of(
        Cell.code(c.cell()),
        Cell.text(Figures.size(c.data())),
        Cell.text(String.valueOf(c.repetitions())),
        pair(total.predictedS(), total.measuredS()),
        Cell.text(signed(total.timeErrorPercent())),
        Cell.text(percent(c.timeSpreadPercent())),
        pair(total.predictedCoreS(), total.measuredCoreS()),
        Cell.text(signed(total.coreErrorPercent())),
        Cell.text(percent(c.coreSpreadPercent())),
        Cell.text(percent(c.fixedPercent())),
        Cell.text(percent(c.allStartsPercent())),
        Cell.text(c.counts() ? "yes" : "no: " + c.whyNot()));
  }

  private static Cell pair(Double predicted, Double measured) {
    return Cell.text(Figures.number(predicted) + " / " + Figures.number(measured));
  }

  private Block byInterval() {
    return new Block.Table(
        "intervals-table",
        "",
        score.scored() ? "Amounts, over the cells that count." : "Amounts, over all cells.",
        List.of(
            Column.text("Interval"),
            Column.number("Time: median", ""),
            Column.number("worst", ""),
            Column.text("in"),
            Column.number("Core-s: median", ""),
            Column.number("worst", ""),
            Column.text("in")),
        score.time().keySet().stream()
            .map(i -> interval(i, score.time().get(i), score.core().get(i)))
            .toList());
  }

  private static Row interval(String name, ErrorSummary time, ErrorSummary core) {
    return new Row(
        List.of(
            Cell.text(interval(name)),
            Cell.text(percent(time.medianPercent())),
            Cell.text(percent(time.worstPercent())),
            Cell.text(time.worstCell()),
            Cell.text(percent(core.medianPercent())),
            Cell.text(percent(core.worstPercent())),
            Cell.text(core.worstCell())),
        name.equals(IntervalScore.TOTAL));
  }

  private static String interval(String name) {
    return name.equals(IntervalScore.TOTAL) ? "whole job" : Words.interval(name);
  }

  private List<Block> naive() {
    List<Row> rows = new ArrayList<>();
    rows.add(row("ours", total(score.time()), total(score.core()), ""));
    if (atSpeed()) {
      rows.add(
          row(
              "ours, all before the first job",
              score.beforehandTime(),
              score.beforehandCore(),
              ""));
    }
    rows.add(
        row(
            FIXED_ONLY,
            score.fixedOnlyTime(),
            score.fixedOnlyCore(),
            beaten(timeBeatsFixedOnly(), coreBeatsFixedOnly())));
    boolean scaled = score.scaledTime().cells() > 0;
    if (scaled) {
      rows.add(
          row(
              "ours, where there is a smaller cell",
              score.oursWhereScaledTime(),
              score.oursWhereScaledCore(),
              ""));
      rows.add(
          row(
              "the smaller cell scaled",
              score.scaledTime(),
              score.scaledCore(),
              beaten(timeBeatsScaled(), coreBeatsScaled())));
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Table(
            "naive-table",
            "",
            "",
            List.of(
                Column.text("Predictor"),
                Column.number("Cells", ""),
                Column.number("Time: median", ""),
                Column.number("worst", ""),
                Column.number("Core-s: median", ""),
                Column.number("worst", ""),
                Column.text("Ours is better")),
            rows));
    if (!scaled) {
      blocks.add(
          new Block.Paragraph(
              "No smaller cell could be scaled: the run has no two cells of the same storage,"
                  + " network and settings with different data."));
    }
    return blocks;
  }

  private List<Block> machine() {
    MachineSpeed speed = score.machineSpeed();
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Table(
            "machine-table",
            "",
            "CPU time of the map tasks by Hadoop's counter CPU_MILLISECONDS, over the mean of their"
                + " cell's repetitions; the mean over the cells. Errors against one repetition are"
                + " no score: they tell which part of one is the hour's.",
            List.of(
                Column.number("Repetition", ""),
                Column.number("Cells", ""),
                Column.number("CPU time of the same maps", ""),
                Column.number("Time against it alone: median", ""),
                Column.number("worst", ""),
                Column.number("Core-s: median", ""),
                Column.number("worst", "")),
            speed.repetitions().stream()
                .map(
                    r ->
                        Row.of(
                            Cell.text(String.valueOf(r.repetition())),
                            Cell.text(String.valueOf(r.cells())),
                            Cell.text(percent(r.mapCpuPercent())),
                            Cell.text(percent(r.time().medianPercent())),
                            Cell.text(percent(r.time().worstPercent())),
                            Cell.text(percent(r.core().medianPercent())),
                            Cell.text(percent(r.core().worstPercent()))))
                .toList()));
    blocks.add(new Block.Paragraph(machineSpeed(speed)));
    return blocks;
  }

  private static String machineSpeed(MachineSpeed speed) {
    String same = "The same maps on the same data took " + percent(speed.changePercent()) + " more";
    return speed.changed()
        ? same
            + " CPU time in one repetition than in another: the machine's speed changed while the"
            + " sweep ran, and up to so much of an error may be the machine's."
        : same + " CPU time in one repetition than in another, at most: the machine was steady.";
  }

  private static Row row(String name, ErrorSummary time, ErrorSummary core, String beaten) {
    return Row.of(
        Cell.text(name),
        Cell.text(String.valueOf(time.cells())),
        Cell.text(percent(time.medianPercent())),
        Cell.text(percent(time.worstPercent())),
        Cell.text(percent(core.medianPercent())),
        Cell.text(percent(core.worstPercent())),
        Cell.text(beaten));
  }

  private static String beaten(Optional<Boolean> time, Optional<Boolean> core) {
    return "time: " + yes(time) + ", core-seconds: " + yes(core);
  }

  private static String yes(Optional<Boolean> beats) {
    return beats.map(b -> b ? "yes" : "no").orElse("not known");
  }

  private List<Block> coverage() {
    return List.of(
        new Block.Paragraph("Elapsed time: " + coverage(score.timeCoverage())),
        new Block.Paragraph("Core-seconds: " + coverage(score.coreCoverage())));
  }

  private static String coverage(Coverage c) {
    return c.of() == 0
        ? "no cell has an interval."
        : c.within()
            + " of "
            + c.of()
            + " medians within their interval (share by 95 % confidence: "
            + Figures.percent(c.lowPercent() / 100)
            + " to "
            + Figures.percent(c.highPercent() / 100)
            + ")"
            + (c.claim() ? "." : "; no claim below " + Coverage.ENOUGH + ".");
  }

  private Block every() {
    List<Row> rows = new ArrayList<>();
    for (CellScore cell : score.cells()) {
      for (IntervalScore i : cell.intervals()) {
        rows.add(
            new Row(
                List.of(
                    Cell.code(cell.cell()),
                    Cell.text(interval(i.interval())),
                    pair(i.predictedS(), i.measuredS()),
                    Cell.text(signed(i.timeErrorPercent())),
                    pair(i.predictedCoreS(), i.measuredCoreS()),
                    Cell.text(signed(i.coreErrorPercent()))),
                i.interval().equals(IntervalScore.TOTAL)));
      }
    }
    return new Block.Table(
        "every-table",
        "",
        "",
        List.of(
            Column.text("Cell"),
            Column.text("Interval"),
            Column.number("Time pred./meas.", "s"),
            Column.number("Error", ""),
            Column.number("Core-s pred./meas.", ""),
            Column.number("Core-s error", "")),
        rows);
  }

  private List<Block> charts() {
    List<Block> charts = new ArrayList<>();
    chart("time", "s", IntervalScore::measuredS, IntervalScore::predictedS).ifPresent(charts::add);
    chart("core-seconds", "core-s", IntervalScore::measuredCoreS, IntervalScore::predictedCoreS)
        .ifPresent(charts::add);
    return charts;
  }

  private Optional<Block> chart(
      String what,
      String unit,
      Function<IntervalScore, Double> measured,
      Function<IntervalScore, Double> predicted) {
    List<Chart.Series> series = new ArrayList<>();
    for (String name : score.time().keySet()) {
      List<List<Double>> points =
          score.cells().stream()
              .flatMap(c -> c.intervals().stream())
              .filter(i -> i.interval().equals(name) && positive(measured.apply(i)))
              .filter(i -> positive(predicted.apply(i)))
              .map(i -> List.of(measured.apply(i), predicted.apply(i)))
              .toList();
      if (!points.isEmpty()) {
        series.add(new Chart.Series(interval(name), "", "", false, true, points, List.of()));
      }
    }
    double[] all =
        series.stream()
            .flatMap(s -> s.points().stream())
            .flatMapToDouble(p -> DoubleStream.of(p.get(0), p.get(1)))
            .sorted()
            .toArray();
    if (all.length == 0) {
      return Optional.empty();
    }
    double low = all[0] / 1.2;
    double high = all[all.length - 1] * 1.2;
    series.add(
        new Chart.Series(
            "predicted as measured",
            "soft",
            "",
            true,
            List.of(List.of(low, low), List.of(high, high)),
            List.of()));
    return Optional.of(
        Chart.scatter(
            "scatter-" + what,
            "Predicted over measured " + what,
            "A mark an interval of a cell, and a mark its whole job. Above the line the prediction"
                + " is too high.",
            unit,
            String.format(Locale.ROOT, "measured, %s", unit),
            series));
  }

  private static boolean positive(Double value) {
    return value != null && value > 0;
  }

  private List<Block> how(List<RunManifest> manifests) {
    RunManifest manifest = manifests.get(0);
    return List.of(
        new Block.Paragraph(
            "Errors are (predicted - measured) / measured, of the median of a cell's repetitions;"
                + " spread is from the least repetition to the most, over the median. A cell counts"
                + " when it has at least "
                + CellScore.REPETITIONS
                + " repetitions, a fixed cost of at most "
                + Figures.plain(CellScore.MOST_FIXED_PERCENT)
                + " % of the time, and was unseen: no run in the repository had its tier, data and"
                + " settings at the commit of the model. Fixed cost: what is left of the job when"
                + " its data vanish, that is overhead (the longer of predicted and measured),"
                + " predicted waiting, and one start of a container on every slot for maps and for"
                + " reduces; beside it the same with the starts of all containers, which decides"
                + " nothing. \"Better\" compares the medians over the same cells, in the headline"
                + " those of the time and of the core-seconds."),
        new Block.Paragraph(
            (atSpeed()
                    ? "Each job was predicted twice, and both are frozen: before the first job of"
                        + " all, and right before its own, with all work dearer or cheaper by"
                        + " what a small TeraSort in one JVM took then, over what it took while"
                        + " operations were measured. The score is of the latter, of a cell the"
                        + " mean of its repetitions. "
                    : "")
                + (manifests.size() > 1
                    ? "Of several runs, whose jobs are repetitions of one another: what is"
                        + " predicted of a cell is the mean of what each of them froze before its"
                        + " own jobs. "
                    : "")
                + "The predictions are those of corebound "
                + manifest.coreboundVersion()
                + ", commit "
                + manifest.commit()
                + "."));
  }
}
