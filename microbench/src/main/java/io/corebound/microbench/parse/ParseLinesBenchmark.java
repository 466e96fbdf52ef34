package io.corebound.microbench.parse;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.corpus.Corpus;
import java.io.BufferedReader;
import java.io.IOException;
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
 * What does it cost to get a text's lines? A local file of English articles in lines of at most 256
 * bytes is opened, read to its end and closed: by {@code java.io.BufferedReader} as Strings; by
 * Hadoop's {@code TextInputFormat}, whose {@code LineRecordReader} reads through {@code
 * LocalFileSystem} and checks its checksums, as Text; the same, and each Text made a String. Paper:
 * figure 14, (1), (2) and (3). Left out: HDFS ({@code read.hdfs} is its price) and compressed
 * files.
 */
@Measures(
    value = "parse.lines",
    question = "What does it cost to get a text's lines?",
    localBytes = 2.1)
public class ParseLinesBenchmark extends OperationBenchmark {
  @Param({TextFile.TEXT_INPUT_FORMAT, TextFile.TEXT_INPUT_FORMAT_STRING, TextFile.BUFFERED_READER})
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

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    file = new TextFile(bytes, corpus);
    meter = new OperationMeter("parse.lines", ByteBase.TEXT);
  }

  @Benchmark
  public long lines(Blackhole blackhole) throws IOException, InterruptedException {
    long lines = 0;
    meter.begin();
    for (int pass = 0; pass < passes; pass++) {
      lines += pass(blackhole);
    }
    meter.end(lines, file.bytes * passes);
    return lines;
  }

  private long pass(Blackhole blackhole) throws IOException, InterruptedException {
    switch (reader) {
      case TextFile.BUFFERED_READER:
        return buffered(blackhole);
      case TextFile.TEXT_INPUT_FORMAT:
        return texts(blackhole);
      case TextFile.TEXT_INPUT_FORMAT_STRING:
        return strings(blackhole);
      default:
        throw TextFile.unknown(
            reader,
            TextFile.BUFFERED_READER,
            TextFile.TEXT_INPUT_FORMAT,
            TextFile.TEXT_INPUT_FORMAT_STRING);
    }
  }

  private long buffered(Blackhole blackhole) throws IOException {
    long lines = 0;
    try (BufferedReader in = file.bufferedReader()) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        consume(line, blackhole);
        lines++;
      }
    }
    return lines;
  }

  private long texts(Blackhole blackhole) throws IOException, InterruptedException {
    long lines = 0;
    try (RecordReader<LongWritable, Text> in = file.recordReader()) {
      while (in.nextKeyValue()) {
        consume(in.getCurrentValue(), blackhole);
        lines++;
      }
    }
    return lines;
  }

  private long strings(Blackhole blackhole) throws IOException, InterruptedException {
    long lines = 0;
    try (RecordReader<LongWritable, Text> in = file.recordReader()) {
      while (in.nextKeyValue()) {
        consume(in.getCurrentValue().toString(), blackhole);
        lines++;
      }
    }
    return lines;
  }

  void consume(String line, Blackhole blackhole) {
    blackhole.consume(line);
  }

  void consume(Text line, Blackhole blackhole) {
    blackhole.consume(line);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    file.close();
  }
}
