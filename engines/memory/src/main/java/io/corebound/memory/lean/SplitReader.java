package io.corebound.memory.lean;

import io.corebound.memory.job.JobFailure;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Reads a split in pieces of whole lines, or of whole records of a fixed length. A line or record
 * belongs to the split that its first byte lies in. The last line of a piece ends in a line feed,
 * also where the file's last does not.
 */
final class SplitReader implements Closeable {
  /** As much is read at once, and is still in a core's cache when it is mapped. */
  private static final int PIECE = 1 << 18;

  /** A line that is longer is refused. */
  private static final int LONGEST = 1 << 28;

  /** Bytes behind a piece that may be read with it, and a line feed that the file lacks. */
  private static final int BEHIND = Long.BYTES + 1;

  private final Path path;
  private final long end;
  private final int recordBytes;
  private final FSDataInputStream in;
  private byte[] bytes;

  /** What {@code bytes} starts with, as a place in the file. */
  private long start;

  private int from;
  private int to;
  private int filled;
  private boolean atEnd;

  /**
   * Opens a split.
   *
   * @param recordBytes 0 for lines
   */
  SplitReader(FileSplit split, FSDataInputStream in, int recordBytes, byte[] bytes)
      throws IOException {
    path = split.getPath();
    end = split.getStart() + split.getLength();
    this.recordBytes = recordBytes;
    this.in = in;
    this.bytes = bytes;
    if (recordBytes > 0) {
      start = (split.getStart() + recordBytes - 1) / recordBytes * recordBytes;
      in.seek(start);
    } else if (split.getStart() > 0) {
      start = split.getStart() - 1;
      in.seek(start);
      skipLine();
    }
  }

  /** An array that serves splits one after the other. */
  static byte[] buffer() {
    return new byte[PIECE + BEHIND];
  }

  /** The array, which may be another than at first. */
  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  private void skipLine() throws IOException {
    while (true) {
      fill();
      int feed = feed(0);
      if (feed >= 0) {
        to = feed + 1;
        return;
      }
      start += filled;
      filled = 0;
      if (atEnd) {
        return;
      }
    }
  }

  private void fill() throws IOException {
    while (!atEnd && filled < bytes.length - BEHIND) {
      int read = in.read(bytes, filled, bytes.length - BEHIND - filled);
      atEnd = read < 0;
      filled += Math.max(read, 0);
    }
  }

  private int feed(int at) {
    for (int i = at; i < filled; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** Goes on to the next piece, which is from {@link #from} to {@link #to}. */
  boolean next() throws IOException {
    System.arraycopy(bytes, to, bytes, 0, filled - to);
    start += to;
    filled -= to;
    from = 0;
    to = 0;
    if (start >= end) {
      return false;
    }
    fill();
    if (filled == 0) {
      return false;
    }
    to = recordBytes > 0 ? recordsEnd() : linesEnd();
    return true;
  }

  private int recordsEnd() {
    // the first byte of the last record lies before the end of the split
    long records = (end - start + recordBytes - 1) / recordBytes;
    int whole = (int) Math.min(records, filled / recordBytes) * recordBytes;
    if (whole == 0) {
      throw JobFailure.wrong(
          "%s: its last record, at %s, is not %s bytes long", path, start, recordBytes);
    }
    return whole;
  }

  private int linesEnd() throws IOException {
    if (start + filled >= end) {
      // the line that the last byte of the split lies in is the last one
      int last = (int) (end - 1 - start);
      int feed = feed(last);
      while (feed < 0 && !atEnd) {
        grow();
        feed = feed(last);
      }
      return feed < 0 ? closeLine() : feed + 1;
    }
    int feed = filled - 1;
    while (feed >= 0 && bytes[feed] != '\n') {
      feed--;
    }
    if (feed < 0) {
      if (atEnd) {
        return closeLine();
      }
      grow();
      return linesEnd();
    }
    return feed + 1;
  }

  private int closeLine() {
    bytes[filled++] = '\n';
    return filled;
  }

  private void grow() throws IOException {
    if (filled < bytes.length - BEHIND) {
      fill();
      return;
    }
    if (bytes.length >= LONGEST) {
      throw JobFailure.wrong("%s: a line of more than %s bytes at %s", path, LONGEST, start);
    }
    bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    fill();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
