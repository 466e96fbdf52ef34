package io.corebound.collector;

/** The records of a sorted buffer, one partition after the other. */
final class MemorySource extends Source {
  /**
   * Sorted records lie anywhere in memory. One that will be copied so many records later is looked
   * at now, so that the processor fetches it meanwhile.
   */
  private static final int AHEAD = 12;

  /** A record of 100 bytes lies in two cache lines or three. */
  private static final int CACHE_LINE = 64;

  private final MapJob job;
  private final RecordBuffer buffer;
  private int next;
  private int end;

  /**
   * The sum of what has been looked at, for nobody: without it the compiler leaves the looks out.
   */
  int lookedAt;

  MemorySource(MapJob job, RecordBuffer buffer) {
    this.job = job;
    this.buffer = buffer;
  }

  /** Goes to a partition; they are asked for in their order. */
  void open(int partition) {
    data = buffer.data();
    next = end;
    long[] numbers = buffer.numbers();
    int count = buffer.count();
    while (end < count && job.partition(numbers[end]) == partition) {
      end++;
    }
  }

  boolean isEmpty() {
    return next == end;
  }

  @Override
  boolean advance() {
    if (next == end) {
      return false;
    }
    int ahead = next + AHEAD;
    if (ahead < end) {
      int at = buffer.starts()[ahead];
      lookedAt += data[at] + data[at + CACHE_LINE];
    }
    prefix = job.prefix(buffer.numbers()[next]);
    start = buffer.starts()[next++];
    return true;
  }

  @Override
  void locate() {
    keyLength = RecordLayout.length(data, start);
    int at = start + RecordLayout.lengthBytes(data[start]);
    valueLength = RecordLayout.length(data, at);
    key = at + RecordLayout.lengthBytes(data[at]);
  }
}
