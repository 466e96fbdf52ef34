package io.corebound.analysis.pages.report.score;

import io.corebound.analysis.study.score.CellScore;
import io.corebound.analysis.study.score.Forecast;
import io.corebound.analysis.study.score.IntervalScore;
import io.corebound.analysis.study.score.Score;
import io.corebound.analysis.study.score.ScoredJob;
import io.corebound.analysis.study.score.ScoredJob.Repetition;
import io.corebound.analysis.study.score.ScoredJob.Took;
import io.corebound.analysis.study.score.ScoredRun;
import io.corebound.analysis.study.score.Unseen;
import io.corebound.analysis.study.score.Work;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.Records;
import io.corebound.records.run.DerivedFigures.Cut;
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
  private static final MathContext DIGITS = new MathContext(7);
  private static final String UNKNOWN = "unknown: ";

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
      ScoredJob job =
          run.cells().stream().filter(c -> c.name().equals(cell.cell())).findFirst().orElseThrow();
      for (IntervalScore interval : cell.intervals()) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("run", run.id());
        row.put("commit", run.source().commit());
        row.put("version", run.source().version());
        row.put("started_at", run.source().startedAt());
        row.put("machine", machine);
        putCell(row, cell, job, score.unseen());
        putInterval(row, interval, job);
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
      Map<String, Object> row, CellScore score, ScoredJob job, Unseen unseen) {
    Cut cut = job.forecast().cut();
    row.put("cell", score.cell());
    row.put("data", score.data());
    row.put("workload", job.work().workload());
    row.put("storage", job.work().storage());
    row.put("network", job.work().network());
    row.put("settings", job.work().settingsHash());
    row.put("cores", job.forecast().cores());
    row.put("map_tasks", cut.mapTasks());
    row.put("map_waves", cut.mapWaves());
    row.put("reduce_tasks", cut.reduceTasks());
    row.put("reduce_waves", cut.reduceWaves());
    row.put("slow_start", cut.slowStart());
    row.put(
        "seen_in",
        unseen.whyUnknown().isEmpty()
            ? unseen.seenIn().getOrDefault(score.cell(), "")
            : UNKNOWN + unseen.whyUnknown());
    row.put("repetitions", score.repetitions());
    row.put("counts", score.counts());
    row.put("why_not", String.join("; ", ScorePage.said(score.whyNot())));
    row.put("fixed_percent", score.fixedPercent());
    row.put("all_starts_percent", score.allStartsPercent());
    row.put("time_spread_percent", score.timeSpreadPercent());
    row.put("core_spread_percent", score.coreSpreadPercent());
    row.put("each_repetition", each(job, Repetition::number));
    row.put("each_map_cpu_ms", each(job, Repetition::mapCpuMs));
  }

  private static void putInterval(Map<String, Object> row, IntervalScore interval, ScoredJob job) {
    String name = interval.interval();
    Forecast.Figures predicted =
        job.forecast().intervals().getOrDefault(name, Forecast.Figures.NONE);
    row.putAll(Records.byColumn(interval));
    row.put("waiting_s", predicted.waitingS());
    row.put("start_core_s", predicted.startCoreS());
    row.put("each_core_s", each(job, r -> r.coreS(name)));
    row.put("each_s", each(job, r -> r.timeS(name)));
  }

  /** Seven digits: more than any clock here has. */
  private static String rounded(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString()
        : String.valueOf(value);
  }

  /** A figure of every repetition in order, with blanks between them. */
  private static String each(ScoredJob job, Function<Repetition, Object> figure) {
    return job.repetitions().stream()
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
    List<ScoredRun.Source> sources =
        runs.stream()
            .map(run -> rows.stream().filter(r -> r.get("run").equals(run)).findFirst())
            .map(row -> source(row.orElseThrow()))
            .toList();
    List<ScoredJob> jobs =
        byCell.entrySet().stream()
            .map(e -> job(e.getKey(), e.getValue(), runs.size() == 1))
            .toList();
    String commits =
        sources.stream().map(ScoredRun.Source::commit).distinct().collect(Collectors.joining(", "));
    return new Content(
        new ScoredRun(sources, jobs, List.of(), List.of()), new Unseen(commits, seen, unknown));
  }

  private static ScoredRun.Source source(Map<String, String> row) {
    return new ScoredRun.Source(
        row.get("run"),
        row.get("commit"),
        row.get("version"),
        Instant.parse(row.get("started_at")),
        State.OK);
  }

  private static ScoredJob job(String name, List<Map<String, String>> rows, boolean oneRun) {
    Map<String, Map<String, String>> byInterval = new LinkedHashMap<>();
    rows.forEach(row -> byInterval.put(row.get("interval"), row));
    Map<String, String> total = byInterval.remove(IntervalScore.TOTAL);
    if (total == null) {
      throw new IllegalArgumentException(name + " has no row of the total");
    }
    return new ScoredJob(
        total.get("run"),
        name,
        new Work(
            total.get("workload"),
            DataSize.parse(total.get("data")),
            total.get("storage"),
            total.get("network"),
            0,
            Map.of(),
            total.get("settings")),
        forecast(total, byInterval),
        IntStream.range(0, numbers(total, "each_s").length)
            .mapToObj(i -> repetition(i, total, byInterval, oneRun))
            .toList(),
        List.of());
  }

  private static Forecast forecast(
      Map<String, String> total, Map<String, Map<String, String>> byInterval) {
    Map<String, Forecast.Figures> intervals = new LinkedHashMap<>();
    byInterval.forEach((name, row) -> intervals.put(name, figures(row, "predicted")));
    // an older corebound predicted a second time, and kept the ends of that interval alone
    boolean second = !total.getOrDefault("beforehand_s", "").isEmpty();
    return new Forecast(
        number(total, "cores"),
        new Cut(
            whole(total, "map_tasks"),
            whole(total, "map_waves"),
            whole(total, "reduce_tasks"),
            whole(total, "reduce_waves"),
            null,
            number(total, "slow_start")),
        intervals,
        figures(total, second ? "beforehand" : "predicted"));
  }

  private static Forecast.Figures figures(Map<String, String> row, String which) {
    return new Forecast.Figures(
        number(row, which + "_core_s"),
        number(row, which + "_core_low_s"),
        number(row, which + "_core_high_s"),
        number(row, which + "_s"),
        number(row, which + "_low_s"),
        number(row, which + "_high_s"),
        number(row, "waiting_s"),
        number(row, "start_core_s"));
  }

  private static Repetition repetition(
      int at,
      Map<String, String> total,
      Map<String, Map<String, String>> byInterval,
      boolean oneRun) {
    Map<String, Took> intervals = new LinkedHashMap<>();
    byInterval.forEach(
        (name, row) ->
            intervals.put(
                name, new Took(numbers(row, "each_s")[at], numbers(row, "each_core_s")[at])));
    return new Repetition(
        (int) numbers(total, "each_repetition")[at],
        // the speed of the machine is followed within a run, not from one to another
        oneRun ? (long) numbers(total, "each_map_cpu_ms")[at] : 0,
        intervals);
  }

  private static Double number(Map<String, String> row, String column) {
    String text = row.getOrDefault(column, "");
    return text.isEmpty() ? null : Double.valueOf(text);
  }

  private static Integer whole(Map<String, String> row, String column) {
    return row.get(column).isEmpty() ? null : Integer.valueOf(row.get(column));
  }

  private static double[] numbers(Map<String, String> row, String column) {
    return Arrays.stream(row.get(column).split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
