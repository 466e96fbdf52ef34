package io.corebound.microbench.sort;

import io.corebound.microbench.corpus.Corpus;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.hadoop.io.Text;

/**
 * Writes a file of pairs: each key as it is, a word after its length in one byte, and each value;
 * another JVM runs it. What is random and in ascending order need not be sorted: the first four
 * bytes of the i-th of n keys are i * 2^32 / n. With a word goes the number 1, as WordCount counts.
 */
final class PairsFile {
  private static final byte[] ONE = {0, 0, 0, 1};

  private final PairType type;
  private final PairOrder order;
  private final int count;
  private final SplittableRandom random;
  private final List<byte[]> words;
  private final List<byte[]> few = new ArrayList<>();

  private PairsFile(PairType type, PairOrder order, int count, long seed, List<byte[]> words) {
    this.type = type;
    this.order = order;
    this.count = count;
    random = new SplittableRandom(seed);
    this.words = words;
    if (order == PairOrder.DUPLICATES) {
      chooseFew();
    }
    if (order == PairOrder.SORTED) {
      words.sort((one, other) -> new Text(one).compareTo(new Text(other)));
    }
  }

  private void chooseFew() {
    int most = type.isWords() ? words.size() : Integer.MAX_VALUE;
    Set<Text> different = new HashSet<>();
    for (int i = 0; i < most && few.size() < Pairs.DISTINCT; i++) {
      byte[] key = type.isWords() ? words.get(i) : randomBytes(type.keyBytes);
      if (different.add(new Text(key))) {
        few.add(key);
      }
    }
  }

  /** Writes the file under a temporary name and renames it when it is whole. */
  public static void main(String[] arguments) throws IOException {
    Path file = Paths.get(arguments[5]);
    PairType type = new PairType(arguments[0], arguments[1]);
    PairOrder order = PairOrder.of(arguments[2]);
    int count = Integer.parseInt(arguments[3]);
    List<byte[]> words = type.isWords() ? words(Paths.get(arguments[6]), count) : new ArrayList<>();
    Path unfinished = Files.createTempFile(file.getParent(), "unfinished-", "");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished), 1 << 16)) {
      new PairsFile(type, order, count, Long.parseLong(arguments[4]), words).write(out);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** As many words as are needed; a short text is repeated. */
  private static List<byte[]> words(Path text, int count) throws IOException {
    List<byte[]> inText = Corpus.words(text);
    inText.removeIf(word -> word.length > PairType.MOST_TEXT_BYTES);
    List<byte[]> words = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      words.add(inText.get(i % inText.size()));
    }
    return words;
  }

  private void write(OutputStream out) throws IOException {
    for (int i = 0; i < count; i++) {
      byte[] key = key(i);
      if (type.isWords()) {
        out.write(key.length);
      }
      out.write(key);
      out.write(type.isWords() && type.isIntValue() ? ONE : randomBytes(type.valueBytes));
    }
  }

  private byte[] key(int i) {
    switch (order) {
      case RANDOM:
        return type.isWords() ? words.get(i) : randomBytes(type.keyBytes);
      case SORTED:
        return type.isWords() ? words.get(i) : ascending(i);
      case DUPLICATES:
        return few.get(random.nextInt(few.size()));
      default:
        throw new IllegalArgumentException(order.toString());
    }
  }

  private byte[] ascending(int i) {
    byte[] key = randomBytes(type.keyBytes);
    int first = (int) (((long) i << 32) / count);
    // an IntWritable's order is that of signed numbers, a Text's that of unsigned bytes
    Pairs.putInt(key, 0, type.isIntKey() ? first ^ Integer.MIN_VALUE : first);
    return key;
  }

  private byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    return bytes;
  }
}
