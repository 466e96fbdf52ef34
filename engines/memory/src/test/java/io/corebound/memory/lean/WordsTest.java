package io.corebound.memory.lean;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.memory.block.BlockPool;
import io.corebound.memory.block.BlockQueues;
import io.corebound.memory.block.BlockWriter;
import io.corebound.memory.block.MemoryBudget;
import io.corebound.memory.block.RunGroups;
import io.corebound.memory.block.RunIndex;
import io.corebound.memory.block.SumTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The functions against Java's own StringTokenizer, on any text. */
class WordsTest {
  private final MemoryBudget budget = new MemoryBudget(1 << 26);

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "a",
            "bc",
            "Wörter",
            "eight888",
            "日本語",
            "a-word-of-twenty-bytes",
            " ",
            "  ",
            "\n",
            "\r\n",
            "\t",
            "\f",
            "\u0001",
            "\u000b",
            "x",
            "sixteen-bytes---")
        .list()
        .ofMaxSize(60)
        .map(pieces -> String.join("", pieces));
  }

  /** As the reader hands pieces on: a line feed at the end, eight bytes behind it. */
  private static byte[] piece(String text) {
    byte[] bytes = (text + "\n").getBytes(UTF_8);
    byte[] padded = Arrays.copyOf(bytes, bytes.length + 8);
    Arrays.fill(padded, bytes.length, padded.length, (byte) 'z');
    return padded;
  }

  private Map<String, Long> counted(SumJob job, String text) throws IOException {
    SumTable sums = new SumTable(budget);
    byte[] bytes = piece(text);
    long taken = job.map(bytes, 0, bytes.length - 8, sums);
    sums.addWaiting(bytes);
    Map<String, Long> found = new TreeMap<>();
    sums.forEach((b, from, length, sum) -> found.put(new String(b, from, length, UTF_8), sum));
    assertThat(found.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(taken);
    sums.release();
    return found;
  }

  @Property(tries = 500)
  void wordsAreCounted(@ForAll("texts") String text) throws Exception {
    Map<String, Long> expected = new TreeMap<>();
    StringTokenizer words = new StringTokenizer(text);
    while (words.hasMoreTokens()) {
      expected.merge(words.nextToken(), 1L, Long::sum);
    }
    assertThat(counted(new WordCount(), text)).isEqualTo(expected);
  }

  @Property(tries = 500)
  void pairsOfALineAreCounted(@ForAll("texts") String text) throws Exception {
    Map<String, Long> expected = new TreeMap<>();
    for (String line : text.split("[\r\n]")) {
      StringTokenizer words = new StringTokenizer(line);
      if (words.countTokens() == 1) {
        expected.merge(words.nextToken(), 1L, Long::sum);
      } else if (words.hasMoreTokens()) {
        String first = words.nextToken();
        while (words.hasMoreTokens()) {
          String second = words.nextToken();
          expected.merge(first + " " + second, 1L, Long::sum);
          first = second;
        }
      }
    }
    assertThat(counted(new BigramCount(), text)).isEqualTo(expected);
  }

  @Property(tries = 500)
  void wordsAreGroupedByTheirLength(@ForAll("texts") String text) {
    Map<Integer, String> expected = new TreeMap<>();
    StringTokenizer words = new StringTokenizer(text);
    while (words.hasMoreTokens()) {
      String word = words.nextToken();
      expected.merge(word.getBytes(UTF_8).length, word + "|", String::concat);
    }
    BlockQueues queues = new BlockQueues(1);
    BlockWriter out = new BlockWriter(queues, new BlockPool(budget, 1 << 10));
    Pairs pairs = new Pairs(budget, out, 1 << 20);
    byte[] bytes = piece(text);
    new GroupBy().map(bytes, 0, bytes.length - 8, pairs);
    pairs.drain();
    out.flush();
    RunIndex index = new RunIndex(budget);
    for (var block = queues.pop(0); block != null; block = queues.pop(0)) {
      index.add(block);
    }
    Map<Integer, String> found = new TreeMap<>();
    RunGroups groups = index.groups();
    while (groups.nextKey()) {
      while (groups.nextValue()) {
        String word =
            new String(groups.valueBytes(), groups.valueFrom(), groups.valueLength(), UTF_8);
        found.merge(groups.valueLength(), word + "|", String::concat);
      }
    }
    assertThat(found).isEqualTo(expected);
    index.release();
    pairs.release();
  }
}
