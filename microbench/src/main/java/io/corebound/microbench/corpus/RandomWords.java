package io.corebound.microbench.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.SplittableRandom;

/**
 * Lines of words drawn at random, without an end, from the 1000 words of Hadoop's {@code
 * org.apache.hadoop.examples.RandomTextWriter} (3.4.2). The same seed makes the same lines.
 */
final class RandomWords implements TextLines {
  static final long SEED = 20160301;

  /** Most lines stay below the length at which text is broken. */
  static final int WORDS_OF_LINE = 20;

  private static final int WORDS = 1000;
  private static final String RESOURCE = Corpus.RANDOM_WORDS + ".txt";

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final String[] words = new String[WORDS];

  RandomWords() throws IOException {
    try (InputStream in = RandomWords.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IOException(RESOURCE + " is missing from microbench's jar");
      }
      Scanner lines = new Scanner(in, StandardCharsets.US_ASCII.name());
      for (int i = 0; i < WORDS; i++) {
        words[i] = lines.next();
      }
    }
  }

  @Override
  public String next() {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < WORDS_OF_LINE; i++) {
      line.append(i == 0 ? "" : " ").append(words[random.nextInt(WORDS)]);
    }
    return line.toString();
  }

  @Override
  public void close() {
    // nothing is open
  }
}
