package io.corebound.microbench.parse;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.corpus.Corpus;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.RecordReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does it cost to get a text's words out of its file? Each line that {@code parse.lines} reads
 * is split by {@code java.util.StringTokenizer}, as the mapper of Hadoop's WordCount does; {@code
 * TextInputFormat}'s Text is made a String first. Paper: figure 14, (5) and (6). Left out: what
 * {@link ParseLinesBenchmark} leaves out, and what a mapper does with a word.
 */
@Measures(
    value = "parse.lines-tokens",
    question = "What does it cost to get a text's words out of its file?",
    localBytes = 2.1)
public class ParseLinesTokensBenchmark extends OperationBenchmark {
  @Param({TextFile.TEXT_INPUT_FORMAT, TextFile.BUFFERED_READER})
  String reader;

  @Param("100000000")
  long bytes;

  /** How often the file is read in one batch. */
  @Param("1")
  int passes;

  /** The text that comes with corebound, or the user's own text. */
  @Param(Corpus.OWN)
  String corpus;

  TextFile file;
  private OperationMeter meter;
  private long lines;
  private long tokens;

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    file = new TextFile(bytes, corpus);
    meter = new OperationMeter("parse.lines-tokens", ByteBase.TEXT);
  }

  @Benchmark
  public long tokens(Blackhole blackhole) throws IOException, InterruptedException {
    lines = 0;
    tokens = 0;
    meter.begin();
    for (int pass = 0; pass < passes; pass++) {
      pass(blackhole);
    }
    meter.end(lines, file.bytes * passes);
    meter.report("tokens", tokens, "words");
    return tokens;
  }

  private void pass(Blackhole blackhole) throws IOException, InterruptedException {
    switch (reader) {
      case TextFile.BUFFERED_READER:
        buffered(blackhole);
        break;
      case TextFile.TEXT_INPUT_FORMAT:
        records(blackhole);
        break;
      default:
        throw TextFile.unknown(reader, TextFile.BUFFERED_READER, TextFile.TEXT_INPUT_FORMAT);
    }
  }

  private void buffered(Blackhole blackhole) throws IOException {
    try (BufferedReader in = file.bufferedReader()) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        split(line, blackhole);
      }
    }
  }

  private void records(Blackhole blackhole) throws IOException, InterruptedException {
    try (RecordReader<LongWritable, Text> in = file.recordReader()) {
      while (in.nextKeyValue()) {
        split(in.getCurrentValue().toString(), blackhole);
      }
    }
  }

  private void split(String line, Blackhole blackhole) {
    lines++;
    StringTokenizer words = new StringTokenizer(line);
    while (words.hasMoreTokens()) {
      consume(words.nextToken(), blackhole);
      tokens++;
    }
  }

  void consume(String word, Blackhole blackhole) {
    blackhole.consume(word);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    file.close();
  }
}
