package io.corebound.analysis.pages.report.plan;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.study.plan.Plan;
import io.corebound.records.run.PredictedInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The page of a capacity plan. */
public record PlanPage(Plan plan) {
  private static final Sentences SAY = Sentences.of(PlanPage.class, "plan");

  /** The page; {@code version} and {@code commit} are those of this corebound. */
  public static Page of(Plan plan, String version, String commit) {
    PlanPage page = new PlanPage(plan);
    List<Page.Section> sections = new ArrayList<>();
    sections.add(new Page.Section("bounds", "What bounds the job", List.of(page.bounds())));
    sections.add(new Page.Section("changes", "What a change brings", page.changes()));
    if (plan.deadline() != null) {
      Block smallest = page.table("smallest", plan.deadline().found(), Plan.Smallest::extrapolated);
      sections.add(new Page.Section("deadline", "In time", List.of(smallest)));
    }
    sections.add(new Page.Section("curves", "Over cores and disks", page.curves()));
    Block trust = new Block.Notice("warning", SAY.say("trust"), plan.notes());
    sections.add(new Page.Section("notes", "Notes", List.of(trust)));
    sections.add(PredictionPage.notModelled(plan.prediction()));
    return new Page(
        "plan by " + plan.prediction().machine(),
        "",
        "",
        version,
        commit,
        SAY.say("headline", plan),
        SAY.say("lead", page),
        List.of(),
        List.of(),
        sections);
  }

  /** The interval that takes most of the job; null where none has a time. */
  public PredictedInterval longest() {
    return plan.prediction().intervals().stream()
        .filter(i -> i.timeS() != null && i.bottleneck() != null)
        .max(Comparator.comparingDouble(PredictedInterval::timeS))
        .orElse(null);
  }

  /** A table whose rows say which of them are extrapolated, or its title where all are. */
  private <T> Block table(String id, List<T> rows, Predicate<T> extrapolated) {
    return table(id, rows, !rows.isEmpty() && rows.stream().allMatch(extrapolated));
  }

  private Block table(String id, List<?> rows, boolean all) {
    PredictionPage page = new PredictionPage(plan.prediction(), false, null, plan.thresholds());
    return SAY.tableOf(id, id, rows, "plan", plan, "all", all, "predicted", page);
  }

  private Block bounds() {
    boolean all =
        plan.cluster().extrapolated()
            && plan.thresholds().stream().allMatch(Plan.Threshold::extrapolated);
    return table("bounds-by-interval", plan.prediction().intervals(), all);
  }

  private List<Block> changes() {
    List<Plan.Point> rows = new ArrayList<>(plan.changes());
    rows.add(plan.bestPair());
    List<Block> blocks = new ArrayList<>();
    blocks.add(table("doublings", rows, Plan.Point::extrapolated));
    if (!plan.codecs().isEmpty()) {
      blocks.add(table("codecs", plan.codecs(), Plan.Point::extrapolated));
    }
    if (!plan.codecsNotMeasured().isEmpty()) {
      blocks.add(SAY.paragraph("notMeasured", plan));
    }
    if (!plan.levers().isEmpty()) {
      blocks.add(table("levers", plan.levers(), Plan.Point::extrapolated));
    }
    return blocks;
  }

  private List<Block> curves() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(curve("plan-cores", plan.overCores(), p -> (double) p.cores()));
    blocks.add(table("over-cores", plan.overCores(), Plan.Point::extrapolated));
    if (!plan.overDisk().isEmpty()) {
      blocks.add(curve("plan-disk", plan.overDisk(), Plan.Point::readMbPerS));
      blocks.add(table("over-disk", plan.overDisk(), Plan.Point::extrapolated));
    }
    return blocks;
  }

  /** The measured range as a line, the extrapolated one dashed, the own cluster as a mark. */
  private static Chart curve(
      String id, List<Plan.Point> points, Function<Plan.Point, Double> along) {
    Function<Plan.Point, List<Double>> place =
        p -> Stream.of(along.apply(p), p.totalS()).map(Charts::orNull).toList();
    List<List<Double>> places = points.stream().map(place).toList();
    int measured = (int) points.stream().takeWhile(p -> !p.extrapolated()).count();
    List<Chart.Series> series = new ArrayList<>();
    if (measured > 0) {
      series.add(Chart.Series.line("measured range", "cpu", false, places.subList(0, measured)));
    }
    if (measured < points.size()) {
      List<List<Double>> rest = places.subList(Math.max(0, measured - 1), points.size());
      series.add(Chart.Series.line("extrapolated", "cpu", true, rest));
    }
    List<List<Double>> own = points.stream().filter(Plan.Point::own).map(place).toList();
    series.add(Chart.Series.markers("your cluster", own));
    return SAY.chart("curve", id, id, List.of(), series);
  }
}
