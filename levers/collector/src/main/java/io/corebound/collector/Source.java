package io.corebound.collector;

import java.io.IOException;

/** The sorted records of one partition, one after the other, from memory or from a file. */
abstract class Source {
  /** Of the current record. */
  long prefix;

  // the current record, after locate()
  byte[] data;
  int start;
  int key;
  int keyLength;
  int valueLength;

  /** Goes to a partition, before its first record; they are asked for in their order. */
  abstract void open(int partition) throws IOException;

  /** Whether the partition is known to have no records. */
  boolean isEmpty() {
    return false;
  }

  /** Goes to the next record, the first at first; false behind the last. */
  abstract boolean advance() throws IOException;

  /** Finds the current record's key and lengths. */
  abstract void locate();

  /** Writes the current record. */
  final void copyTo(SegmentWriter writer) throws IOException {
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
