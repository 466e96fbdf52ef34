package io.corebound.collectors.output;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON objects in what a tool printed: each begins with a brace at the beginning of a line,
 * with warnings before, between and after them.
 */
public final class JsonDocuments {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** After this many broken beginnings a text is not the output of a tool. */
  private static final int MOST_BROKEN = 100;

  private JsonDocuments() {}

  /**
   * The last object, which is the final one where a tool also prints results on the way ({@code fio
   * --status-interval}).
   *
   * @throws MalformedOutput when there is none, or when the last one is cut off
   */
  public static JsonNode last(String printed, NotUnderstood notes) throws MalformedOutput {
    String text = withoutStrayCommas(printed, notes);
    JsonNode last = null;
    boolean cut = false;
    int broken = 0;
    int start = start(text, 0);
    // as an array it is not copied for each of its objects
    char[] characters = text.toCharArray();
    while (start >= 0 && broken < MOST_BROKEN) {
      int end;
      try (JsonParser parser = MAPPER.createParser(characters, start, characters.length - start)) {
        last = MAPPER.readTree(parser);
        cut = false;
        end = start + (int) parser.currentLocation().getCharOffset();
      } catch (UnexpectedEndOfInputException e) {
        cut = true;
        end = text.length();
      } catch (JacksonException e) {
        cut = true;
        broken++;
        end = start + errorOffset(e);
      }
      // an object that is cut off may be followed by another one in the line where it breaks
      start = start(text, Math.max(start + 1, text.lastIndexOf('\n', end - 1) + 1));
    }
    if (last == null || cut || broken == MOST_BROKEN) {
      throw new MalformedOutput("wrote no complete JSON");
    }
    return last;
  }

  private static String withoutStrayCommas(String printed, NotUnderstood notes) {
    StringWriter text = new StringWriter(printed.length());
    try (StrayCommas cleaned = new StrayCommas(new StringReader(printed))) {
      cleaned.transferTo(text);
      cleaned.noteIn(notes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static int start(String text, int from) {
    if (from == 0 && text.startsWith("{")) {
      return 0;
    }
    int newline = text.indexOf("\n{", Math.max(0, from - 1));
    return newline < 0 ? -1 : newline + 1;
  }

  private static int errorOffset(JacksonException e) {
    return e.getLocation() == null ? 0 : (int) Math.max(0, e.getLocation().getCharOffset());
  }
}
