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

  CorpusText(OutputStream out, long most) {
    this.out = out;
    this.most = most;
  }

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

  long bytes() {
    return bytes;
  }
}
