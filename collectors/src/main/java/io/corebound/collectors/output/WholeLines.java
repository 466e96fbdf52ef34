package io.corebound.collectors.output;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.function.Consumer;

/** A tool's lines one after the other. A last line without its end is cut off and given to none. */
public final class WholeLines {
  /** No tool's line is longer; of one that is, only its beginning is kept. */
  private static final int LONGEST = 1 << 20;

  private WholeLines() {}

  /**
   * Gives every whole line.
   *
   * @return whether the text ends with the end of a line, or is empty
   */
  public static boolean each(Reader text, Consumer<String> line) throws IOException {
    BufferedReader reader = new BufferedReader(text, 1 << 16);
    StringBuilder begun = new StringBuilder();
    boolean whole = true;
    for (int c = reader.read(); c >= 0; c = reader.read()) {
      whole = c == '\n';
      if (whole) {
        line.accept(begun.toString());
        begun.setLength(0);
      } else if (begun.length() < LONGEST) {
        begun.append((char) c);
      }
    }
    return whole;
  }
}
