package io.corebound.analysis.pages.report.score;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Paragraph;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.Page.Section;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.study.score.CellScore;
import io.corebound.analysis.study.score.Coverage;
import io.corebound.analysis.study.score.Errors;
import io.corebound.analysis.study.score.IntervalScore;
import io.corebound.analysis.study.score.MachineSpeed;
import io.corebound.analysis.study.score.Remark;
import io.corebound.analysis.study.score.Score;
import io.corebound.analysis.study.score.ScoredRun;
import io.corebound.analysis.study.score.Unseen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A score for people. */
public final class ScorePage {
  private static final Sentences SAY = Sentences.of(ScorePage.class, "score");

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
        SAY.say("headline", facts),
        score.cells().isEmpty() ? "" : (SAY.say("lead", facts) + page.speedChange()).strip(),
        score.problems().isEmpty()
            ? List.of()
            : List.of(
                new Block.Notice("alarm", SAY.say("unfrozen", facts), said(score.problems()))),
        List.of(),
        page.sections(facts));
  }

  /** What the remarks of a score say, a sentence each. */
  public static List<String> said(List<Remark> remarks) {
    return remarks.stream().map(r -> SAY.say("remark", r)).toList();
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
    return SAY.say("steady", "percent", speed.changePercent(), "changed", speed.changed());
  }

  private List<Section> sections(Map<String, Object> facts) {
    List<Section> sections = new ArrayList<>();
    if (!score.cells().isEmpty()) {
      sections.add(new Section("cells", "Cells", List.of(table("cells", score.cells()))));
      sections.add(
          new Section(
              "intervals",
              "Errors by interval",
              List.of(table("intervals", score.byInterval().keySet()))));
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
                List.of(
                    table("machine", score.machineSpeed().repetitions()),
                    new Paragraph(machineSpeed()))));
      }
      sections.add(new Section("every", "Every interval of every cell", List.of(every())));
      sections.add(new Section("charts", "Predicted over measured", charts()));
    }
    if (!score.notScored().isEmpty()) {
      sections.add(
          new Section(
              "others",
              "Without a figure",
              List.of(new Block.Notice("warning", SAY.say("notScored"), said(score.notScored())))));
    }
    sections.add(
        new Section(
            "how",
            "How to read this",
            List.of(
                new Paragraph(SAY.say("howErrors", facts)),
                new Paragraph(SAY.say("howPredicted", facts)))));
    return sections;
  }

  /** A predictor; beside a naive one, ours over the same cells. */
  private record Predictor(String name, Errors errors, Errors ours) {
    public Boolean better(boolean time) {
      Optional<Boolean> better =
          time ? ours.time().beats(errors.time()) : ours.core().beats(errors.core());
      return better.orElse(null);
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
    Block table = table("naive", predictors);
    return scaled ? List.of(table) : List.of(table, SAY.paragraph("noScaled"));
  }

  private Block table(String block, Collection<?> rows) {
    return SAY.tableOf(block, block + "-table", rows, "score", score);
  }

  private static Block coverage(String what, Coverage coverage) {
    return SAY.paragraph("coverage", "what", what, "c", coverage, "enough", Coverage.ENOUGH);
  }

  /** An interval of a cell. */
  private record Part(CellScore cell, IntervalScore score) {}

  private Block every() {
    return table(
        "every",
        score.cells().stream()
            .flatMap(c -> c.intervals().stream().map(i -> new Part(c, i)))
            .toList());
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
        String of = SAY.say("interval", "name", name);
        series.add(new Chart.Series(of, "", "", false, true, points, List.of()));
      }
    }
    DoubleSummaryStatistics all =
        series.stream()
            .flatMap(s -> s.points().stream().flatMap(List::stream))
            .mapToDouble(v -> v)
            .summaryStatistics();
    if (series.isEmpty()) {
      return Optional.empty();
    }
    double low = all.getMin() / 1.2;
    double high = all.getMax() * 1.2;
    series.add(
        Chart.Series.line(
            "predicted as measured",
            "soft",
            true,
            List.of(List.of(low, low), List.of(high, high))));
    return Optional.of(
        SAY.chart(
            "scatter", "scatter: what, unit", "scatter-" + what, List.of(), series, what, unit));
  }
}
