package io.corebound.microbench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Measures one operation inside a benchmark method: wall time, and the CPU time, user and system,
 * of every process that the operation makes work. {@link #begin} and {@link #end} stand directly
 * around what is measured, so that preparation never counts; {@link OperationProfiler} takes the
 * figures out after every iteration.
 *
 * <p>Watched processes besides this JVM are given by the system property {@value #WATCH_PROPERTY}
 * ({@code datanode:1234,namenode:567}) or by {@link #watch}. The machine's own busy time is always
 * taken too, since kernel threads and interrupts belong to no process.
 *
 * <p>User and system time come from {@code /proc} in ticks of 10 ms: one short operation is known
 * to about 20 ms, without bias, and the mean of many is as good as their number. For this JVM the
 * sum of both comes in ns, as of the last scheduler tick, from the scheduler as well, wherever the
 * kernel gives it and no thread has ended meanwhile; elsewhere it is the sum of the ticks.
 */
public final class OperationMeter {
  /** Names the processes to watch: {@code role:pid}, separated by commas. */
  public static final String WATCH_PROPERTY = "corebound.watch";

  static final String SELF = "benchmark";
  static final String MACHINE = "machine";

  /** In place of a process id: all children of this JVM that have ended. */
  static final int ENDED_CHILDREN = 0;

  /** Processes watched besides those of the system property. */
  private static final Map<String, Integer> WATCHED = new LinkedHashMap<>();

  private static final Map<String, Figure> FIGURES = new LinkedHashMap<>();

  private final String operation;
  private final ByteBase base;
  private final Map<String, String> tags = new TreeMap<>();
  private Map<String, Integer> watched;
  private Snapshot begin;

  /**
   * Makes a meter, and takes one reading that is thrown away, so that loading the meter's own
   * classes is not part of what is measured.
   *
   * @param operation the operation's id, for instance {@code read.hdfs}
   * @param base which bytes it counts
   */
  public OperationMeter(String operation, ByteBase base) {
    this.operation = operation;
    this.base = base;
    watched = watched();
    Snapshot.before(watched).until(Snapshot.after(watched));
  }

  /**
   * Says how the operation was done where no parameter of the benchmark says it, for instance which
   * implementation of a codec was found. It becomes part of the result's name: results with
   * different tags are never mixed.
   *
   * @param name of the tag, like a parameter's: {@code implementation}
   * @param value lower case, without blanks: {@code snappy-java}
   * @return this meter
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

  /** The operation begins now. */
  public void begin() {
    if (begin != null) {
      throw new IllegalStateException(operation + " has begun already");
    }
    watched = watched();
    begin = Snapshot.before(watched);
  }

  /**
   * The operation has ended.
   *
   * @param records the records that it handled
   * @param bytes the bytes that it handled; which ones, the table of the package says
   */
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

  /**
   * Adds a figure of the operation's own, for instance its number of spills. A field {@code
   * part_cpu_ns@NAME} or {@code part_wall_ns@NAME} is the time of a part of the operation, a thread
   * or a phase, that is within its total already.
   *
   * @param field what is counted; an underscore and the unit at its end, if it has one
   * @param value how much
   * @param unit the unit in words, for JMH's own table
   */
  public void report(String field, long value, String unit) {
    synchronized (FIGURES) {
      String label = operation + tags() + "|" + field;
      Figure known = FIGURES.get(label);
      FIGURES.put(label, new Figure(label, known == null ? value : known.value + value, unit));
    }
  }

  /**
   * Watches one more process, from the next {@link #begin} of any meter on.
   *
   * @param role what it is called in the results
   * @param pid its process id
   */
  public static void watch(String role, int pid) {
    synchronized (WATCHED) {
      WATCHED.put(role, pid);
    }
  }

  /**
   * Watches the programs that this JVM starts, from the next {@link #begin} of any meter on. Their
   * time is known, in ticks of 10 ms, once they have ended and have been waited for; so an
   * operation that starts one waits for its end.
   *
   * @param role what they are called in the results
   */
  public static void watchEndedChildren(String role) {
    watch(role, ENDED_CHILDREN);
  }

  /**
   * Ends what {@link #watch} or {@link #watchEndedChildren} began.
   *
   * @param role the name that it was given
   */
  public static void unwatch(String role) {
    synchronized (WATCHED) {
      WATCHED.remove(role);
    }
  }

  /** Takes out everything that was measured since the last time; sums of what occurred twice. */
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

  /** Reads {@value #WATCH_PROPERTY}. */
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

  /** One figure of one operation. */
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
