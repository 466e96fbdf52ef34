package io.corebound.records.format;

import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The one strict reader and writer of YAML and JSON. Keys are in snake case; a key that is not
 * known, is given twice or has an invalid value is an error of one line that names the file, the
 * line and, for a key, the nearest known word.
 */
public final class StructuredFiles {
  private static final ObjectMapper YAML = strict(YAMLMapper.builder()).build();
  private static final ObjectMapper JSON =
      strict(JsonMapper.builder()).enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final JsonMapper DENSE = strict(JsonMapper.builder()).build();

  static final char BYTE_ORDER_MARK = '\uFEFF';

  /** The last place that a message of YAML's parser names: that of the problem. */
  private static final Pattern YAML_PLACE =
      Pattern.compile("(?s).*\\n in [^\\n]*, line (\\d+), column \\d+:");

  private StructuredFiles() {}

  private static <M extends ObjectMapper, B extends MapperBuilder<M, B>> B strict(B builder) {
    return builder
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
        .enable(tools.jackson.core.StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY);
  }

  /** Reads a configuration file in YAML; refuses one that is missing or not valid. */
  public static <T> T readYaml(Path file, Class<T> type) {
    return read(YAML, file, type);
  }

  /** What a file is called on its axis: its name without ending. */
  public static String stem(Path file) {
    return file.getFileName().toString().replaceFirst("\\.yaml$", "");
  }

  /**
   * The file that another one names by a path: beside that, or where corebound was started; refused
   * when in neither.
   *
   * @param place where the path is stated, for the message
   */
  public static Path beside(Path file, String place, String path) {
    Path beside = file.toAbsolutePath().normalize().getParent();
    Path here = Path.of("").toAbsolutePath();
    return Stream.of(beside, here)
        .map(folder -> folder.resolve(path).normalize())
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(
            () ->
                CoreboundException.invalidInput(
                    "%s: no file '%s'%s",
                    place,
                    path,
                    Path.of(path).isAbsolute()
                        ? ""
                        : " in " + beside + (beside.equals(here) ? "" : ", nor in " + here)));
  }

  /** Reads YAML that is a text already, as strictly as a file; messages call it {@code name}. */
  public static <T> T parseYaml(String text, String name, Class<T> type) {
    return parse(YAML, text, Path.of(name), type);
  }

