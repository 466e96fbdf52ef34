package io.corebound.microbench.corpus;

import io.corebound.microbench.OneLineException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * The lines of a file in UTF-8, which is checked; a mark of byte order at its beginning is left
 * out. A line of more than {@value #MOST_BYTES} bytes comes in several pieces.
 */
final class PlainText implements TextLines {
  private static final int MOST_BYTES = 1 << 16;

  private final InputStream in;
  private final String name;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private final byte[] piece = new byte[MOST_BYTES + 1];
  private int length;
  private long line = 1;
  private boolean first = true;

  PlainText(InputStream in, String name) {
    this.in = new BufferedInputStream(in, MOST_BYTES);
    this.name = name;
  }

  @Override
  public String next() throws IOException {
    int read = in.read();
    while (read >= 0 && read != '\n' && length < MOST_BYTES) {
      piece[length++] = (byte) read;
      read = in.read();
    }
    if (read < 0 && length == 0) {
      return null;
    }
    boolean whole = read < 0 || read == '\n';
    int end = whole ? length : cut();
    String text = decode(end);
    int rest = length - end;
    System.arraycopy(piece, end, piece, 0, rest);
    length = rest;
    if (!whole) {
      piece[length++] = (byte) read;
    } else {
      line++;
    }
    return text;
  }

  /** Where a piece of a long line ends: after its last blank, or else before its last character. */
  private int cut() {
    for (int i = length; i > length / 2; i--) {
      if (piece[i - 1] == ' ') {
        return i;
      }
    }
    int start = length - 1;
    while (start > length - 4 && (piece[start] & 0xc0) == 0x80) {
      start--;
    }
    return start;
  }

  private String decode(int end) {
    try {
      String text = decoder.decode(ByteBuffer.wrap(piece, 0, end)).toString();
      boolean marked = first && text.startsWith("\ufeff");
      first = false;
      return marked ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new OneLineException(
          "corpus: " + name + " line " + line + ": not UTF-8; convert the file: iconv -t UTF-8");
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
