package io.corebound.microbench.task;

import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;

/**
 * Writes sequence files of random keys and values with the sizes that {@code RandomWriter} of
 * Hadoop's examples gives them; another JVM runs it.
 */
final class RandomRecords {
  /** Names such records among the texts. */
  static final String NAME = "random-writer";

  private static final int LEAST_KEY = 10;
  private static final int KEYS = 990;
  private static final int VALUES = 20_000;

  private RandomRecords() {}

  /** Arguments: bytes of keys and values in each file, how many files, and their directory. */
  public static void main(String[] arguments) throws IOException {
    for (int file = 0; file < Integer.parseInt(arguments[1]); file++) {
      write(Long.parseLong(arguments[0]), file, new Path("file://" + arguments[2], "text-" + file));
    }
  }

  private static void write(long bytes, int seed, Path file) throws IOException {
    Random random = new Random(seed);
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            new Configuration(),
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(BytesWritable.class),
            SequenceFile.Writer.valueClass(BytesWritable.class),
            SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE))) {
      long left = bytes;
      while (left > 0) {
        byte[] key = new byte[LEAST_KEY + random.nextInt(KEYS)];
        byte[] value = new byte[random.nextInt(VALUES)];
        random.nextBytes(key);
        random.nextBytes(value);
        writer.append(new BytesWritable(key), new BytesWritable(value));
        left -= key.length + value.length;
      }
    }
  }
}
