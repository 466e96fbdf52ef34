package io.corebound.collector.runs;

import java.io.IOException;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.util.Progress;

/** What is merged, as Hadoop's combiners and reducers read it. */
public class MergedRecords implements RawKeyValueIterator {
  private final Merge records;
  private final DataInputBuffer key = new DataInputBuffer();
  private final DataInputBuffer value = new DataInputBuffer();
  private boolean begun;
  private int recordBytes;

  public MergedRecords(Merge records) {
    this.records = records;
  }

  @Override
  public boolean next() throws IOException {
    if (begun && records.top() != null) {
      records.next();
    }
    begun = true;
    Source top = records.top();
    if (top == null) {
      return false;
    }
    top.locate();
    int valueStart = top.key + top.keyLength;
    key.reset(top.data, top.key, top.keyLength);
    value.reset(top.data, valueStart, top.valueLength);
    recordBytes = valueStart + top.valueLength - top.start;
    return true;
  }

  /** Bytes of the current record, with its lengths. */
  public final int recordBytes() {
    return recordBytes;
  }

  @Override
  public final DataInputBuffer getKey() {
    return key;
  }

  @Override
  public final DataInputBuffer getValue() {
    return value;
  }

  /** Nobody asks for that of a combiner's input. */
  @Override
  public Progress getProgress() {
    return null;
  }

  @Override
  public void close() throws IOException {
    // those who opened the sources close them
  }
}
