package io.corebound.analysis.report.plan;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Columns;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.Sentences;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.plan.Plan;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of a capacity plan. */
public final class PlanPage {
  private static final Sentences SENTENCES = Sentences.of(PlanPage.class, "plan");
  private static final String EXTRAPOLATED = "extrapolated";

  private final Plan plan;

  private PlanPage(Plan plan) {
    this.plan = plan;
  }

  /** How a table marks what is extrapolated: row by row, or in its title where every row is. */
  private record Marks(boolean all) {
    static <T> Marks of(List<T> rows, Predicate<T> extrapolated) {
      return new Marks(!rows.isEmpty() && rows.stream().allMatch(extrapolated));
    }

    String title(String title) {
      return all ? title + " (all " + EXTRAPOLATED + ")" : title;
    }

    Cell figure(double value, boolean extrapolated) {
      return Cell.number(value).withNote(note("", extrapolated));
    }

    String note(String other, boolean extrapolated) {
      return Stream.of(other, extrapolated && !all ? EXTRAPOLATED : "")
          .filter(w -> !w.isEmpty())
          .reduce((one, two) -> one + ", " + two)
          .orElse("");
    }
  }

  /** The page; {@code version} and {@code commit} are those of this corebound. */
  public static Page of(Plan plan, String version, String commit) {
    PlanPage page = new PlanPage(plan);
    Map<String, Object> facts = page.facts();
    List<Page.Section> sections = new ArrayList<>();
    sections.add(new Page.Section("bounds", "What bounds the job", List.of(page.bounds())));
    sections.add(new Page.Section("changes", "What a change brings", page.changes()));
    if (plan.deadline() != null) {
      sections.add(new Page.Section("deadline", "In time", List.of(page.deadline())));
    }
    List<Block> curves = new ArrayList<>(page.overCores());
    if (!plan.overDisk().isEmpty()) {
      curves.addAll(page.overDisk());
    }
    sections.add(new Page.Section("curves", "Over cores and disks", curves));
    sections.add(
        new Page.Section(
            "notes",
            "Notes",
            List.of(new Block.Notice("warning", SENTENCES.say("trust"), plan.notes()))));
    sections.add(PredictionPage.notModelled(plan.prediction()));
    return new Page(
        "plan by " + plan.prediction().machine(),
        "",
        "",
        version,
        commit,
        SENTENCES.say("headline", facts),
        SENTENCES.say("lead", facts),
        List.of(),
        List.of(),
        sections);
  }

  private Map<String, Object> facts() {
    Plan.Deadline deadline = plan.deadline();
    Map<String, Object> facts = new HashMap<>();
    facts.put("p", plan.prediction());
    facts.put("c", plan.cluster());
    facts.put("memory", plan.cluster().memory().display());
    facts.put("measuredCores", plan.measuredCores());
    facts.put("longest", longest().orElse(null));
    facts.put("best", plan.changes().get(0));
    facts.put("bestS", rounded(plan.changes().get(0).savedS()));
    facts.put("pair", plan.bestPair());
    facts.put("pairS", rounded(plan.bestPair().savedS()));
    facts.put("deadline", deadline);
    facts.put("smallest", deadline == null ? null : deadline.found().get(0));
    facts.put("chance", deadline == null ? null : chance(deadline.found().get(0)));
    return facts;
  }

  private Optional<Interval> longest() {
    return plan.prediction().intervals().stream()
        .filter(i -> i.timeS() != null && i.bottleneck() != null)
        .max(Comparator.comparingDouble(Interval::timeS));
  }

  /** To a millisecond: smaller differences are rounding errors. */
  private static double rounded(double seconds) {
    return Math.round(seconds * 1e3) / 1e3;
  }

  private static String saved(double seconds) {
    return Figures.number(rounded(seconds));
  }

  /** An interval, or the whole job. */
  private record Bounded(String name, Double seconds, String bottleneck, boolean whole) {}

