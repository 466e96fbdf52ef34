package io.corebound.collectors.sampler;

import io.corebound.collectors.output.NotUnderstood;
import io.corebound.collectors.output.SampleTable;
import io.corebound.collectors.output.WholeLines;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.Reader;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pressure-stall information: the share of time in which tasks waited for the CPU, for I/O, for
 * memory or for interrupts, read from {@code /proc/pressure} once a second (Linux 4.20 and newer,
 * where it is switched on; Documentation/accounting/psi.rst).
 *
 * <p>It gives the samples {@code pressure} by resource ({@code cpu}, {@code io}, {@code memory},
 * {@code irq}): {@code some_percent}, the share of the interval in which at least one task waited,
 * and {@code full_percent}, that in which all tasks that had work did. They are computed from the
 * kernel's totals, which lose nothing between samples, not from its averages over 10 s and more.
 * NaN where the kernel keeps no such figure: {@code full} of the CPU before 5.13, {@code some} of
 * interrupts.
 *
 * <p>A sample's time is true to a hundredth of a second; so a share may be off by one per cent of
 * itself, and that of the last sample, which may be of a tenth of a second, by ten.
 */
public final class Pressure extends ScriptCollector {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String PROC = "/proc/pressure/cpu";

  /** Digits only, and so few that a sum stays exact. */
  private static final String SECONDS = "([0-9]{1,12}(?:\\.[0-9]{1,9})?)";

  private static final Pattern EPOCH = Pattern.compile("epoch " + SECONDS + " " + SECONDS);
  private static final Pattern UPTIME = Pattern.compile("uptime " + SECONDS);
  private static final Pattern STALL =
      Pattern.compile("(cpu|io|memory|irq) (some|full)(?: \\S+)*? total=([0-9]{1,15})(?: \\S+)*");

  /** Longer than any line of the kernel's. */
  private static final int LONGEST_LINE = 500;

  /** What cat prints for a file that does not exist (ENOENT), and for psi=0 (EOPNOTSUPP). */
  private static final List<String> KEEPS_NONE =
      List.of("No such file or directory", "not supported");

  private static final List<String> METRICS = List.of("some_percent", "full_percent");
  private static final double MICROS = 1e6;
  private static final double UPTIME_S = 0.01;

  /** Samples once a second. */
  public Pressure() {
    super("pressure", Duration.ofSeconds(1));
  }

  /** The version is that of the kernel; bash, 4.4 or newer, must be there as well. */
  @Override
  public ToolVersion probe(Host host) {
    super.probe(host);
    return ToolVersion.require(host, "uname", "-r", "install coreutils");
  }

  @Override
  public Optional<String> unavailable(Host host) {
    Outcome outcome = host.run(Command.of(LIMIT, "cat", PROC));
    if (outcome.ok() && outcome.out().startsWith("some ")) {
      return Optional.empty();
    }
    if (KEEPS_NONE.stream().noneMatch(outcome.err()::contains)) {
      throw CoreboundException.failed(
          "%s: %s cannot be read: %s".formatted(host.name(), PROC, outcome.lastWords()));
    }
    return Optional.of(
        """
        the kernel of host %s keeps no pressure-stall information (%s); it takes Linux 4.20 or \
        newer, built with CONFIG_PSI and, where that is off by default, started with psi=1; waiting \
        for I/O is judged by blocked tasks and I/O wait alone\
        """
            .formatted(host.name(), outcome.lastWords()));
  }

  @Override
  public Parsed parse(String host, Reader text) throws IOException {
    NotUnderstood notes = new NotUnderstood();
    SampleTable table = new SampleTable(host, "pressure", METRICS, notes);
    TotalsReader reader = new TotalsReader(table, notes);
    boolean whole =
        WholeLines.each(
            text,
            line -> {
              if (!line.isBlank()) {
                reader.read(line);
              }
            });
    reader.endSample(true);
    return Parsed.of(List.of(table), notes, problem(whole, reader));
  }

  private static String problem(boolean whole, TotalsReader reader) {
    if (!whole) {
      return "the reader of /proc/pressure was cut off: its last line is not whole";
    }
    return reader.everStarted ? "" : "the reader of /proc/pressure wrote no sample";
  }

