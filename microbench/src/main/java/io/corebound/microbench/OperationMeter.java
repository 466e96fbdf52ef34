package io.corebound.microbench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Measures one operation inside a benchmark method: wall time, and the CPU time, user and system,
 * of every process that works for the operation. {@link #begin} and {@link #end} enclose only what
 * is measured, so preparation never counts; {@link OperationProfiler} takes the figures after every
 * iteration.
 */
public final class OperationMeter {
  /** Names the processes to watch: {@code role:pid}, separated by commas. */
  public static final String WATCH_PROPERTY = "corebound.watch";

  static final String SELF = "benchmark";
  static final String MACHINE = "machine";

  /** In place of a process id: all children of this JVM that have ended. */
  static final int ENDED_CHILDREN = 0;

  private static final Map<String, Integer> WATCHED = new LinkedHashMap<>();

  private static final Map<String, Figure> FIGURES = new LinkedHashMap<>();

  private final String operation;
  private final ByteBase base;
  private final Map<String, String> tags = new TreeMap<>();
  private Map<String, Integer> watched;
  private Snapshot begin;

  /**
   * Makes a meter and discards a first reading, so that loading the meter's classes is not
   * measured.
   */
  public OperationMeter(String operation, ByteBase base) {
    this.operation = operation;
    this.base = base;
    watched = watched();
    Snapshot.before(watched).until(Snapshot.after(watched));
  }

  /**
   * Tags how the operation was done where no parameter says it, for instance which implementation
   * of a codec was found.
   */
  public OperationMeter tag(String name, String value) {
    if (!(name + value).matches("[A-Za-z0-9.-]+")) {
      throw new IllegalArgumentException(
          "a tag is made of letters, digits, '.' and '-': " + name + "=" + value);
    }
    tags.put(name, value);
    return this;
  }

  /** JMH breaks the lines of its JSON at braces, brackets and commas, even within a name. */
  private String tags() {
    return tags.isEmpty()
        ? ""
        : tags.entrySet().stream()
            .map(tag -> tag.getKey() + "=" + tag.getValue())
            .collect(Collectors.joining(";", "(", ")"));
  }

  public void begin() {
    if (begin != null) {
      throw new IllegalStateException(operation + " has begun already");
    }
    watched = watched();
    begin = Snapshot.before(watched);
  }

  public void end(long records, long bytes) {
    if (begin == null) {
      throw new IllegalStateException(operation + " has not begun");
    }
    Map<String, Long> elapsed = begin.until(Snapshot.after(watched));
    begin = null;
    report("records", records, "records");
    report("bytes", bytes, base.unit());
    elapsed.forEach(
        (field, value) -> report(field, value, field.startsWith("alloc_bytes") ? "B" : "ns"));
  }

  /** Adds an operation's own figure, for instance its number of spills. */
  public void report(String field, long value, String unit) {
    synchronized (FIGURES) {
      String label = operation + tags() + "|" + field;
      Figure known = FIGURES.get(label);
      FIGURES.put(label, new Figure(label, known == null ? value : known.value + value, unit));
    }
  }

  /** Watches one more process, from the next {@link #begin} of any meter on. */
  public static void watch(String role, int pid) {
    synchronized (WATCHED) {
      WATCHED.put(role, pid);
    }
  }

  /** Watches the programs that this JVM starts, from the next {@link #begin} of any meter on. */
  public static void watchEndedChildren(String role) {
    watch(role, ENDED_CHILDREN);
  }

  /** Ends what {@link #watch} or {@link #watchEndedChildren} began. */
  public static void unwatch(String role) {
    synchronized (WATCHED) {
      WATCHED.remove(role);
    }
  }

  /** Takes everything measured since the last call, with repeated figures summed. */
  static List<Figure> drain() {
    synchronized (FIGURES) {
      List<Figure> figures = new ArrayList<>(FIGURES.values());
      FIGURES.clear();
      return figures;
    }
  }

  private static Map<String, Integer> watched() {
    Map<String, Integer> watched = parseWatched(System.getProperty(WATCH_PROPERTY, ""));
    synchronized (WATCHED) {
      watched.putAll(WATCHED);
    }
    return watched;
  }

  static Map<String, Integer> parseWatched(String property) {
    Map<String, Integer> watched = new LinkedHashMap<>();
    for (String entry : property.split(",", -1)) {
      if (entry.isEmpty()) {
        continue;
      }
      int colon = entry.indexOf(':');
      String pid = entry.substring(colon + 1);
      if (colon < 1 || !pid.matches("[1-9][0-9]{0,8}")) {
        throw new OneLineException(
            WATCH_PROPERTY + ": '" + entry + "' is not role:pid, for instance datanode:1234");
      }
      watched.put(entry.substring(0, colon), Integer.valueOf(pid));
    }
    return watched;
  }

  static final class Figure {
    final String label;
    final long value;
    final String unit;

    Figure(String label, long value, String unit) {
      this.label = label;
      this.value = value;
      this.unit = unit;
    }
  }
}