  /** Reads the YAML resource of a type, which lies beside its class. */
  public static <T> T yamlBeside(Class<T> type, String name) {
    try (InputStream in = type.getResourceAsStream(name)) {
      return parseYaml(new String(in.readAllBytes(), StandardCharsets.UTF_8), name, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a record of a run in JSON; refuses one that is missing or not valid. */
  public static <T> T readJson(Path file, Class<T> type) {
    try {
      return read(JSON, file, type);
    } catch (CoreboundException e) {
      throw damaged(e);
    }
  }

  /** Writes a record as JSON, whole or not at all. */
  public static void writeJson(Path file, Object value) {
    AtomicFiles.write(file, toJson(value) + "\n");
  }

  public static String toJson(Object value) {
    return JSON.writeValueAsString(value);
  }

  /** A record as JSON text for programs alone: without line breaks and spaces. */
  public static String toDenseJson(Object value) {
    return DENSE.writeValueAsString(value);
  }

  public static String toYaml(Object value) {
    return YAML.writeValueAsString(value);
  }

  public static JsonNode toTree(Object value) {
    return JSON.valueToTree(value);
  }

  /** A record out of a tree, as strict as reading a file; messages call it {@code where}. */
  public static <T> T fromTree(JsonNode tree, Class<T> type, Path where) {
    return parse(JSON, toJson(tree), where, type);
  }

  /**
   * A value of a map as a type of its key's own; null stays null. Refuses what is not of that type.
   */
  public static Object value(String key, Object value, Class<?> type) {
    if (value == null || MethodType.methodType(type).wrap().returnType().isInstance(value)) {
      return value;
    }
    try {
      return JSON.readerFor(type)
          .without(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .readValue(toTree(value));
    } catch (JacksonException e) {
      String said = explain(e);
      throw new IllegalArgumentException(
          "%s: %s%s".formatted(key, said.startsWith("is ") ? value + " " : "", said), e);
    }
  }

  /** Of a record that checks its keys itself. */
  public static IllegalArgumentException unknownKey(String key, Collection<String> known) {
    return new IllegalArgumentException("unknown key '%s'%s".formatted(key, nearest(key, known)));
  }

  /** Parses a tool's JSON output; throws JacksonException when it is not one JSON value. */
  public static JsonNode parseJson(String text) {
    return JSON.readTree(text);
  }

  private static <T> T read(ObjectMapper mapper, Path file, Class<T> type) {
    String text;
    try {
      text = withoutMark(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw CoreboundException.invalidInput("%s: no such file", file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    return parse(mapper, text, file, type);
  }

  /** A text without the byte order mark that editors and spreadsheets may put before it. */
  static String withoutMark(String text) {
    return text.isEmpty() || text.charAt(0) != BYTE_ORDER_MARK ? text : text.substring(1);
  }

  /** The error for a file that is not text in UTF-8; it names UTF-16, which has its own mark. */
  static CoreboundException notText(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] first = in.readNBytes(2);
      boolean wide = first.length == 2 && (first[0] & first[1] & 0xFE) == 0xFE;
      return CoreboundException.invalidInput(
          "%s: is not UTF-8 text%s", file, wide ? " but UTF-16; save it as UTF-8" : "");
    } catch (IOException e) {
      return CoreboundException.invalidInput(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** The error for a file that exists but cannot be read; it names a missing permission. */
  public static CoreboundException unreadable(Path file, IOException e) {
    if (e instanceof CharacterCodingException) {
      return notText(file);
    }
    return e instanceof AccessDeniedException
        ? CoreboundException.invalidInput(
            ("%s: user '%s' has no permission to read it; give it, as its owner or as root, with"
                    + " 'chmod a+r %s' (and 'chmod a+x' of the folders above it), or run corebound"
                    + " as its owner")
                .formatted(file, System.getProperty("user.name"), file),
            e)
        : CoreboundException.invalidInput(file + ": cannot be read: " + e.getMessage(), e);
  }

  private static <T> T parse(ObjectMapper mapper, String text, Path file, Class<T> type) {
    if (text.isBlank()) {
      throw CoreboundException.invalidInput("%s: is empty", file);
    }
    Map<String, Integer> lines = new HashMap<>();
    try {
      try (JsonParser parser = mapper.createParser(text)) {
        lines.putAll(KnownKeys.check(parser, file.toString(), type));
      }
      T value = mapper.readValue(text, type);
      if (value == null) {
        throw CoreboundException.invalidInput("%s: is empty", file);
      }
      return value;
    } catch (StreamReadException e) {
      throw CoreboundException.invalidInput(
          "%s: %s", place(file, lines, e), Syntax.explain(e, text, mapper == YAML));
    } catch (JacksonException e) {
      throw CoreboundException.invalidInput("%s: %s", place(file, lines, e), explain(e));
    }
  }

  /**
   * {@code file line n} where a YAML file has a text below an outermost key; else the file alone.
   */
  public static String placeOf(Path file, String key, String text) {
    return placeOf(file, key, text::equals);
  }

  /** The same of the first text that is one of those meant. */
  public static String placeOf(Path file, String key, Predicate<String> meant) {
    try (JsonParser parser = YAML.createParser(withoutMark(Files.readString(file)))) {
      String outermost = "";
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.PROPERTY_NAME
            && parser.streamReadContext().getParent().inRoot()) {
          outermost = parser.currentName();
        } else if (parser.currentToken() == JsonToken.VALUE_STRING
            && outermost.equals(key)
            && meant.test(parser.getString())) {
          return file + " line " + parser.currentTokenLocation().getLineNr();
        }
      }
      return file.toString();
    } catch (IOException | JacksonException e) {
      return file.toString();
    }
  }

  /**
   * Finds the line of the value that a record refused; the record is built only after its last
   * line.
   */
  private static String place(Path file, Map<String, Integer> lines, JacksonException e) {
    Optional<Integer> line = named(e).map(lines::get).filter(Objects::nonNull).findFirst();
    if (line.isPresent()) {
      return file + " line " + line.get();
    }
    Matcher problem = YAML_PLACE.matcher(e.getOriginalMessage());
    if (problem.find()) {
      return file + " line " + problem.group(1);
    }
    TokenStreamLocation location = e.getLocation();
    return location == null || location.getLineNr() < 1 || isOfWholeDocument(e)
        ? file.toString()
        : file + " line " + location.getLineNr();
  }

  /** Whether a record refuses because a key is missing, which has no line. */
  private static boolean isOfWholeDocument(JacksonException e) {
    return e instanceof DatabindException databind
        && databind.getPath().isEmpty()
        && refusal(e).isPresent();
  }

  /** What a message may be about, the nearest first: a record's own begin with the key. */
  private static Stream<String> named(JacksonException e) {
    String key = rootMessage(e).replaceFirst("^unknown key '", "").split("[ :']", 2)[0];
    String path = e instanceof DatabindException databind ? path(databind) : "";
    return path.isEmpty() ? Stream.of(key) : Stream.of(path + "." + key, path);
  }

  private static String explain(JacksonException e) {
    String message = rootMessage(e);
    if (e instanceof DatabindException databind && !databind.getPath().isEmpty()) {
      return path(databind) + ": " + message;
    }
    return message;
  }

  private static String path(DatabindException e) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference reference : e.getPath()) {
      if (reference.getPropertyName() != null) {
        path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
      } else {
        path.append('[').append(reference.getIndex()).append(']');
      }
    }
    return path.toString();
  }

  private static String rootMessage(JacksonException e) {
    if (e instanceof InvalidFormatException wrong && wrong.getTargetType().isEnum()) {
      return noneOf(wrong.getTargetType(), String.valueOf(wrong.getValue()));
    }
    Optional<String> refusal = refusal(e);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (e.getOriginalMessage().startsWith("Trailing token")) {
      return "a file holds one document; remove what follows its end";
    }
    if (e instanceof MismatchedInputException wrong && wrong.getTargetType() != null) {
      return "is not " + kind(wrong.getTargetType());
    }
    return reason(e);
  }

  /** Why a record, or one of its values, refuses what it is given. */
  private static Optional<String> refusal(JacksonException e) {
    return Stream.<Throwable>iterate(e.getCause(), Objects::nonNull, Throwable::getCause)
        .filter(IllegalArgumentException.class::isInstance)
        .map(refused -> String.valueOf(refused.getMessage()))
        .findFirst();
  }

  private static String noneOf(Class<?> type, String value) {
    List<String> words =
        Stream.of(type.getEnumConstants()).map(c -> JSON.valueToTree(c).asString()).toList();
    return "'"
        + value
        + "' is not one of "
        + String.join(", ", words)
        + closest(value, words).map(StructuredFiles::question).orElse("");
  }

  private static String kind(Class<?> type) {
    if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      return List.of(int.class, long.class, Integer.class, Long.class).contains(type)
          ? "a whole number"
          : type == boolean.class ? "true or false" : "a number";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    if (type == DataSize.class) {
      return "an amount with its unit, such as '1024MiB'";
    }
    if (type == DataRate.class) {
      return "a rate with its unit, such as '500 MB/s'";
    }
    return type == String.class ? "a text" : "a group of keys with values";
  }

  /** What a parser found wrong, in one line: YAML's says first what it was at, and where. */
  public static String reason(JacksonException e) {
    return Syntax.withoutInternals(e.getOriginalMessage())
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith(" ") && !line.startsWith("while "))
        .findFirst()
        .or(() -> e.getOriginalMessage().lines().findFirst())
        .orElse(e.getClass().getSimpleName());
  }

  /** {@code ; did you mean 'x'?}, or the known words when none is near, for error messages. */
  public static String nearest(String word, Collection<String> known) {
    if (known.isEmpty()) {
      return "";
    }
    return closest(word, known)
        .map(StructuredFiles::question)
        .orElseGet(() -> "; known are " + String.join(", ", known.stream().sorted().toList()));
  }

  /** {@code ; did you mean 'x'?}, or nothing when none is near, where there are many words. */
  public static String nearestIfAny(String word, Collection<String> known) {
    return closest(word, known).map(StructuredFiles::question).orElse("");
  }

  private static String question(String word) {
    return "; did you mean '" + word + "'?";
  }

  private static Optional<String> closest(String word, Collection<String> known) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    return known.stream()
        .min(Comparator.comparingInt((String k) -> distance.apply(word, k)))
        .filter(best -> distance.apply(word, best) <= Math.max(2, word.length() / 3));
  }

  /**
   * The error, with a remedy, for a file of a run that cannot be read; without permission it may be
   * intact.
   */
  public static CoreboundException damaged(CoreboundException what) {
    return what.getCause() instanceof AccessDeniedException
        ? what
        : what.with(
            "the files of a run belong together, as corebound wrote them: copy the run whole, or"
                + " measure it again");
  }
}
