package io.corebound.microbench.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Contents;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.TeraRecords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PairsTest {
  /** More than a file of pairs has. */
  private static final int TWO_ROUNDS = (1 << 21) + 10_000;

  private LocalDirectory directory;

  @BeforeEach
  void openDirectory() throws Exception {
    directory = LocalDirectory.open();
  }

  @AfterEach
  void closeDirectory() throws Exception {
    directory.close();
  }

  @Test
  void pairsOfTeraSortAreItsOwnRecords() throws Exception {
    Pairs pairs = Pairs.load(directory, type("text-10", "90"), PairOrder.RANDOM, 1_000, 3, "");
    List<String> contents = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      pairs.next();
      contents.add(Contents.of((Text) pairs.key()) + Contents.of((Text) pairs.value()));
    }
    assertThat(contents)
        .isEqualTo(Contents.of(TeraRecords.load(directory, 1_000, 3, TeraRecords.Order.GENERATED)));
    assertThat(pairs.bytes()).isEqualTo(100_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text-10", "text-4", "int-4"})
  void randomKeysAreSpreadAndDifferInEveryRound(String key) throws Exception {
    Pairs pairs = load(key, "4", PairOrder.RANDOM, TWO_ROUNDS);
    int[] keys = IntStream.range(0, TWO_ROUNDS).map(i -> firstFourBytes(pairs)).toArray();
    // of n random numbers below 2^32, about n^2 / 2^33 occur twice
    assertThat(IntStream.of(keys).distinct().count()).isGreaterThan(TWO_ROUNDS - 2_000);
    assertThat(Arrays.copyOf(keys, 1_000))
        .isNotEqualTo(IntStream.of(keys).limit(1_000).sorted().toArray());
    Set<Integer> secondRound = IntStream.of(keys).skip(1 << 21).boxed().collect(Collectors.toSet());
    assertThat(IntStream.of(keys).limit(10_000)).noneMatch(secondRound::contains);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text-10", "text-4", "int-4"})
  void partitionsAreRangesInTheOrderOfTheKeys(String key) throws Exception {
    Pairs pairs = load(key, "4", PairOrder.SORTED, 1_000);
    List<Integer> partitions = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      pairs.next();
      partitions.add(pairs.partition(3));
    }
    assertThat(partitions).isSorted().contains(0, 1, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text-10", "text-4", "int-4"})
  void sortedKeysRiseWithoutRepetition(String key) throws Exception {
    List<String> keys = keys(load(key, "4", PairOrder.SORTED, 20_000), 20_000);
    assertThat(keys).isEqualTo(sorted(keys)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text-10", "text-4", "int-4"})
  void duplicatesAreAHundredKeysInNoOrder(String key) throws Exception {
    List<String> keys = keys(load(key, "4", PairOrder.DUPLICATES, 20_000), 20_000);
    assertThat(new HashSet<>(keys)).hasSize(100);
    assertThat(keys).isNotEqualTo(sorted(keys));
  }

  @Test
  void recordsMayHaveTenKilobytes() throws Exception {
    PairType type = type("text-10", "9990");
    // an IFile's and a Text's length of it take three bytes
    assertThat(type.typicalSerializedBytes()).isEqualTo(10 + 1 + 9990 + 3);
    Pairs pairs = load("text-10", "9990", PairOrder.RANDOM, 30);
    pairs.next();
    String first = Contents.of((Text) pairs.value());
    pairs.next();
    assertThat(((Text) pairs.value()).getLength()).isEqualTo(9990);
    assertThat(Contents.of((Text) pairs.value())).isNotEqualTo(first);
    assertThat(pairs.bytes()).isEqualTo(300_000);
  }

  @Test
  void otherSeedGivesOtherKeys() throws Exception {
    Pairs one = Pairs.load(directory, type("int-4", "int-4"), PairOrder.RANDOM, 100, 1, "");
    Pairs other = Pairs.load(directory, type("int-4", "int-4"), PairOrder.RANDOM, 100, 2, "");
    assertThat(keys(one, 100)).isNotEqualTo(keys(other, 100));
    one.rewind();
    other.rewind();
    assertThat(keys(one, 100)).isNotEqualTo(keys(other, 100));
  }

  @Test
  void wordsAreThoseOfTheTextWithOneForEach() throws Exception {
    Path text = Files.writeString(directory.resolve("mine.txt"), "to be or\nnot to be\n");
    Pairs pairs = load("text-words", "int-4", PairOrder.RANDOM, 6, text.toString());
    assertThat(keys(pairs, 7)).containsExactly("to", "be", "or", "not", "to", "be", "to");
    assertThat(pairs.value()).isEqualTo(new IntWritable(1));
    // 2 + 2 + 2 + 3 + 2 + 2 letters, and a number with each
    assertThat(pairs.bytes()).isEqualTo(13 + 6 * 4);
  }

  @Test
  void wordsAreTakenFromRealTextInAnyOrderThatIsAsked() throws Exception {
    List<String> words = keys(load("text-words", "4", PairOrder.RANDOM, 20_000), 20_000);
    assertThat(words).contains("the", "of", "and").isNotEqualTo(sorted(words));
    assertThat(keys(load("text-words", "4", PairOrder.SORTED, 20_000), 20_000))
        .isEqualTo(sorted(words));
    assertThat(new HashSet<>(keys(load("text-words", "4", PairOrder.DUPLICATES, 20_000), 20_000)))
        .hasSize(100);
  }

  private static int firstFourBytes(Pairs pairs) {
    pairs.next();
    return pairs.key() instanceof IntWritable number
        ? number.get()
        : Pairs.getInt(((Text) pairs.key()).getBytes(), 0);
  }

  private Pairs load(String key, String value, PairOrder order, int count) throws Exception {
    return load(key, value, order, count, "");
  }

  private Pairs load(String key, String value, PairOrder order, int count, String corpus)
      throws Exception {
    // no JVM of its own: what is cold does not matter here
    return Pairs.load(directory, type(key, value), order, count, 3, corpus, PairsFile::main);
  }

  private static PairType type(String key, String value) {
    return new PairType(key, value);
  }

  /** Strings that compare as the keys do. */
  private static List<String> keys(Pairs pairs, int count) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pairs.next();
      keys.add(
          pairs.key() instanceof IntWritable number
              ? String.format(Locale.ROOT, "%010d", number.get() - (long) Integer.MIN_VALUE)
              : Contents.of((Text) pairs.key()));
    }
    return keys;
  }

  private static List<String> sorted(List<String> keys) {
    return keys.stream().sorted().toList();
  }
}
