package io.corebound.collector;

/**
 * Sorts the records of a buffer by partition and key; equal keys stay in the order in which they
 * came.
 *
 * <p>Three passes distribute all records by the upper 33 bits of their numbers, the least
 * significant digit first; they never look at a key. What is equal in those bits then is sorted by
 * merging, and only there keys are compared whose prefixes are equal and do not decide.
 */
final class RecordSorter {
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int HIGH_SHIFT = Long.SIZE - DIGIT_BITS;
  private static final int LOW_SHIFT = HIGH_SHIFT - 2 * DIGIT_BITS;

  /** Fewer records than that are sorted sooner by merging alone. */
  private static final int FEW = 1 << 10;

  /** So many are sorted by insertion. */
  private static final int INSERTED = 12;

  private final RecordBuffer buffer;
  private final KeyOrder order;
  private final long prefixMask;

  RecordSorter(RecordBuffer buffer, KeyOrder order, int partitionBits) {
    this.buffer = buffer;
    this.order = order;
    prefixMask = -1L >>> partitionBits;
  }

  void sort() {
    int count = buffer.count();
    if (count < FEW) {
      sortByMerging(0, count);
      return;
    }
    int[][] ends = countDigits(count);
    for (int shift = LOW_SHIFT; shift <= HIGH_SHIFT; shift += DIGIT_BITS) {
      distribute(ends[(shift - LOW_SHIFT) / DIGIT_BITS], shift, count);
    }
    sortEqualInDigits(count);
  }

  private int[][] countDigits(int count) {
    long[] numbers = buffer.numbers();
    int[] low = new int[DIGITS];
    int[] middle = new int[DIGITS];
    int[] high = new int[DIGITS];
    for (int i = 0; i < count; i++) {
      long number = numbers[i];
      low[digit(number, LOW_SHIFT)]++;
      middle[digit(number, LOW_SHIFT + DIGIT_BITS)]++;
      high[(int) (number >>> HIGH_SHIFT)]++;
    }
    return new int[][] {low, middle, high};
  }

  private static int digit(long number, int shift) {
    return (int) (number >>> shift) & DIGITS - 1;
  }

  /** Moves all records to the other arrays, in the order of one digit. */
  private void distribute(int[] counts, int shift, int count) {
    int begin = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
      int of = counts[digit];
      if (of == count) {
        return;
      }
      counts[digit] = begin;
      begin += of;
    }
    long[] numbers = buffer.numbers();
    int[] starts = buffer.starts();
    long[] toNumbers = buffer.otherNumbers();
    int[] toStarts = buffer.otherStarts();
    for (int i = 0; i < count; i++) {
      long number = numbers[i];
      int to = counts[digit(number, shift)]++;
      toNumbers[to] = number;
      toStarts[to] = starts[i];
    }
    buffer.swap();
  }

  private void sortEqualInDigits(int count) {
    long[] numbers = buffer.numbers();
    for (int from = 0; from < count; ) {
      int to = from + 1;
      long digits = numbers[from] >>> LOW_SHIFT;
      while (to < count && numbers[to] >>> LOW_SHIFT == digits) {
        to++;
      }
      sortByMerging(from, to);
      from = to;
    }
  }

  private void sortByMerging(int from, int to) {
    if (to - from <= INSERTED) {
      insert(from, to);
      return;
    }
    int middle = (from + to) >>> 1;
    sortByMerging(from, middle);
    sortByMerging(middle, to);
    if (!before(middle, middle - 1)) {
      return;
    }
    merge(from, middle, to);
  }

  private void insert(int from, int to) {
    long[] numbers = buffer.numbers();
    int[] starts = buffer.starts();
    for (int i = from + 1; i < to; i++) {
      long number = numbers[i];
      int start = starts[i];
      int at = i - 1;
      while (at >= from && before(number, start, numbers[at], starts[at])) {
        numbers[at + 1] = numbers[at];
        starts[at + 1] = starts[at];
        at--;
      }
      numbers[at + 1] = number;
      starts[at + 1] = start;
    }
  }

  /** Merges two sorted parts that lie side by side, through the other arrays. */
  private void merge(int from, int middle, int to) {
    long[] numbers = buffer.numbers();
    int[] starts = buffer.starts();
    long[] leftNumbers = buffer.otherNumbers();
    int[] leftStarts = buffer.otherStarts();
    int leftEnd = middle - from;
    System.arraycopy(numbers, from, leftNumbers, 0, leftEnd);
    System.arraycopy(starts, from, leftStarts, 0, leftEnd);
    int left = 0;
    int right = middle;
    int at = from;
    while (left < leftEnd && right < to) {
      if (before(numbers[right], starts[right], leftNumbers[left], leftStarts[left])) {
        numbers[at] = numbers[right];
        starts[at++] = starts[right++];
      } else {
        numbers[at] = leftNumbers[left];
        starts[at++] = leftStarts[left++];
      }
    }
    System.arraycopy(leftNumbers, left, numbers, at, leftEnd - left);
    System.arraycopy(leftStarts, left, starts, at, leftEnd - left);
  }

  private boolean before(int first, int second) {
    long[] numbers = buffer.numbers();
    int[] starts = buffer.starts();
    return before(numbers[first], starts[first], numbers[second], starts[second]);
  }

  private boolean before(long number, int start, long otherNumber, int otherStart) {
    if (number != otherNumber) {
      return number + Long.MIN_VALUE < otherNumber + Long.MIN_VALUE;
    }
    return !order.decides(number & prefixMask) && compareKeys(start, otherStart) < 0;
  }

  private int compareKeys(int first, int second) {
    byte[] data = buffer.data();
    int firstLength = RecordLayout.length(data, first);
    int secondLength = RecordLayout.length(data, second);
    return order.compare(
        data, key(data, first), firstLength, data, key(data, second), secondLength);
  }

  private static int key(byte[] data, int start) {
    int valueLength = start + RecordLayout.lengthBytes(data[start]);
    return valueLength + RecordLayout.lengthBytes(data[valueLength]);
  }
}
