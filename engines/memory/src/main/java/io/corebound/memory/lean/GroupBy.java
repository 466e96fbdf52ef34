package io.corebound.memory.lean;

import io.corebound.memory.block.Groups;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Groups words by their length in bytes, and writes how many each group has and the sum of their
 * {@link String#hashCode}.
 */
final class GroupBy implements GroupJob {
  @Override
  public void map(byte[] bytes, int from, int to, Pairs pairs) {
    int at = from;
    while (at < to) {
      if (Words.isBlank(bytes[at])) {
        at++;
      } else {
        int end = Words.end(bytes, at);
        pairs.write(end - at, bytes, at, end - at);
        at = end;
      }
    }
  }

  @Override
  public void reduce(Groups group, PartFile out) throws IOException {
    int length = ByteBuffer.wrap(group.keyBytes()).getInt(group.keyFrom());
    long count = 0;
    long sum = 0;
    while (group.nextValue()) {
      count++;
      sum += hash(group.valueBytes(), group.valueFrom(), group.valueLength());
    }
    out.number(length);
    out.tab();
    out.number(count);
    out.tab();
    out.number(sum);
    out.endLine();
  }

  private static int hash(byte[] bytes, int from, int length) {
    int hash = 0;
    for (int at = from; at < from + length; at++) {
      if (bytes[at] < 0) {
        // not ASCII: the hash is that of characters
        return new String(bytes, from, length, StandardCharsets.UTF_8).hashCode();
      }
      hash = 31 * hash + bytes[at];
    }
    return hash;
  }
}