  /** Turns totals that only ever grow into shares of the time between two samples. */
  private static final class TotalsReader {
    private final SampleTable table;
    private final NotUnderstood notes;

    /** Seconds since the epoch at uptime 0; NaN before the first line. */
    private double bootS = Double.NaN;

    private double uptimeS = Double.NaN;
    private double beforeS = Double.NaN;
    private boolean everStarted;
    private Map<String, long[]> before = new HashMap<>();
    private Map<String, long[]> now = new LinkedHashMap<>();

    TotalsReader(SampleTable table, NotUnderstood notes) {
      this.table = table;
      this.notes = notes;
    }

    void read(String line) {
      if (line.length() > LONGEST_LINE) {
        notes.add(line);
        return;
      }
      Matcher epoch = EPOCH.matcher(line);
      Matcher uptime = UPTIME.matcher(line);
      Matcher stall = STALL.matcher(line);
      if (epoch.matches()) {
        begin(Double.parseDouble(epoch.group(1)) - Double.parseDouble(epoch.group(2)));
      } else if (uptime.matches() && !Double.isNaN(bootS)) {
        startSample(Double.parseDouble(uptime.group(1)));
      } else if (stall.matches() && !Double.isNaN(uptimeS)) {
        put(stall.group(1), stall.group(2).equals("some") ? 0 : 1, stall.group(3));
      } else {
        notes.add(line);
      }
    }

    /** A reader began, the first one or another one after it: what was before does not count. */
    private void begin(double epochOfBootS) {
      endSample(true);
      if (!Double.isNaN(bootS)) {
        notes.add("the reader of /proc/pressure was started again");
      }
      bootS = epochOfBootS;
      uptimeS = Double.NaN;
      beforeS = Double.NaN;
      before = new HashMap<>();
    }

    private void startSample(double timeS) {
      endSample(false);
      uptimeS = timeS;
      everStarted = true;
    }

    private void put(String resource, int column, String total) {
      now.computeIfAbsent(resource, r -> new long[] {-1, -1})[column] = Long.parseLong(total);
    }

    /** The last sample before an end may lack lines: what it lacks was cut off. */
    private void endSample(boolean last) {
      if (!Double.isNaN(uptimeS) && !Double.isNaN(beforeS)) {
        if (uptimeS > beforeS) {
          now.keySet().forEach(resource -> addRow(resource, last));
        } else {
          notes.add("uptime %s after uptime %s".formatted(uptimeS, beforeS));
        }
      }
      if (!Double.isNaN(uptimeS)) {
        beforeS = uptimeS;
        before = now;
        now = new LinkedHashMap<>();
        uptimeS = Double.NaN;
      }
    }

    private void addRow(String resource, boolean last) {
      long[] earlier = before.get(resource);
      long[] later = now.get(resource);
      if (earlier == null || last && lacks(later, earlier)) {
        return;
      }
      table.add(
          bootS + uptimeS,
          resource,
          share(resource + " some", earlier, later, 0),
          share(resource + " full", earlier, later, 1));
    }

    private static boolean lacks(long[] later, long[] earlier) {
      return earlier[0] >= 0 && later[0] < 0 || earlier[1] >= 0 && later[1] < 0;
    }

    private double share(String what, long[] earlierTotals, long[] laterTotals, int column) {
      long earlier = earlierTotals[column];
      long later = laterTotals[column];
      if (earlier < 0 || later < 0) {
        return Double.NaN;
      }
      if (later < earlier) {
        notes.add("%s: total=%s after total=%s".formatted(what, later, earlier));
        // nor can the next one be compared with it
        laterTotals[column] = -1;
        return Double.NaN;
      }
      double stalledS = (later - earlier) / MICROS;
      double betweenS = uptimeS - beforeS;
      // either uptime may be a hundredth late
      return 100
          * (stalledS <= betweenS + 2 * UPTIME_S
              ? Math.min(1, stalledS / betweenS)
              : stalledS / betweenS);
    }
  }
}
