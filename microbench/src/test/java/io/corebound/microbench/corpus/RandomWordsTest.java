package io.corebound.microbench.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RandomWordsTest {
  private static List<String> lines(int count) throws IOException {
    RandomWords words = new RandomWords();
    return Stream.generate(words::next).limit(count).toList();
  }

  @Test
  void eachOfThousandWordsIsDrawnAboutAsOften() throws IOException {
    Map<String, Long> counts =
        lines(25_000).stream()
            .flatMap(line -> Arrays.stream(line.split(" ")))
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(counts).hasSize(1000).containsKeys("diurnalness", "cheesecutter");
    // the binomial's standard deviation is 22
    assertThat(counts.values()).allSatisfy(n -> assertThat(n).isCloseTo(500, within(120L)));
  }

  @Test
  void sameLinesEveryTimeAndHardlyAnyTwice() throws IOException {
    List<String> lines = lines(1000);
    assertThat(lines(1000)).isEqualTo(lines);
    assertThat(lines.stream().distinct().count()).isEqualTo(1000);
    assertThat(lines).allSatisfy(l -> assertThat(l.split(" ")).hasSize(RandomWords.WORDS_OF_LINE));
  }
}
