package io.corebound.microbench.parse;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.corpus.Corpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringTokenizer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does splitting a text into words cost, without reading it? {@code java.util.StringTokenizer}
 * splits a string of at most 256 bytes again and again, as in the paper; a String cannot hold 4 GB.
 * Paper: figure 14, (4). Left out: reading. One string that is always the same flatters the
 * processor's branch prediction; with {@code strings} above 1 as many different ones take turns.
 */
@Measures(
    value = "parse.tokens",
    question = "What does splitting a text into words cost, without reading it?",
    localBytes = 2.1)
public class ParseTokensBenchmark extends OperationBenchmark {
  /** A string's bytes, with the blank that is dropped where it ends. */
  private static final int STRING_BYTES = 257;

  /** No reader: the text is in memory. */
  @Param("none")
  String reader;

  @Param("100000000")
  long bytes;

  @Param("1")
  int passes;

  @Param("1")
  int strings;

  /** The text that comes with corebound, or the user's own text. */
  @Param(Corpus.OWN)
  String corpus;

  private LocalDirectory directory;
  String[] texts;
  private int[] sizes;
  private OperationMeter meter;

  /** Takes the strings from a file that another JVM makes. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    if (!reader.equals("none")) {
      throw TextFile.unknown(reader, "none");
    }
    long most = bytes / STRING_BYTES;
    if (strings < 1 || strings > most) {
      throw new OneLineException(
          "strings: " + strings + " is not between 1 and " + most + ", the strings in 'bytes'");
    }
    directory = LocalDirectory.open();
    long size = (long) (strings + 1) * STRING_BYTES;
    List<String> filled = Corpus.strings(Corpus.file(directory, size, corpus), strings);
    texts = filled.toArray(new String[0]);
    sizes = new int[texts.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = texts[i].getBytes(StandardCharsets.UTF_8).length;
    }
    meter = new OperationMeter("parse.tokens", ByteBase.TEXT);
  }

  @Benchmark
  public long tokens(Blackhole blackhole) {
    long split = 0;
    long done = 0;
    long tokens = 0;
    meter.begin();
    while (done < bytes * passes) {
      int i = (int) (split % texts.length);
      StringTokenizer words = new StringTokenizer(texts[i]);
      while (words.hasMoreTokens()) {
        consume(words.nextToken(), blackhole);
        tokens++;
      }
      done += sizes[i];
      split++;
    }
    meter.end(split, done);
    meter.report("tokens", tokens, "words");
    return tokens;
  }

  void consume(String word, Blackhole blackhole) {
    blackhole.consume(word);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    directory.close();
  }
}
