package io.corebound.analysis.score;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Paragraph;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Columns;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.Page.Section;
import io.corebound.analysis.page.Sentences;
import io.corebound.analysis.page.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** A score for people. */
public final class ScorePage {
  private static final Sentences SENTENCES = Sentences.of(ScorePage.class, "score");

  private final Score score;
  private final List<ScoredRun.Source> sources;

  private ScorePage(Score score, List<ScoredRun.Source> sources) {
    this.score = score;
    this.sources = sources;
  }

  /** The page of a score of runs, at least one. */
  public static Page of(Score score, List<ScoredRun.Source> sources) {
    ScorePage page = new ScorePage(score, sources);
    ScoredRun.Source first = sources.get(0);
    Map<String, Object> facts = page.facts();
    return new Page(
        score.run(),
        Figures.moment(first.startedAt()),
        first.state().name(),
        first.version(),
        first.commit(),
        SENTENCES.say("headline", facts),
        score.cells().isEmpty() ? "" : (SENTENCES.say("lead", facts) + page.speedChange()).strip(),
        score.problems().isEmpty()
            ? List.of()
            : List.of(
                new Block.Notice("alarm", SENTENCES.say("unfrozen", facts), score.problems())),
        List.of(),
        page.sections(facts));
  }

  private Map<String, Object> facts() {
    Unseen unseen = score.unseen();
    Map<String, Object> facts = new HashMap<>();
    facts.put("cells", score.cells().size());
    facts.put("counted", score.counted().size());
    facts.put("scored", score.scored());
    facts.put("total", score.total());
    facts.put("fixedOnly", score.total().beats(score.fixedOnly()).orElse(null));
    facts.put("scaled", score.oursWhereScaled().beats(score.scaled()).orElse(null));
    facts.put("medianAim", Score.MEDIAN_AIM);
    facts.put("worstAim", Score.WORST_AIM);
    facts.put("timeMet", Score.aimMet(score.total().time()));
    facts.put("coreMet", Score.aimMet(score.total().core()));
    facts.put("unknown", unseen.whyUnknown());
    facts.put("seen", of(score.cells(), c -> unseen.seenIn().containsKey(c.cell())));
    facts.put("strictly", of(score.counted(), c -> c.allStartsPercent() <= mostFixed()));
    facts.put("mostFixed", mostFixed());
    facts.put("repetitions", CellScore.REPETITIONS);
    facts.put("runs", sources.size());
    facts.put("version", sources.get(0).version());
    facts.put("commit", unseen.commit());
    return facts;
  }

  private static double mostFixed() {
    return CellScore.MOST_FIXED_PERCENT;
  }

  private static int of(List<CellScore> cells, Function<CellScore, Boolean> counts) {
    return (int) cells.stream().filter(counts::apply).count();
  }

  private String speedChange() {
    return score.machineSpeed().changed() ? " " + machineSpeed() : "";
  }

  private String machineSpeed() {
    MachineSpeed speed = score.machineSpeed();
    return SENTENCES.say(
        "machine", Map.of("percent", speed.changePercent(), "changed", speed.changed()));
  }

  private static String percent(Double percent) {
    return percent == null ? Figures.NONE : Figures.percent(percent / 100);
  }

  private static String signed(Double percent) {
    return percent == null ? Figures.NONE : Figures.difference(percent / 100);
  }

  private static String pair(Double predicted, Double measured) {
    return Figures.number(predicted) + " / " + Figures.number(measured);
  }

  private static String interval(String name) {
    return name.equals(IntervalScore.TOTAL) ? "whole job" : Words.interval(name);
  }

  private List<Section> sections(Map<String, Object> facts) {
    List<Section> sections = new ArrayList<>();
    if (!score.cells().isEmpty()) {
      sections.add(new Section("cells", "Cells", List.of(cells())));
      sections.add(new Section("intervals", "Errors by interval", List.of(byInterval())));
      sections.add(new Section("naive", "Naive predictors", naive()));
      sections.add(
          new Section(
              "coverage",
              "The 90 % intervals",
              List.of(
                  coverage("Elapsed time", score.timeCoverage()),
                  coverage("Core-seconds", score.coreCoverage()))));
      if (!score.machineSpeed().repetitions().isEmpty()) {
        sections.add(
            new Section(
                "machine",
                "The machine meanwhile",
                List.of(repetitions(), new Paragraph(machineSpeed()))));
      }
      sections.add(new Section("every", "Every interval of every cell", List.of(every())));
      sections.add(new Section("charts", "Predicted over measured", charts()));
    }
    if (!score.notScored().isEmpty()) {
      sections.add(
          new Section(
              "others",
              "Without a figure",
              List.of(new Block.Notice("warning", SENTENCES.say("notScored"), score.notScored()))));
    }
    sections.add(
        new Section(
            "how",
            "How to read this",
            List.of(
                new Paragraph(SENTENCES.say("howErrors", facts)),
                new Paragraph(SENTENCES.say("howPredicted", facts)))));
    return sections;
  }

  private Block cells() {
    return new Columns<CellScore>()
        .code("Cell", CellScore::cell)
        .number("Data", "", c -> Figures.size(c.data()))
        .number("n", "", c -> String.valueOf(c.repetitions()))
        .number("Time pred./meas.", "s", c -> pair(c.total().predictedS(), c.total().measuredS()))
        .number("Error", "", c -> signed(c.total().timeErrorPercent()))
        .number("Spread", "", c -> percent(c.timeSpreadPercent()))
        .number(
            "Core-s pred./meas.",
            "",
            c -> pair(c.total().predictedCoreS(), c.total().measuredCoreS()))
        .number("Error", "", c -> signed(c.total().coreErrorPercent()))
        .number("Spread", "", c -> percent(c.coreSpreadPercent()))
        .number("Fixed cost", "", c -> percent(c.fixedPercent()))
        .text("Counts", c -> c.counts() ? "yes" : "no: " + c.whyNot())
        .table("cells-table", "", "", score.cells());
  }

