package io.corebound.memory.lean;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundariesTest {
  @Test
  void partitionsAreAscendingAndEven() {
    List<byte[]> sample =
        IntStream.range(0, 256).mapToObj(i -> new byte[] {(byte) (i * 7), 0}).toList();
    Boundaries boundaries = new Boundaries(Boundaries.of(sample, 4));
    int before = 0;
    int[] counts = new int[4];
    for (int key = 0; key < 256; key++) {
      int partition = boundaries.partition(new byte[] {9, (byte) key, 0}, 1);
      assertThat(partition).isBetween(before, 3);
      before = partition;
      counts[partition]++;
    }
    assertThat(counts).containsExactly(64, 64, 64, 64);
  }

  @Test
  void anEmptySampleLeavesOnePartitionInUse() {
    Boundaries boundaries = new Boundaries(Boundaries.of(List.of(), 4));
    assertThat(boundaries.partition(new byte[] {1}, 0)).isZero();
  }
}
