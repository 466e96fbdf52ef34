package io.corebound.analysis.report.plan;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Columns;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.Sentences;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.plan.Thresholds;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.Interval;
import io.corebound.records.run.Prediction.OperationCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A prediction without a measurement. */
public final class PredictionPage {
  private static final List<String> CSV_COLUMNS =
      List.of(
          """
          interval operation volume_bytes byte_base core_s core_low_s core_high_s cold_core_s
          time_s time_low_s time_high_s cpu_s disk_s network_s waiting_s full_overlap_s
          no_overlap_s bottleneck margin mb_per_s_per_core sum_of_operations_core_s\
          """
              .split("\\s+"));

  private static final Sentences SENTENCES = Sentences.of(PredictionPage.class, "prediction");
  private static final String TOTAL = "in all";

  private PredictionPage() {}

  /** The page, for each of the renderers. */
  public static Page of(Prediction prediction) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(intervals(prediction));
    rates(prediction).ifPresent(blocks::add);
    blocks.addAll(uncertainty(prediction, ""));
    List<Page.Section> sections = new ArrayList<>();
    sections.add(new Page.Section("prediction", "Prediction", blocks));
    boolean timed = prediction.intervals().stream().anyMatch(i -> i.timeS() != null);
    if (timed) {
      sections.add(new Page.Section("parts", "By resource", List.of(closedForm(prediction))));
    }
    if (prediction.coreS() != null) {
      sections.add(new Page.Section("operations", "By operation", List.of(operations(prediction))));
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
        SENTENCES.say("headline", "p", prediction),
        lead(prediction),
        lacksTotal ? List.of(Block.Notice.alarm(SENTENCES.say("withoutTotal"))) : List.of(),
        List.of(),
        sections);
  }

  /** What widens the intervals of time and of core-seconds; empty where there are none. */
  public static List<Block> uncertainty(Prediction prediction, String suffix) {
    Map<String, Prediction.Uncertainty> all = prediction.uncertainty();
    if (all.isEmpty()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    if (all.get(Prediction.TOTAL).time() != null) {
      blocks.add(parts(prediction, "time", suffix, n -> all.get(n).time()));
    }
    blocks.add(parts(prediction, "core-seconds", suffix, n -> all.get(n).core()));
    return blocks;
  }

  private static Block parts(
      Prediction prediction, String of, String suffix, Function<String, Prediction.Parts> parts) {
    List<String> names =
        new ArrayList<>(prediction.intervals().stream().map(Interval::name).toList());
    names.add(Prediction.TOTAL);
    return new Columns<String>()
        .text("interval", n -> n.equals(Prediction.TOTAL) ? TOTAL : Words.interval(n))
        .number("operations", "", n -> Figures.percent(parts.apply(n).operations()))
        .number("machine", "", n -> Figures.percent(parts.apply(n).machine()))
        .number("model", "", n -> Figures.percent(parts.apply(n).model()))
        .number("factor", "", n -> Figures.number(Math.exp(parts.apply(n).halfWidth())))
        .table(
            "uncertainty-" + of + suffix,
            "How sure: " + of,
            SENTENCES.say("uncertainty", "time", of.equals("time")),
            names,
            n -> n.equals(Prediction.TOTAL));
  }

  /** What was added up, where the job is not cut into tasks. */
  private static Optional<Block> rates(Prediction prediction) {
    DerivedFigures.Basis basis = prediction.derived().basis();
    List<Map.Entry<String, Double>> rates = List.copyOf(basis.mbPerS().entrySet());
    if (rates.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> facts = new HashMap<>();
    facts.put("contention", prediction.contentionFactor());
    facts.put("published", basis.publishedMbPerSPerCore());
    facts.put("computed", prediction.combinedMbPerSPerCore());
    return Optional.of(
        new Columns<Map.Entry<String, Double>>()
            .code("operation", Map.Entry::getKey)
            .number("rate", "MB/s", d -> Figures.number(d.getValue()))
            .table("rates", "Rates that were added up", SENTENCES.say("rates", facts), rates));
  }

  /** The section on what a prediction leaves out. */
  static Page.Section notModelled(Prediction prediction) {
    return new Page.Section(
        "not-modelled",
        "Not modelled",
        List.of(
            new Block.Notice("warning", SENTENCES.say("notModelled"), prediction.notModelled())));
  }

  private static String lead(Prediction prediction) {
    Map<String, Object> facts = new HashMap<>();
    facts.put("p", prediction);
    facts.put("maps", prediction.derived().cut().mapTasks());
    facts.put("reduces", prediction.derived().cut().reduceTasks());
    facts.put("contention", contention(prediction));
    facts.put("sharing", sharing(prediction).orElse(null));
    return SENTENCES.say("lead", facts);
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
    for (Interval i : prediction.intervals()) {
      rows.add(Map.of("interval", i.name()), i);
      for (OperationCost o : i.operations()) {
        rows.add(Map.of("interval", i.name(), "volume_bytes", o.volume().bytes()), o);
      }
    }
    Map<String, Object> total = new HashMap<>(Map.of("interval", "total"));
    if (bySum(prediction)) {
      total.put("sum_of_operations_core_s", sumOfOperations(prediction));
    }
    rows.add(total, prediction);
    DerivedFigures.Client client = prediction.derived().client();
    if (client.timeS() != null) {
      rows.add(Map.of("interval", "client"), client);
    }
    return rows.text();
  }

  /** With those of whole tasks, where they were measured. */
  public static String contention(Prediction p) {
    String ofTasks = ofTasks(p.derived().basis().contentionFactor());
    return Figures.number(p.contentionFactor()) + (ofTasks.isEmpty() ? "" : " (" + ofTasks + ")");
  }

  /** What two tasks on one core cost each other, where that enters the prediction. */
  public static Optional<String> sharing(Prediction p) {
    return Optional.of(ofTasks(p.derived().basis().sharingFactor()))
        .filter(tasks -> !tasks.isEmpty());
  }

  private static String ofTasks(Map<String, Double> factors) {
    return factors.entrySet().stream()
        .map(task -> task.getKey() + " " + Figures.number(task.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** An interval, the whole job, or what its client does before the submission. */
  private record Line(
      String name,
      Double mbPerS,
      Double coreS,
      String coreRange,
      Double sumCoreS,
      Double timeS,
      String timeRange,
      String bottleneck) {}

  private static Block intervals(Prediction p) {
    boolean bySum = bySum(p);
    List<Line> lines = new ArrayList<>();
    for (Interval i : p.intervals()) {
      lines.add(
          new Line(
              Words.interval(i.name()),
              i.mbPerSPerCore(),
              i.coreS(),
              Figures.range(i.coreLowS(), i.coreHighS()),
              i.sumOfOperationsCoreS(),
              i.timeS(),
              Figures.range(i.timeLowS(), i.timeHighS()),
              bottleneck(i)));
    }
    lines.add(
        new Line(
            TOTAL,
            p.combinedMbPerSPerCore(),
            p.coreS(),
            Figures.range(p.coreLowS(), p.coreHighS()),
            bySum ? sumOfOperations(p) : null,
            p.totalS(),
            Figures.range(p.totalLowS(), p.totalHighS()),
            ""));
    DerivedFigures.Client client = p.derived().client();
    if (client.timeS() != null) {
      String name = "client, before it";
      lines.add(new Line(name, null, client.coreS(), "", null, client.timeS(), "", ""));
    }
    Columns<Line> columns =
        new Columns<Line>()
            .text("interval", Line::name)
            .number("MB/s and core", "", l -> Figures.number(l.mbPerS()))
            .number("core-seconds", "", l -> Figures.number(l.coreS()))
            .number("90 %", "core-s", Line::coreRange);
    if (bySum) {
      columns.number("sum of operations", "core-s", l -> Figures.number(l.sumCoreS()));
    }
    Map<String, Object> facts = new HashMap<>();
    facts.put("bySum", bySum);
    facts.put("sumS", p.sumOfOperationsS());
    facts.put("rule", paperRule(p));
    return columns
        .number("seconds", "", l -> Figures.number(l.timeS()))
        .number("90 %", "s", Line::timeRange)
        .text("bottleneck", Line::bottleneck)
        .table(
            "prediction-intervals",
            "By interval",
            SENTENCES.say("intervals", facts),
            lines,
            l -> l.name().equals(TOTAL));
  }

  /** A sentence, or nothing. */
  public static String paperRule(Prediction prediction) {
    DerivedFigures.PaperRule rule = prediction.derived().paperRule();
    return rule.timeS() == null
        ? ""
        : SENTENCES.say("paperRule", Map.of("coreS", rule.coreS(), "timeS", rule.timeS()));
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
    return new Columns<Interval>()
        .text("interval", i -> Words.interval(i.name()))
        .number("CPU", "s", i -> Figures.number(i.cpuS()))
        .number("disk", "s", i -> Figures.number(i.diskS()))
        .number("network", "s", i -> Figures.number(i.networkS()))
        .number("waiting", "s", i -> Figures.number(i.waitingS()))
        .number("full overlap", "s", i -> Figures.number(i.fullOverlapS()))
        .number("no overlap", "s", i -> Figures.number(i.noOverlapS()))
        .number("disk from", "cores", i -> threshold(prediction, i.name(), "disk"))
        .number("network from", "cores", i -> threshold(prediction, i.name(), "network"))
        .table(
            "closed-form",
            "What each part would take by itself",
            SENTENCES.say("closedForm"),
            prediction.intervals());
  }

  private static String threshold(Prediction prediction, String interval, String device) {
    return prediction.nodes() == null
        ? Figures.NONE
        : Thresholds.of(prediction, 0).stream()
            .filter(t -> t.interval().equals(interval) && t.device().equals(device))
            .findFirst()
            .map(t -> Figures.number(t.cores()))
            .orElse(Figures.NONE);
  }

  /** An operation of an interval. */
  private record Part(String interval, OperationCost cost) {}

  private static Block operations(Prediction prediction) {
    List<Part> parts =
        prediction.intervals().stream()
            .flatMap(
                i ->
                    i.operations().stream()
                        .sorted(Comparator.comparingDouble(OperationCost::coreS).reversed())
                        .map(o -> new Part(Words.interval(i.name()), o)))
            .toList();
    return new Columns<Part>()
        .text("interval", Part::interval)
        .code("operation", p -> p.cost().operation())
        .number("core-seconds", "", p -> Figures.number(p.cost().coreS()))
        .number("of the job", "", p -> Figures.percent(p.cost().coreS() / prediction.coreS()))
        .number(
            "volume", "", p -> p.cost().volume().bytes() == 0 ? "" : p.cost().volume().display())
        .table("operations", "Where the core-seconds go", "", parts);
  }
}
