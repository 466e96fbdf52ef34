package io.corebound.analysis.report.plan;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.HtmlReport;
import io.corebound.analysis.page.MarkdownReport;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.TextReport;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.plan.Plan;
import io.corebound.records.run.Prediction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A capacity plan for people. */
public final class PlanPage {
  private static final String EXTRAPOLATED = "extrapolated";
  private static final String OWN = "yours";
  private static final String DASHED =
      " Dashed: extrapolated, more cores than were ever loaded, or a disk or a link that was not"
          + " measured.";

  private PlanPage() {}

  /**
   * How a table marks what is extrapolated: row by row, or in its title alone where every row is.
   */
  private record Marks(boolean all) {
    static <T> Marks of(List<T> rows, Predicate<T> extrapolated) {
      return new Marks(!rows.isEmpty() && rows.stream().allMatch(extrapolated));
    }

    String title(String title) {
      return all ? title + " (all " + EXTRAPOLATED + ")" : title;
    }

    Cell mark(Cell cell, boolean extrapolated) {
      return extrapolated && !all ? cell.withNote(EXTRAPOLATED) : cell;
    }

    String beside(String note, boolean extrapolated) {
      return Stream.of(note, extrapolated && !all ? EXTRAPOLATED : "")
          .filter(w -> !w.isEmpty())
          .collect(Collectors.joining(", "));
    }
  }

  /**
   * The page; {@link TextReport}, {@link MarkdownReport} and {@link HtmlReport} lay it out.
   *
   * @param version version of this corebound
   * @param commit what it was built from
   */
  public static Page of(Plan plan, String version, String commit) {
    List<Page.Section> sections = new ArrayList<>();
    sections.add(new Page.Section("bounds", "What bounds the job", bounds(plan)));
    sections.add(new Page.Section("changes", "What a change brings", changes(plan)));
    if (plan.deadline() != null) {
      sections.add(new Page.Section("deadline", "In time", deadline(plan)));
    }
    List<Block> curves = new ArrayList<>(overCores(plan));
    curves.addAll(overDisk(plan));
    sections.add(new Page.Section("curves", "Over cores and disks", curves));
    sections.add(
        new Page.Section(
            "notes",
            "To be known",
            List.of(new Block.Notice("warning", "How far this can be trusted:", plan.notes()))));
    sections.add(PredictionPage.notModelled(plan.prediction()));
    return new Page(
        "plan by " + plan.prediction().machine(),
        "",
        "",
        version,
        commit,
        headline(plan),
        lead(plan),
        List.of(),
        List.of(),
        sections);
  }

  private static String lead(Plan plan) {
    Prediction.Base base = plan.prediction().base();
    return String.join(" ", answers(plan))
        + " "
        + node(plan)
        + (base == null
            ? ""
            : " Disk and network of " + base.file() + ": " + Words.sentence(base.source()));
  }

  /** What bounds the job, what helps most, what is enough: a sentence each. */
  private static List<String> answers(Plan plan) {
    List<String> answers = new ArrayList<>();
    plan.prediction().intervals().stream()
        .max(Comparator.comparingDouble(i -> i.timeS() == null ? 0 : i.timeS()))
        .filter(i -> i.timeS() != null && i.bottleneck() != null)
        .ifPresent(
            i ->
                answers.add(
                    Words.capital(Words.interval(i.name()))
                        + " takes most of it, "
                        + Figures.number(i.timeS())
                        + " s, and "
                        + (i.bottleneck().equals("waiting")
                            ? "mostly waits."
                            : "is bound by the " + i.bottleneck() + ".")));
    Plan.Change best = plan.changes().get(0);
    answers.add(
        rounded(best.savedS()) > 0
            ? "Of what can be doubled, "
                + best.change()
                + " would save most: "
                + saved(plan, best)
                + "; of two parts of a node, "
                + plan.bestPair().change()
                + ": "
                + saved(plan, plan.bestPair())
                + "."
            : "Twice of nothing makes it shorter.");
    if (plan.deadline() != null) {
      answers.add(smallest(plan.deadline()));
    }
    return answers;
  }

