package io.corebound.microbench.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

final class BrokenLinesTest {
  @Property
  void noWordIsLostAndNoLineIsTooLong(@ForAll("texts") String text) {
    List<String> lines = broken(text);
    assertThat(words(String.join("\n", lines))).isEqualTo(words(text));
    assertThat(lines)
        .allSatisfy(
            line -> {
              assertThat(line.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(1, 256);
              assertThat(line).doesNotContainPattern("[\\n\\r\\t]").doesNotMatch(".* ");
            });
  }

  @Property
  void longWordIsCutBetweenCharacters(@ForAll("longWords") String word) {
    List<String> lines = broken(word);
    assertThat(String.join("", lines)).isEqualTo(word);
    assertThat(lines)
        .allSatisfy(
            line -> {
              byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
              assertThat(bytes.length).isLessThanOrEqualTo(256);
              assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(line);
            });
    // no room is given away: the next character would not have fitted
    assertThat(lines.subList(0, lines.size() - 1))
        .allSatisfy(
            line -> assertThat(line.getBytes(StandardCharsets.UTF_8).length).isGreaterThan(252));
  }

  /** Words of up to 200 bytes, each line end and blank that there is between them. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> word =
        Arbitraries.of("a", "of", "caf\u00e9", "\u65e5\u672c\u8a9e", "\ud83d\ude00", "word")
            .list()
            .ofMinSize(1)
            .ofMaxSize(16)
            .map(parts -> String.join("", parts));
    Arbitrary<String> between = Arbitraries.of(" ", " ", " ", "  ", "\t", "\n", "\n\n", "\r\n");
    return net.jqwik.api.Combinators.combine(word, between)
        .as(String::concat)
        .list()
        .ofMaxSize(120)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> longWords() {
    return Arbitraries.of("a", "\u00e9", "\u65e5", "\ud83d\ude00")
        .list()
        .ofMinSize(100)
        .ofMaxSize(600)
        .map(parts -> String.join("", parts));
  }

  @Test
  void lineIsBrokenAtTheLastBlankThatFits() {
    String word = "x".repeat(127);
    assertThat(broken(word + " " + word + "y" + " z"))
        .containsExactly(word + " " + word + "y", "z");
    assertThat(broken(word + " " + word + "yy" + " z")).containsExactly(word, word + "yy z");
  }

  @Test
  void shortLinesStayAsTheyAre() {
    assertThat(broken("  a  b \n\nc\td")).containsExactly("  a  b", "c d");
  }

  @Test
  void nothingMoreComesWhenNothingMoreIsWanted() {
    List<String> taken = new ArrayList<>();
    boolean more = BrokenLines.each("a\nb\nc", line -> taken.add(line) && taken.size() < 2);
    assertThat(more).isFalse();
    assertThat(taken).containsExactly("a", "b");
  }

  private static List<String> broken(String text) {
    List<String> lines = new ArrayList<>();
    BrokenLines.each(text, lines::add);
    return lines;
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split("\\s+"))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toList());
  }
}
