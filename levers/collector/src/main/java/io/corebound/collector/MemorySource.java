package io.corebound.collector;

import io.corebound.collector.runs.RecordLayout;
import io.corebound.collector.runs.Source;

/** The records of a sorted buffer, one partition after the other. */
final class MemorySource extends Source {
  /**
   * Sorted records lie anywhere in memory. So many are looked at in one go before they are copied,
   * which lets the processor fetch all of them at once.
   */
  private static final int LOOKED_AT = 32;

  /** A record of 100 bytes lies in two cache lines or three. */
  private static final int CACHE_LINE = 64;

  private final MapJob job;
  private final RecordBuffer buffer;
  private int next;
  private int end;

  private int lookedAtEnd;

  /** The sum of what was looked at, for nobody: without it the compiler leaves that out. */
  int lookedAt;

  MemorySource(MapJob job, RecordBuffer buffer) {
    this.job = job;
    this.buffer = buffer;
  }

  @Override
  public void open(int partition) {
    data = buffer.data();
    next = end;
    lookedAtEnd = end;
    long[] numbers = buffer.numbers();
    int count = buffer.count();
    while (end < count && job.partition(numbers[end]) == partition) {
      end++;
    }
  }

  @Override
  public boolean isEmpty() {
    return next == end;
  }

  @Override
  public boolean advance() {
    if (next == end) {
      return false;
    }
    if (next == lookedAtEnd) {
      lookAhead();
    }
    prefix = job.prefix(buffer.numbers()[next]);
    start = buffer.starts()[next++];
    return true;
  }

  private void lookAhead() {
    int[] starts = buffer.starts();
    lookedAtEnd = Math.min(end, next + LOOKED_AT);
    int sum = 0;
    for (int i = next; i < lookedAtEnd; i++) {
      sum += data[starts[i]] + data[starts[i] + CACHE_LINE];
    }
    lookedAt += sum;
  }

  @Override
  public void locate() {
    keyLength = RecordLayout.length(data, start);
    int at = start + RecordLayout.lengthBytes(data[start]);
    valueLength = RecordLayout.length(data, at);
    key = at + RecordLayout.lengthBytes(data[at]);
  }
}
