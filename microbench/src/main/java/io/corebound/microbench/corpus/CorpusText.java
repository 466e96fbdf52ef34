package io.corebound.microbench.corpus;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes text in short lines, each with a line feed, until there are as many bytes as wanted. */
final class CorpusText {
  private final OutputStream out;
  private final long most;
  private long bytes;

  /**
   * Makes a writer.
   *
   * @param out receives the lines in UTF-8
   * @param most bytes, line ends included; only whole lines are written
   */
  CorpusText(OutputStream out, long most) {
    this.out = out;
    this.most = most;
  }

  /**
   * Writes a text, see {@link BrokenLines}.
   *
   * @param text one or more lines
   * @return whether there is room for more
   * @throws IOException when it cannot be written
   */
  boolean add(String text) throws IOException {
    try {
      return BrokenLines.each(text, this::line);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private boolean line(String line) {
    byte[] encoded = (line + "\n").getBytes(StandardCharsets.UTF_8);
    if (bytes + encoded.length > most) {
      return false;
    }
    try {
      out.write(encoded);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bytes += encoded.length;
    return true;
  }

  /** What was written, in bytes. */
  long bytes() {
    return bytes;
  }
}
