package io.corebound.records.format;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonValue;
import io.corebound.records.units.CoreboundException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;

/**
 * Checks the keys of a document against the record that it is to become, in document order. Jackson
 * would report an unknown key only after the record's own constructor has refused what is missing
 * because of it.
 */
final class KnownKeys {
  private static final BigDecimal MOST_INT = BigDecimal.valueOf(Integer.MAX_VALUE);
  private static final BigDecimal MOST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

  /** The largest number of each type of whole numbers. */
  private static final Map<Class<?>, BigDecimal> WHOLE =
      Map.of(
          int.class,
          MOST_INT,
          Integer.class,
          MOST_INT,
          long.class,
          MOST_LONG,
          Long.class,
          MOST_LONG);

  private final JsonParser parser;
  private final String file;
  private final Map<String, Integer> lines = new HashMap<>();

  /** Of the value that is read, {@code external.workers[1]}; empty for the document itself. */
  private String path = "";

  private KnownKeys(JsonParser parser, String file) {
    this.parser = parser;
    this.file = file;
  }

  /**
   * Reads the document; returns the line by path of every key and element. Refuses the first
   * unknown key, and a number that is missing or should be whole.
   */
  static Map<String, Integer> check(JsonParser parser, String file, Class<?> type) {
    KnownKeys keys = new KnownKeys(parser, file);
    if (parser.nextToken() != null) {
      keys.value(type);
    }
    return keys.lines;
  }

  private void value(Type type) {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      if (raw(type).isRecord()) {
        Stream.of(raw(type).getMethods())
            .filter(m -> m.isAnnotationPresent(JsonValue.class) && m.getReturnType() == Map.class)
            .findFirst()
            .ifPresentOrElse(map -> value(map.getGenericReturnType()), () -> recordOf(raw(type)));
      } else if (Map.class.isAssignableFrom(raw(type)) && argument(type, 1) != null) {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          key(argument(type, 1));
        }
      } else {
        parser.skipChildren();
      }
    } else if (token == JsonToken.START_ARRAY) {
      if (List.class.isAssignableFrom(raw(type)) && argument(type, 0) != null) {
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
          below(path + "[" + i + "]", argument(type, 0));
        }
      } else {
        parser.skipChildren();
      }
    } else if (token != null && token.isNumeric() && WHOLE.containsKey(raw(type))) {
      requireWhole(WHOLE.get(raw(type)));
    } else if (token == JsonToken.VALUE_STRING && WHOLE.containsKey(raw(type))) {
      throw refused("'" + parser.getString() + "' is not a whole number");
    }
  }

  /** Jackson would cut a fraction off. */
  private void requireWhole(BigDecimal most) {
    String wrong = notWhole(most);
    if (!wrong.isEmpty()) {
      throw refused(parser.getString() + wrong);
    }
  }

  private CoreboundException refused(String what) {
    return CoreboundException.invalidInput(
        at(parser.currentTokenLocation().getLineNr()) + path + ": " + what);
  }

  /** What is wrong with the number that the parser is at; empty where it is whole and fits. */
  private String notWhole(BigDecimal most) {
    if (parser.isNaN()) {
      return " is not a whole number";
    }
    BigDecimal number;
    try {
      number = parser.getDecimalValue();
    } catch (NumberFormatException | StreamReadException e) {
      // an exponent that no number of Java's has
      return " is out of range; the maximum is " + most;
    }
    if (number.stripTrailingZeros().scale() > 0) {
      return " is not a whole number";
    }
    return number.abs().compareTo(most) > 0 ? " is too far from 0; the maximum is " + most : "";
  }

  /** The parser is at a key; reads its value. */
  private void key(Type type) {
    String name = path.isEmpty() ? parser.currentName() : path + "." + parser.currentName();
    lines.put(name, parser.currentTokenLocation().getLineNr());
    parser.nextToken();
    below(name, type);
  }

  private void below(String name, Type type) {
    String outer = path;
    path = name;
    lines.putIfAbsent(name, parser.currentTokenLocation().getLineNr());
    value(type);
    path = outer;
  }

  private void recordOf(Class<?> type) {
    int line = parser.currentTokenLocation().getLineNr();
    Map<String, RecordComponent> known = new HashMap<>();
    RecordComponent others = null;
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getAccessor().isAnnotationPresent(JsonAnyGetter.class)) {
        others = component; // the record checks their keys
      } else {
        known.put(Records.column(component), component);
        JsonAlias older = component.getAccessor().getAnnotation(JsonAlias.class);
        Stream.ofNullable(older)
            .flatMap(o -> Stream.of(o.value()))
            .forEach(o -> known.put(o, component));
      }
    }
    Set<String> seen = new HashSet<>();
    Map<RecordComponent, String> keys = new HashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      RecordComponent component = known.get(key);
      if (component == null && others != null && !key.equals(Records.column(others))) {
        key(argument(others.getGenericType(), 1));
        continue;
      }
      if (component == null) {
        throw CoreboundException.invalidInput(
            at(parser.currentTokenLocation().getLineNr())
                + StructuredFiles.unknownKey(key, known.keySet()).getMessage());
      }
      String other = keys.putIfAbsent(component, key);
      if (other != null && !other.equals(key)) {
        throw CoreboundException.invalidInput(
            "%s'%s' and '%s' are names of the same; leave out one of them",
            at(parser.currentTokenLocation().getLineNr()), other, key);
      }
      seen.add(key);
      key(component.getGenericType());
    }
    known.forEach(
        (key, component) -> {
          if (component.getType().isPrimitive() && !seen.contains(key)) {
            throw CoreboundException.invalidInput("%skey '%s' is missing", at(line), key);
          }
        });
  }

  private String at(int line) {
    return file + " line " + line + ": ";
  }

  private static Class<?> raw(Type type) {
    if (type instanceof Class<?> plain) {
      return plain;
    }
    return type instanceof ParameterizedType parameterized
        ? (Class<?>) parameterized.getRawType()
        : Object.class;
  }

  private static Type argument(Type type, int index) {
    return type instanceof ParameterizedType parameterized
        ? parameterized.getActualTypeArguments()[index]
        : null;
  }
}
