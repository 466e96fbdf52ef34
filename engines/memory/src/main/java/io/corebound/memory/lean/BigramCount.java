package io.corebound.memory.lean;

import io.corebound.memory.block.KeyHash;
import io.corebound.memory.block.SumTable;

/**
 * Counts pairs of adjacent words of a line; the word of a line with one word counts alone, as in
 * the paper's code (section 5.3.1).
 */
final class BigramCount implements SumJob {
  private byte[] pair = new byte[256];

  @Override
  public long map(byte[] bytes, int from, int to, SumTable sums) {
    long pairs = 0;
    int at = from;
    int first = -1;
    int firstEnd = 0;
    boolean alone = true;
    while (at < to) {
      byte next = bytes[at];
      if (next == '\n' || next == '\r') {
        if (first >= 0 && alone) {
          sums.addOne(bytes, first, firstEnd - first, KeyHash.of(bytes, first, firstEnd - first));
          pairs++;
        }
        first = -1;
        alone = true;
        at++;
      } else if (Words.isBlank(next)) {
        at++;
      } else {
        int end = Words.end(bytes, at);
        if (first >= 0) {
          add(bytes, first, firstEnd, at, end, sums);
          alone = false;
          pairs++;
        }
        first = at;
        firstEnd = end;
        at = end;
      }
    }
    return pairs;
  }

  private void add(byte[] bytes, int first, int firstEnd, int second, int end, SumTable sums) {
    if (second == firstEnd + 1 && bytes[firstEnd] == ' ') {
      sums.addOne(bytes, first, end - first, KeyHash.of(bytes, first, end - first));
      return;
    }
    int length = firstEnd - first + 1 + end - second;
    if (pair.length < length) {
      pair = new byte[2 * length];
    }
    System.arraycopy(bytes, first, pair, 0, firstEnd - first);
    pair[firstEnd - first] = ' ';
    System.arraycopy(bytes, second, pair, firstEnd - first + 1, end - second);
    sums.add(pair, 0, length, KeyHash.of(pair, 0, length), 1);
  }
}
