package io.corebound.analysis.pages.report;

import io.corebound.records.Runs;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CommandResult;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.Samples;
import io.corebound.records.run.Samples.Row;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A command that was watched on many hosts for many seconds. Every host has one second of its own,
 * {@link #peakS}, in which its CPU and its disk are busier than ever, and one, {@link #dipS}, in
 * which its CPU is idler than ever.
 */
final class ManyHosts {
  static final String CELL = "collect";
  static final long START = Instant.parse("2026-11-21T09:00:00Z").getEpochSecond();

  private ManyHosts() {}

  static String name(int host) {
    return String.format(Locale.ROOT, "node-%03d", host);
  }

  /** Second of a host's peaks since the start. */
  static int peakS(int host, int seconds) {
    return (host * 7919 + 31) % seconds;
  }

  static int dipS(int host, int seconds) {
    return (host * 6101 + 977) % seconds;
  }

  /** A host's CPU use in its busiest second, in per cent. */
  static double cpuPeak(int host) {
    return (9000 + host) / 100.0;
  }

  /** What its disk wrote in its busiest second, in MB/s. */
  static double diskPeak(int host) {
    return 500 + host;
  }

  /** A host's CPU use in its idlest second, in per cent. */
  static double cpuDip(int host) {
    return (100 + host) / 100.0;
  }

  /**
   * The run directory.
   *
   * @param hosts how many, the first is number 1
   * @param without the number of a host that has no samples of the disk
   */
  static RunDirectory run(Path root, int hosts, int seconds, int without) {
    RunDirectory run = new RunDirectory(root);
    for (int host = 1; host <= hosts; host++) {
      cpu(host, seconds).write(run.samplesFolder(CELL));
      network(host, seconds).write(run.samplesFolder(CELL));
      if (host != without) {
        disk(host, seconds).write(run.samplesFolder(CELL));
      }
    }
    records(run, hosts, seconds);
    return run;
  }

  private static Samples cpu(int host, int seconds) {
    List<Row> rows = new ArrayList<>();
    for (int s = 0; s < seconds; s++) {
      double busy = 20 + (host * 13 + s) % 30;
      busy = s == peakS(host, seconds) ? cpuPeak(host) : busy;
      busy = s == dipS(host, seconds) ? cpuDip(host) : busy;
      for (String device : List.of("all", "0", "1")) {
        rows.add(
            new Row(START + s, device, List.of(busy, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 100 - busy)));
      }
    }
    return new Samples(
        name(host),
        "sar-cpu",
        List.of(
            "user_percent",
            "nice_percent",
            "system_percent",
            "iowait_percent",
            "steal_percent",
            "irq_percent",
            "soft_percent",
            "idle_percent"),
        rows);
  }

  private static Samples disk(int host, int seconds) {
    List<Row> rows = new ArrayList<>();
    for (int s = 0; s < seconds; s++) {
      double written = s == peakS(host, seconds) ? diskPeak(host) : 10 + (host + s) % 40;
      rows.add(new Row(START + s, "sda", List.of(0.0, 5.0, 3.0)));
      rows.add(new Row(START + s, "sdb", List.of(0.0, written, 30.0)));
    }
    return new Samples(
        name(host),
        "iostat-disk",
        List.of("read_mb_per_s", "write_mb_per_s", "util_percent"),
        rows);
  }

  private static Samples network(int host, int seconds) {
    List<Row> rows = new ArrayList<>();
    for (int s = 0; s < seconds; s++) {
      rows.add(new Row(START + s, "lo", List.of(900.0, 900.0)));
      rows.add(new Row(START + s, "eth0", List.of(host / 10.0, 1.0)));
    }
    return new Samples(
        name(host), "sar-network", List.of("receive_mb_per_s", "transmit_mb_per_s"), rows);
  }

  private static void records(RunDirectory run, int hosts, int seconds) {
    double endS = START + seconds - 1.0;
    StructuredFiles.writeJson(
        run.commandFile(CELL),
        new CommandResult(
            List.of("teragen"),
            0,
            START,
            endS,
            IntStream.rangeClosed(1, hosts)
                .mapToObj(host -> new WatchedHost(name(host), List.of(0, 1), 2, List.of()))
                .toList(),
            List.of()));
    StructuredFiles.writeJson(
        run.cellFile(CELL),
        CellResult.of(CELL, CELL, State.OK, "", new DataSize(0))
            .withStages(List.of(Runs.job(CELL, START, endS))));
    run.write(
        Runs.manifest(
                "run-1", List.of("collect", "--", "teragen"), Instant.ofEpochSecond(START - 4))
            .ended(State.OK, "", Instant.ofEpochSecond(START + seconds + 2L)));
  }
}
