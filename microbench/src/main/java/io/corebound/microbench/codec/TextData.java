package io.corebound.microbench.codec;

import io.corebound.microbench.ByteBase;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;

/** English text, again and again until it is long enough. */
final class TextData implements Data {
  private final byte[] text;
  private final long bytes;
  private final long records;

  /**
   * Wraps a text.
   *
   * @param text lines, the last one ended too
   * @param least at least so many bytes; whole lines are added until then
   */
  TextData(byte[] text, long least) {
    this.text = text;
    long lines = 0;
    long sum = 0;
    while (sum < least) {
      sum += lineEnd((int) (sum % text.length)) - sum % text.length;
      lines++;
    }
    this.bytes = sum;
    this.records = lines;
  }

  /** Where the line that begins here ends, behind its line feed. */
  private int lineEnd(int from) {
    int end = from;
    while (text[end] != '\n') {
      end++;
    }
    return end + 1;
  }

  @Override
  public ByteBase base() {
    return ByteBase.TEXT;
  }

  @Override
  public long records() {
    return records;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  /** Hands over line and line feed, as {@code TextOutputFormat} does. */
  @Override
  public void write(OutputStream compressing) throws IOException {
    DataOutputStream out = new DataOutputStream(compressing);
    int from = 0;
    for (long line = 0; line < records; line++) {
      int end = lineEnd(from);
      out.write(text, from, end - 1 - from);
      out.write('\n');
      from = end % text.length;
    }
    out.flush();
  }

  /** Asks for a buffer at a time, as {@code LineReader} does. */
  @Override
  public void read(InputStream decompressing, Sink sink) throws IOException {
    byte[] buffer =
        new byte
            [new Configuration()
                .getInt(
                    CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY,
                    CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT)];
    for (int n = decompressing.read(buffer); n >= 0; n = decompressing.read(buffer)) {
      sink.take(buffer, n);
    }
  }
}
