package io.corebound.analysis.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.Kept;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.Records;
import io.corebound.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scores of committed runs, figure by figure. */
class KeptScoresTest {
  private static final Path SAMPLES = Path.of("../results/samples");
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
    Kept.assertKept(
        KEPT.resolve("scores.txt"), Kept.figures(Records.with(score, "cells", List.of())));
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
    assertThat(CsvFiles.readRows(Files.writeString(folder.resolve("again.csv"), again), List.of()))
        .isEqualTo(before);
  }
}
