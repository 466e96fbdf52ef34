package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextJobTest {
  @TempDir Path folder;

  @Test
  void linesOfAGrownTextCountAsOftenAsTheyAreRepeated() throws Exception {
    Path file = Files.writeString(folder.resolve("text"), "a b\nc\n\nd e f\n");
    TreeMap<String, Long> lines = new TreeMap<>();
    GrownText.of(file, 2 * 13 + 5).lines((line, times) -> lines.merge(line, times, Long::sum));
    assertThat(lines).hasToString("{=2, a b=3, c=2, d e f=2}");
  }

  /** The sampled tasks of a workload are those of the job that a cell runs. */
  @Test
  void filesOfWorkloadsNameTheClassesThatCellsRun() throws Exception {
    Set<String> run = new TreeSet<>();
    try (Stream<Path> files = Files.list(Path.of("../configs/workload"))) {
      for (Path path : files.toList()) {
        WorkloadFile file = StructuredFiles.readYaml(path, WorkloadFile.class);
        String name = path.getFileName().toString().replace(".yaml", "");
        if (file.worksOnSample()) {
          TextJob job = (TextJob) Workloads.of(name, file);
          assertThat(job.command()).as(name).isEqualTo(file.sampledTasks().job().command());
          run.add(name);
        }
      }
    }
    assertThat(run).containsAll(List.of("grep", "log-filter", "word-count", "word-count-plain"));
  }
}
