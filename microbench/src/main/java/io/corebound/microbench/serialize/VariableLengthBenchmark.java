package io.corebound.microbench.serialize;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does it cost to turn binary data and text of a length into bytes of a stream and back, and
 * from which length on is it the copying that costs? {@code BytesWritable} (four bytes of length
 * before the data) and {@code Text} (a variable-length integer before them) are written into a
 * {@code DataOutputBuffer} and read from a {@code DataInputBuffer}, into one object that is used
 * again, as record readers do. Paper: figure 12.
 */
@Measures(
    value = {"serialize.bytes", "serialize.text", "deserialize.bytes", "deserialize.text"},
    question = "What does it cost to turn variable-length data into bytes of a stream and back?")
public class VariableLengthBenchmark extends OperationBenchmark {
  static final int CHUNK_BYTES = 262_144;
  static final int MOST_ELEMENTS = 4096;

  public enum Kind {
    bytes,
    text
  }

  @Param({"bytes", "text"})
  Kind kind;

  @Param({"8", "16", "32", "64", "128", "256", "512", "1024"})
  int element;

  @Param("8388608")
  long elements;

  @Param("0")
  long seed;

  byte[][] payloads;
  private byte[] serialized;
  private BytesWritable[] binary;
  private Text[] texts;
  private OperationMeter serialize;
  private OperationMeter deserialize;

  /** Makes the elements, and lays them out without help from the operations to be measured. */
  @Setup(Level.Trial)
  public void prepare() {
    SplittableRandom random = new SplittableRandom(seed);
    payloads = new byte[Math.max(1, Math.min(MOST_ELEMENTS, CHUNK_BYTES / element))][element];
    binary = new BytesWritable[payloads.length];
    texts = new Text[payloads.length];
    for (int i = 0; i < payloads.length; i++) {
      for (int j = 0; j < element; j++) {
        payloads[i][j] = (byte) ('a' + random.nextInt(26));
      }
      binary[i] = new BytesWritable(payloads[i]);
      texts[i] = new Text();
      texts[i].set(payloads[i]);
    }
    serialized = laid(payloads.length);
    serialize = new OperationMeter("serialize." + kind, ByteBase.PAYLOAD);
    deserialize = new OperationMeter("deserialize." + kind, ByteBase.PAYLOAD);
  }

  byte[] laid(int count) {
    byte[] length = length();
    ByteBuffer target = ByteBuffer.allocate(count * (length.length + element));
    for (int i = 0; i < count; i++) {
      target.put(length).put(payloads[i]);
    }
    return target.array();
  }

  private byte[] length() {
    ByteBuffer target = ByteBuffer.allocate(BasicType.MOST_BYTES);
    (kind == Kind.bytes ? BasicType.INT : BasicType.VINT).lay(element, target);
    byte[] length = new byte[target.position()];
    target.flip();
    target.get(length);
    return length;
  }

  /** Serializes every element of the batch; the buffer is written from its start again. */
  @Benchmark
  public void serialize(Blackhole blackhole) throws IOException {
    Writable[] writables = kind == Kind.bytes ? binary : texts;
    DataOutputBuffer buffer = new DataOutputBuffer(serialized.length);
    serialize.begin();
    for (long done = 0; done < elements; done += writables.length) {
      int count = (int) Math.min(writables.length, elements - done);
      buffer.reset();
      for (int i = 0; i < count; i++) {
        writables[i].write(buffer);
      }
      consume(buffer, blackhole);
    }
    serialize.end(elements, elements * element);
  }

  @Benchmark
  public long deserialize() throws IOException {
    DataInputBuffer buffer = new DataInputBuffer();
    BinaryComparable target = kind == Kind.bytes ? new BytesWritable() : new Text();
    long sum = 0;
    deserialize.begin();
    for (long done = 0; done < elements; done += payloads.length) {
      int count = (int) Math.min(payloads.length, elements - done);
      buffer.reset(serialized, serialized.length);
      for (int i = 0; i < count; i++) {
        ((Writable) target).readFields(buffer);
        sum += last(target);
      }
    }
    deserialize.end(elements, elements * element);
    return sum;
  }

  /** The last byte of what was deserialized, which stands for all of it. */
  long last(BinaryComparable target) {
    return target.getBytes()[target.getLength() - 1];
  }

  void consume(DataOutputBuffer buffer, Blackhole blackhole) {
    blackhole.consume(buffer.getData());
  }
}
