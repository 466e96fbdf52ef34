package io.corebound.microbench.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WebLogTest {
  private static final Pattern COMBINED =
      Pattern.compile(
          "10(\\.\\d{1,3}){3} - - \\[\\d\\d/[A-Z][a-z]{2}/\\d{4}(:\\d\\d){3} \\+0000\\]"
              + " \"(GET|POST) \\S+ HTTP/1\\.1\" ([2-5]\\d\\d) \\d+ \"\\S+\" \"[^\"]+\"");

  private static List<String> lines(int count) {
    WebLog log = new WebLog();
    return Stream.generate(log::next).limit(count).toList();
  }

  @Test
  void linesAreInTheCombinedFormatAndFitTheLimitOfTheCorpus() {
    assertThat(lines(10_000))
        .allSatisfy(
            line -> {
              assertThat(line).matches(COMBINED);
              assertThat(line.getBytes(StandardCharsets.UTF_8).length)
                  .isBetween(90, BrokenLines.MOST_BYTES);
            });
  }

  @Test
  void serverFailsOneRequestOfAHundred() {
    long failed = lines(100_000).stream().filter(l -> l.matches(".*\" 5\\d\\d \\d.*")).count();
    assertThat(failed / 100_000.0).isCloseTo(0.01, within(0.002));
  }

  @Test
  void sameLinesEveryTimeAndHardlyAnyTwice() {
    List<String> lines = lines(20_000);
    assertThat(lines(20_000)).isEqualTo(lines);
    assertThat(lines.stream().distinct().count()).isGreaterThan(19_000);
  }
}
