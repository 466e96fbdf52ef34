package io.corebound.microbench.codec;

import io.corebound.microbench.ByteBase;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;

/** English text, again and again until it is long enough. */
final class TextData implements Data {
  private final byte[] text;

  private final int[] lineEnds;

  private final int bufferBytes =
      new Configuration()
          .getInt(
              CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY,
              CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT);
  private final long bytes;
  private final long records;

  TextData(byte[] text, long least) {
    this.text = text;
    lineEnds = IntStream.rangeClosed(1, text.length).filter(end -> text[end - 1] == '\n').toArray();
    long whole = least / text.length;
    long rest = least % text.length;
    int more = 0;
    while (rest > (more == 0 ? 0 : lineEnds[more - 1])) {
      more++;
    }
    this.bytes = whole * text.length + (more == 0 ? 0 : lineEnds[more - 1]);
    this.records = whole * lineEnds.length + more;
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
    int next = 0;
    for (long line = 0; line < records; line++) {
      int end = lineEnds[next];
      out.write(text, from, end - 1 - from);
      out.write('\n');
      boolean again = ++next == lineEnds.length;
      next = again ? 0 : next;
      from = again ? 0 : end;
    }
    out.flush();
  }

  /** Asks for a buffer at a time, as {@code LineReader} does. */
  @Override
  public void read(InputStream decompressing, Sink sink) throws IOException {
    byte[] buffer = new byte[bufferBytes];
    for (int n = decompressing.read(buffer); n >= 0; n = decompressing.read(buffer)) {
      sink.take(buffer, n);
    }
  }
}
