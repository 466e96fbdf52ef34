package io.corebound.analysis.pages.report.plan;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.study.plan.Plan;
import io.corebound.analysis.study.plan.Thresholds;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.OperationCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A prediction without a measurement.
 *
 * @param bySum whether its tasks were measured whole, so that the sum of operations is another
 *     figure
 * @param thresholds cores from which on a device bounds; empty where the number of nodes is unknown
 */
public record PredictionPage(
    Prediction p, boolean bySum, Double sumOfOperationsS, List<Plan.Threshold> thresholds) {
  private static final List<String> CSV_COLUMNS =
      List.of(
          """
          interval operation volume_bytes byte_base core_s core_low_s core_high_s cold_core_s
          time_s time_low_s time_high_s cpu_s disk_s network_s waiting_s full_overlap_s
          no_overlap_s bottleneck margin mb_per_s_per_core sum_of_operations_core_s\
          """
              .split("\\s+"));

  static final Sentences SAY = Sentences.of(PredictionPage.class, "prediction");

  /** The page, for each of the renderers. */
  public static Page of(Prediction prediction) {
    PredictionPage page = page(prediction);
    List<PredictedInterval> intervals = prediction.intervals();
    List<Block> blocks = new ArrayList<>();
    blocks.add(SAY.tableOf("intervals", "prediction-intervals", intervals, page));
    DerivedFigures.Basis basis = prediction.derived().basis();
    if (!basis.mbPerS().isEmpty()) {
      blocks.add(SAY.tableOf("rates", "rates", basis.mbPerS().entrySet(), page));
    }
    blocks.addAll(uncertainty(prediction, ""));
    List<Page.Section> sections = new ArrayList<>();
    sections.add(new Page.Section("prediction", "Prediction", blocks));
    boolean timed = intervals.stream().anyMatch(i -> i.timeS() != null);
    if (timed) {
      Block closedForm = SAY.tableOf("closedForm", "closed-form", intervals, page);
      sections.add(new Page.Section("parts", "By resource", List.of(closedForm)));
    }
    if (prediction.coreS() != null) {
      Block stack = OperationStack.chart(prediction, List.of(), "operations-chart");
      Block operations = SAY.tableOf("operations", "operations", parts(prediction), page);
      sections.add(new Page.Section("operations", "By operation", List.of(stack, operations)));
    }
    if (!prediction.notModelled().isEmpty()) {
      sections.add(notModelled(prediction));
    }
    boolean lacksTotal =
        prediction.totalS() == null && timed && prediction.derived().cut().mapTasks() != null;
    return new Page(
        prediction.machine(),
        "",
        "",
        "",
        "",
        SAY.say("headline", page),
        SAY.say("lead", page),
        lacksTotal ? List.of(Block.Notice.alarm(SAY.say("withoutTotal"))) : List.of(),
        List.of(),
        sections);
  }

  private static PredictionPage page(Prediction p) {
    boolean bySum =
        !p.intervals().isEmpty()
            && p.intervals().stream().allMatch(i -> i.sumOfOperationsCoreS() != null);
    return new PredictionPage(
        p,
        bySum,
        bySum ? sumOfOperations(p) : null,
        p.nodes() == null ? List.of() : Thresholds.of(p, 0));
  }

  /** What widens the intervals of time and of core-seconds; empty where there are none. */
  public static List<Block> uncertainty(Prediction prediction, String suffix) {
    List<Block> blocks = new ArrayList<>();
    if (!prediction.uncertainty().isEmpty()) {
      boolean timed = prediction.uncertainty().get(Prediction.TOTAL).time() != null;
      for (String of : timed ? List.of("time", "core-seconds") : List.of("core-seconds")) {
        List<PredictedInterval> intervals = prediction.intervals();
        blocks.add(
            SAY.tableOf(
                "uncertainty",
                "uncertainty-" + of + suffix,
                intervals,
                "of",
                of,
                "all",
                prediction.uncertainty()));
      }
    }
    return blocks;
  }

  /** The section on what a prediction leaves out. */
  static Page.Section notModelled(Prediction prediction) {
    Block notice = new Block.Notice("warning", SAY.say("notModelled"), prediction.notModelled());
    return new Page.Section("not-modelled", "Not modelled", List.of(notice));
  }

  /**
   * As a table of CSV: a row for each interval, after it one for each of its operations, {@code
   * total} after them, and {@code client}, which is not in it. Cells that do not go with a row, and
   * what was not predicted, are empty.
   */
  public static String csv(Prediction prediction) {
    CsvRows rows =
        new CsvRows(
            CSV_COLUMNS,
            Map.of(
                "volume_bytes", List.of("volume"),
                "time_s", List.of("total_s", "client_s"),
                "core_s", List.of("client_core_s"),
                "time_low_s", List.of("total_low_s"),
                "time_high_s", List.of("total_high_s"),
                "mb_per_s_per_core", List.of("combined_mb_per_s_per_core")));
    for (PredictedInterval i : prediction.intervals()) {
      rows.add(Map.of("interval", i.name()), i);
      for (OperationCost o : i.operations()) {
        rows.add(Map.of("interval", i.name(), "volume_bytes", o.volume().bytes()), o);
      }
    }
    Map<String, Object> total = new HashMap<>(Map.of("interval", "total"));
    total.put("sum_of_operations_core_s", page(prediction).sumOfOperationsS());
    rows.add(total, prediction);
    DerivedFigures.Client client = prediction.derived().client();
    if (client.timeS() != null) {
      rows.add(Map.of("interval", "client"), client);
    }
    return rows.text();
  }

  /** By how much busy cores slow an operation, with whole tasks where they were measured. */
  public static String contention(Prediction prediction) {
    return SAY.say("contention", prediction);
  }

  /** What two tasks on one core cost each other; empty where that enters no prediction. */
  public static String sharing(Prediction prediction) {
    return SAY.say("sharing", prediction);
  }

  /** A sentence, or nothing. */
  public static String paperRule(Prediction prediction) {
    return SAY.say("paperRule", prediction.derived().paperRule());
  }

  /** Core-seconds of the job by the sum of operations alone. */
  public static double sumOfOperations(Prediction prediction) {
    return prediction.intervals().stream()
        .mapToDouble(PredictedInterval::sumOfOperationsCoreS)
        .sum();
  }

  /** From how many cores a node a device bounds an interval; null where that is not known. */
  public Plan.Threshold threshold(String interval, String device) {
    return thresholds.stream()
        .filter(t -> t.interval().equals(interval) && t.device().word().equals(device))
        .findFirst()
        .orElse(null);
  }

  /** {@code CPU, 2.1 x disk}. */
  public static String bottleneck(PredictedInterval i) {
    if (i.bottleneck() == null) {
      return "";
    }
    return i.margin() == null
        ? i.bottleneck().word()
        : i.bottleneck() + ", " + Figures.number(i.margin()) + " x " + i.load().next();
  }

  /** An operation of an interval. */
  public record Part(PredictedInterval interval, OperationCost cost) {
    /** What it takes of the interval's time; null where none is predicted. */
    public Double seconds() {
      return OperationStack.seconds(interval, cost.coreS());
    }
  }

  /** The operations of all intervals, of each the largest first. */
  public static List<Part> parts(Prediction prediction) {
    return prediction.intervals().stream()
        .flatMap(
            i ->
                i.operations().stream()
                    .sorted(Comparator.comparingDouble(OperationCost::coreS).reversed())
                    .map(o -> new Part(i, o)))
        .toList();
  }
}
