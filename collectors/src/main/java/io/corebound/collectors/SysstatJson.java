package io.corebound.collectors;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON of {@code sadf -j} and {@code iostat -o JSON}: {@code sysstat.hosts[].statistics[]}, one
 * element a sample. It is read element by element, so that text that is cut off gives every element
 * before the cut.
 */
final class SysstatJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private SysstatJson() {}

  /**
   * @param statistics the elements that are whole
   * @param problem what is wrong with the text, as the end of a sentence that begins with the
   *     tool's name; else empty
   */
  record Document(List<JsonNode> statistics, String problem) {}

  static Document read(String text, NotUnderstood notes) {
    int start = startOfJson(text, notes);
    List<JsonNode> statistics = new ArrayList<>();
    if (start == text.length()) {
      return new Document(statistics, "wrote no JSON");
    }
    boolean known = false;
    try (JsonParser parser = MAPPER.createParser(text.substring(start))) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.PROPERTY_NAME && parser.currentName().equals("statistics")) {
          known = true;
          readElements(parser, statistics, notes);
        }
      }
    } catch (UnexpectedEndOfInputException e) {
      return new Document(statistics, "was cut off: its output ends at line " + line(e));
    } catch (JacksonException e) {
      return new Document(statistics, "wrote what is not JSON from line " + line(e) + " on");
    }
    return new Document(statistics, known ? "" : "wrote JSON that has no 'statistics'");
  }

  private static void readElements(
      JsonParser parser, List<JsonNode> statistics, NotUnderstood notes) {
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      notes.add("'statistics' is not a list");
      parser.skipChildren();
      return;
    }
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      if (token == JsonToken.START_OBJECT) {
        statistics.add(MAPPER.readTree(parser));
      } else {
        notes.add("an element of 'statistics' is " + parser.getString());
        parser.skipChildren();
      }
    }
  }

  /** Tools may print warnings before their JSON; those lines are noted. */
  private static int startOfJson(String text, NotUnderstood notes) {
    int position = 0;
    while (position < text.length() && text.charAt(position) != '{') {
      int end = text.indexOf('\n', position);
      String line = end < 0 ? text.substring(position) : text.substring(position, end);
      if (!line.isBlank()) {
        notes.add(line);
      }
      position = end < 0 ? text.length() : end + 1;
    }
    return position;
  }

  private static int line(JacksonException e) {
    return e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
  }
}