  private Block bounds() {
    Prediction prediction = plan.prediction();
    boolean extrapolated = plan.cluster().extrapolated();
    Marks marks =
        new Marks(
            extrapolated && plan.thresholds().stream().allMatch(Plan.Threshold::extrapolated));
    List<Bounded> rows = new ArrayList<>();
    for (Interval i : prediction.intervals()) {
      rows.add(new Bounded(i.name(), i.timeS(), PredictionPage.bottleneck(i), false));
    }
    rows.add(new Bounded("job", prediction.totalS(), "", true));
    return new Columns<Bounded>()
        .text("interval", b -> Words.interval(b.name()))
        .cell(
            Column.number("seconds", ""),
            b -> Cell.number(b.seconds()).withNote(marks.note("", extrapolated)))
        .text("bottleneck", Bounded::bottleneck)
        .cell(Column.number("disk from", "cores"), b -> threshold(marks, b.name(), "disk"))
        .cell(Column.number("network from", "cores"), b -> threshold(marks, b.name(), "network"))
        .table(
            "bounds-by-interval",
            marks.title("What bounds the job, and from how many cores on a device does"),
            SENTENCES.say("thresholds"),
            rows,
            Bounded::whole);
  }

  private Cell threshold(Marks marks, String interval, String device) {
    return plan.thresholds().stream()
        .filter(t -> t.interval().equals(interval) && t.device().equals(device))
        .findFirst()
        .map(t -> marks.figure(t.cores(), t.extrapolated()))
        .orElse(Cell.text(Figures.NONE));
  }

