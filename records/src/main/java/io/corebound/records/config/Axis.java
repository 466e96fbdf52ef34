package io.corebound.records.config;

import io.corebound.records.config.SweepFile.Variant;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.Refuse;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A key of which a sweep's file may list several values: every variant is measured with each.
 *
 * <p>An axis changes nothing but a cell's {@link Variant}. What a value needs is refused where the
 * cell's files are read. Hadoop's settings end with their job, or with the daemons that were
 * started with them ({@link ClusterFile#ofDaemons()}); an engine ends with its job.
 *
 * @param key in the sweep's file; a variant, or the settings, may state one value instead
 * @param type of a value
 * @param prefix of what is no word, in the name of a cell
 * @param required refuses a value that no cell has
 * @param stated what settings and a variant state themselves; null for nothing
 * @param change a variant with a value
 */
record Axis(
    String key,
    Class<?> type,
    String prefix,
    Consumer<Object> required,
    Function<Variant, Object> stated,
    BiFunction<Variant, Object, Variant> change) {

  /** In the order of the names in that of a cell: Hadoop's settings, size, engine. */
  static final List<Axis> ALL =
      Stream.concat(
              ClusterFile.SETTINGS.keySet().stream()
                  .filter(key -> !SweepSettings.OF_NODES.contains(key))
                  .map(Axis::ofSetting),
              Stream.of(
                  ofVariant(
                      "size_factor",
                      Double.class,
                      "x",
                      Variant::requireFactor,
                      Variant::sizeFactor,
                      Variant::withSizeFactor),
                  ofVariant(
                      "engine",
                      String.class,
                      "",
                      SweepFile::requireEngine,
                      Variant::engine,
                      Variant::withEngine)))
          .toList();

  private static Axis ofSetting(String key) {
    return new Axis(
        key,
        ClusterFile.setting(key).getType(),
        key.replace('_', '-') + "-",
        value -> ClusterFile.requireSetting(key, value),
        variant -> variant.settings() == null ? null : variant.settings().stated().get(key),
        (variant, value) -> variant.withSetting(key, value));
  }

  private static <T> Axis ofVariant(
      String key,
      Class<T> type,
      String prefix,
      Consumer<T> required,
      Function<Variant, Object> stated,
      BiFunction<Variant, T, Variant> change) {
    return new Axis(
        key,
        type,
        prefix,
        value -> required.accept(type.cast(value)),
        stated,
        (variant, value) -> change.apply(variant, type.cast(value)));
  }

  /** The list of each key, checked; refuses keys that are no axis, whose messages name others. */
  static Map<String, Object> checked(
      Map<String, Object> stated, SweepSettings settings, List<String> others) {
    Map<String, Object> listed = ClusterFile.renamed(stated);
    List<String> keys = ALL.stream().map(Axis::key).toList();
    for (String key : listed.keySet()) {
      if (!keys.contains(key)) {
        throw StructuredFiles.unknownKey(
            key, Stream.concat(others.stream(), keys.stream()).toList());
      }
    }
    Map<String, Object> all = new LinkedHashMap<>();
    ALL.stream()
        .filter(axis -> listed.get(axis.key) != null)
        .forEach(axis -> all.put(axis.key, axis.checked(listed.get(axis.key), settings)));
    return Collections.unmodifiableMap(all);
  }

  private List<Object> checked(Object list, SweepSettings settings) {
    if (!(list instanceof List<?> listed)) {
      throw new IllegalArgumentException(key + ": is not a list");
    }
    List<Object> values =
        listed.stream().map(value -> (Object) StructuredFiles.value(key, value, type)).toList();
    values.forEach(required);
    Refuse.when(
        values.isEmpty() || values.contains(null) || new HashSet<>(values).size() < values.size(),
        "%s names each value once, not %s",
        key,
        values);
    refuseTwice(settings != null && settings.stated().containsKey(key), "settings");
    return values;
  }

  private void refuseTwice(boolean stated, String where) {
    Refuse.when(stated, "%s: %s has one as well; leave out one of them", key, where);
  }

  /** Each variant with each value of each axis; those alone where there is no variant. */
  static Map<String, Variant> over(Map<String, Variant> variants, Map<String, Object> axes) {
    Map<String, Variant> ways = variants;
    for (Axis axis : ALL) {
      ways = axes.containsKey(axis.key) ? axis.over(ways, (List<?>) axes.get(axis.key)) : ways;
    }
    return ways;
  }

  private Map<String, Variant> over(Map<String, Variant> variants, List<?> values) {
    Map<String, Variant> each = new LinkedHashMap<>();
    if (variants.isEmpty()) {
      values.forEach(value -> each.put(name(value), change.apply(Variant.NONE, value)));
    }
    variants.forEach(
        (name, variant) -> {
          refuseTwice(stated.apply(variant) != null, "variant '" + name + "'");
          values.forEach(value -> each.put(name + "-" + name(value), change.apply(variant, value)));
        });
    return each;
  }

  /** Of a value in a cell's name: a word stands for itself. */
  private String name(Object value) {
    if (value instanceof String || value instanceof LeverFile) {
      return value.toString();
    }
    return prefix
        + (value instanceof Double number
            ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
            : value.toString());
  }
}
