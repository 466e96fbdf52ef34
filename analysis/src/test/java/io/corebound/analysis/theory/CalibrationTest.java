package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.run.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Leaves one sweep out, learns from the others, and counts how often its intervals hold the
 * measured medians.
 */
class CalibrationTest {
  private static final Path PAGE = Path.of("../docs/intervals.md");
  private static final String BEGIN = "<!-- coverage: written by CalibrationTest -->\n";
  private static final String END = "<!-- end of coverage -->\n";
  private static final double[] LEVELS = {0.9, 0.5};

  private final List<CalibrationCell> cells = CalibrationCell.read();

  /** Half the width of an interval on the logarithm, of a cell at a level. */
  private interface Width extends BiFunction<CalibrationCell, Double, Double> {}

  /**
   * Intervals over all cells.
   *
   * @param score the interval score of T. Gneiting and A. E. Raftery (JASA 102, 2007), on the
   *     logarithm, times 100: the mean of the width and, where the figure is outside, of its
   *     distance times 2 / (1 - level)
   */
  private record Coverage(double percent, double score) {}

  @Test
  void shippedFiguresAreThoseOfTheSamples() throws IOException {
    Path file = Path.of("src/main/resources/io/corebound/analysis/theory/learned.yaml");
    String learned = text();
    if (Boolean.getBoolean("kept.rewrite")) {
      Files.writeString(file, learned);
    }
    assertThat(file).content().isEqualTo(learned);
  }

  @Test
  void intervalsOfASweepThatWasNotLearnedFromHold() {
    assertThat(cells.stream().filter(CalibrationCell::total)).hasSizeGreaterThan(100);
    for (ToDoubleFunction<CalibrationCell> error : CalibrationCell.ERRORS) {
      assertThat(ours(error, 0.9).percent()).isBetween(85.0, 95.0);
      assertThat(ours(error, 0.5).percent()).isBetween(40.0, 60.0);
      for (double level : LEVELS) {
        assertThat(ours(error, level).score()).isLessThan(before(error, level).score());
      }
    }
  }

  @Test
  void pageShowsThem() throws IOException {
    WrittenPart.assertIs(table(), PAGE, BEGIN, END);
  }

