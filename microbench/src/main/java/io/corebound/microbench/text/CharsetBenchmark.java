package io.corebound.microbench.text;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What the benchmarks of both charsets have in common: strings of about {@link #length} encoded
 * bytes each, the same ones again and again (148 kB or 265 kB of text, which a cache holds),
 * encoded and decoded one by one. Each result goes to a {@code Blackhole}, which is less than a
 * hundredth of what 256 bytes cost.
 */
public abstract class CharsetBenchmark extends OperationBenchmark {
  private static final int LEAST_LENGTH = 4;

  public enum Through {
    string,
    /** {@code Text.set} and {@code Text.toString}, one Text for all strings. */
    text,
    /** The same with {@code Text.write} after it and {@code Text.readFields} before it. */
    stream
  }

  @Param("536870912")
  long bytes;

  /** Encoded bytes of a string; the last character may not fit. */
  @Param("256")
  int length;

  String[] strings;
  private byte[][] encoded;
  private Text[] texts;
  private byte[] serialized;
  private OperationMeter encode;
  private OperationMeter decode;

  /** The charset by its parameter's value: {@code ascii} or {@code utf-8}. */
  abstract String charset();

  abstract Content content();

  abstract Through through();

  @Setup(Level.Trial)
  public void prepare() throws IOException {
    if (length < LEAST_LENGTH) {
      throw new OneLineException(
          "length: " + length + " bytes do not hold every character; give at least 4");
    }
    List<String> pieces = content().pieces(length);
    strings = pieces.toArray(new String[0]);
    encoded = new byte[strings.length][];
    DataOutputBuffer stream = new DataOutputBuffer();
    texts = new Text[strings.length];
    for (int i = 0; i < strings.length; i++) {
      encoded[i] = strings[i].getBytes(StandardCharsets.UTF_8);
      texts[i] = new Text();
      texts[i].set(encoded[i]);
      texts[i].write(stream);
    }
    serialized = Arrays.copyOf(stream.getData(), stream.getLength());
    encode = new OperationMeter("text.encode", ByteBase.TEXT);
    decode = new OperationMeter("text.decode", ByteBase.TEXT);
  }

  private Charset javaCharset() {
    return charset().equals("ascii") ? StandardCharsets.US_ASCII : StandardCharsets.UTF_8;
  }

  @Benchmark
  public void encode(Blackhole blackhole) throws IOException {
    if (through() == Through.stream) {
      write(blackhole);
      return;
    }
    Charset charset = javaCharset();
    Text text = new Text();
    boolean throughText = through() == Through.text;
    long sum = 0;
    long count = 0;
    encode.begin();
    while (sum < bytes) {
      for (int i = 0; i < strings.length && sum < bytes; i++, count++) {
        if (throughText) {
          text.set(strings[i]);
          sum += text.getLength();
          consume(text.getBytes(), text.getLength(), blackhole);
        } else {
          byte[] result = strings[i].getBytes(charset);
          sum += result.length;
          consume(result, result.length, blackhole);
        }
      }
    }
    encode.end(count, sum);
  }

  @Benchmark
  public void decode(Blackhole blackhole) throws IOException {
    if (through() == Through.stream) {
      read(blackhole);
      return;
    }
    Charset charset = javaCharset();
    boolean throughText = through() == Through.text;
    long sum = 0;
    long count = 0;
    decode.begin();
    while (sum < bytes) {
      for (int i = 0; i < encoded.length && sum < bytes; i++, count++) {
        consume(throughText ? texts[i].toString() : new String(encoded[i], charset), blackhole);
        sum += encoded[i].length;
      }
    }
    decode.end(count, sum);
  }

  private void write(Blackhole blackhole) throws IOException {
    Text text = new Text();
    DataOutputBuffer out = new DataOutputBuffer();
    long sum = 0;
    long count = 0;
    encode.begin();
    while (sum < bytes) {
      out.reset();
      for (int i = 0; i < strings.length && sum < bytes; i++, count++) {
        text.set(strings[i]);
        text.write(out);
        sum += text.getLength();
      }
      consume(out.getData(), out.getLength(), blackhole);
    }
    encode.end(count, sum);
  }

  private void read(Blackhole blackhole) throws IOException {
    Text text = new Text();
    DataInputBuffer in = new DataInputBuffer();
    long sum = 0;
    long count = 0;
    decode.begin();
    while (sum < bytes) {
      in.reset(serialized, serialized.length);
      for (int i = 0; i < strings.length && sum < bytes; i++, count++) {
        text.readFields(in);
        consume(text.toString(), blackhole);
        sum += text.getLength();
      }
    }
    decode.end(count, sum);
  }

  void consume(byte[] result, int size, Blackhole blackhole) {
    blackhole.consume(result);
  }

  void consume(String result, Blackhole blackhole) {
    blackhole.consume(result);
  }
}
