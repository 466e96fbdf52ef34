package io.corebound.microbench.corpus;

import java.util.function.Predicate;

/**
 * Breaks text into lines of at most {@value #MOST_BYTES} bytes of UTF-8 without the line end, as
 * section 4.3 of the paper has them: at the last blank that still fits; a longer word is cut
 * between two characters. Short lines only lose blanks at their end; lines without a word are left
 * out.
 */
final class BrokenLines {
  static final int MOST_BYTES = 256;

  private BrokenLines() {}

  static boolean each(String text, Predicate<String> sink) {
    for (int start = 0; start <= text.length(); ) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      if (!eachOfLine(blankControls(text.substring(start, end)), sink)) {
        return false;
      }
      start = end + 1;
    }
    return true;
  }

  private static boolean eachOfLine(String line, Predicate<String> sink) {
    int end = withoutBlanks(line, 0, line.length());
    int start = 0;
    while (start < end) {
      int limit = fitting(line, start, end);
      int blank = limit < end ? line.lastIndexOf(' ', limit) : -1;
      int stop = blank > start ? blank : limit;
      int last = withoutBlanks(line, start, stop);
      if (last > start && !sink.test(line.substring(start, last))) {
        return false;
      }
      start = stop;
      while (start < end && line.charAt(start) == ' ') {
        start++;
      }
    }
    return true;
  }

  /** The end of the longest part that has no more than {@link #MOST_BYTES}. */
  private static int fitting(String line, int start, int end) {
    int bytes = 0;
    int i = start;
    while (i < end) {
      int character = line.codePointAt(i);
      bytes += character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
      if (bytes > MOST_BYTES) {
        break;
      }
      i += Character.charCount(character);
    }
    return i;
  }

  private static int withoutBlanks(String line, int start, int end) {
    int last = end;
    while (last > start && line.charAt(last - 1) == ' ') {
      last--;
    }
    return last;
  }

  private static String blankControls(String line) {
    char[] characters = line.toCharArray();
    for (int i = 0; i < characters.length; i++) {
      if (Character.isISOControl(characters[i])) {
        characters[i] = ' ';
      }
    }
    return new String(characters);
  }
}
