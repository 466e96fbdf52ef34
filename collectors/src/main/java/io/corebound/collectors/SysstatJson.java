package io.corebound.collectors;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON of {@code sadf -j} and {@code iostat -o JSON}: {@code sysstat.hosts[].statistics[]}, one
 * element a sample. It is read element by element, so that text that is cut off gives every element
 * before the cut.
 */
final class SysstatJson {
  /** An element of a list is followed by others: what is after a value is no error here. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

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
    Reader reader = new Reader(statistics, notes);
    try (JsonParser parser = MAPPER.createParser(text.substring(start))) {
      reader.read(parser);
    } catch (UnexpectedEndOfInputException e) {
      if (reader.betweenElements) {
        // how iostat 11 ends on SIGINT: every sample is whole
        notes.addField("the JSON is not closed");
        return new Document(statistics, "");
      }
      return new Document(statistics, "was cut off: its output ends at line " + line(e));
    } catch (JacksonException e) {
      return new Document(statistics, "wrote what is not JSON from line " + line(e) + " on");
    }
    return new Document(statistics, reader.known ? "" : "wrote JSON that has no 'statistics'");
  }

  /** Walks over the JSON to every list of statistics. */
  private static final class Reader {
    private final List<JsonNode> statistics;
    private final NotUnderstood notes;
    private boolean known;
    private boolean betweenElements;

    Reader(List<JsonNode> statistics, NotUnderstood notes) {
      this.statistics = statistics;
      this.notes = notes;
    }

    void read(JsonParser parser) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.PROPERTY_NAME && parser.currentName().equals("statistics")) {
          known = true;
          readElements(parser);
        }
      }
    }

    private void readElements(JsonParser parser) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        notes.add("'statistics' is not a list");
        parser.skipChildren();
        return;
      }
      for (JsonToken token = next(parser); token != JsonToken.END_ARRAY; token = next(parser)) {
        if (token == JsonToken.START_OBJECT) {
          statistics.add(MAPPER.readTree(parser));
        } else {
          notes.add("an element of 'statistics' is " + parser.getString());
          parser.skipChildren();
        }
      }
    }

    private JsonToken next(JsonParser parser) {
      betweenElements = !statistics.isEmpty();
      JsonToken token = parser.nextToken();
      betweenElements = token == JsonToken.END_ARRAY && betweenElements;
      return token;
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
