package io.corebound.collector;

import io.corebound.collector.runs.KeyOrder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The records that are in memory: their bytes one after the other, as the output has them, and of
 * each where it starts and a number to sort by (partition, then {@link KeyOrder}'s prefix).
 *
 * <p>How the memory is divided between bytes and numbers depends on the size of the records. So it
 * begins small, measures the first records, and takes what the job allows only then; after each
 * spill it divides again when sizes have changed.
 */
final class RecordBuffer extends OutputStream {
  /** Writes the records in the buffer to a file when there is no room for one more. */
  interface Full {
    void spill() throws IOException;
  }

  /** So many bytes after the last record can be read. */
  static final int READABLE_BEHIND = 128;

  /** The prefix and the start of a record. */
  private static final int NUMBERS_BYTES = Long.BYTES + Integer.BYTES;

  /** The sort moves the numbers of all records from one place to another. */
  private static final int SORTED_NUMBERS_BYTES = 2 * NUMBERS_BYTES;

  private static final int SAMPLE_BYTES = 1 << 20;
  private static final int SAMPLE_RECORDS = 1 << 14;
  private static final int LEAST_RECORDS = 16;

  /** Records are a little smaller now and then than those that were measured. */
  private static final double MARGIN = 1.0625;

  /** The division is left as it is until it is wrong by so much. */
  private static final double TOLERANCE = 1.25;

  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

  private final long memoryBytes;
  private final long spillBytes;
  private final Full full;

  private byte[] data;
  private ByteBuffer view;
  private int capacity;
  private int end;
  private int recordStart;
  private boolean measured;

  // parallel arrays, and as many to sort into, made when they are needed
  private long[] numbers;
  private int[] starts;
  private long[] otherNumbers;
  private int[] otherStarts;
  private int count;

  /**
   * Makes an empty one.
   *
   * @param memoryBytes the most that it holds, with what the sort needs
   * @param spillBytes records and their numbers that make a spill
   */
  RecordBuffer(long memoryBytes, long spillBytes, Full full) {
    this.memoryBytes = memoryBytes;
    this.spillBytes = spillBytes;
    this.full = full;
    allocate(
        (int) Math.min(SAMPLE_BYTES, memoryBytes / 2),
        (int) Math.min(SAMPLE_RECORDS, memoryBytes / 4 / SORTED_NUMBERS_BYTES));
  }

  private void allocate(int bytes, int records) {
    numbers = new long[records];
    starts = new int[records];
    capacity = bytes;
    data = new byte[bytes + READABLE_BEHIND];
    view = ByteBuffer.wrap(data);
  }

  byte[] data() {
    return data;
  }

  /** The same bytes, to read numbers from; big-endian. */
  ByteBuffer view() {
    return view;
  }

  int end() {
    return end;
  }

  int count() {
    return count;
  }

  long[] numbers() {
    return numbers;
  }

  int[] starts() {
    return starts;
  }

  /** Where the record starts that is being written; what is written may move it. */
  int recordStart() {
    return recordStart;
  }

  /** Begins a record, whose first bytes are left for its lengths. */
  void begin(int headerBytes) throws IOException {
    recordStart = end;
    if (count == starts.length || end + (long) NUMBERS_BYTES * count >= spillBytes && count > 0) {
      makeRoom();
    }
    if (headerBytes > capacity - end) {
      makeRoom(headerBytes);
    }
    end += headerBytes;
  }

  @Override
  public void write(int b) throws IOException {
    if (end == capacity) {
      makeRoom(1);
    }
    data[end++] = (byte) b;
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    if (length > capacity - end) {
      makeRoom(length);
    }
    System.arraycopy(from, offset, data, end, length);
    end += length;
  }

  /** The lengths take more or fewer bytes than were left for them. */
  void resizeHeader(int was, int is) throws IOException {
    if (is > was && is - was > capacity - end) {
      makeRoom(is - was);
    }
    System.arraycopy(data, recordStart + was, data, recordStart + is, end - recordStart - was);
    end += is - was;
  }

  /** The record is complete. */
  void commit(long number) {
    numbers[count] = number;
    starts[count++] = recordStart;
  }

  /** The record could not be written; the buffer is as it was before it. */
  void rollBack() {
    end = recordStart;
  }

  /** Room for one more record's numbers. */
  private void makeRoom() throws IOException {
    if (measured) {
      spill();
    } else {
      takeMemory((double) end / count);
      if (count == starts.length || end + (long) NUMBERS_BYTES * count >= spillBytes) {
        spill();
      }
    }
  }

  /** Room for so many bytes more of the record that is being written. */
  private void makeRoom(int bytes) throws IOException {
    if (!measured) {
      takeMemory(count == 0 ? end + (double) bytes : (double) recordStart / count);
    }
    if (bytes > capacity - end && count > 0) {
      spill();
    }
    if (bytes > capacity - end) {
      growForOneRecord((long) end + bytes);
    }
  }

  private void takeMemory(double meanBytes) {
    measured = true;
    byte[] sampleData = data;
    long[] sampleNumbers = numbers;
    int[] sampleStarts = starts;
    int records = recordsThatFit(meanBytes);
    allocate(Math.max(dataBytes(records), end), Math.max(records, count));
    System.arraycopy(sampleData, 0, data, 0, end);
    System.arraycopy(sampleNumbers, 0, numbers, 0, count);
    System.arraycopy(sampleStarts, 0, starts, 0, count);
  }

  private int recordsThatFit(double meanBytes) {
    double records =
        Math.min(
            spillBytes / (meanBytes + NUMBERS_BYTES),
            memoryBytes / MARGIN / (meanBytes + SORTED_NUMBERS_BYTES));
    return (int) Math.max(LEAST_RECORDS, records * MARGIN);
  }

  private int dataBytes(int records) {
    return (int)
        Math.min(
            memoryBytes - (long) SORTED_NUMBERS_BYTES * records, LARGEST_ARRAY - READABLE_BEHIND);
  }

  private void spill() throws IOException {
    full.spill();
    byte[] begun = Arrays.copyOfRange(data, recordStart, end);
    int records = recordsThatFit((double) recordStart / count);
    if (records > starts.length * TOLERANCE
        || records < starts.length / TOLERANCE
        || capacity > memoryBytes) {
      // the old ones first: both at once are more than the job allows
      release();
      allocate(dataBytes(records), records);
    }
    count = 0;
    recordStart = 0;
    end = begun.length;
    if (end > capacity) {
      growForOneRecord(end);
    }
    System.arraycopy(begun, 0, data, 0, end);
  }

  /** A record that is larger than the memory is held whole all the same, as Hadoop does. */
  private void growForOneRecord(long bytes) throws IOException {
    if (bytes > LARGEST_ARRAY - READABLE_BEHIND) {
      throw new IOException("a record of more than 2 GiB was written");
    }
    capacity = (int) Math.min(Math.max(bytes, capacity * 3L / 2), LARGEST_ARRAY - READABLE_BEHIND);
    data = Arrays.copyOf(data, capacity + READABLE_BEHIND);
    view = ByteBuffer.wrap(data);
  }

  /** Arrays as large as those with the records' numbers, to sort into; see {@link #swap}. */
  long[] otherNumbers() {
    if (otherNumbers == null) {
      otherNumbers = new long[numbers.length];
      otherStarts = new int[starts.length];
    }
    return otherNumbers;
  }

  int[] otherStarts() {
    return otherStarts;
  }

  /** The other arrays are now those with the records' numbers. */
  void swap() {
    long[] n = numbers;
    numbers = otherNumbers;
    otherNumbers = n;
    int[] s = starts;
    starts = otherStarts;
    otherStarts = s;
  }

  /** Bytes of the other arrays, whether they are there or not. */
  long otherBytes() {
    return (long) NUMBERS_BYTES * starts.length;
  }

  /** Gives back what the sort needed. */
  void releaseOthers() {
    otherNumbers = null;
    otherStarts = null;
  }

  /** Gives back all memory. */
  void release() {
    data = null;
    view = null;
    numbers = null;
    starts = null;
    otherNumbers = null;
    otherStarts = null;
  }
}
