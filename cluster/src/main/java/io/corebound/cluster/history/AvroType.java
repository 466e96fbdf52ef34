package io.corebound.cluster.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A type of an Avro schema, as far as its binary encoding needs it (Avro specification, "Schema
 * Declaration").
 *
 * @param fields of a record
 * @param inner branches of a union; the one type of the elements of an array or a map
 * @param symbols of an enum
 * @param size of a fixed, in bytes
 */
record AvroType(
    Kind kind, List<Field> fields, List<AvroType> inner, List<String> symbols, int size) {
  enum Kind {
    NULL,
    BOOLEAN,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    BYTES,
    STRING,
    RECORD,
    ENUM,
    ARRAY,
    MAP,
    UNION,
    FIXED;

    private static Optional<Kind> of(String name) {
      return Stream.of(values())
          .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(name))
          .findFirst();
    }
  }

  record Field(String name, AvroType type) {}

  private AvroType(Kind kind) {
    this(kind, List.of(), List.of(), List.of(), 0);
  }

  /** The type that a schema declares; none may contain itself, as none of a history does. */
  static AvroType of(JsonNode schema) throws BrokenHistory {
    return of(schema, new HashMap<>());
  }

  private static AvroType of(JsonNode schema, Map<String, AvroType> named) throws BrokenHistory {
    if (schema.isArray()) {
      return new AvroType(Kind.UNION, List.of(), all(schema, named), List.of(), 0);
    }
    String name = schema.isString() ? schema.asString() : schema.path("type").asString("");
    Kind kind = Kind.of(name).orElse(null);
    if (kind == null) {
      AvroType known = named.get(name.substring(name.lastIndexOf('.') + 1));
      if (known == null) {
        throw new BrokenHistory("its schema has the unknown type '%s'", name);
      }
      return known;
    }
    AvroType type =
        switch (kind) {
          case RECORD -> new AvroType(kind, fields(schema, named), List.of(), List.of(), 0);
          case ENUM -> new AvroType(kind, List.of(), List.of(), texts(schema.path("symbols")), 0);
          case ARRAY ->
              new AvroType(kind, List.of(), List.of(of(schema.path("items"), named)), List.of(), 0);
          case MAP ->
              new AvroType(
                  kind, List.of(), List.of(of(schema.path("values"), named)), List.of(), 0);
          case FIXED ->
              new AvroType(kind, List.of(), List.of(), List.of(), schema.path("size").asInt(0));
          default -> new AvroType(kind);
        };
    if (schema.path("name").isString()) {
      named.put(schema.path("name").asString(), type);
    }
    return type;
  }

  private static List<AvroType> all(JsonNode schemas, Map<String, AvroType> named)
      throws BrokenHistory {
    List<AvroType> types = new ArrayList<>();
    for (JsonNode schema : schemas) {
      types.add(of(schema, named));
    }
    return types;
  }

  private static List<Field> fields(JsonNode schema, Map<String, AvroType> named)
      throws BrokenHistory {
    List<Field> fields = new ArrayList<>();
    for (JsonNode field : schema.path("fields")) {
      // the names of the fields are compared millions of times
      fields.add(
          new Field(field.path("name").asString("").intern(), of(field.path("type"), named)));
    }
    return fields;
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    for (JsonNode text : list) {
      texts.add(text.asString(""));
    }
    return texts;
  }
}
