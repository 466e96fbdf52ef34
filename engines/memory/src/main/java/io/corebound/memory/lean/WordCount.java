package io.corebound.memory.lean;

import io.corebound.memory.block.KeyHash;
import io.corebound.memory.block.SumTable;

/** Counts words; the hash of a word is computed while its end is looked for. */
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
      int start = at;
      long hash = KeyHash.SEED;
      long eight = Words.eight(bytes, at);
      long marks = Words.maybeBlank(eight);
      while (marks == 0) {
        hash = KeyHash.step(hash, eight);
        at += Long.BYTES;
        eight = Words.eight(bytes, at);
        marks = Words.maybeBlank(eight);
      }
      int rest = Words.before(marks);
      if (rest > 0) {
        hash = KeyHash.step(hash, eight & (-1L >>> (Long.SIZE - Byte.SIZE * rest)));
      }
      at += rest;
      if (Words.isBlank(bytes[at])) {
        sums.addOne(bytes, start, at - start, KeyHash.finish(hash, at - start));
      } else {
        at = Words.end(bytes, at);
        sums.addOne(bytes, start, at - start, KeyHash.of(bytes, start, at - start));
      }
      words++;
    }
  }
}
