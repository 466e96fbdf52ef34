package io.corebound.memory;

import io.corebound.memory.block.SumTable;
import io.corebound.memory.lean.SumJob;
import java.time.Duration;

/** A lean job of a user's own, whose maps never end. */
public final class SlowCount implements SumJob {
  @Override
  public long map(byte[] bytes, int from, int to, SumTable sums) {
    System.out.println("mapping");
    try {
      Thread.sleep(Duration.ofHours(1).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }
}
