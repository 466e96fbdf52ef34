package io.corebound.records.format;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.PropertyNamingStrategy;

/** Records by the names of their components. */
public final class Records {
  private static final PropertyNamingStrategy SNAKE = PropertyNamingStrategies.SNAKE_CASE;

  private Records() {}

  /** A record of values by component; one that is not given is null. */
  public static <R extends Record> R make(Class<R> type, Map<String, ?> values) {
    RecordComponent[] parts = type.getRecordComponents();
    try {
      Constructor<R> canonical =
          type.getDeclaredConstructor(
              Stream.of(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
      canonical.setAccessible(true);
      return canonical.newInstance(Stream.of(parts).map(p -> values.get(p.getName())).toArray());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Names of a record's components in snake case, as files have them, in order. */
  public static List<String> columns(Class<? extends Record> type) {
    return Stream.of(type.getRecordComponents()).map(Records::column).toList();
  }

  /** The name of a component in files. */
  public static String column(RecordComponent part) {
    JsonProperty named = part.getAccessor().getAnnotation(JsonProperty.class);
    return named == null ? SNAKE.nameForField(null, null, part.getName()) : named.value();
  }

  /** The values of a record by the names that its components have in files, in order. */
  public static Map<String, Object> byColumn(Record record) {
    Map<String, Object> values = components(record);
    Map<String, Object> byColumn = new LinkedHashMap<>();
    for (RecordComponent part : record.getClass().getRecordComponents()) {
      byColumn.put(column(part), values.get(part.getName()));
    }
    return byColumn;
  }

  /** The values of a record by component, in order. */
  public static Map<String, Object> components(Record record) {
    Map<String, Object> values = new LinkedHashMap<>();
    try {
      for (RecordComponent part : record.getClass().getRecordComponents()) {
        part.getAccessor().setAccessible(true);
        values.put(part.getName(), part.getAccessor().invoke(record));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    return values;
  }
}
