package io.corebound.collector;

import io.corebound.collector.runs.KeyOrder;
import io.corebound.collector.runs.RecordLayout;
import java.util.Arrays;

/**
 * Sorts the records of a buffer by partition and key; equal keys stay in the order in which they
 * came.
 *
 * <p>Three passes distribute all records by the upper 33 bits of their numbers, the least
 * significant digit first. What is equal in those bits is then sorted by merging. Both never look
 * at a key. Keys whose prefixes are equal and do not decide are sorted in the same way by what is
 * behind the prefix, a few bytes at a time, and only those that are equal for long by comparisons.
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

  /** Keys that are equal in their prefix and so many deeper ones are compared as a whole. */
  private static final int MOST_DEPTH = 8;

  private final RecordBuffer buffer;
  private final KeyOrder order;
  private final long prefixMask;

  /** Equal numbers do not say which key is first, and comparisons do. */
  private boolean comparesKeys;

  RecordSorter(RecordBuffer buffer, KeyOrder order, int partitionBits) {
    this.buffer = buffer;
    this.order = order;
    prefixMask = -1L >>> partitionBits;
  }

  void sort() {
    int count = buffer.count();
    if (count < FEW) {
      sortByMerging(0, count);
      sortUndecided(0, count, 0);
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
      if (to - from > 1) {
        sortByMerging(from, to);
        sortUndecided(from, to, 0);
      }
      from = to;
    }
  }

  /** Sorts what is equal in its numbers, which are prefixes of a depth, by what is behind them. */
  private void sortUndecided(int begin, int end, int depth) {
    long[] numbers = buffer.numbers();
    for (int from = begin; from < end; ) {
      int to = from + 1;
      long number = numbers[from];
      while (to < end && numbers[to] == number) {
        to++;
      }
      if (to - from > 1 && !decides(number, depth)) {
        sortBehind(from, to, depth);
      }
      from = to;
    }
  }

  private boolean decides(long number, int depth) {
    return depth == 0 ? order.decides(number & prefixMask) : order.decidesDeeper(number);
  }

  private void sortBehind(int from, int to, int depth) {
    if (depth == MOST_DEPTH) {
      comparesKeys = true;
      sortByMerging(from, to);
      comparesKeys = false;
      return;
    }
    byte[] data = buffer.data();
    long[] numbers = buffer.numbers();
    int[] starts = buffer.starts();
    long number = numbers[from];
    for (int i = from; i < to; i++) {
      int length = RecordLayout.length(data, starts[i]);
      numbers[i] = order.deeper(buffer.view(), data, key(data, starts[i]), length, depth + 1);
    }
    sortByMerging(from, to);
    sortUndecided(from, to, depth + 1);
    Arrays.fill(numbers, from, to, number);
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
    return comparesKeys && compareKeys(start, otherStart) < 0;
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
