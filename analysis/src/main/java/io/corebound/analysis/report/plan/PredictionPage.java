package io.corebound.analysis.report.plan;

import io.corebound.analysis.model.ClientTime;
import io.corebound.analysis.model.PaperRule;
import io.corebound.analysis.model.Predictor;
import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.MarkdownReport;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.TextReport;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.plan.Thresholds;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.Interval;
import io.corebound.records.run.Prediction.OperationCost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A prediction that stands by itself, without a measurement beside it. */
public final class PredictionPage {
  private static final List<String> CSV_COLUMNS =
      List.of(
          "interval",
          "operation",
          "volume_bytes",
          "byte_base",
          "core_s",
          "core_low_s",
          "core_high_s",
          "cold_core_s",
          "time_s",
          "time_low_s",
          "time_high_s",
          "cpu_s",
          "disk_s",
          "network_s",
          "waiting_s",
          "full_overlap_s",
          "no_overlap_s",
          "bottleneck",
          "margin",
          "mb_per_s_per_core",
          "sum_of_operations_core_s");

  private static final String MAPS = "map_tasks";

  private PredictionPage() {}

  /** The page; {@link TextReport} and {@link MarkdownReport} lay it out. */
  public static Page of(Prediction prediction) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(intervals(prediction));
    rates(prediction).ifPresent(blocks::add);
    if (prediction.intervals().stream().anyMatch(i -> i.timeS() != null)) {
      blocks.add(closedForm(prediction));
    }
    if (prediction.coreS() != null) {
      blocks.add(operations(prediction));
    }
    List<Page.Section> sections = new ArrayList<>();
    sections.add(new Page.Section("prediction", "Prediction", blocks));
    if (!prediction.notModelled().isEmpty()) {
      sections.add(notModelled(prediction));
    }
    return new Page(
        prediction.machine(),
        "",
        "",
        "",
        "",
        prediction.workload() + " on " + prediction.machine(),
        lead(prediction),
        withoutTotal(prediction),
        List.of(),
        sections);
  }

  /** A job of tasks whose start or whose disk nobody measured has times of intervals only. */
  private static List<Block.Notice> withoutTotal(Prediction prediction) {
    boolean intervals = prediction.intervals().stream().anyMatch(i -> i.timeS() != null);
    return prediction.totalS() == null && intervals && prediction.derived().containsKey(MAPS)
        ? List.of(
            Block.Notice.alarm(
                "No time is predicted for the whole job: what it lacks is under 'Not modelled'."
                    + " 'corebound run' measures all of it, 'corebound probe' a disk and a link"
                    + " (--base), and --storage and --network state them."))
        : List.of();
  }

  /** What was added up, where the job is not cut into tasks. */
  private static Optional<Block> rates(Prediction prediction) {
    List<Row> rows =
        prediction.derived().entrySet().stream()
            .filter(d -> d.getKey().endsWith(Predictor.RATE))
            .map(
                d ->
                    Row.of(
                        Cell.code(d.getKey().replace(Predictor.RATE, "")),
                        Cell.number(d.getValue())))
            .toList();
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    Double published = prediction.derived().get(Predictor.PUBLISHED);
    return Optional.of(
        new Block.Table(
            "rates",
            "Rates that were added up",
            "Of one core by itself; contention factor "
                + Figures.number(prediction.contentionFactor())
                + "."
                + (published == null
                    ? ""
                    : " The workload's source states "
                        + Figures.number(published)
                        + " MB/s and core for the whole; computed is "
                        + Figures.number(prediction.combinedMbPerSPerCore())
                        + ", "
                        + Figures.difference(prediction.combinedMbPerSPerCore() / published - 1)
                        + "."),
            List.of(Column.text("operation"), Column.number("rate", "MB/s")),
            rows));
  }

  /** What a prediction leaves out, as a section of its own. */
  static Page.Section notModelled(Prediction prediction) {
    return new Page.Section(
        "not-modelled",
        "Not modelled",
        List.of(
            new Block.Notice(
                "warning", "What the prediction leaves out:", prediction.notModelled())));
  }

  private static String lead(Prediction prediction) {
    String job = prediction.data() == null ? "" : job(prediction);
    if (prediction.base() == null) {
      return job;
    }
    return (job.isEmpty() ? "" : job + "; ")
        + "disk and network of "
        + prediction.base().file()
        + ": "
        + prediction.base().source();
  }

  /**
   * As a table of CSV: a row for each interval, after it one for each of its operations, {@code
   * total} after them, and {@code client}, which is not in it. Cells that do not go with a row, and
   * what was not predicted, are empty.
   */
  public static String csv(Prediction prediction) {
    List<List<?>> rows = new ArrayList<>();
    for (Interval i : prediction.intervals()) {
      rows.add(
          Arrays.asList(
              i.name(),
              null,
              null,
              null,
              i.coreS(),
              i.coreLowS(),
              i.coreHighS(),
              null,
              i.timeS(),
              i.timeLowS(),
              i.timeHighS(),
              i.cpuS(),
              i.diskS(),
              i.networkS(),
              i.waitingS(),
              i.fullOverlapS(),
              i.noOverlapS(),
              i.bottleneck(),
              i.margin(),
              i.mbPerSPerCore(),
              i.sumOfOperationsCoreS()));
      for (OperationCost o : i.operations()) {
        List<Object> row = empty();
        row.set(0, i.name());
        row.set(1, o.operation());
        row.set(2, o.volume().bytes());
        row.set(3, o.byteBase());
        row.set(4, o.coreS());
        row.set(7, o.coldCoreS());
        rows.add(row);
      }
    }
    rows.add(
        Arrays.asList(
            "total",
            null,
            null,
            null,
            prediction.coreS(),
            prediction.coreLowS(),
            prediction.coreHighS(),
            null,
            prediction.totalS(),
            prediction.totalLowS(),
            prediction.totalHighS(),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            prediction.combinedMbPerSPerCore(),
            bySum(prediction) ? sumOfOperations(prediction) : null));
    ClientTime.of(prediction.derived())
        .ifPresent(
            c -> {
              List<Object> row = empty();
              row.set(0, "client");
              row.set(CSV_COLUMNS.indexOf("core_s"), c.coreS());
              row.set(CSV_COLUMNS.indexOf("time_s"), c.timeS());
              rows.add(row);
            });
    return CsvFiles.toText(CSV_COLUMNS, rows);
  }

  private static List<Object> empty() {
    return new ArrayList<>(Collections.nCopies(CSV_COLUMNS.size(), null));
  }

  private static String job(Prediction p) {
    StringBuilder job = new StringBuilder("payload ").append(Figures.size(p.data()));
    if (p.nodes() != null) {
      job.append(" on ").append(Words.count(p.nodes(), "node"));
    }
    if (p.coresPerNode() != null) {
      job.append(" of ").append(Words.count(p.coresPerNode(), "core"));
    }
    count(p, MAPS, " map task").ifPresent(job::append);
    count(p, "reduce_tasks", " reduce task").ifPresent(job::append);
    job.append("; contention factor ").append(contention(p));
    sharing(p).ifPresent(tasks -> job.append("; two on one core: ").append(tasks));
    return job.toString();
  }

  /** With those of whole tasks, where they were measured. */
  public static String contention(Prediction p) {
    String ofTasks = ofTasks(p, Predictor.CONTENTION_OF_TASK);
    return Figures.number(p.contentionFactor()) + (ofTasks.isEmpty() ? "" : " (" + ofTasks + ")");
  }

  /** What two tasks on one core cost each other, where that enters the prediction. */
  public static Optional<String> sharing(Prediction p) {
    return Optional.of(ofTasks(p, Predictor.SHARING_OF_TASK)).filter(tasks -> !tasks.isEmpty());
  }

  private static String ofTasks(Prediction p, String figures) {
    return p.derived().entrySet().stream()
        .filter(figure -> figure.getKey().endsWith(figures))
        .map(
            figure ->
                figure.getKey().replace(figures, "") + " " + Figures.number(figure.getValue()))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static Optional<String> count(Prediction p, String figure, String thing) {
    return Optional.ofNullable(p.derived().get(figure))
        .map(n -> ", " + Words.count(n.intValue(), thing.strip()));
  }

  private static Block intervals(Prediction prediction) {
    boolean bySum = bySum(prediction);
    List<Row> rows = new ArrayList<>();
    for (Interval i : prediction.intervals()) {
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.text(Words.interval(i.name())));
      cells.add(Cell.number(i.mbPerSPerCore()));
      cells.add(Cell.number(i.coreS()));
      cells.add(Cell.text(Figures.range(i.coreLowS(), i.coreHighS())));
      if (bySum) {
        cells.add(Cell.number(i.sumOfOperationsCoreS()));
      }
      cells.add(Cell.number(i.timeS()));
      cells.add(Cell.text(Figures.range(i.timeLowS(), i.timeHighS())));
      cells.add(Cell.text(bottleneck(i)));
      rows.add(new Row(cells, false));
    }
    List<Cell> total = new ArrayList<>();
    total.add(Cell.text("in all"));
    total.add(Cell.number(prediction.combinedMbPerSPerCore()));
    total.add(Cell.number(prediction.coreS()));
    total.add(Cell.text(Figures.range(prediction.coreLowS(), prediction.coreHighS())));
    if (bySum) {
      total.add(Cell.number(sumOfOperations(prediction)));
    }
    total.add(Cell.number(prediction.totalS()));
    total.add(Cell.text(Figures.range(prediction.totalLowS(), prediction.totalHighS())));
    total.add(Cell.text(""));
    rows.add(new Row(total, true));
    ClientTime.of(prediction.derived()).ifPresent(c -> rows.add(client(c, bySum)));
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("interval"));
    columns.add(Column.number("MB/s and core", ""));
    columns.add(Column.number("core-seconds", ""));
    columns.add(Column.number("90 %", "core-s"));
    if (bySum) {
      columns.add(Column.number("sum of operations", "core-s"));
    }
    columns.add(Column.number("seconds", ""));
    columns.add(Column.number("90 %", "s"));
    columns.add(Column.text("bottleneck"));
    return new Block.Table(
        "prediction-intervals",
        "By interval",
        (bySum
                ? "The core-seconds come from whole tasks; beside them those by the sum of"
                    + " operations, starts and cold code included"
                    + (prediction.sumOfOperationsS() == null
                        ? "."
                        : ", by which the job would take "
                            + Figures.number(prediction.sumOfOperationsS())
                            + " s.")
                : "")
            .concat(paperRule(prediction))
            .strip(),
        columns,
        rows);
  }

  /** A sentence, or nothing. */
  public static String paperRule(Prediction prediction) {
    return PaperRule.of(prediction.derived())
        .map(
            rule ->
                " The paper's rule, warm operations alone, on all cores for maps and half of them"
                    + " afterwards, makes "
                    + Figures.number(rule.coreS())
                    + " core-s and "
                    + Figures.number(rule.timeS())
                    + " s.")
        .orElse("");
  }

  /** In no interval: what comes before the submission. */
  private static Row client(ClientTime client, boolean bySum) {
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.text("client, before it"));
    cells.add(Cell.text(""));
    cells.add(Cell.number(client.coreS()));
    cells.add(Cell.text(""));
    if (bySum) {
      cells.add(Cell.text(""));
    }
    cells.add(Cell.number(client.timeS()));
    cells.add(Cell.text(""));
    cells.add(Cell.text(""));
    return new Row(cells, false);
  }

  /** Whether its tasks were measured whole, so that the sum of operations is another figure. */
  private static boolean bySum(Prediction prediction) {
    return !prediction.intervals().isEmpty()
        && prediction.intervals().stream().allMatch(i -> i.sumOfOperationsCoreS() != null);
  }

  /** Core-seconds of the job by the sum of operations alone. */
  public static double sumOfOperations(Prediction prediction) {
    return prediction.intervals().stream().mapToDouble(Interval::sumOfOperationsCoreS).sum();
  }

  /** {@code CPU, 2.1 x disk}. */
  static String bottleneck(Interval i) {
    if (i.bottleneck() == null) {
      return "";
    }
    return i.margin() == null
        ? i.bottleneck()
        : i.bottleneck() + ", " + Figures.number(i.margin()) + " x " + next(i);
  }

  /** The part that takes most of an interval's time after its bottleneck. */
  private static String next(Interval i) {
    Map<String, Double> parts = new TreeMap<>();
    parts.put("CPU", i.cpuS());
    parts.put("waiting", i.waitingS());
    parts.put("disk", i.diskS() == null ? 0 : i.diskS());
    parts.put("network", i.networkS() == null ? 0 : i.networkS());
    parts.remove(i.bottleneck());
    return parts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  private static Block closedForm(Prediction prediction) {
    List<Row> rows = new ArrayList<>();
    for (Interval i : prediction.intervals()) {
      rows.add(
          Row.of(
              Cell.text(Words.interval(i.name())),
              Cell.number(i.cpuS()),
              Cell.number(i.diskS()),
              Cell.number(i.networkS()),
              Cell.number(i.waitingS()),
              Cell.number(i.fullOverlapS()),
              Cell.number(i.noOverlapS()),
              threshold(prediction, i.name(), "disk"),
              threshold(prediction, i.name(), "network")));
    }
    return new Block.Table(
        "closed-form",
        "What each part would take by itself",
        "Full overlap is the largest of CPU, disk and network, no overlap their sum; waiting is in"
            + " neither. From so many cores of a node on, the CPU takes no longer than the device.",
        List.of(
            Column.text("interval"),
            Column.number("CPU", "s"),
            Column.number("disk", "s"),
            Column.number("network", "s"),
            Column.number("waiting", "s"),
            Column.number("full overlap", "s"),
            Column.number("no overlap", "s"),
            Column.number("disk from", "cores"),
            Column.number("network from", "cores")),
        rows);
  }

  private static Cell threshold(Prediction prediction, String interval, String device) {
    return prediction.nodes() == null
        ? Cell.text(Figures.NONE)
        : Thresholds.of(prediction, 0).stream()
            .filter(t -> t.interval().equals(interval) && t.device().equals(device))
            .findFirst()
            .map(t -> Cell.number(t.cores()))
            .orElse(Cell.text(Figures.NONE));
  }

  private static Block operations(Prediction prediction) {
    List<Row> rows = new ArrayList<>();
    for (Interval i : prediction.intervals()) {
      i.operations().stream()
          .sorted(Comparator.comparingDouble(OperationCost::coreS).reversed())
          .forEach(
              o ->
                  rows.add(
                      Row.of(
                          Cell.text(Words.interval(i.name())),
                          Cell.code(o.operation()),
                          Cell.number(o.coreS()),
                          Cell.text(Figures.percent(o.coreS() / prediction.coreS())),
                          Cell.text(o.volume().bytes() == 0 ? "" : o.volume().display()))));
    }
    return new Block.Table(
        "operations",
        "Where the core-seconds go",
        "",
        List.of(
            Column.text("interval"),
            Column.text("operation"),
            Column.number("core-seconds", ""),
            Column.number("of the job", ""),
            Column.number("volume", "")),
        rows);
  }
}
