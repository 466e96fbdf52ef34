package io.corebound.collector.runs;

import java.io.IOException;

/** The sorted records of one partition, one after the other, from memory or from a file. */
public abstract class Source {
  /** The prefix of the current record's key, see {@link KeyOrder}. */
  public long prefix;

  /** Has the current record after {@link #locate}. */
  public byte[] data;

  /** Where the record starts in {@link #data}, with its lengths. */
  public int start;

  /** Where its key starts; the value follows. */
  public int key;

  /** Bytes of the key. */
  public int keyLength;

  /** Bytes of the value. */
  public int valueLength;

  /** Goes to a partition, before its first record; they are asked for in their order. */
  public abstract void open(int partition) throws IOException;

  /** Whether the partition is known to have no records. */
  public boolean isEmpty() {
    return false;
  }

  /** Goes to the next record, the first at first; false behind the last. */
  public abstract boolean advance() throws IOException;

  /** Finds the current record's key and lengths. */
  public abstract void locate();

  /** Writes the current record. */
  public final void copyTo(SegmentWriter writer) throws IOException {
    locate();
    writer.append(data, start, key - start, keyLength, valueLength);
  }

  /** Compares the keys of two current records whose prefixes are equal. */
  static int compareKeys(Source first, Source second, KeyOrder order) {
    if (order.decides(first.prefix)) {
      return 0;
    }
    first.locate();
    second.locate();
    return order.compare(
        first.data, first.key, first.keyLength, second.data, second.key, second.keyLength);
  }
}
