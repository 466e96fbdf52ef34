package io.corebound.collectors.sampler;

import io.corebound.collectors.output.Fields;
import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.Possible;
import io.corebound.collectors.output.SampleTable;
import io.corebound.collectors.output.WholeLines;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ToolVersion;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** How many the banner says that there are, such as {@code (2 CPU)}. */
  private static final Pattern CPUS = Pattern.compile("\\(([1-9][0-9]{0,3}) CPU\\)");

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
  public Parsed parse(String host, Reader text) throws IOException {
    NotUnderstood notes = new NotUnderstood();
    List<String> metrics = List.of("user_percent", "system_percent");
    TableReader reader = new TableReader(new SampleTable(host, NAME, metrics, notes), notes);
    boolean whole = WholeLines.each(text, reader::line);
    reader.endSecond();
    return Parsed.of(List.of(reader.table), notes, problem(whole, reader.columns));
  }

  private static String problem(boolean whole, List<String> columns) {
    if (!whole) {
      return "pidstat was cut off: its last line is not whole";
    }
    return columns.isEmpty() ? "pidstat wrote no table" : "";
  }

  private static List<String> words(String line) {
    return Arrays.stream(line.strip().split("\\s+")).toList();
  }

  /** Adds up the processes of a role in each second. */
  private final class TableReader {
    private final SampleTable table;
    private final NotUnderstood notes;
    private final Map<String, double[]> roles = new TreeMap<>();
    private List<String> columns = List.of();
    private double secondS = Double.NaN;

    TableReader(SampleTable table, NotUnderstood notes) {
      this.table = table;
      this.notes = notes;
      table.inPercentOfOneOf(Possible.CPUS);
    }

    void line(String line) {
      if (line.startsWith("#")) {
        columns = words(line.substring(1));
        noteLacking();
      } else if (line.startsWith("Linux ")) {
        Matcher cpus = CPUS.matcher(line);
        if (cpus.find()) {
          table.inPercentOfOneOf(Integer.parseInt(cpus.group(1)));
        }
      } else if (!line.isBlank() && !isMean(line)) {
        process(line);
      }
    }

    private void noteLacking() {
      for (String column : NEEDED) {
        if (!columns.contains(column)) {
          notes.addField("no column '%s'".formatted(column));
        }
      }
    }

    private void process(String line) {
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
        if (timeS != secondS) {
          endSecond();
          secondS = timeS;
        }
        double[] sum = roles.computeIfAbsent(role, r -> new double[2]);
        sum[0] += user;
        sum[1] += system;
      } catch (NumberFormatException e) {
        notes.add(line);
      }
    }

    void endSecond() {
      roles.forEach((role, sum) -> table.add(secondS, role, sum));
      roles.clear();
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
}
