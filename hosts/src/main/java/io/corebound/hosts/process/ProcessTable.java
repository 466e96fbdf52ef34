package io.corebound.hosts.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/** The processes and the CPU time of this machine, as {@code /proc} shows them (proc(5)). */
public final class ProcessTable {
  private static final Path PROC = Path.of("/proc");

  /**
   * One process.
   *
   * @param state one letter; {@code Z} is one that ended and waits for its parent
   * @param waited CPU time of the ended children that it has waited for, and of their children
   * @param startTicks when it started, since boot; with the id it identifies the process for good
   */
  public record Row(
      long pid,
      String name,
      char state,
      long parent,
      long group,
      CpuTicks own,
      CpuTicks waited,
      long startTicks) {
    public boolean alive() {
      return state != 'Z' && state != 'X';
    }

    /** Its own time and that of its ended children. */
    public CpuTicks both() {
      return own.plus(waited);
    }
  }

  /**
   * What the whole machine did.
   *
   * @param busy user and nice; system, irq and softirq
   */
  public record Machine(CpuTicks busy, long stealTicks, long totalTicks) {}

  private ProcessTable() {}

  /** All processes that have not ended. */
  public static List<Row> alive() {
    return all().stream().filter(Row::alive).toList();
  }

  /** All processes, also those that wait for their parent. */
  public static List<Row> all() {
    List<Row> rows = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
      entries.forEach(
          entry -> of(Long.parseLong(entry.getFileName().toString())).ifPresent(rows::add));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list /proc: " + e.getMessage(), e);
    }
    return rows;
  }

  /** One process; empty when there is none of that id. */
  public static Optional<Row> of(long pid) {
    return text(pid, "stat").map(ProcessTable::parse);
  }

  /** Empty when the process has ended, or is another user's. */
  private static Optional<String> text(long pid, String file) {
    try {
      // not readString: a name may have any bytes
      byte[] bytes = Files.readAllBytes(PROC.resolve(pid + "/" + file));
      return Optional.of(new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Reads a line of the file {@code stat}; the name in parentheses may itself contain them. */
  static Row parse(String stat) {
    int open = stat.indexOf('(');
    int close = stat.lastIndexOf(')');
    // the first of these is field 3, the state
    String[] f = stat.substring(close + 2).strip().split(" ", -1);
    return new Row(
        Long.parseLong(stat.substring(0, open).strip()),
        stat.substring(open + 1, close),
        f[0].charAt(0),
        Long.parseLong(f[1]),
        Long.parseLong(f[2]),
        new CpuTicks(Long.parseLong(f[11]), Long.parseLong(f[12])),
        new CpuTicks(Long.parseLong(f[13]), Long.parseLong(f[14])),
        Long.parseLong(f[19]));
  }

  /** The program and arguments of a process; empty when it has ended. */
  public static List<String> arguments(long pid) {
    return text(pid, "cmdline").map(line -> List.of(line.split("\0"))).orElse(List.of());
  }

  /**
   * What is alive and was started with exactly this variable in its environment, the calling
   * process and its ancestors apart.
   */
  public static List<Row> marked(String variable) {
    Set<Long> spared = ownLine();
    return alive().stream()
        .filter(row -> !spared.contains(row.pid()) && hasVariable(row.pid(), variable))
        .toList();
  }

  static boolean hasVariable(long pid, String variable) {
    return text(pid, "environ").stream()
        .anyMatch(text -> List.of(text.split("\0", -1)).contains(variable));
  }

  /** The calling process and its ancestors. */
  public static Set<Long> ownLine() {
    Set<Long> line = new HashSet<>();
    Optional<Row> row = of(ProcessHandle.current().pid());
    while (row.isPresent() && line.add(row.get().pid())) {
      row = of(row.get().parent());
    }
    return line;
  }

  /** The whole machine, from {@code /proc/stat}. */
  public static Machine machine() {
    try {
      return parseMachine(Files.readString(PROC.resolve("stat")));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read /proc/stat: " + e.getMessage(), e);
    }
  }

  static Machine parseMachine(String stat) {
    String[] words = stat.lines().findFirst().orElseThrow().split(" +", -1);
    long[] t = new long[words.length];
    for (int i = 1; i < words.length; i++) {
      t[i] = Long.parseLong(words[i]);
    }
    // user, nice, system, idle, iowait, irq, softirq, steal; guests are in user and nice
    return new Machine(
        new CpuTicks(t[1] + t[2], t[3] + t[6] + t[7]), t[8], LongStream.of(t).limit(9).sum());
  }
}