  private static String saved(Plan plan, Plan.Change change) {
    return Figures.number(rounded(change.savedS())) + " s (" + savedShare(plan, change) + ")";
  }

  private static String savedShare(Plan plan, Plan.Change change) {
    return Figures.percent(rounded(change.savedS()) / plan.prediction().totalS());
  }

  private static String smallest(Plan.Deadline deadline) {
    Plan.Smallest first = deadline.found().get(0);
    String time = Figures.number(deadline.seconds()) + " s";
    if (first.nodes() == null) {
      return "No cluster that was tried is done in "
          + time
          + "; the fastest takes "
          + Figures.number(first.totalS())
          + " s.";
    }
    return "The "
        + (deadline.byPrice() ? "cheapest" : "smallest")
        + " cluster that is done in "
        + time
        + " has "
        + Words.count(first.nodes(), "node")
        + " with "
        + (first.storage() == null ? "disks as measured" : first.storage())
        + " and "
        + (first.network() == null ? "a link as measured" : first.network())
        + ".";
  }

  /**
   * {@code TeraSort of 400 GB on 5 nodes of 16 cores: predicted 954 s (90 %: 901 to 1270),
   * extrapolated}.
   */
  private static String headline(Plan plan) {
    Prediction p = plan.prediction();
    return Words.workload(p.workload())
        + " of "
        + Figures.size(p.data())
        + " on "
        + Words.count(plan.cluster().nodes(), "node")
        + " of "
        + Words.count(plan.cluster().cores(), "core")
        + ": predicted "
        + Figures.number(p.totalS())
        + " s"
        + (p.totalLowS() == null
            ? ""
            : " (90 %: " + Figures.range(p.totalLowS(), p.totalHighS()) + ")")
        + (plan.cluster().extrapolated() ? ", " + EXTRAPOLATED : "");
  }

  private static String node(Plan plan) {
    Plan.Cluster c = plan.cluster();
    return "By the costs of "
        + plan.prediction().machine()
        + ", measured with at most "
        + Words.count(plan.measuredCores(), "busy core")
        + ". A node has "
        + c.memory().display()
        + " of memory and runs "
        + Words.count(c.containers(), "task")
        + " at once; "
        + Words.count(c.reduceTasks(), "reduce task")
        + " in all.";
  }

  private static List<Block> bounds(Plan plan) {
    boolean extrapolated = plan.cluster().extrapolated();
    Marks marks =
        new Marks(
            extrapolated && plan.thresholds().stream().allMatch(Plan.Threshold::extrapolated));
    List<Row> rows = new ArrayList<>();
    for (Prediction.Interval i : plan.prediction().intervals()) {
      rows.add(
          Row.of(
              Cell.text(Words.interval(i.name())),
              marks.mark(Cell.number(i.timeS()), extrapolated),
              Cell.text(PredictionPage.bottleneck(i)),
              threshold(plan, marks, i.name(), "disk"),
              threshold(plan, marks, i.name(), "network")));
    }
    rows.add(
        Row.total(
            Cell.text("job"),
            marks.mark(Cell.number(plan.prediction().totalS()), extrapolated),
            Cell.text(""),
            threshold(plan, marks, "job", "disk"),
            threshold(plan, marks, "job", "network")));
    return List.of(
        new Block.Table(
            "bounds-by-interval",
            marks.title("What bounds, and from how many cores of a node on a device does"),
            "Cores at which time on the CPU is what the device needs, in closed form; with fewer,"
                + " the CPU needs longer.",
            List.of(
                Column.text("interval"),
                Column.number("seconds", ""),
                Column.text("bottleneck"),
                Column.number("disk from", "cores"),
                Column.number("network from", "cores")),
            rows));
  }

  private static Cell threshold(Plan plan, Marks marks, String interval, String device) {
    return plan.thresholds().stream()
        .filter(t -> t.interval().equals(interval) && t.device().equals(device))
        .findFirst()
        .map(t -> marks.mark(Cell.number(t.cores()), t.extrapolated()))
        .orElse(Cell.text(Figures.NONE));
  }

