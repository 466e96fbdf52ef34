package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrownTextTest {
  private static final String ONCE = "to be\nor not\tto be\n\fthat is\r\ndie Frage: ä\n";

  @TempDir private Path folder;

  private GrownText grown(long bytes) throws Exception {
    return GrownText.of(Files.writeString(folder.resolve("text"), ONCE), bytes);
  }

  private String written(long bytes) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    grown(bytes).writeTo(out, percent -> assertThat(percent).isBetween(0, 100));
    return out.toString("UTF-8");
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "5, 0", "6, 6", "44, 43", "50, 49", "91, 86"})
  void textIsRepeatedInWholeLinesUpToItsSize(long wanted, long got) throws Exception {
    assertThat(ONCE.getBytes("UTF-8")).hasSize(43);
    String text = written(wanted);
    assertThat(text.getBytes("UTF-8")).hasSize((int) got);
    assertThat(grown(wanted).bytes()).isEqualTo(got);
    assertThat(ONCE.repeat(3)).startsWith(text);
    assertThat(text.isEmpty() || text.endsWith("\n")).isTrue();
  }

  @Test
  void wordsAreThoseOfStringTokenizerOverWhatIsWritten() throws Exception {
    for (long bytes = 1; bytes < 300; bytes += 7) {
      Map<String, Integer> expected = new HashMap<>();
      StringTokenizer words = new StringTokenizer(written(bytes));
      while (words.hasMoreTokens()) {
        expected.merge(words.nextToken(), 1, Integer::sum);
      }
      List<String> counted = new ArrayList<>();
      StraightLoop.words(grown(bytes), (line, times) -> counted.add(line));
      assertThat(counted)
          .containsExactlyInAnyOrderElementsOf(
              expected.entrySet().stream().map(e -> e.getKey() + "\t" + e.getValue()).toList());
    }
  }

  @Test
  void linesCountAsOftenAsTheyAreRepeated() throws Exception {
    Path file = Files.writeString(folder.resolve("text"), "a b\nc\n\nd e f\n");
    TreeMap<String, Long> lines = new TreeMap<>();
    GrownText.of(file, 2 * 13 + 5).lines((line, times) -> lines.merge(line, times, Long::sum));
    assertThat(lines).hasToString("{=2, a b=3, c=2, d e f=2}");
  }
}
