package io.corebound.analysis.score;

import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.Records;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A score as CSV: a row for each cell and interval, with everything that is needed to score the
 * cell again without its run. Rows of several runs may stand in one file.
 */
public final class ScoreCsv {
  private static final String START = "start.container";
  private static final MathContext DIGITS = new MathContext(7);
  private static final String UNKNOWN = "unknown: ";
  private static final List<String> CUT =
      List.of("map_tasks", "map_waves", "reduce_tasks", "reduce_waves", "slow_start");

  /** The columns that are read; the others are for people. */
  private static final List<String> READ =
      List.of(
          """
          run commit version started_at machine cell data workload storage network settings cores
          seen_in each_repetition each_map_cpu_ms each_core_s each_s interval predicted_core_s
          predicted_core_low_s predicted_core_high_s predicted_s predicted_low_s predicted_high_s
          waiting_s start_core_s map_tasks map_waves reduce_tasks reduce_waves slow_start\
          """
              .split("\\s+"));

  /** What a score is made of, read from a file. */
  public record Content(ScoredRun run, Unseen unseen) {}

  private ScoreCsv() {}

  /** Writes a score of these cells; {@code machine} is the model of the CPU, in words. */
  public static String of(Score score, ScoredRun run, String machine) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (CellScore cell : score.cells()) {
      ScoredRun.Cell scored =
          run.cells().stream().filter(c -> c.name().equals(cell.cell())).findFirst().orElseThrow();
      for (IntervalScore interval : cell.intervals()) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("run", run.id());
        row.put("commit", run.manifest().commit());
        row.put("version", run.manifest().coreboundVersion());
        row.put("started_at", run.manifest().startedAt());
        row.put("machine", machine);
        putCell(row, cell, scored, score.unseen());
        putInterval(row, interval, scored);
        rows.add(row);
      }
    }
    List<String> columns = rows.isEmpty() ? List.of("run") : List.copyOf(rows.get(0).keySet());
    return CsvFiles.toText(columns, rows.stream().<List<?>>map(ScoreCsv::values).toList());
  }

  private static List<?> values(Map<String, Object> row) {
    return Arrays.asList(
        row.values().stream().map(v -> v instanceof Double d ? rounded(d) : v).toArray());
  }

  private static void putCell(
      Map<String, Object> row, CellScore score, ScoredRun.Cell cell, Unseen unseen) {
    Prediction prediction = cell.prediction();
    CellResult first = cell.repetitions().get(0);
    row.put("cell", score.cell());
    row.put("data", score.data());
    row.put("workload", first.workload());
    row.put("storage", first.tier() == null ? "" : first.tier().storage());
    row.put("network", first.tier() == null ? "" : first.tier().network());
    row.put("settings", Integer.toHexString(SameWork.settings(first).hashCode()));
    row.put("cores", FixedCost.cores(prediction));
    Map<String, Double> derived = prediction.derived().byKey();
    CUT.forEach(name -> row.put(name, derived.get(name)));
    row.put(
        "seen_in",
        unseen.whyUnknown().isEmpty()
            ? unseen.seenIn().getOrDefault(score.cell(), "")
            : UNKNOWN + unseen.whyUnknown());
    row.put("repetitions", score.repetitions());
    row.put("counts", score.counts());
    row.put("why_not", score.whyNot());
    row.put("fixed_percent", score.fixedPercent());
    row.put("all_starts_percent", score.allStartsPercent());
    row.put("time_spread_percent", score.timeSpreadPercent());
    row.put("core_spread_percent", score.coreSpreadPercent());
    row.put("each_repetition", each(cell, r -> r.tier() == null ? 1 : r.tier().repetition()));
    row.put("each_map_cpu_ms", each(cell, r -> r.taskCpuMs("MAP")));
  }

  private static void putInterval(
      Map<String, Object> row, IntervalScore interval, ScoredRun.Cell cell) {
    String name = interval.interval();
    boolean total = name.equals(IntervalScore.TOTAL);
    Prediction.Interval predicted =
        cell.prediction().intervals().stream()
            .filter(i -> i.name().equals(name))
            .findFirst()
            .orElse(null);
    row.putAll(Records.byColumn(interval));
    row.put("waiting_s", predicted == null ? null : predicted.waitingS());
    row.put("start_core_s", predicted == null ? null : FixedCost.ofStarts(predicted));
    row.put("each_core_s", each(cell, r -> total ? CellScore.coreS(r) : sum(r, name, true)));
    row.put("each_s", each(cell, r -> total ? CellScore.elapsedS(r) : sum(r, name, false)));
  }

  /** Seven digits: more than any clock here has. */
  private static String rounded(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString()
        : String.valueOf(value);
  }

  private static double sum(CellResult result, String interval, boolean core) {
    return result.intervals().stream()
        .filter(i -> i.name().equals(interval))
        .mapToDouble(i -> core ? i.coreS() : i.elapsedS())
        .sum();
  }

  /** A figure of every repetition in order, with blanks between them. */
  private static String each(ScoredRun.Cell cell, Function<CellResult, Object> figure) {
    return cell.repetitions().stream()
        .map(r -> Objects.requireNonNullElse(figure.apply(r), Double.NaN))
        .map(v -> v instanceof Double d ? rounded(d) : v.toString())
        .collect(Collectors.joining(" "));
  }

  /**
   * Reads what {@link #of} wrote. Where the rows are of several runs, a cell's name begins with its
   * run.
   *
   * @throws CoreboundException (invalid input) when a column is missing or a figure is none
   */
  public static Content read(Path file) {
    List<Map<String, String>> rows = CsvFiles.readRows(file, READ);
    if (rows.isEmpty()) {
      throw CoreboundException.invalidInput(file + ": has no cell");
    }
    try {
      return content(rows);
    } catch (IllegalArgumentException | DateTimeParseException | IndexOutOfBoundsException e) {
      throw CoreboundException.invalidInput("%s: %s".formatted(file, e.getMessage()));
    }
  }

  private static Content content(List<Map<String, String>> rows) {
    List<String> runs = rows.stream().map(r -> r.get("run")).distinct().toList();
    Map<String, List<Map<String, String>>> byCell =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    r -> (runs.size() > 1 ? r.get("run") + "/" : "") + r.get("cell"),
                    LinkedHashMap::new,
                    Collectors.toList()));
    Map<String, String> seen = new TreeMap<>();
    byCell.forEach((cell, of) -> seen.put(cell, of.get(0).get("seen_in")));
    String unknown =
        seen.values().stream()
            .filter(s -> s.startsWith(UNKNOWN))
            .map(s -> s.substring(UNKNOWN.length()))
            .distinct()
            .collect(Collectors.joining("; "));
    seen.values().removeIf(s -> s.isEmpty() || s.startsWith(UNKNOWN));
    List<RunManifest> manifests =
        runs.stream()
            .map(run -> rows.stream().filter(r -> r.get("run").equals(run)).findFirst())
            .map(row -> manifest(row.orElseThrow()))
            .toList();
    ScoredRun run =
        new ScoredRun(
            manifests,
            byCell.entrySet().stream()
                .map(e -> cell(e.getKey(), e.getValue(), runs.size() == 1))
                .toList(),
            List.of(),
            List.of());
    return new Content(
        run,
        new Unseen(
            manifests.stream()
                .map(RunManifest::commit)
                .distinct()
                .collect(Collectors.joining(", ")),
            seen,
            unknown));
  }

  private static RunManifest manifest(Map<String, String> row) {
    Instant at = Instant.parse(row.get("started_at"));
    return new RunManifest(
        RunManifest.SCHEMA_VERSION,
        row.get("run"),
        List.of(),
        row.get("version"),
        row.get("commit"),
        null,
        State.OK,
        "",
        at,
        at,
        List.of(),
        List.of(),
        null);
  }

  private static ScoredRun.Cell cell(String name, List<Map<String, String>> rows, boolean oneRun) {
    Map<String, String> total =
        rows.stream()
            .filter(r -> r.get("interval").equals(IntervalScore.TOTAL))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(name + " has no row of the total"));
    List<Map<String, String>> intervals = rows.stream().filter(r -> r != total).toList();
    return new ScoredRun.Cell(
        name,
        prediction(total, intervals),
        IntStream.range(0, figures(total, "each_s").length)
            .mapToObj(i -> result(name, total, intervals, i, oneRun))
            .toList(),
        List.of());
  }

  private static Prediction prediction(Map<String, String> total, List<Map<String, String>> rows) {
    // an older corebound predicted a second time, and kept the ends of that interval alone
    boolean second = !total.getOrDefault("beforehand_s", "").isEmpty();
    String which = second ? "beforehand" : "predicted";
    Map<String, Double> derived = new TreeMap<>();
    CUT.stream()
        .filter(name -> !total.get(name).isEmpty())
        .forEach(name -> derived.put(name, number(total, name)));
    return new Prediction(
        total.get("workload"),
        total.get("machine"),
        null,
        DataSize.parse(total.get("data")),
        1,
        number(total, "cores").intValue(),
        1,
        rows.stream().map(ScoreCsv::interval).toList(),
        number(total, which + "_core_s"),
        second ? null : number(total, "predicted_core_low_s"),
        second ? null : number(total, "predicted_core_high_s"),
        number(total, which + "_s"),
        second ? null : number(total, "predicted_low_s"),
        second ? null : number(total, "predicted_high_s"),
        null,
        null,
        0,
        DerivedFigures.of(derived),
        List.of());
  }

  private static Prediction.Interval interval(Map<String, String> row) {
    Double starts = number(row, "start_core_s");
    Map<String, Object> known = new HashMap<>();
    known.put("name", row.get("interval"));
    known.put("coreS", number(row, "predicted_core_s"));
    known.put("coreLowS", number(row, "predicted_core_low_s"));
    known.put("coreHighS", number(row, "predicted_core_high_s"));
    known.put("timeS", number(row, "predicted_s"));
    known.put("timeLowS", number(row, "predicted_low_s"));
    known.put("timeHighS", number(row, "predicted_high_s"));
    known.put("waitingS", number(row, "waiting_s"));
    DataSize none = DataSize.ofMegabytes(0);
    known.put(
        "operations",
        starts == null
            ? List.of()
            : List.of(new Prediction.OperationCost(START, none, "", 0, starts, 0)));
    return Records.make(Prediction.Interval.class, known);
  }

  private static CellResult result(
      String name,
      Map<String, String> total,
      List<Map<String, String>> rows,
      int repetition,
      boolean oneRun) {
    long cpuMs = (long) figures(total, "each_map_cpu_ms")[repetition];
    return new CellResult(
        name,
        total.get("workload"),
        State.OK,
        "",
        DataSize.parse(total.get("data")),
        Map.of("mapreduce.settings", total.get("settings"), "mapreduce.run", total.get("run")),
        List.of(),
        rows.stream()
            .map(
                row ->
                    new CellResult.Interval(
                        row.get("interval"),
                        0,
                        0,
                        figures(row, "each_s")[repetition],
                        figures(row, "each_core_s")[repetition]))
            .toList(),
        // the speed of the machine is followed within a run, not from one to another
        oneRun
            ? List.of(
                new CellResult.Task(
                    "",
                    "MAP",
                    "SUCCEEDED",
                    "",
                    0,
                    0,
                    0,
                    0,
                    Map.of("TaskCounter/CPU_MILLISECONDS", cpuMs)))
            : List.of(),
        Map.of(),
        Map.of(),
        List.of(),
        List.of(),
        total.get("storage").isEmpty()
            ? null
            : tier(total, (int) figures(total, "each_repetition")[repetition]),
        null);
  }

  /** Its figures do not enter a score, so that files without any stand for them. */
  private static CellResult.Tier tier(Map<String, String> total, int repetition) {
    return new CellResult.Tier(
        total.get("storage"),
        total.get("network"),
        repetition,
        new StorageFile("kept", null, null, null, null, null, null, null, "/", null),
        null,
        new NetworkFile("kept", null, null, null, "lo", null),
        null,
        Map.of(),
        Map.of(),
        number(total, "cores").intValue(),
        null,
        null,
        null);
  }

  private static Double number(Map<String, String> row, String column) {
    return row.get(column).isEmpty() ? null : Double.valueOf(row.get(column));
  }

  private static double[] figures(Map<String, String> row, String column) {
    return Arrays.stream(row.get(column).split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
