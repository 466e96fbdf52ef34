package io.corebound.collectors.sampler;

import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.Possible;
import io.corebound.collectors.output.SampleTable;
import io.corebound.collectors.output.WholeLines;
import io.corebound.hosts.process.CpuTicks;
import io.corebound.records.run.Samples;
import java.io.IOException;
import java.io.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * CPU time by role ({@code namenode}, {@code datanode}, {@code resourcemanager}, {@code
 * nodemanager}, {@code applicationmaster}, {@code map}, {@code reduce}, {@code container}, {@code
 * client}, {@code collectors}, {@code kernel}, {@code other}), of every process of a host: from
 * {@code /proc} (proc(5)), read by a bash script that starts no process for a sample. A process
 * that came and went between two samples is in what its parent has waited for. A role comes from
 * the command line, else from the variable {@code COREBOUND_ROLE} of the environment, else from the
 * parent.
 *
 * <p>It gives the samples {@code roles} by role: {@code user_percent} and {@code system_percent},
 * in percent of one core (two busy cores are 200). Two more devices: {@code machine} is what {@code
 * /proc/stat} has (interrupts in the kernel's part, steal not), and {@code gap} what the roles lack
 * to it (below zero: they have more). Of the gap the sum of both columns counts: the kernel divides
 * a process's time into the two in another way than the machine's.
 */
public final class CpuByRole extends ScriptCollector {
  static final String SOURCE = "roles";
  static final String MACHINE = "machine";
  static final String GAP = "gap";

  private static final double PERCENT = 100;

  /** Samples once a second. */
  public CpuByRole() {
    this(Duration.ofSeconds(1));
  }

  /**
   * Samples at an interval.
   *
   * @param interval at least a tenth of a second
   */
  public CpuByRole(Duration interval) {
    super(SOURCE, interval);
  }

  @Override
  List<String> arguments() {
    return Roles.arguments();
  }

  @Override
  public Parsed parse(String host, Reader text) throws IOException {
    NotUnderstood notes = new NotUnderstood();
    List<String> metrics = List.of("user_percent", "system_percent");
    ChangeReader reader =
        new ChangeReader(new SampleTable(host, SOURCE, metrics, notes).signed(), notes);
    boolean whole = WholeLines.each(text, reader::line);
    return Parsed.of(
        List.of(reader.table),
        notes,
        reader.isWhole() && whole ? "" : "CPU by role was cut off: its last sample is not whole");
  }

  /** Puts the changes that the script writes together to whole process tables. */
  private static final class ChangeReader {
    /** More than a century of a thousand cores. */
    private static final long HIGHEST = 1_000_000_000_000_000L;

    /** By how much a CPU's ticks may be late: the last sample may come shortly after another. */
    private static final double LATE_S = 0.1;

    private final SampleTable table;
    private final NotUnderstood notes;
    private final RoleSampling sampling = new RoleSampling();
    private final Map<Long, RoleSampling.Process> processes = new HashMap<>();
    private final Map<Long, String> roles = new HashMap<>();
    private final Set<String> seen = new LinkedHashSet<>();
    private int cpus = Possible.CPUS;
    private String[] begun;

    ChangeReader(SampleTable table, NotUnderstood notes) {
      this.table = table;
      this.notes = notes;
      // a role may have more than the CPUs: what a parent waited for comes at once
      table.inPercentOfOneOf(Possible.CPUS);
    }

    boolean isWhole() {
      return begun == null;
    }

    void line(String line) {
      String[] words = line.split(" ", -1);
      try {
        switch (words[0] + " " + words.length) {
          case "c 2" -> cpus(number(words[1]));
          case "t 12" -> begun = words;
          case "r 4" -> roles.put(number(words[1]), words[3].equals("-") ? "" : words[3]);
          case "p 8" -> process(words);
          case "x 2" -> {
            processes.remove(number(words[1]));
            roles.remove(number(words[1]));
          }
          case "e 1" -> sample();
          default -> notes.add(line);
        }
      } catch (NumberFormatException e) {
        notes.add(line);
      }
    }

    private void cpus(long count) {
      cpus = (int) Math.max(1, Math.min(count, Possible.CPUS));
    }

    private void process(String[] words) {
      long pid = number(words[1]);
      processes.put(
          pid,
          new RoleSampling.Process(
              pid,
              number(words[2]),
              number(words[3]),
              new CpuTicks(number(words[4]), number(words[5])),
              new CpuTicks(number(words[6]), number(words[7])),
              ""));
    }

    private void sample() {
      if (begun == null) {
        notes.add("the end of a sample that has no beginning");
        return;
      }
      RoleSampling.Look look = look(begun);
      begun = null;
      RoleSampling.Used used = sampling.next(look);
      if (used == null) {
        return;
      }
      if (!(used.seconds() > 0)) {
        notes.add("a sample at " + look.timeS() + ", which is not after the one before it");
        return;
      }
      if (used.machine().total() < 0) {
        notes.add("the machine's CPU time at %s is less than before".formatted(look.timeS()));
        return;
      }
      double usedS = (double) used.machine().total() / CpuTicks.PER_SECOND;
      if (usedS > Possible.largest(cpus * used.seconds()) + cpus * LATE_S) {
        notes.add(
            "%s core-seconds of %s CPUs in %s s, at %s"
                .formatted(usedS, cpus, used.seconds(), look.timeS()));
        return;
      }
      seen.addAll(used.byRole().keySet());
      List<Samples.Row> rows = new ArrayList<>();
      for (String role : seen) {
        rows.add(row(look, role, used.byRole().getOrDefault(role, CpuTicks.NONE), used));
      }
      rows.add(row(look, MACHINE, used.machine(), used));
      rows.add(row(look, GAP, used.gap(), used));
      table.addAllOrNone(rows);
    }

    private static Samples.Row row(
        RoleSampling.Look look, String device, CpuTicks ticks, RoleSampling.Used used) {
      double perTick = PERCENT / CpuTicks.PER_SECOND / used.seconds();
      return new Samples.Row(
          look.timeS(), device, List.of(ticks.user() * perTick, ticks.system() * perTick));
    }

    private RoleSampling.Look look(String[] t) {
      Map<Long, RoleSampling.Process> now = new HashMap<>();
      processes.forEach((pid, p) -> now.put(pid, p.inRole(roles.getOrDefault(pid, ""))));
      double timeS = Double.parseDouble(t[1]);
      if (!Double.isFinite(timeS)) {
        throw new NumberFormatException(t[1]);
      }
      // user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice: guests are in
      // user
      return new RoleSampling.Look(
          timeS,
          new CpuTicks(number(t[2]) + number(t[3]), number(t[4])),
          number(t[7]) + number(t[8]),
          now);
    }

    private static long number(String word) {
      long number = Long.parseLong(word);
      if (number < 0 || number > HIGHEST) {
        throw new NumberFormatException(word);
      }
      return number;
    }
  }
}
