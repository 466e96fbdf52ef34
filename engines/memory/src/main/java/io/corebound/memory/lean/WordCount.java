package io.corebound.memory.lean;

import io.corebound.memory.block.KeyHash;
import io.corebound.memory.block.SumTable;

/** Counts words. */
final class WordCount implements SumJob {
  @Override
  public long map(byte[] bytes, int from, int to, SumTable sums) {
    long words = 0;
    int at = from;
    while (true) {
      while (at < to && Words.isBlank(bytes[at])) {
        at++;
      }
      if (at >= to) {
        return words;
      }
      int end = Words.end(bytes, at);
      sums.addOne(bytes, at, end - at, KeyHash.of(bytes, at, end - at));
      at = end;
      words++;
    }
  }
}
