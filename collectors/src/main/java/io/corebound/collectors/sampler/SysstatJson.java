package io.corebound.collectors.sampler;

import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.StrayCommas;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
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
      JsonMapper.builder(
              // another document may follow
              JsonFactory.builder().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build())
          .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Lines of other programs before the first document that are kept until it comes. */
  private static final int MOST_BEFORE = 1 << 20;

  private final NotUnderstood notes;
  private final Consumer<JsonNode> taker;
  private int elements;
  private String problem = "";

  private SysstatJson(NotUnderstood notes, Consumer<JsonNode> taker) {
    this.notes = notes;
    this.taker = taker;
  }

  /**
   * Gives away the elements of all documents, one after the other.
   *
   * @return what is wrong with the text, as the end of a sentence that begins with the tool's name;
   *     else empty
   */
  static String read(Reader text, NotUnderstood notes, Consumer<JsonNode> taker)
      throws IOException {
    SysstatJson reader = new SysstatJson(notes, taker);
    reader.readAll(new SysstatText(text));
    return reader.problem;
  }

  private void readAll(SysstatText text) throws IOException {
    StringBuilder before = new StringBuilder();
    boolean found = text.isAtStart();
    while (!found) {
      int c = text.read();
      if (c < 0) {
        found = text.isAtStart();
        if (!found) {
          readOther(before.toString());
          return;
        }
      } else {
        before.append((char) c);
        if (before.length() == MOST_BEFORE) {
          noteLines(before.toString());
          before.setLength(0);
        }
      }
    }
    noteLines(before.toString());
    while (text.isAtStart()) {
      text.begin();
      readDocument(text);
    }
  }

  /** A text without a document of sysstat, and perhaps with one of another program. */
  private void readOther(String text) throws IOException {
    int brace = text.startsWith("{") ? 0 : text.indexOf("\n{") + 1;
    if (brace == 0 && !text.startsWith("{")) {
      noteLines(text);
      problem = "wrote no JSON";
      return;
    }
    noteLines(text.substring(0, brace));
    readDocument(new SysstatText(new StringReader(text.substring(brace))));
  }

  /** Reads one document; what follows its end is noted. */
  private void readDocument(SysstatText text) throws IOException {
    Walk walk = new Walk();
    StrayCommas cleaned = new StrayCommas(text);
    String wrong;
    try (JsonParser parser = MAPPER.createParser(cleaned)) {
      walk.read(parser);
      StringWriter rest = new StringWriter();
      parser.releaseBuffered(rest);
      cleaned.transferTo(rest);
      noteLines(rest.toString());
      wrong = walk.known ? "" : "wrote JSON that has no 'statistics'";
    } catch (JacksonIOException e) {
      throw e.getCause();
    } catch (JacksonException e) {
      cleaned.transferTo(Writer.nullWriter());
      wrong = wrong(e, text, walk.betweenElements);
    }
    cleaned.noteIn(notes);
    problem = problem.isEmpty() ? wrong : problem;
  }

  private String wrong(JacksonException e, SysstatText text, boolean betweenElements) {
    int line = text.linesBefore() + line(e);
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
  private static boolean atEnd(JacksonException e, SysstatText text) {
    return e instanceof UnexpectedEndOfInputException
        || e.getLocation() != null && e.getLocation().getCharOffset() >= text.inked();
  }

  /** Tools may print warnings before and after their JSON. */
  private void noteLines(String text) {
    text.lines().filter(line -> !line.isBlank()).forEach(notes::add);
  }

  private static int line(JacksonException e) {
    return e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
  }

  /** Walks over one document to every list of statistics. */
  private final class Walk {
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
          elements++;
          taker.accept(MAPPER.readTree(parser));
        } else {
          notes.add("an element of 'statistics' is " + parser.getString());
          parser.skipChildren();
        }
      }
    }

    private JsonToken next(JsonParser parser) {
      betweenElements = elements > 0;
      JsonToken token = parser.nextToken();
      betweenElements = token == JsonToken.END_ARRAY && betweenElements;
      return token;
    }
  }
}