  private String text() {
    Calibration all = Calibration.learn(cells);
    StringBuilder text =
        new StringBuilder(
            """
            # Written by CalibrationTest from results/samples. Standard deviations of logarithms.
            sweeps: %s
            cells: %s
            # of one fork or other sample, by term
            scatter:
            """
                .formatted(all.sweeps(), all.cells()));
    Calibration.scatter(false)
        .forEach((term, of) -> text.append(String.format(Locale.ROOT, "  %s: %.3f\n", term, of)));
    text.append("# of whole tasks\nof_tasks:\n");
    Calibration.scatter(true)
        .forEach((term, of) -> text.append(String.format(Locale.ROOT, "  %s: %.3f\n", term, of)));
    text.append(
        String.format(
            Locale.ROOT,
            """
        # how far a machine's speed moves between a sweep's suites and its jobs
        machine: %.3f
        # what the model misses; time: beyond what follows from the core-seconds
        model:
        """,
            all.machine()));
    all.model()
        .forEach(
            (interval, miss) ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "  %s: {core: %.3f, time: %.3f}\n",
                        interval,
                        miss.core(),
                        miss.time())));
    return text.toString();
  }

  private Coverage ours(ToDoubleFunction<CalibrationCell> error, double level) {
    return ours(cells, error, level);
  }

  private Coverage ours(
      List<CalibrationCell> of, ToDoubleFunction<CalibrationCell> error, double level) {
    Map<String, Calibration> others = new TreeMap<>();
    for (CalibrationCell cell : cells) {
      others.computeIfAbsent(
          cell.run(),
          run -> Calibration.learn(cells.stream().filter(c -> !c.run().equals(run)).toList()));
    }
    return coverage(
        of,
        error,
        level,
        (cell, z) -> z * others.get(cell.run()).deviation(cell, CalibrationCell.isTime(error)));
  }

  /** As they were predicted then: by draws of the operations' errors alone. */
  private Coverage before(ToDoubleFunction<CalibrationCell> error, double level) {
    return coverage(
        error,
        level,
        (cell, z) -> z * (CalibrationCell.isTime(error) ? cell.timeDraws() : cell.coreDraws()));
  }

  /** The same width for every cell, the best that can be chosen once all is known. */
  private Coverage hindsight(ToDoubleFunction<CalibrationCell> error, double level) {
    Coverage best = null;
    for (double width = 0.01; width < 0.5; width += 0.001) {
      double constant = width;
      Coverage with = coverage(error, level, (cell, z) -> constant);
      best = best == null || with.score() < best.score() ? with : best;
    }
    return best;
  }

  private Coverage coverage(ToDoubleFunction<CalibrationCell> error, double level, Width width) {
    return coverage(cells, error, level, width);
  }

  private static Coverage coverage(
      List<CalibrationCell> of,
      ToDoubleFunction<CalibrationCell> error,
      double level,
      Width width) {
    double z = Calibration.quantile(level);
    List<CalibrationCell> totals = of.stream().filter(CalibrationCell::total).toList();
    int within = 0;
    double score = 0;
    for (CalibrationCell cell : totals) {
      double half = width.apply(cell, z);
      double outside = Math.max(0, Math.abs(error.applyAsDouble(cell)) - half);
      within += outside == 0 ? 1 : 0;
      score += 2 * half + 2 / (1 - level) * outside;
    }
    return new Coverage(100.0 * within / totals.size(), 100 * score / totals.size());
  }

  private String table() {
    List<String> rows = new ArrayList<>();
    rows.add("| interval of | level | held | score | score, before | score, best constant |");
    rows.add("|---|---|---|---|---|---|");
    for (ToDoubleFunction<CalibrationCell> error : CalibrationCell.ERRORS) {
      for (double level : LEVELS) {
        Coverage ours = ours(error, level);
        rows.add(
            String.format(
                Locale.ROOT,
                "| %s | %.0f %% | %.1f %% | %.1f | %.1f | %.1f |",
                CalibrationCell.isTime(error) ? "elapsed time" : "core-seconds",
                100 * level,
                ours.percent(),
                ours.score(),
                before(error, level).score(),
                hindsight(error, level).score()));
      }
    }
    rows.add("");
    rows.add("| sweep | cells | times within 90 % | core-seconds within 90 % |");
    rows.add("|---|---|---|---|");
    cells.stream()
        .map(CalibrationCell::run)
        .distinct()
        .sorted()
        .forEach(
            run -> {
              List<CalibrationCell> of =
                  cells.stream().filter(c -> c.run().equals(run) && c.total()).toList();
              rows.add(
                  String.format(
                      Locale.ROOT,
                      "| %s | %s | %.0f | %.0f |",
                      run.substring(4, 12),
                      of.size(),
                      ours(of, CalibrationCell.ERRORS.get(0), 0.9).percent() * of.size() / 100,
                      ours(of, CalibrationCell.ERRORS.get(1), 0.9).percent() * of.size() / 100));
            });
    Calibration all = Calibration.learn(cells);
    rows.add("");
    rows.add("| part | core-seconds | elapsed time |");
    rows.add("|---|---|---|");
    rows.add(
        String.format(
            Locale.ROOT,
            "| machine, all intervals | %.1f %% | follows the CPU |",
            100 * all.machine()));
    for (String interval : List.of("map", "shuffle-tail", "reduce", "overhead", Prediction.TOTAL)) {
      Learned.Miss miss = all.model().get(interval);
      rows.add(
          String.format(
              Locale.ROOT,
              "| model, %s | %.1f %% | %.1f %% |",
              interval,
              100 * miss.core(),
              100 * miss.time()));
    }
    return "\n" + String.join("\n", rows) + "\n\n";
  }
}