  private List<Block> changes() {
    List<Plan.Change> rows = new ArrayList<>(plan.changes());
    rows.add(plan.bestPair());
    Marks marks = Marks.of(rows, Plan.Change::extrapolated);
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Columns<Plan.Change>()
            .cell(
                Column.text("twice the"),
                c -> Cell.text(c.change()).withNote(marks.note(c.note(), c.extrapolated())))
            .number("cores", "", c -> String.valueOf(c.cores()))
            .number("tasks at once", "", c -> String.valueOf(c.containers()))
            .number("seconds", "", c -> Figures.number(c.totalS()))
            .number("saved", "s", c -> saved(c.savedS()))
            .number(
                "saved", "", c -> Figures.percent(rounded(c.savedS()) / plan.prediction().totalS()))
            .text("then mostly", Plan.Change::bottleneck)
            .table(
                "doublings",
                marks.title("Doubling one thing, and the best pair"),
                "",
                rows,
                c -> c == plan.bestPair()));
    if (!plan.codecs().isEmpty()) {
      Marks ofCodecs = Marks.of(plan.codecs(), Plan.Codec::extrapolated);
      blocks.add(
          new Columns<Plan.Codec>()
              .cell(
                  Column.text("codec"),
                  c -> Cell.text(c.codec()).withNote(ofCodecs.note("", c.extrapolated())))
              .number("seconds", "", c -> Figures.number(c.totalS()))
              .number("saved", "s", c -> saved(c.savedS()))
              .text("then mostly", Plan.Codec::bottleneck)
              .table(
                  "codecs",
                  ofCodecs.title("Codec of the map output"),
                  SENTENCES.say("codecs"),
                  plan.codecs()));
    }
    if (!plan.codecsNotMeasured().isEmpty()) {
      blocks.add(
          new Block.Paragraph(SENTENCES.say("notMeasured", "codecs", plan.codecsNotMeasured())));
    }
    if (!plan.collectors().isEmpty()) {
      blocks.add(collectors());
    }
    return blocks;
  }

  private Block collectors() {
    Marks marks = Marks.of(plan.collectors(), Plan.Collector::extrapolated);
    String gains =
        plan.collectors().stream().skip(1).map(this::gain).collect(Collectors.joining(" "));
    return new Columns<Plan.Collector>()
        .cell(
            Column.text("collector"),
            c -> Cell.text(c.collector()).withNote(marks.note("", c.extrapolated())))
        .number("core-s in map", "", c -> Figures.number(c.mapCoreS()))
        .number("seconds", "", c -> Figures.number(c.totalS()))
        .number("saved", "s", c -> saved(c.savedS()))
        .text("then mostly", Plan.Collector::bottleneck)
        .table("collectors", marks.title("Collector of the map output"), gains, plan.collectors());
  }

  private String gain(Plan.Collector other) {
    double part = 1 - other.mapCoreS() / plan.collectors().get(0).mapCoreS();
    return SENTENCES.say(
        "collector: name, part, fewer", other.collector(), Math.abs(part), part >= 0);
  }

  private static String orAsMeasured(String tier) {
    return tier == null ? "as measured" : tier;
  }

  private static String sure(Plan.Smallest smallest) {
    return smallest.probability() == null
        ? Figures.NONE
        : smallest.sureNodes() == null ? "never" : smallest.sureNodes().toString();
  }

  /** Nothing is certain. */
  private static String chance(Plan.Smallest smallest) {
    Double probability = smallest.probability();
    return probability == null
        ? Figures.NONE
        : probability > 0.99 ? "over 99 %" : Figures.percent(probability);
  }

  private Block deadline() {
    Plan.Deadline deadline = plan.deadline();
    Marks marks = Marks.of(deadline.found(), Plan.Smallest::extrapolated);
    return new Columns<Plan.Smallest>()
        .text("storage", s -> orAsMeasured(s.storage()))
        .text("network", s -> orAsMeasured(s.network()))
        .number("nodes", "", s -> s.nodes() == null ? "never in time" : s.nodes().toString())
        .cell(Column.number("seconds", ""), s -> marks.figure(s.totalS(), s.extrapolated()))
        .number("probability", "", PlanPage::chance)
        .number("nodes for 95 %", "", PlanPage::sure)
        .text("mostly", Plan.Smallest::bottleneck)
        .number("price", "", s -> s.price() == null ? Figures.NONE : Figures.plain(s.price()))
        .table(
            "smallest",
            marks.title(SENTENCES.say("inTime", deadline)),
            SENTENCES.say("order", deadline),
            deadline.found());
  }

  private List<Block> overCores() {
    Marks marks = Marks.of(plan.overCores(), Plan.CorePoint::extrapolated);
    String title = "Elapsed time over the cores of a node";
    return List.of(
        Chart.of(
            "curve",
            "plan-cores",
            title,
            SENTENCES.say("cores") + " " + SENTENCES.say("dashed"),
            "s",
            "cores of a node",
            List.of(),
            series(
                plan.overCores(),
                p -> List.of((double) p.cores(), p.totalS()),
                Plan.CorePoint::extrapolated,
                Plan.CorePoint::own)),
        new Columns<Plan.CorePoint>()
            .number("cores", "", p -> String.valueOf(p.cores()))
            .number("tasks at once", "", p -> String.valueOf(p.containers()))
            .number("seconds", "", p -> Figures.number(p.totalS()))
            .text("mostly", Plan.CorePoint::bottleneck)
            .text("note", p -> marks.note(p.own() ? "yours" : "", p.extrapolated()))
            .table("over-cores", marks.title(title), "", plan.overCores()));
  }

  private List<Block> overDisk() {
    Marks marks = Marks.of(plan.overDisk(), Plan.DiskPoint::extrapolated);
    String title = "Elapsed time over the rate of a node's disks";
    return List.of(
        Chart.of(
            "curve",
            "plan-disk",
            title,
            SENTENCES.say("disks") + " " + SENTENCES.say("dashed"),
            "s",
            "MB/s of a node's disks",
            List.of(),
            series(
                plan.overDisk(),
                p -> List.of(p.readMbPerS(), p.totalS()),
                Plan.DiskPoint::extrapolated,
                Plan.DiskPoint::own)),
        new Columns<Plan.DiskPoint>()
            .number("reading", "MB/s", p -> Figures.number(p.readMbPerS()))
            .number("writing", "MB/s", p -> Figures.number(p.writeMbPerS()))
            .number("seconds", "", p -> Figures.number(p.totalS()))
            .text("mostly", Plan.DiskPoint::bottleneck)
            .text("note", p -> marks.note(p.own() ? "yours" : "", p.extrapolated()))
            .table("over-disk", marks.title(title), "", plan.overDisk()));
  }

  /** The measured range as a line, the extrapolated one dashed, the own cluster as a mark. */
  private static <T> List<Chart.Series> series(
      List<T> points,
      Function<T, List<Double>> place,
      Predicate<T> extrapolated,
      Predicate<T> own) {
    List<List<Double>> places =
        points.stream().map(p -> place.apply(p).stream().map(Charts::orNull).toList()).toList();
    int measured = (int) points.stream().takeWhile(extrapolated.negate()).count();
    List<Chart.Series> series = new ArrayList<>();
    if (measured > 0) {
      series.add(Chart.Series.line("measured range", "cpu", false, places.subList(0, measured)));
    }
    if (measured < points.size()) {
      series.add(
          Chart.Series.line(
              EXTRAPOLATED, "cpu", true, places.subList(Math.max(0, measured - 1), points.size())));
    }
    series.add(
        Chart.Series.markers(
            "your cluster",
            points.stream().filter(own).map(p -> places.get(points.indexOf(p))).toList()));
    return series;
  }
}
