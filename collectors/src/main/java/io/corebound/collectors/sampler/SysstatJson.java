package io.corebound.collectors.sampler;

import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.StrayCommas;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
 * before the cut. A text may hold several documents, as when a tool was started again and wrote on
 * to its file; a document that is cut off does not take those after it along.
 */
final class SysstatJson {
  /** An element of a list is followed by others, so text after a value is not an error here. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** How every document of sysstat begins. */
  private static final Pattern START = Pattern.compile("\\{\\s*+\"sysstat\"");

  private final List<JsonNode> statistics = new ArrayList<>();
  private final NotUnderstood notes;
  private String problem = "";

  private SysstatJson(NotUnderstood notes) {
    this.notes = notes;
  }

  /**
   * What the documents of a text contain.
   *
   * @param problem what is wrong with the text, as the end of a sentence that begins with the
   *     tool's name; else empty
   */
  record Document(List<JsonNode> statistics, String problem) {}

  static Document read(String text, NotUnderstood notes) {
    SysstatJson reader = new SysstatJson(notes);
    reader.readAll(text);
    return new Document(reader.statistics, reader.problem);
  }

  private void readAll(String text) {
    List<Integer> starts = starts(text);
    if (starts.isEmpty()) {
      noteLines(text);
      problem = "wrote no JSON";
      return;
    }
    noteLines(text.substring(0, starts.get(0)));
    int linesBefore = 0;
    int counted = 0;
    for (int i = 0; i < starts.size(); i++) {
      int start = starts.get(i);
      linesBefore += lines(text.substring(counted, start));
      counted = start;
      int end = i + 1 < starts.size() ? starts.get(i + 1) : text.length();
      readDocument(text.substring(start, end), linesBefore);
    }
  }

  /** Where documents begin; where a document of something else does when there is none. */
  private static List<Integer> starts(String text) {
    List<Integer> starts = new ArrayList<>();
    Matcher matcher = START.matcher(text);
    while (matcher.find()) {
      starts.add(matcher.start());
    }
    if (starts.isEmpty()) {
      int brace = text.startsWith("{") ? 0 : text.indexOf("\n{") + 1;
      if (brace > 0 || text.startsWith("{")) {
        starts.add(brace);
      }
    }
    return starts;
  }

  /** Reads one document; what follows its end is noted. */
  private void readDocument(String text, int linesBefore) {
    Reader reader = new Reader();
    StrayCommas cleaned = StrayCommas.removedFrom(text);
    cleaned.noteIn(notes);
    String wrong = "";
    try (JsonParser parser = MAPPER.createParser(cleaned.json())) {
      reader.read(parser);
      noteLines(text.substring((int) parser.currentLocation().getCharOffset()));
      wrong = reader.known ? "" : "wrote JSON that has no 'statistics'";
    } catch (JacksonException e) {
      wrong = wrong(e, text, reader.betweenElements, linesBefore);
    }
    problem = problem.isEmpty() ? wrong : problem;
  }

  private String wrong(JacksonException e, String text, boolean betweenElements, int linesBefore) {
    int line = linesBefore + line(e);
    if (!atEnd(e, text)) {
      return "wrote what is not JSON from line " + line + " on";
    }
    if (betweenElements) {
      // how iostat 11 ends on SIGINT: every sample is whole
      notes.addField("the JSON is not closed");
      return "";
    }
    return "was cut off: its output ends at line " + line;
  }

  /** After a comma the end of the text is, to the parser, an error like any other. */
  private static boolean atEnd(JacksonException e, String text) {
    return e instanceof UnexpectedEndOfInputException
        || e.getLocation() != null
            && e.getLocation().getCharOffset() >= text.stripTrailing().length();
  }

  /** Tools may print warnings before and after their JSON. */
  private void noteLines(String text) {
    text.lines().filter(line -> !line.isBlank()).forEach(notes::add);
  }

  private static int lines(String text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }

  private static int line(JacksonException e) {
    return e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
  }

  /** Walks over one document to every list of statistics. */
  private final class Reader {
    private boolean known;
    private boolean betweenElements;

    void read(JsonParser parser) {
      int depth = 0;
      do {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.PROPERTY_NAME && parser.currentName().equals("statistics")) {
          known = true;
          readElements(parser);
        } else if (token == JsonToken.PROPERTY_NAME && parser.currentName().equals("restarts")) {
          parser.nextToken();
          noteRestarts(MAPPER.readTree(parser));
        } else if (token.isStructStart()) {
          depth++;
        } else if (token.isStructEnd()) {
          depth--;
        }
      } while (depth > 0);
    }

    /** sadf lists the restarts of the host, or of the recording, after all samples. */
    private void noteRestarts(JsonNode restarts) {
      for (JsonNode restart : restarts) {
        JsonNode boot = restart.path("boot");
        notes.add(
            "the recording was interrupted by a restart at %s %s"
                .formatted(
                    boot.path("date").asString("an unknown date"),
                    boot.path("time").asString("and time")));
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
}
