package io.corebound.collectors.output;

import java.io.IOException;
import java.io.Reader;

/**
 * JSON without the commas that separate nothing, each replaced by a blank, so that all else keeps
 * its place. {@code iostat -y} prints one at the head of its list of samples before 11.6.1, in
 * 12.0.4 and in 12.1.4 (issues 163 and 222 of sysstat/sysstat).
 */
public final class StrayCommas extends Reader {
  /** More blanks than any tool writes between two words of its JSON. */
  private static final int LONGEST_PAUSE = 1 << 16;

  private final Reader json;
  private final StringBuilder ready = new StringBuilder();
  private final char[] block = new char[1 << 13];
  private int given;
  private int count;

  /** A comma that may be a stray one, with the blanks after it. */
  private final StringBuilder held = new StringBuilder();

  private char before = ' ';
  private boolean inString;
  private boolean escaped;

  public StrayCommas(Reader json) {
    this.json = json;
  }

  @Override
  public int read(char[] into, int offset, int length) throws IOException {
    while (given == ready.length()) {
      ready.setLength(0);
      given = 0;
      int read = json.read(block);
      if (read < 0) {
        ready.append(held);
        held.setLength(0);
        if (ready.isEmpty()) {
          return -1;
        }
      }
      for (int i = 0; i < read; i++) {
        take(block[i]);
      }
    }
    int some = Math.min(length, ready.length() - given);
    ready.getChars(given, given + some, into, offset);
    given += some;
    return some;
  }

  private void take(char c) {
    if (inString) {
      // a string without an end ends with its line: JSON has none of several lines
      inString = c != '\n' && (escaped || c != '"');
      escaped = !escaped && c == '\\';
      ready.append(c);
      return;
    }
    boolean first = c == ',' && "[{,".indexOf(before) >= 0;
    if (first) {
      count++;
      release(' ');
    } else if (c == ',') {
      flush();
      held.append(c);
      before = c;
    } else if (Character.isWhitespace(c)) {
      release(c);
    } else {
      if ((c == ']' || c == '}') && before == ',' && !held.isEmpty()) {
        count++;
        held.setCharAt(0, ' ');
      }
      flush();
      ready.append(c);
      before = c;
      inString = c == '"';
      escaped = false;
    }
  }

  private void release(char blank) {
    if (held.length() > LONGEST_PAUSE) {
      flush();
    }
    (held.isEmpty() ? ready : held).append(blank);
  }

  private void flush() {
    ready.append(held);
    held.setLength(0);
  }

  /** Notes each that was found until now. */
  public void noteIn(NotUnderstood notes) {
    for (int i = 0; i < count; i++) {
      notes.add("a comma that separates nothing");
    }
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
