package io.corebound.microbench.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Real text that comes with these classes; ORIGIN.txt beside it says where it is from. */
public enum Content {
  ascii,
  /** Japanese prose, 265 kB in UTF-8, nearly every character of three bytes. */
  japanese;

  private static final int BUFFER_BYTES = 8192;

  byte[] bytes() throws IOException {
    try (InputStream resource = Content.class.getResourceAsStream(name() + ".txt.gz");
        InputStream in = new GZIPInputStream(resource)) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        text.write(buffer, 0, n);
      }
      return text.toByteArray();
    }
  }

  /**
   * Cuts the text into pieces that fill a length in UTF-8 as far as whole characters can; the rest
   * at the end is dropped.
   */
  List<String> pieces(int length) throws IOException {
    byte[] text = bytes();
    List<String> pieces = new ArrayList<>();
    int from = 0;
    while (from + length < text.length) {
      int to = from + length;
      while ((text[to] & 0xC0) == 0x80) { // the second, third or fourth byte of a character
        to--;
      }
      pieces.add(new String(text, from, to - from, StandardCharsets.UTF_8));
      from = to;
    }
    return pieces;
  }
}
