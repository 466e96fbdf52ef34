package io.corebound.memory.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class KeyHashTest {
  @Property(tries = 200)
  void isOfTheSliceAloneWhereverItLies(@ForAll @Size(max = 40) byte[] key) {
    long alone = KeyHash.of(key, 0, key.length);
    for (int before = 0; before < 9; before++) {
      byte[] larger = new byte[before + key.length + before];
      Arrays.fill(larger, (byte) 0x5a);
      System.arraycopy(key, 0, larger, before, key.length);
      assertThat(KeyHash.of(larger, before, key.length)).isEqualTo(alone);
    }
  }

  @Property(tries = 200)
  void isTheSameStepByStep(@ForAll @Size(max = 40) byte[] key) {
    ByteBuffer padded =
        ByteBuffer.wrap(Arrays.copyOf(key, (key.length + 7) / 8 * 8))
            .order(ByteOrder.LITTLE_ENDIAN);
    long hash = KeyHash.SEED;
    while (padded.hasRemaining()) {
      hash = KeyHash.step(hash, padded.getLong());
    }
    assertThat(KeyHash.finish(hash, key.length)).isEqualTo(KeyHash.of(key, 0, key.length));
  }

  @Test
  void zerosAtTheEndCount() {
    assertThat(KeyHash.of(new byte[3], 0, 3)).isNotEqualTo(KeyHash.of(new byte[4], 0, 4));
  }

  @Test
  void spreadsOverPartitionsEvenly() {
    int[] counts = new int[7];
    Random random = new Random(1);
    byte[] key = new byte[6];
    for (int i = 0; i < 70_000; i++) {
      random.nextBytes(key);
      counts[KeyHash.partition(KeyHash.of(key, 0, key.length), counts.length)]++;
    }
    assertThat(counts)
        .satisfies(all -> Arrays.stream(all).forEach(KeyHashTest::isAboutTenThousand));
  }

  private static void isAboutTenThousand(int count) {
    assertThat(count).isBetween(9_500, 10_500);
  }
}
