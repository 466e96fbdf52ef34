package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
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
}
