package io.corebound.microbench.serialize;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.LongStream;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.infra.Blackhole;

final class BasicTypeBenchmarkTest {
  private static final int ELEMENTS = BasicTypeBenchmark.CHUNK + 100;

  private final ByteArrayOutputStream serialized = new ByteArrayOutputStream();

  private final BasicTypeBenchmark benchmark =
      new BasicTypeBenchmark() {
        @Override
        void consume(DataOutputBuffer buffer, Blackhole blackhole) {
          serialized.write(buffer.getData(), 0, buffer.getLength());
        }
      };

  @ParameterizedTest
  @EnumSource(BasicType.class)
  void serializedValuesAreTheValues(BasicType type) throws Exception {
    prepare(type);
    benchmark.serialize(null);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized.toByteArray()));
    for (int i = 0; i < ELEMENTS; i++) {
      assertThat(readByJdk(type, in)).isEqualTo(benchmark.values[i % BasicTypeBenchmark.CHUNK]);
    }
    assertThat(in.read()).isEqualTo(-1);
  }

  @ParameterizedTest
  @EnumSource(BasicType.class)
  void deserializedValuesAreTheValues(BasicType type) throws Exception {
    prepare(type);
    long expected =
        LongStream.of(benchmark.values).sum() + Arrays.stream(benchmark.values, 0, 100).sum();
    assertThat(benchmark.deserialize()).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(BasicType.class)
  void valuesDiffer(BasicType type) {
    prepare(type);
    long distinct = LongStream.of(benchmark.values).distinct().count();
    assertThat(distinct).isGreaterThanOrEqualTo(type == BasicType.BOOLEAN ? 2 : 256);
  }

  @Test
  void variableLengthsAreAsFrequentAsMagnitudes() {
    prepare(BasicType.VLONG);
    // 57 to 63 bits take the most bytes: 7 of 64 magnitudes
    long longest =
        LongStream.of(benchmark.values)
            .filter(v -> Long.numberOfLeadingZeros(v < 0 ? ~v : v) < 8)
            .count();
    assertThat(longest / (double) BasicTypeBenchmark.CHUNK).isBetween(0.10, 0.12);
    assertThat(LongStream.of(benchmark.values).filter(v -> v < 0).count())
        .isBetween(BasicTypeBenchmark.CHUNK * 49L / 100, BasicTypeBenchmark.CHUNK * 51L / 100);
  }

  /** Vectors worked out from the format that the Javadoc of WritableUtils.writeVLong states. */
  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "127, 7f",
    "-112, 90",
    "128, 8f80",
    "-113, 8770",
    "256, 8e0100",
    "-257, 860100",
    "2147483647, 8c7fffffff",
    "-2147483648, 847fffffff",
    "9223372036854775807, 887fffffffffffffff",
    "-9223372036854775808, 807fffffffffffffff"
  })
  void variableLengthFormatIsHadoops(long value, String bytes) {
    ByteBuffer target = ByteBuffer.allocate(BasicType.MOST_BYTES);
    BasicType.VLONG.lay(value, target);
    assertThat(HexFormat.of().formatHex(target.array(), 0, target.position())).isEqualTo(bytes);
  }

  private void prepare(BasicType type) {
    benchmark.type = type.id();
    benchmark.elements = ELEMENTS;
    benchmark.prepare();
  }

  private static long readByJdk(BasicType type, DataInputStream in) throws IOException {
    return switch (type) {
      case BOOLEAN -> in.readBoolean() ? 1 : 0;
      case BYTE -> in.readByte();
      case SHORT -> in.readShort();
      case INT -> in.readInt();
      case LONG -> in.readLong();
      case FLOAT -> Float.floatToRawIntBits(in.readFloat());
      case DOUBLE -> Double.doubleToRawLongBits(in.readDouble());
      case VINT, VLONG -> readVariable(in);
    };
  }

  private static long readVariable(DataInputStream in) throws IOException {
    byte first = in.readByte();
    if (first >= -112) {
      return first;
    }
    boolean negative = first < -120;
    long magnitude = 0;
    for (int i = negative ? -120 - first : -112 - first; i > 0; i--) {
      magnitude = magnitude << 8 | in.readUnsignedByte();
    }
    return negative ? ~magnitude : magnitude;
  }
}
