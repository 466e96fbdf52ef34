package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;
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
      Map<String, Long> expected = new HashMap<>();
      StringTokenizer words = new StringTokenizer(written(bytes));
      while (words.hasMoreTokens()) {
        expected.merge(words.nextToken(), 1L, Long::sum);
      }
      assertThat(grown(bytes).words()).isEqualTo(expected);
    }
  }
}
