package io.corebound.records.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.exc.StreamReadException;

/** Explains in plain words what the parsers of YAML and JSON report. */
final class Syntax {
  private static final Pattern TWICE = Pattern.compile("Duplicate Object property \"(.*)\"");

  private static final Pattern WORD = Pattern.compile("Unrecognized token '([^']+)'");

  /** Where a group began, and how Jackson's own users would allow what it refuses. */
  private static final Pattern INTERNALS =
      Pattern.compile(
          " ?\\([A-Za-z ]*\\[Source:.*?\\]\\)| ?\\[Source:.*?\\]|: enable `[^`]*` to allow",
          Pattern.DOTALL);

  private Syntax() {}

  /** What is wrong, and what to do, in one line. */
  static String explain(StreamReadException e, String text, boolean yaml) {
    Matcher twice = TWICE.matcher(e.getOriginalMessage());
    if (twice.find()) {
      return "the key '" + twice.group(1) + "' is given twice in its group; keep one";
    }
    if (yaml) {
      return "is not valid YAML: " + StructuredFiles.reason(e) + remedy(e);
    }
    return isCutOff(e, text)
        ? "the file ends too early, in the middle of its text"
        : "is not valid JSON: " + StructuredFiles.reason(e);
  }

  private static String remedy(StreamReadException e) {
    return e.getOriginalMessage().contains("(TAB)")
        ? "; indent with spaces"
        : "; look at the indentation, the colons, the brackets and the quotes of this line and of"
            + " the one above";
  }

  /** A word that is cut off is to a parser an unknown one, at the text's end. */
  private static boolean isCutOff(StreamReadException e, String text) {
    String said = e.getOriginalMessage();
    Matcher word = WORD.matcher(said);
    String end = text.stripTrailing();
    return said.startsWith("Unexpected end-of-input")
        || said.contains("Decimal point not followed by a digit") && end.endsWith(".")
        || word.lookingAt() && end.endsWith(word.group(1)) && beginsWord(word.group(1));
  }

  private static boolean beginsWord(String part) {
    return Stream.of("true", "false", "null").anyMatch(word -> word.startsWith(part));
  }

  /** A message without what speaks of the parser instead of the text. */
  static String withoutInternals(String message) {
    return INTERNALS.matcher(message).replaceAll("");
  }
}
