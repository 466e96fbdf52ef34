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

/** The processes of this machine as {@code /proc} shows them (proc(5)). */
public final class ProcessTable {
  private static final Path PROC = Path.of("/proc");

  /**
   * One process.
   *
   * @param pid process id
   * @param name its short name
   * @param state one letter; {@code Z} is one that ended and waits for its parent
   * @param parent process id of its parent
   * @param group process group
   * @param userTicks CPU time in user mode, in clock ticks (1/100 s)
   * @param systemTicks CPU time in the kernel, in clock ticks
   * @param startTicks when it started, in clock ticks since boot (field 22 of the file {@code
   *     stat})
   */
  public record Row(
      long pid,
      String name,
      char state,
      long parent,
      long group,
      long userTicks,
      long systemTicks,
      long startTicks) {
    public boolean alive() {
      return state != 'Z' && state != 'X';
    }
  }

  private ProcessTable() {}

  /** All processes that have not ended. */
  public static List<Row> alive() {
    List<Row> rows = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path entry : entries) {
        of(Long.parseLong(entry.getFileName().toString())).filter(Row::alive).ifPresent(rows::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list /proc: " + e.getMessage(), e);
    }
    return rows;
  }

  /** One process; empty when there is none of that id. */
  public static Optional<Row> of(long pid) {
    try {
      // a name may have any bytes
      byte[] stat = Files.readAllBytes(PROC.resolve(pid + "/stat"));
      return Optional.of(parse(new String(stat, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Reads a line of the file {@code stat}; the name in parentheses may itself contain them. */
  static Row parse(String stat) {
    int open = stat.indexOf('(');
    int close = stat.lastIndexOf(')');
    String[] fields = stat.substring(close + 2).strip().split(" ", -1);
    return new Row(
        Long.parseLong(stat.substring(0, open).strip()),
        stat.substring(open + 1, close),
        fields[0].charAt(0),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[11]),
        Long.parseLong(fields[12]),
        Long.parseLong(fields[19]));
  }

  /** Whether the process was started with exactly this variable in its environment. */
  static boolean hasVariable(long pid, String variable) {
    try {
      byte[] environment = Files.readAllBytes(PROC.resolve(pid + "/environ"));
      return List.of(new String(environment, StandardCharsets.UTF_8).split("\0", -1))
          .contains(variable);
    } catch (IOException e) {
      // ended meanwhile, or another user's, which this run cannot have started
      return false;
    }
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
}
