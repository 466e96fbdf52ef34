package io.corebound.memory.lean;

import io.corebound.memory.block.Groups;
import java.io.IOException;

/** Groups values by key; nothing is combined before all of a key are together. */
public non-sealed interface GroupJob extends LeanJob {
  /** Maps whole lines, as {@link SumJob#map}. */
  void map(byte[] bytes, int from, int to, Pairs pairs);

  /** Reduces the key that the groups are at. */
  void reduce(Groups group, PartFile out) throws IOException;
}
