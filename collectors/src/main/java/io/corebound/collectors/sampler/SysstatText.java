package io.corebound.collectors.sampler;

import java.io.IOException;
import java.io.Reader;

/**
 * A text in which documents of sysstat follow each other, with lines of other programs between
 * them. It is a reader of the current document, which ends where the next one begins.
 */
final class SysstatText extends Reader {
  /** How every document of sysstat begins, but for blanks after the brace. */
  private static final String START = "\"sysstat\"";

  private static final int AHEAD = 256;

  private final Reader text;
  private final char[] block = new char[1 << 16];
  private int at;
  private int limit;
  private boolean ended;
  private long given;
  private long inked;
  private int linesBefore;
  private int lines;

  SysstatText(Reader text) {
    this.text = text;
  }

  /** Begins the document that begins here. */
  void begin() {
    given = 0;
    inked = 0;
    linesBefore += lines;
    lines = 0;
  }

  /** Lines before the current document. */
  int linesBefore() {
    return linesBefore;
  }

  /** The length of what was read of the document, without blanks at its end. */
  long inked() {
    return inked;
  }

  /** Whether a document begins at what is read next; false at the end of the text. */
  boolean isAtStart() throws IOException {
    if (limit - at < AHEAD) {
      fill();
    }
    if (at == limit || block[at] != '{') {
      return false;
    }
    int i = at + 1;
    while (i < limit && Character.isWhitespace(block[i])) {
      i++;
    }
    return limit - i >= START.length() && START.contentEquals(new String(block, i, START.length()));
  }

  private void fill() throws IOException {
    System.arraycopy(block, at, block, 0, limit - at);
    limit -= at;
    at = 0;
    while (!ended && limit < block.length) {
      int read = text.read(block, limit, block.length - limit);
      ended = read < 0;
      limit += Math.max(0, read);
    }
  }

  @Override
  public int read(char[] into, int offset, int length) throws IOException {
    int some = 0;
    while (some < length) {
      if (limit - at < AHEAD && !ended) {
        fill();
      }
      if (at == limit || given > 0 && block[at] == '{' && isAtStart()) {
        break;
      }
      char c = block[at++];
      given++;
      lines += c == '\n' ? 1 : 0;
      inked = Character.isWhitespace(c) ? inked : given;
      into[offset + some++] = c;
    }
    return some == 0 ? -1 : some;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
