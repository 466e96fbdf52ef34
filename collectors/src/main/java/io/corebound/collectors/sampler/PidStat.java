package io.corebound.collectors.sampler;

import io.corebound.collectors.output.Fields;
import io.corebound.collectors.output.NotUnderstood;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.records.run.Samples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@code pidstat -u} for given processes, once a second, with times in seconds since the epoch
 * (pidstat(1)). Processes of the same role are added up; a process that does not exist any more has
 * no row.
 *
 * <p>It gives the samples {@code pidstat} by role: {@code user_percent} and {@code system_percent},
 * in percent of one core (two busy cores are 200).
 */
public final class PidStat implements Collector {
  static final String NAME = "pidstat";

  private static final List<String> NEEDED = List.of("Time", "PID", "%usr", "%system");

  private final Map<Long, String> roleByPid;

  /** Watches processes of the host that it is started on. */
  public PidStat(Map<Long, String> roleByPid) {
    if (roleByPid.isEmpty()) {
      throw new IllegalArgumentException("pidstat watches at least one process");
    }
    this.roleByPid = new TreeMap<>(roleByPid);
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Times in seconds since the epoch ({@code -H}) came with version 11.6 of pidstat. */
  @Override
  public ToolVersion probe(Host host) {
    return Sysstat.require(host, name(), "it has no option -H");
  }

  @Override
  public Recording start(Host host, Path rawFolder) {
    Path text = rawFolder.resolve("pidstat.txt");
    Path errors = rawFolder.resolve("pidstat.err");
    String pids = roleByPid.keySet().stream().map(String::valueOf).collect(Collectors.joining(","));
    Command command =
        Command.of(Sysstat.LONGEST, name(), "-u", "-h", "-H", "-p", pids, Sysstat.INTERVAL);
    return new Recording(host, host.start(command, text, errors), text, errors);
  }

  /**
   * pidstat ends by itself, with status 0, when every process that it watches has ended: that is
   * not a failure.
   */
  @Override
  public RawOutput stop(Recording recording) {
    String problem = recording.earlyEnd(status -> status == 0);
    return new RawOutput(recording.interrupt().file(), problem);
  }

  @Override
  public Parsed parse(String host, String text) {
    NotUnderstood notes = new NotUnderstood();
    // LinkedHashMap: the rows stay in the order of time in which pidstat wrote them
    Map<Double, Map<String, double[]>> byTime = new LinkedHashMap<>();
    List<String> columns = List.of();
    int whole = text.lastIndexOf('\n') + 1;
    for (String line : text.substring(0, whole).split("\n", -1)) {
      if (line.startsWith("#")) {
        columns = words(line.substring(1));
        noteLacking(columns, notes);
      } else if (!line.isBlank() && !line.startsWith("Linux ") && !isMean(line)) {
        addRow(columns, line, byTime, notes);
      }
    }
    return Parsed.of(
        List.of(new Samples(host, NAME, List.of("user_percent", "system_percent"), rows(byTime))),
        notes,
        problem(text, whole, columns));
  }

  private static String problem(String text, int whole, List<String> columns) {
    if (whole < text.length()) {
      return "pidstat was cut off: its last line is not whole";
    }
    return columns.isEmpty() ? "pidstat wrote no table" : "";
  }

  private static List<String> words(String line) {
    return Arrays.stream(line.strip().split("\\s+")).toList();
  }

  private static void noteLacking(List<String> columns, NotUnderstood notes) {
    for (String column : NEEDED) {
      if (!columns.contains(column)) {
        notes.addField("no column '%s'".formatted(column));
      }
    }
  }

  private void addRow(
      List<String> columns,
      String line,
      Map<Double, Map<String, double[]>> byTime,
      NotUnderstood notes) {
    List<String> words = words(line);
    if (!columns.containsAll(NEEDED) || words.size() < columns.size()) {
      notes.add(line);
      return;
    }
    try {
      String role = roleByPid.get(Long.parseLong(words.get(columns.indexOf("PID"))));
      double timeS = finite(words.get(columns.indexOf("Time")));
      double user = finite(words.get(columns.indexOf("%usr")));
      double system = finite(words.get(columns.indexOf("%system")));
      if (role == null) {
        notes.add(line);
        return;
      }
      double[] sum =
          byTime
              .computeIfAbsent(timeS, t -> new TreeMap<>())
              .computeIfAbsent(role, r -> new double[2]);
      sum[0] += user;
      sum[1] += system;
    } catch (NumberFormatException e) {
      notes.add(line);
    }
  }

  /** What pidstat adds at its end: {@code Average:}, in other languages other words. */
  private static boolean isMean(String line) {
    return words(line).get(0).endsWith(":");
  }

  /** A number, also with the decimal comma of other languages. */
  private static double finite(String word) {
    double number = Double.parseDouble(word.replace(',', '.'));
    if (!(Math.abs(number) <= Fields.LARGEST)) {
      throw new NumberFormatException(word);
    }
    return number;
  }

  private static List<Samples.Row> rows(Map<Double, Map<String, double[]>> byTime) {
    List<Samples.Row> rows = new ArrayList<>();
    byTime.forEach(
        (timeS, roles) ->
            roles.forEach(
                (role, sum) -> rows.add(new Samples.Row(timeS, role, List.of(sum[0], sum[1])))));
    return rows;
  }
}
