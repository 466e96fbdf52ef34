package io.corebound.collector.runs;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Records that lie one after the other, as they were written. */
public abstract class StoredSource extends Source {
  private final KeyOrder order;
  private final int largestRecord;
  private ByteBuffer view;

  /** Where the bytes end that are in {@link #data}. */
  public int limit;

  /** Where the next record starts. */
  public int next;

  /** How many there were. */
  long records;

  /** Takes the bytes of the largest record; a larger one shows that the records are damaged. */
  public StoredSource(KeyOrder order, int largestRecord) {
    this.order = order;
    this.largestRecord = largestRecord;
  }

  /** Takes bytes with {@link KeyOrder#READABLE_BEHIND} more behind them. */
  public final void lieIn(byte[] bytes) {
    data = bytes;
    view = ByteBuffer.wrap(bytes);
  }

  /** Sees to it that the current record has so many bytes in {@link #data}, or all there are. */
  public abstract void require(int bytes) throws IOException;

  /** Called behind the last record. */
  public abstract void end() throws IOException;

  /** What the records are, to say which are damaged. */
  public abstract Object name();

  @Override
  public final boolean advance() throws IOException {
    start = next;
    require(RecordLayout.MOST_HEADER_BYTES);
    if (limit - start < 2) {
      throw damaged();
    }
    keyLength = RecordLayout.length(data, start);
    int second = start + RecordLayout.lengthBytes(data[start]);
    valueLength = RecordLayout.length(data, second);
    if (keyLength == RecordLayout.END && valueLength == RecordLayout.END) {
      end();
      return false;
    }
    key = second + RecordLayout.lengthBytes(data[second]);
    long length = (long) key - start + keyLength + valueLength;
    if (keyLength < 0 || valueLength < 0 || length > largestRecord) {
      throw damaged();
    }
    require((int) length);
    if (limit - start < length) {
      throw damaged();
    }
    next = start + (int) length;
    prefix = order.prefix(view, data, key, keyLength);
    records++;
    return true;
  }

  @Override
  public final void locate() {
    // advance has found it
  }

  private IOException damaged() {
    return new IOException(
        String.format("%s is damaged: there is no record where one should be", name()));
  }
}
