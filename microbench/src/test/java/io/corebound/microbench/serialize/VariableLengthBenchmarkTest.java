package io.corebound.microbench.serialize;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Contents;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;

final class VariableLengthBenchmarkTest {
  private static final int MORE_THAN_A_CHUNK = 100;

  private final ByteArrayOutputStream serialized = new ByteArrayOutputStream();
  private final List<String> deserialized = new ArrayList<>();

  private final VariableLengthBenchmark benchmark =
      new VariableLengthBenchmark() {
        @Override
        void consume(DataOutputBuffer buffer, Blackhole blackhole) {
          serialized.write(buffer.getData(), 0, buffer.getLength());
        }

        @Override
        long last(BinaryComparable target) {
          deserialized.add(Contents.of(target.getBytes(), target.getLength()));
          return super.last(target);
        }
      };

  static Stream<Arguments> variants() throws Exception {
    String[] sizes =
        VariableLengthBenchmark.class
            .getDeclaredField("element")
            .getAnnotation(Param.class)
            .value();
    return Stream.of(VariableLengthBenchmark.Kind.values())
        .flatMap(
            kind -> Arrays.stream(sizes).map(size -> Arguments.of(kind, Integer.valueOf(size))));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void serializedElementsAreLengthsAndContents(VariableLengthBenchmark.Kind kind, int element)
      throws Exception {
    prepare(kind, element);
    benchmark.serialize(null);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized.toByteArray()));
    for (int i = 0; i < benchmark.elements; i++) {
      assertThat(length(kind, in)).isEqualTo(element);
      assertThat(in.readNBytes(element))
          .isEqualTo(benchmark.payloads[i % benchmark.payloads.length]);
    }
    assertThat(in.read()).isEqualTo(-1);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void deserializedElementsAreTheElements(VariableLengthBenchmark.Kind kind, int element)
      throws Exception {
    prepare(kind, element);
    long sum = benchmark.deserialize();
    assertThat(deserialized).hasSize((int) benchmark.elements);
    long expected = 0;
    for (int i = 0; i < deserialized.size(); i++) {
      byte[] payload = benchmark.payloads[i % benchmark.payloads.length];
      assertThat(deserialized.get(i)).isEqualTo(Contents.of(payload));
      expected += payload[element - 1];
    }
    assertThat(sum).isEqualTo(expected);
  }

  private void prepare(VariableLengthBenchmark.Kind kind, int element) {
    benchmark.kind = kind;
    benchmark.element = element;
    benchmark.elements =
        Math.min(
                VariableLengthBenchmark.MOST_ELEMENTS,
                VariableLengthBenchmark.CHUNK_BYTES / element)
            + MORE_THAN_A_CHUNK;
    benchmark.prepare();
  }

  /** Text's is a variable-length integer: one byte up to 127; else 1 or 2 bytes after the first. */
  private static int length(VariableLengthBenchmark.Kind kind, DataInputStream in)
      throws Exception {
    if (kind == VariableLengthBenchmark.Kind.bytes) {
      return in.readInt();
    }
    byte first = in.readByte();
    return switch (first) {
      case -113 -> in.readUnsignedByte();
      case -114 -> in.readUnsignedShort();
      default -> first;
    };
  }
}
