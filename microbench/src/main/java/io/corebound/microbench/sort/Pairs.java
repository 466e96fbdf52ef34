package io.corebound.microbench.sort;

import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.TeraRecords;
import io.corebound.microbench.corpus.Corpus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * The keys and values that a map task emits, one pair after the other, in the same two objects as a
 * mapper's are. They are in a file that is mapped into memory, so that the heap holds only what a
 * task's heap holds.
 */
final class Pairs {
  static final int DISTINCT = 100;

  /** The most pairs that a file has, unless their order is {@link PairOrder#SORTED}. */
  private static final int BLOCK = 1 << 21;

  /** The most bytes of such a file. */
  private static final int BLOCK_BYTES = 1 << 30;

  /** Text for each word, more than it has on the average. */
  private static final int TEXT_BYTES = 10;

  /** Odd, so that the multiples of it are different: 2^32 / golden ratio. */
  private static final int STRIDE = 0x9E3779B9;

  private final PairType type;
  private final int count;
  private final long bytes;
  private final boolean random;
  private final ByteBuffer block;
  private final byte[] pair;
  private final IntWritable intKey;
  private final Text textKey;
  private final IntWritable intValue;
  private final Text textValue;
  private int mask;

  private Pairs(PairType type, PairOrder order, int count, ByteBuffer block) {
    this.type = type;
    this.count = count;
    this.block = block;
    pair = new byte[PairType.MOST_TEXT_BYTES + type.valueBytes];
    random = order == PairOrder.RANDOM && !type.isWords();
    intKey = type.isIntKey() ? new IntWritable() : null;
    textKey = type.isIntKey() ? null : new Text();
    intValue = type.isIntValue() ? new IntWritable() : null;
    textValue = type.isIntValue() ? null : new Text();
    bytes = countBytes();
  }

  /** Finds the pairs, or has them made by another JVM. */
  static Pairs load(
      LocalDirectory directory, PairType type, PairOrder order, int count, long seed, String corpus)
      throws IOException, InterruptedException {
    return load(
        directory,
        type,
        order,
        count,
        seed,
        corpus,
        arguments -> ChildJvm.run(PairsFile.class, arguments));
  }

  /** The same with a given way to make the file. */
  static Pairs load(
      LocalDirectory directory,
      PairType type,
      PairOrder order,
      int count,
      long seed,
      String corpus,
      Maker maker)
      throws IOException, InterruptedException {
    Path file = file(directory, type, order, inFile(type, order, count), seed, corpus, maker);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new Pairs(
          type, order, count, channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()).load());
    }
  }

  /** Bytes of the files for a number of pairs, for words with their text. */
  static long fileBytes(PairType type, PairOrder order, int count) {
    int words = type.isWords() ? TEXT_BYTES + type.typicalSerializedBytes() : 0;
    return (long) inFile(type, order, count) * Math.max(type.keyBytes + type.valueBytes, words);
  }

  private static int inFile(PairType type, PairOrder order, int count) {
    if (order != PairOrder.SORTED) {
      return Math.min(count, Math.min(BLOCK, BLOCK_BYTES / (type.keyBytes + type.valueBytes)));
    }
    int most = type.isWords() ? BLOCK : Integer.MAX_VALUE / (type.keyBytes + type.valueBytes);
    if (count > most) {
      throw new OneLineException(
          "records: at most " + most + " of this type lie in a file in order, not " + count);
    }
    return count;
  }

  private static Path file(
      LocalDirectory directory,
      PairType type,
      PairOrder order,
      int count,
      long seed,
      String corpus,
      Maker maker)
      throws IOException, InterruptedException {
    if (order == PairOrder.RANDOM
        && type.keyClass() == Text.class
        && type.keyBytes == TeraRecords.KEY_BYTES
        && type.valueClass() == Text.class
        && type.valueBytes == TeraRecords.VALUE_BYTES) {
      return TeraRecords.file(directory, count, seed, TeraRecords.Order.GENERATED);
    }
    Path text = type.isWords() ? Corpus.file(directory, (long) count * TEXT_BYTES, corpus) : null;
    String from = text == null ? "" : text.getParent().getFileName() + "-";
    Path file =
        directory.resolve(
            String.format("pairs-%s-%s%s-from-%s-%s", type, from, count, seed, order));
    if (!Files.exists(file)) {
      maker.make(
          type.key,
          type.value,
          order.toString(),
          Integer.toString(count),
          Long.toString(seed),
          file.toString(),
          text == null ? "" : text.toString());
    }
    return file;
  }

  /** Makes a file by {@link PairsFile#main}, whose arguments these are. */
  interface Maker {
    void make(String... arguments) throws IOException, InterruptedException;
  }

  /** Payload of all of them; words are the only keys whose lengths differ. */
  private long countBytes() {
    long sum = (long) count * (type.keyBytes + type.valueBytes);
    if (type.isWords()) {
      rewind();
      for (int i = 0; i < count; i++) {
        next();
        sum += textKey.getLength();
      }
    }
    return sum;
  }

  int count() {
    return count;
  }

  long bytes() {
    return bytes;
  }

  /** The key of the pair that {@link #next} has come to. */
  Writable key() {
    return intKey == null ? textKey : intKey;
  }

  /** The value of the pair that {@link #next} has come to. */
  Writable value() {
    return intValue == null ? textValue : intValue;
  }

  void rewind() {
    block.rewind();
    mask = 0;
  }

  /** Goes to the next pair; there is always one more. */
  void next() {
    if (!block.hasRemaining()) {
      block.rewind();
      mask += random ? STRIDE : 0;
    }
    int keyBytes = type.isWords() ? block.get() : type.keyBytes;
    block.get(pair, 0, keyBytes + type.valueBytes);
    if (mask != 0) {
      putInt(pair, 0, getInt(pair, 0) ^ mask);
    }
    if (intKey == null) {
      textKey.set(pair, 0, keyBytes);
    } else {
      intKey.set(getInt(pair, 0));
    }
    if (intValue == null) {
      textValue.set(pair, keyBytes, type.valueBytes);
    } else {
      intValue.set(getInt(pair, keyBytes));
    }
  }

  /**
   * Which reducer gets the current pair: ranges of the key's first byte, so that all keys of one
   * partition are before those of the next; of words, which all begin with a few letters, any.
   */
  int partition(int partitions) {
    // an IntWritable's order is that of signed numbers
    int first = intKey == null ? textKey.getBytes()[0] & 0xff : intKey.get() >>> 24 ^ 0x80;
    return type.isWords() ? first % partitions : (first * partitions) >>> 8;
  }

  static int getInt(byte[] bytes, int offset) {
    return bytes[offset] << 24
        | (bytes[offset + 1] & 0xff) << 16
        | (bytes[offset + 2] & 0xff) << 8
        | bytes[offset + 3] & 0xff;
  }

  static void putInt(byte[] bytes, int offset, int number) {
    bytes[offset] = (byte) (number >>> 24);
    bytes[offset + 1] = (byte) (number >>> 16);
    bytes[offset + 2] = (byte) (number >>> 8);
    bytes[offset + 3] = (byte) number;
  }
}
