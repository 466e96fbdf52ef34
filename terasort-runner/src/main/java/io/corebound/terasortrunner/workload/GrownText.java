package io.corebound.terasortrunner.workload;

import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.IntConsumer;

/** A text of a size: a file's text again and again, then as many of its first lines as fit. */
final class GrownText {
  private final ByteBuffer once;
  private final long times;
  private final ByteBuffer rest;

  private GrownText(ByteBuffer once, long times, ByteBuffer rest) {
    this.once = once;
    this.times = times;
    this.rest = rest;
  }

  /** Grows the text of a file, of at least a line and below 2 GiB, to at most {@code bytes}. */
  static GrownText of(Path file, long bytes) {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer once = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      if (once.limit() == 0) {
        throw CoreboundException.failed("the text in %s is empty".formatted(file));
      }
      int end = (int) (bytes % once.limit());
      while (end > 0 && once.get(end - 1) != '\n') {
        end--;
      }
      return new GrownText(once, bytes / once.limit(), once.slice(0, end));
    } catch (IOException e) {
      throw CoreboundException.failed("cannot read the text in " + file + ": " + e.getMessage(), e);
    }
  }

  long bytes() {
    return times * once.limit() + rest.limit();
  }

  /** Writes it; {@code progress} gets the percentage. A part is written when it is interrupted. */
  void writeTo(OutputStream out, IntConsumer progress) throws IOException, InterruptedException {
    for (long i = 0; i < times; i++) {
      copy(once.duplicate(), out);
      progress.accept((int) (100 * i / times));
    }
    copy(rest.duplicate(), out);
  }

  private static void copy(ByteBuffer text, OutputStream out)
      throws IOException, InterruptedException {
    byte[] part = new byte[1 << 16];
    while (text.hasRemaining()) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while the text was written");
      }
      int length = Math.min(part.length, text.remaining());
      text.get(part, 0, length);
      out.write(part, 0, length);
    }
  }

  /** Receives a line, and how often it is there because of the growing. */
  interface Lines {
    void line(String line, long times);
  }

  /** Hands on each line of the text, with how often it was repeated. */
  void lines(Lines each) {
    if (times > 0) {
      lines(once, times, each);
    }
    lines(rest, 1, each);
  }

  private static void lines(ByteBuffer text, long times, Lines each) {
    int start = 0;
    for (int i = 0; i <= text.limit(); i++) {
      if (i == text.limit() ? i > start : text.get(i) == '\n') {
        byte[] line = new byte[i - start];
        text.get(start, line);
        each.line(new String(line, StandardCharsets.UTF_8), times);
        start = i + 1;
      }
    }
  }
}
