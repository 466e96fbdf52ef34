package io.corebound.analysis.study.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.report.score.ScoreCsv;
import io.corebound.records.Kept;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scores of committed runs, figure by figure. */
class KeptScoresTest {
  private static final Path SAMPLES = Path.of("../results/samples");
  private static final String FIGURES = "-?[0-9]+([.][0-9]+)?( [0-9]+([.][0-9]+)?)*";
  private static final Path KEPT = Path.of("src/test/resources/kept-studies");

  @Test
  void scoreOfARunIsTheKeptOne() throws IOException {
    ScoredRun run = ScoredRun.read(RunDirectory.open(SAMPLES.resolve("accuracy-1650mb-2-cores")));
    Score score = Score.of(run, Unseen.unknown("none", "no repository"));
    Kept.assertKept(KEPT.resolve("score.txt"), Kept.figures(score));
  }

  /** Without the figures of each of its 108 cells. */
  @Test
  void scoreOfTheKeptScoresIsTheKeptOne() throws IOException {
    ScoreCsv.Content content = ScoreCsv.read(SAMPLES.resolve("scores.csv"));
    Score score = Score.of(content.run(), content.unseen());
    Kept.assertKept(KEPT.resolve("scores.txt"), Kept.figures(score.withCells(List.of())));
  }

  /** But for two columns that an older corebound wrote. */
  @Test
  void scoresThatAreReadAndWrittenAgainAreTheSame(@TempDir Path folder) throws IOException {
    Path file = SAMPLES.resolve("workloads-800mb.csv");
    ScoreCsv.Content content = ScoreCsv.read(file);
    Score score = Score.of(content.run(), content.unseen());
    String again = ScoreCsv.of(score, content.run(), "AMD EPYC");
    List<Map<String, String>> before = CsvFiles.readRows(file, List.of());
    before.forEach(row -> row.keySet().removeIf(column -> column.startsWith("beforehand")));
    List<Map<String, String>> after =
        CsvFiles.readRows(Files.writeString(folder.resolve("again.csv"), again), List.of());
    assertThat(after).hasSameSizeAs(before);
    for (int i = 0; i < before.size(); i++) {
      Map<String, String> row = after.get(i);
      assertThat(row.keySet()).isEqualTo(before.get(i).keySet());
      before.get(i).forEach((column, was) -> assertSame(column, was, row.get(column)));
    }
  }

  /**
   * Figures have seven digits, of which the last is rounded again; a percentage is the difference
   * of two.
   */
  private static void assertSame(String column, String was, String is) {
    if (!was.matches(FIGURES)) {
      assertThat(is).as(column).isEqualTo(was);
      return;
    }
    double[] figures = figures(was);
    assertThat(figures(is)).as(column).hasSameSizeAs(figures);
    for (int i = 0; i < figures.length; i++) {
      assertThat(figures(is)[i])
          .as(column)
          .isCloseTo(
              figures[i],
              within(1e-5 * Math.abs(figures[i]) + (column.endsWith("percent") ? 1e-4 : 0)));
    }
  }

  private static double[] figures(String text) {
    return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