  private Block byInterval() {
    return errors(
            new Columns<Entry<String, Errors>>().text("Interval", e -> interval(e.getKey())),
            Entry::getValue)
        .text("worst time in", e -> e.getValue().time().worstCell())
        .text("worst core-s in", e -> e.getValue().core().worstCell())
        .table(
            "intervals-table",
            "",
            score.scored() ? "Amounts, over the cells that count." : "Amounts, over all cells.",
            List.copyOf(score.byInterval().entrySet()),
            e -> e.getKey().equals(IntervalScore.TOTAL));
  }

  /** Four columns of a predictor's errors. */
  private static <T> Columns<T> errors(Columns<T> columns, Function<T, Errors> of) {
    return columns
        .number("Time: median", "", t -> percent(of.apply(t).time().medianPercent()))
        .number("worst", "", t -> percent(of.apply(t).time().worstPercent()))
        .number("Core-s: median", "", t -> percent(of.apply(t).core().medianPercent()))
        .number("worst", "", t -> percent(of.apply(t).core().worstPercent()));
  }

  /** A predictor; beside a naive one, ours over the same cells. */
  private record Predictor(String name, Errors errors, Errors ours) {
    private String beaten() {
      return ours == null
          ? ""
          : "time: %s, core-seconds: %s"
              .formatted(
                  yes(ours.time().beats(errors.time())), yes(ours.core().beats(errors.core())));
    }

    private static String yes(Optional<Boolean> beats) {
      return beats.map(b -> b ? "yes" : "no").orElse("not known");
    }
  }

  private List<Block> naive() {
    List<Predictor> predictors = new ArrayList<>();
    predictors.add(new Predictor("ours", score.total(), null));
    predictors.add(new Predictor("fixed cost only", score.fixedOnly(), score.total()));
    boolean scaled = score.scaled().time().cells() > 0;
    if (scaled) {
      predictors.add(
          new Predictor("ours, where there is a smaller cell", score.oursWhereScaled(), null));
      predictors.add(
          new Predictor("the smaller cell scaled", score.scaled(), score.oursWhereScaled()));
    }
    Block table =
        errors(
                new Columns<Predictor>()
                    .text("Predictor", Predictor::name)
                    .number("Cells", "", p -> String.valueOf(p.errors().time().cells())),
                Predictor::errors)
            .text("Ours is better", Predictor::beaten)
            .table("naive-table", "", "", predictors);
    return scaled ? List.of(table) : List.of(table, new Paragraph(SENTENCES.say("noScaled")));
  }

  private Block repetitions() {
    return errors(
            new Columns<MachineSpeed.Repetition>()
                .number("Repetition", "", r -> String.valueOf(r.repetition()))
                .number("Cells", "", r -> String.valueOf(r.cells()))
                .number("CPU time of the same maps", "", r -> percent(r.mapCpuPercent())),
            r -> new Errors(r.time(), r.core()))
        .table(
            "machine-table",
            "",
            SENTENCES.say("machineCaption"),
            score.machineSpeed().repetitions());
  }

  private static Paragraph coverage(String what, Coverage coverage) {
    return new Paragraph(
        SENTENCES.say("coverage", Map.of("what", what, "c", coverage, "enough", Coverage.ENOUGH)));
  }

  private Block every() {
    return new Columns<Entry<CellScore, IntervalScore>>()
        .code("Cell", e -> e.getKey().cell())
        .text("Interval", e -> interval(e.getValue().interval()))
        .number(
            "Time pred./meas.", "s", e -> pair(e.getValue().predictedS(), e.getValue().measuredS()))
        .number("Error", "", e -> signed(e.getValue().timeErrorPercent()))
        .number(
            "Core-s pred./meas.",
            "",
            e -> pair(e.getValue().predictedCoreS(), e.getValue().measuredCoreS()))
        .number("Error", "", e -> signed(e.getValue().coreErrorPercent()))
        .table(
            "every-table",
            "",
            "",
            score.cells().stream()
                .flatMap(c -> c.intervals().stream().map(i -> Map.entry(c, i)))
                .toList(),
            e -> e.getValue().interval().equals(IntervalScore.TOTAL));
  }

  private List<Block> charts() {
    List<Block> charts = new ArrayList<>();
    chart("time", "s", i -> Arrays.asList(i.measuredS(), i.predictedS())).ifPresent(charts::add);
    chart("core-seconds", "core-s", i -> Arrays.asList(i.measuredCoreS(), i.predictedCoreS()))
        .ifPresent(charts::add);
    return charts;
  }

  private Optional<Block> chart(
      String what, String unit, Function<IntervalScore, List<Double>> point) {
    List<Chart.Series> series = new ArrayList<>();
    for (String name : score.byInterval().keySet()) {
      List<List<Double>> points =
          score.cells().stream()
              .flatMap(c -> c.of(name).stream())
              .map(point)
              .filter(p -> p.stream().allMatch(v -> v != null && v > 0))
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
        Chart.Series.line(
            "predicted as measured",
            "soft",
            true,
            List.of(List.of(low, low), List.of(high, high))));
    return Optional.of(
        Chart.of(
            "scatter",
            "scatter-" + what,
            "Predicted over measured " + what,
            SENTENCES.say("scatter"),
            unit,
            "measured, " + unit,
            List.of(),
            series));
  }
}
