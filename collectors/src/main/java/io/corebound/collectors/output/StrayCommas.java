package io.corebound.collectors.output;

/**
 * JSON without the commas that separate nothing, each replaced by a blank, so that all else keeps
 * its line. {@code iostat -y} prints one at the head of its list of samples before 11.6.1, in
 * 12.0.4 and in 12.1.4 (issues 163 and 222 of sysstat/sysstat).
 */
public record StrayCommas(String json, int count) {

  public static StrayCommas removedFrom(String text) {
    StringBuilder json = new StringBuilder(text);
    int count = 0;
    int comma = 0;
    char before = ' ';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean first = c == ',' && "[{,".indexOf(before) >= 0;
      boolean last = (c == ']' || c == '}') && before == ',';
      if (first || last) {
        json.setCharAt(first ? i : comma, ' ');
        count++;
      }
      if (c == ',' && !first) {
        comma = i;
      }
      if (c == '"') {
        i = endOfString(text, i);
      }
      if (!first && !Character.isWhitespace(c)) {
        before = c;
      }
    }
    return new StrayCommas(json.toString(), count);
  }

  /** A string without an end ends with its line: JSON has none of several lines. */
  private static int endOfString(String text, int start) {
    for (int i = start + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\n') {
        return i;
      }
      if (c == '\\') {
        i++;
      }
    }
    return text.length();
  }

  /** Notes each of them. */
  public void noteIn(NotUnderstood notes) {
    for (int i = 0; i < count; i++) {
      notes.add("a comma that separates nothing");
    }
  }
}