  private static List<Block> changes(Plan plan) {
    Marks marks =
        Marks.of(
            Stream.concat(plan.changes().stream(), Stream.of(plan.bestPair())).toList(),
            Plan.Change::extrapolated);
    List<Row> rows = new ArrayList<>();
    plan.changes().forEach(c -> rows.add(new Row(change(plan, marks, c), false)));
    rows.add(new Row(change(plan, marks, plan.bestPair()), true));
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Table(
            "doublings",
            marks.title("Twice of one thing, and the best pair"),
            "",
            List.of(
                Column.text("twice the"),
                Column.number("cores", ""),
                Column.number("tasks at once", ""),
                Column.number("seconds", ""),
                Column.number("saved", "s"),
                Column.number("saved", ""),
                Column.text("then mostly")),
            rows));
    if (!plan.codecs().isEmpty()) {
      blocks.add(codecs(plan));
    }
    if (!plan.codecsNotMeasured().isEmpty()) {
      blocks.add(
          new Block.Paragraph(
              "Not measured on this machine: "
                  + Words.list(plan.codecsNotMeasured())
                  + "; 'corebound run --profile standard' measures those that work there."));
    }
    return blocks;
  }

  private static Cell count(int number) {
    return Cell.text(Integer.toString(number));
  }

  /** To a millisecond: what is left is the computer's rounding. */
  private static double rounded(double seconds) {
    return Math.round(seconds * 1e3) / 1e3;
  }

  private static List<Cell> change(Plan plan, Marks marks, Plan.Change c) {
    return List.of(
        Cell.text(c.change()).withNote(marks.beside(c.note(), c.extrapolated())),
        count(c.cores()),
        count(c.containers()),
        Cell.number(c.totalS()),
        Cell.number(rounded(c.savedS())),
        Cell.text(savedShare(plan, c)),
        Cell.text(c.bottleneck()));
  }

  private static Block codecs(Plan plan) {
    Marks marks = Marks.of(plan.codecs(), Plan.Codec::extrapolated);
    return new Block.Table(
        "codecs",
        marks.title("Codec of the map output"),
        "By the sum of operations, for whole tasks are not measured with every codec; compare these"
            + " with each other alone.",
        List.of(
            Column.text("codec"),
            Column.number("seconds", ""),
            Column.number("saved", "s"),
            Column.text("then mostly")),
        plan.codecs().stream()
            .map(
                c ->
                    Row.of(
                        marks.mark(Cell.text(c.codec()), c.extrapolated()),
                        Cell.number(c.totalS()),
                        Cell.number(rounded(c.savedS())),
                        Cell.text(c.bottleneck())))
            .toList());
  }

  private static List<Block> deadline(Plan plan) {
    Plan.Deadline deadline = plan.deadline();
    Marks marks = Marks.of(deadline.found(), Plan.Smallest::extrapolated);
    List<Row> rows = new ArrayList<>();
    for (Plan.Smallest s : deadline.found()) {
      rows.add(
          Row.of(
              Cell.text(s.storage() == null ? "as measured" : s.storage()),
              Cell.text(s.network() == null ? "as measured" : s.network()),
              Cell.text(s.nodes() == null ? "never in time" : s.nodes().toString()),
              marks.mark(Cell.number(s.totalS()), s.extrapolated()),
              Cell.text(s.bottleneck()),
              Cell.text(s.price() == null ? Figures.NONE : Figures.plain(s.price()))));
    }
    return List.of(
        new Block.Table(
            "smallest",
            marks.title(
                "The smallest cluster that is done in "
                    + Figures.number(deadline.seconds())
                    + " s"),
            (deadline.byPrice()
                    ? "The cheapest first"
                    : "The fewest nodes first, as prices are not known")
                + "; of "
                + Words.count(deadline.tried(), "cluster")
                + ". Where none is in time, the shortest time of all is given.",
            List.of(
                Column.text("storage"),
                Column.text("network"),
                Column.number("nodes", ""),
                Column.number("seconds", ""),
                Column.text("mostly"),
                Column.number("price", "")),
            rows));
  }

  private static List<Block> overCores(Plan plan) {
    Marks marks = Marks.of(plan.overCores(), Plan.CorePoint::extrapolated);
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Chart.curve(
            "plan-cores",
            "Elapsed time over the cores of a node",
            "Left of the mark fewer cores than yours, right of it more." + DASHED,
            "s",
            "cores of a node",
            series(
                plan.overCores(),
                Plan.CorePoint::cores,
                Plan.CorePoint::totalS,
                Plan.CorePoint::extrapolated,
                Plan.CorePoint::own)));
    blocks.add(
        new Block.Table(
            "over-cores",
            marks.title("Elapsed time over the cores of a node"),
            "",
            List.of(
                Column.number("cores", ""),
                Column.number("tasks at once", ""),
                Column.number("seconds", ""),
                Column.text("mostly"),
                Column.text("note")),
            plan.overCores().stream()
                .map(
                    p ->
                        Row.of(
                            count(p.cores()),
                            count(p.containers()),
                            Cell.number(p.totalS()),
                            Cell.text(p.bottleneck()),
                            Cell.text(marks.beside(p.own() ? OWN : "", p.extrapolated()))))
                .toList()));
    return blocks;
  }

  private static List<Block> overDisk(Plan plan) {
    if (plan.overDisk().isEmpty()) {
      return List.of();
    }
    Marks marks = Marks.of(plan.overDisk(), Plan.DiskPoint::extrapolated);
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Chart.curve(
            "plan-disk",
            "Elapsed time over the rate of a node's disks",
            "By the rate of reading; that of writing goes with it." + DASHED,
            "s",
            "MB/s of a node's disks",
            series(
                plan.overDisk(),
                Plan.DiskPoint::readMbPerS,
                Plan.DiskPoint::totalS,
                Plan.DiskPoint::extrapolated,
                Plan.DiskPoint::own)));
    blocks.add(
        new Block.Table(
            "over-disk",
            marks.title("Elapsed time over the rate of a node's disks"),
            "",
            List.of(
                Column.number("reading", "MB/s"),
                Column.number("writing", "MB/s"),
                Column.number("seconds", ""),
                Column.text("mostly"),
                Column.text("note")),
            plan.overDisk().stream()
                .map(
                    p ->
                        Row.of(
                            Cell.number(p.readMbPerS()),
                            Cell.number(p.writeMbPerS()),
                            Cell.number(p.totalS()),
                            Cell.text(p.bottleneck()),
                            Cell.text(marks.beside(p.own() ? OWN : "", p.extrapolated()))))
                .toList()));
    return blocks;
  }

  /** What was measured as a line, what goes on from it dashed, the own cluster as a mark. */
  private static <T> List<Chart.Series> series(
      List<T> points,
      Function<T, ? extends Number> across,
      Function<T, Double> seconds,
      Predicate<T> extrapolated,
      Predicate<T> own) {
    int firstBeyond = 0;
    while (firstBeyond < points.size() && !extrapolated.test(points.get(firstBeyond))) {
      firstBeyond++;
    }
    List<Chart.Series> series = new ArrayList<>();
    if (firstBeyond > 0) {
      series.add(line("measured range", false, points.subList(0, firstBeyond), across, seconds));
    }
    if (firstBeyond < points.size()) {
      List<T> beyond = points.subList(Math.max(0, firstBeyond - 1), points.size());
      series.add(line(EXTRAPOLATED, true, beyond, across, seconds));
    }
    series.add(
        Chart.Series.markers(
            "your cluster", pairs(points.stream().filter(own).toList(), across, seconds)));
    return series;
  }

  private static <T> Chart.Series line(
      String name,
      boolean dashed,
      List<T> points,
      Function<T, ? extends Number> across,
      Function<T, Double> seconds) {
    return new Chart.Series(name, "cpu", "", dashed, pairs(points, across, seconds), List.of());
  }

  private static <T> List<List<Double>> pairs(
      List<T> points, Function<T, ? extends Number> across, Function<T, Double> seconds) {
    return points.stream()
        .map(
            p ->
                List.of(
                    Charts.orNull(across.apply(p).doubleValue()), Charts.orNull(seconds.apply(p))))
        .toList();
  }
}
