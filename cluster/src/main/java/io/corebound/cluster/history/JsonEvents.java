package io.corebound.cluster.history;

import io.corebound.records.format.StructuredFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Events as Avro's JSON (Avro specification, "JSON Encoding"): <code>
 * {"type":"JOB_INITED","event":{"org.apache…JobInited":{"jobid":"job_1_0001",…}}}</code> with any
 * white space between them. A value of a union is {@code {"string":"…"}}.
 */
final class JsonEvents implements EventSource {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final JsonParser parser;
  private final int linesBefore;
  private final long bytes;

  /**
   * Events of a stream.
   *
   * @param linesBefore lines of the file before the stream
   * @param bytes how much the stream has
   */
  JsonEvents(InputStream in, int linesBefore, long bytes) {
    this.parser = MAPPER.createParser(in);
    this.linesBefore = linesBefore;
    this.bytes = bytes;
  }

  @Override
  public String place() {
    return "line " + (linesBefore + Math.max(1, parser.currentLocation().getLineNr()));
  }

  @Override
  public boolean next(Event event) throws IOException {
    try {
      if (parser.nextToken() == null) {
        return false;
      }
      read(event);
      return true;
    } catch (UnexpectedEndOfInputException e) {
      throw cut();
    } catch (JacksonException e) {
      if (e.getCause() instanceof IOException unreadable) {
        throw unreadable;
      }
      // the end within a word, or behind a comma, is to the parser an error like any other
      if (parser.currentLocation().getByteOffset() >= bytes) {
        throw cut();
      }
      throw new BrokenHistory("%s", StructuredFiles.reason(e));
    }
  }

  private static EOFException cut() {
    return new EOFException("it ends within an event");
  }

  private void read(Event event) throws BrokenHistory {
    expect(JsonToken.START_OBJECT);
    event.begin("");
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      parser.nextToken();
      if (name.equals("type")) {
        expect(JsonToken.VALUE_STRING);
        event.begin(parser.getString());
      } else if (name.equals("event") && event.isRead()) {
        content(event);
      } else {
        parser.skipChildren();
      }
    }
    expect(JsonToken.END_OBJECT);
  }

  private void expect(JsonToken token) throws BrokenHistory {
    if (parser.currentToken() != token) {
      throw new BrokenHistory("there is %s instead of %s", parser.currentToken(), token);
    }
  }

  /** The one record in an event, below its name. */
  private void content(Event event) throws BrokenHistory {
    expect(JsonToken.START_OBJECT);
    parser.nextName();
    parser.nextToken();
    expect(JsonToken.START_OBJECT);
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      field(name, parser.nextToken(), event);
    }
    parser.nextToken();
    expect(JsonToken.END_OBJECT);
  }

  private void field(String name, JsonToken value, Event event) {
    switch (value) {
      case VALUE_STRING -> event.put(name, parser.getString());
      case VALUE_NUMBER_INT -> event.put(name, parser.getLongValue());
      case VALUE_TRUE, VALUE_FALSE -> event.put(name, value == JsonToken.VALUE_TRUE);
      case START_OBJECT -> {
        if (Event.hasCounters(name)) {
          counters(event.counters());
        } else {
          branch(name, event);
        }
      }
      default -> parser.skipChildren();
    }
  }

  private void branch(String field, Event event) {
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      if (parser.nextToken() == JsonToken.VALUE_STRING && name.equals("string")) {
        event.put(field, parser.getString());
      } else {
        parser.skipChildren();
      }
    }
  }

  private void counters(CounterList counters) {
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      JsonToken value = parser.nextToken();
      if (value == JsonToken.START_OBJECT) {
        // the branch of a union
        counters(counters);
      } else if (value == JsonToken.START_ARRAY && name.equals("groups")) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
          group(counters);
        }
      } else {
        parser.skipChildren();
      }
    }
  }

  private void group(CounterList counters) {
    String group = "";
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      JsonToken value = parser.nextToken();
      if (name.equals("name")) {
        group = parser.getString();
      } else if (value == JsonToken.START_ARRAY && name.equals("counts")) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
          counter(group, counters);
        }
      } else {
        parser.skipChildren();
      }
    }
  }

  private void counter(String group, CounterList counters) {
    String counter = "";
    long count = 0;
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      parser.nextToken();
      if (name.equals("name")) {
        counter = parser.getString();
      } else if (name.equals("value")) {
        count = parser.getLongValue();
      } else {
        parser.skipChildren();
      }
    }
    counters.add(group, counter, count);
  }
}
