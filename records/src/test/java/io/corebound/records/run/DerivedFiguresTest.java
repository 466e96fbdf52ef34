package io.corebound.records.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.DerivedFigures.Basis;
import io.corebound.records.run.DerivedFigures.Client;
import io.corebound.records.run.DerivedFigures.Cut;
import io.corebound.records.run.DerivedFigures.Merges;
import io.corebound.records.run.DerivedFigures.PaperRule;
import io.corebound.records.run.DerivedFigures.Sample;
import io.corebound.records.run.DerivedFigures.WholeTasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DerivedFiguresTest {
  private static final DerivedFigures FIGURES =
      new DerivedFigures(
          new Cut(8, 4, 2, 1, 2, null),
          new Merges(7, 1.25, 0, 1, 2.0),
          new Sample(1.6, 0.03, 2.5),
          new WholeTasks(5.5, 6.0, null, null),
          new PaperRule(30.0, 20.0, 35.0),
          new Client(4.0, 5.0),
          new Basis(2.9, 200, 20130501, Map.of(), Map.of("task.map", 1.3), Map.of()));

  @TempDir Path folder;

  private DerivedFigures read(String json) throws IOException {
    return StructuredFiles.readJson(
        Files.writeString(folder.resolve("derived.json"), json), DerivedFigures.class);
  }

  @Test
  void groupsAreReadBackAsTheyWereWritten() throws IOException {
    assertThat(read(StructuredFiles.toJson(FIGURES))).isEqualTo(FIGURES);
    DerivedFigures none = DerivedFigures.of(Map.of());
    assertThat(StructuredFiles.toDenseJson(none)).isEqualTo("{}");
    assertThat(FIGURES.groups().get("cut"))
        .containsEntry("map_tasks", 8)
        .doesNotContainKey("slow_start");
  }

  @Test
  void flatFiguresOfOlderFilesAreTheSameGroups() throws IOException {
    assertThat(
            read(
                """
                {"map_tasks": 8.0, "map_waves": 4.0, "reduce_tasks": 2.0, "reduce_waves": 1.0,
                 "task_slots": 2.0, "spills_per_map": 7.0, "merge_passes_per_map": 1.25,
                 "memory_merges_per_reduce": 0.0, "segments_of_last_merge": 1.0,
                 "compression_ratio": 2.0, "sample_collected_per_input_byte": 1.6,
                 "sample_combined_to": 0.03, "sample_compression_ratio": 2.5,
                 "map_task_core_s": 5.5, "map_task_sum_of_operations_core_s": 6.0,
                 "paper_rule_map_core_s": 30.0, "paper_rule_reduce_core_s": 20.0,
                 "paper_rule_s": 35.0, "client_s": 4.0, "client_core_s": 5.0,
                 "published_mb_per_s_per_core": 2.9, "monte_carlo_draws": 200.0,
                 "monte_carlo_seed": 2.0130501E7, "task.map_contention_factor": 1.3,
                 "of_a_later_version": 1}
                """))
        .isEqualTo(FIGURES);
    assertThat(read("{\"compression_ratio\": 2.0}").sample().compressionRatio()).isNull();
  }

  private int figures(Map<String, Object> group) {
    return group.values().stream()
        .mapToInt(figure -> figure instanceof Map<?, ?> named ? named.size() : 1)
        .sum();
  }

  @Test
  void predictionsOfTheSampleRunsKeepTheirFigures() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("../results/samples"))) {
      List<Path> kept = files.filter(file -> file.endsWith("prediction.json")).toList();
      assertThat(kept).isNotEmpty();
      for (Path file : kept) {
        int flat = StructuredFiles.parseJson(Files.readString(file)).path("derived").size();
        Prediction prediction = StructuredFiles.readJson(file, Prediction.class);
        assertThat(prediction.derived().groups().values().stream().mapToInt(this::figures).sum())
            .as(file.toString())
            .isEqualTo(flat);
      }
    }
  }
}
