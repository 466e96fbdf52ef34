package io.corebound.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collector.runs.KeyOrder;
import io.corebound.collector.runs.KeyOrders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;

/** Prefixes and comparisons against the comparators of Hadoop. */
class KeyOrderTest {
  @Property(tries = 2000)
  void prefixAndComparisonFollowTheComparator(
      @ForAll KeyType type,
      @ForAll long seed,
      @ForAll @IntRange(max = 31) int partitionBits,
      @ForAll @IntRange(max = 20) int mostBytes)
      throws IOException {
    JobConf job = new JobConf(false);
    type.set(job);
    KeyOrder order = KeyOrders.of(job, partitionBits);
    RawComparator<?> comparator = job.getOutputKeyComparator();
    Random random = new Random(seed);
    byte[] first = serialized(type.key(random, mostBytes));
    byte[] second = serialized(type.key(random, mostBytes));
    int expected =
        Integer.signum(comparator.compare(first, 0, length(first), second, 0, length(second)));

    long firstPrefix = prefix(order, first);
    long secondPrefix = prefix(order, second);
    int byPrefix = Long.compareUnsigned(firstPrefix, secondPrefix);
    int byKey = Integer.signum(order.compare(first, 0, length(first), second, 0, length(second)));

    assertThat(byKey).isEqualTo(expected);
    assertThat(Integer.signum(byPrefix)).isIn(0, expected);
    assertThat(firstPrefix >>> 1 >>> 63 - partitionBits).isZero();
    if (byPrefix == 0 && order.decides(firstPrefix)) {
      assertThat(expected).isZero();
    }
    if (byPrefix == 0 && !order.decides(firstPrefix)) {
      assertThat(compareDeeper(order, first, second)).isEqualTo(expected);
    }
  }

  private static int compareDeeper(KeyOrder order, byte[] first, byte[] second) {
    for (int depth = 1; ; depth++) {
      long a = order.deeper(ByteBuffer.wrap(first), first, 0, length(first), depth);
      long b = order.deeper(ByteBuffer.wrap(second), second, 0, length(second), depth);
      if (a != b || order.decidesDeeper(a)) {
        return Long.compareUnsigned(a, b);
      }
    }
  }

  private static long prefix(KeyOrder order, byte[] key) {
    return order.prefix(ByteBuffer.wrap(key), key, 0, length(key));
  }

  private static int length(byte[] key) {
    return key.length - KeyOrder.READABLE_BEHIND;
  }

  /** With bytes behind it that are no zeros. */
  private static byte[] serialized(Writable key) throws IOException {
    DataOutputBuffer buffer = new DataOutputBuffer();
    key.write(buffer);
    byte[] bytes = Arrays.copyOf(buffer.getData(), buffer.getLength() + KeyOrder.READABLE_BEHIND);
    Arrays.fill(bytes, buffer.getLength(), bytes.length, (byte) 0x5a);
    return bytes;
  }
}
