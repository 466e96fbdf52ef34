package io.corebound.cluster.history;

import io.corebound.records.history.Counter;
import io.corebound.records.history.Counters;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Counters as an event lists them; the list is filled again for each event. */
final class CounterList {
  private static final String HADOOP = "org.apache.hadoop.mapreduce.";
  private static final String FILE_SYSTEMS = HADOOP + "FileSystemCounter";

  /**
   * Those of the groups {@code TaskCounter} and {@code JobCounter}, which have the same names here.
   */
  private static final Map<String, Counter> FRAMEWORK = new HashMap<>();

  static {
    for (Counter counter : Counter.values()) {
      FRAMEWORK.put(counter.name(), counter);
    }
  }

  private String[] groups = new String[64];
  private String[] names = new String[64];
  private long[] values = new long[64];
  private int size;

  void add(String group, String name, long value) {
    if (size == values.length) {
      groups = Arrays.copyOf(groups, 2 * size);
      names = Arrays.copyOf(names, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    groups[size] = group;
    names[size] = name;
    values[size++] = value;
  }

  void clear() {
    size = 0;
  }

  /** The counters that corebound knows. */
  Counters known() {
    if (size == 0) {
      return Counters.NONE;
    }
    Map<Counter, Long> known = new EnumMap<>(Counter.class);
    StoreBytes stores = new StoreBytes();
    for (int i = 0; i < size; i++) {
      if (groups[i].equals(FILE_SYSTEMS)) {
        stores.add(names[i], values[i]);
      }
      Counter counter = counter(groups[i], names[i]);
      if (counter != null) {
        known.merge(counter, values[i], Long::sum);
      }
    }
    stores.addTo(known);
    return Counters.of(known);
  }

  private static Counter counter(String group, String name) {
    return switch (group) {
      case HADOOP + "TaskCounter", HADOOP + "JobCounter" -> FRAMEWORK.get(name);
      case HADOOP + "lib.input.FileInputFormatCounter" ->
          name.equals("BYTES_READ") ? Counter.INPUT_BYTES : null;
      case HADOOP + "lib.output.FileOutputFormatCounter" ->
          name.equals("BYTES_WRITTEN") ? Counter.OUTPUT_BYTES : null;
      default -> null;
    };
  }

  /** Every counter, as {@code group/name}, the group without its package. */
  Map<String, Long> all() {
    Map<String, Long> all = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      all.put(groups[i].substring(groups[i].lastIndexOf('.') + 1) + "/" + names[i], values[i]);
    }
    return all;
  }
}
