package io.corebound.microbench.serialize;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does it cost to turn a number into bytes and back? One Writable object takes value after
 * value and writes each into a {@code DataOutputBuffer}, the stream that Hadoop's own serializers
 * write to; or reads each from a {@code DataInputBuffer}. Paper: figure 11. The same {@value
 * #CHUNK} random values come again and again: too many for a branch predictor to learn their
 * lengths, few enough for values and bytes (at most 1.1 MB) to stay in a cache, so that memory is
 * not what is measured.
 */
@Measures(
    value = {"serialize.*", "deserialize.*"},
    question = "What does it cost to turn a number into bytes and back?")
public class BasicTypeBenchmark extends OperationBenchmark {
  static final int CHUNK = 65_536;

  @Param({"boolean", "byte", "short", "int", "vint", "long", "vlong", "float", "double"})
  String type;

  @Param("16777216")
  long elements;

  @Param("0")
  long seed;

  private BasicType basicType;
  long[] values;
  private byte[] serialized;
  private OperationMeter serialize;
  private OperationMeter deserialize;

  /** Draws the values, and lays them out without help from the classes to be measured. */
  @Setup(Level.Trial)
  public void prepare() {
    basicType = BasicType.valueOf(type.toUpperCase(Locale.ROOT));
    SplittableRandom random = new SplittableRandom(seed);
    values = new long[CHUNK];
    Arrays.setAll(values, i -> basicType.draw(random));
    serialized = laid(CHUNK);
    serialize = new OperationMeter("serialize." + type, ByteBase.SERIALIZED);
    deserialize = new OperationMeter("deserialize." + type, ByteBase.SERIALIZED);
  }

  byte[] laid(int count) {
    ByteBuffer target = ByteBuffer.allocate(count * BasicType.MOST_BYTES);
    for (int i = 0; i < count; i++) {
      basicType.lay(values[i], target);
    }
    return Arrays.copyOf(target.array(), target.position());
  }

  /** Serializes every value of the batch; the buffer is written from its start again each time. */
  @Benchmark
  public void serialize(Blackhole blackhole) throws IOException {
    DataOutputBuffer buffer = new DataOutputBuffer(serialized.length);
    long bytes = 0;
    serialize.begin();
    for (long done = 0; done < elements; done += CHUNK) {
      buffer.reset();
      basicType.write(values, (int) Math.min(CHUNK, elements - done), buffer);
      bytes += buffer.getLength();
      consume(buffer, blackhole);
    }
    serialize.end(elements, bytes);
  }

  @Benchmark
  public long deserialize() throws IOException {
    DataInputBuffer buffer = new DataInputBuffer();
    long bytes = 0;
    long sum = 0;
    deserialize.begin();
    for (long done = 0; done < elements; done += CHUNK) {
      buffer.reset(serialized, serialized.length);
      sum += basicType.read((int) Math.min(CHUNK, elements - done), buffer);
      bytes += buffer.getPosition();
    }
    deserialize.end(elements, bytes);
    return sum;
  }

  void consume(DataOutputBuffer buffer, Blackhole blackhole) {
    blackhole.consume(buffer.getData());
  }
}
