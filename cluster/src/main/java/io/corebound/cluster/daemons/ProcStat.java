package io.corebound.cluster.daemons;

import io.corebound.cluster.job.Cpu;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * CPU time as {@code /proc} gives it (proc(5)), in clock ticks of 1/100 s.
 *
 * @param pid process id
 * @param parent its parent's
 * @param own its threads' CPU time
 * @param children that of its ended children which it has waited for, and theirs
 */
record ProcStat(long pid, long parent, Cpu own, Cpu children) {
  /** {@code USER_HZ}: 100 on every architecture that this Java runs on. */
  private static final double TICKS_PER_S = 100;

  private static final Path PROC = Path.of("/proc");

  Cpu both() {
    return own.plus(children);
  }

  /** One process; empty when it has ended. */
  static Optional<ProcStat> of(long pid) {
    try {
      return Optional.of(parse(Files.readString(PROC.resolve(pid + "/stat"))));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Every process, by its id. */
  static Map<Long, ProcStat> all() {
    Map<Long, ProcStat> all = new HashMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path entry : entries) {
        of(Long.parseLong(entry.getFileName().toString())).ifPresent(s -> all.put(s.pid(), s));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list /proc: " + e.getMessage(), e);
    }
    return all;
  }

  /** Reads {@code /proc/<pid>/stat}; the name in parentheses may itself contain them. */
  static ProcStat parse(String stat) {
    int close = stat.lastIndexOf(')');
    // the first of these is field 3, the state
    String[] f = stat.substring(close + 2).strip().split(" ", -1);
    return new ProcStat(
        Long.parseLong(stat.substring(0, stat.indexOf('(')).strip()),
        Long.parseLong(f[1]),
        new Cpu(seconds(f[11]), seconds(f[12])),
        new Cpu(seconds(f[13]), seconds(f[14])));
  }

  /** Everything that the machine was busy with, from {@code /proc/stat}. */
  static Cpu machine(String stat) {
    String[] f = cpuLine(stat);
    // user and nice (guests are in them); system, irq and softirq
    return new Cpu(seconds(f[1]) + seconds(f[2]), seconds(f[3]) + seconds(f[6]) + seconds(f[7]));
  }

  /** What the hypervisor kept, from {@code /proc/stat}, in core-seconds. */
  static double stealS(String stat) {
    return seconds(cpuLine(stat)[8]);
  }

  private static String[] cpuLine(String stat) {
    return stat.lines().findFirst().orElseThrow().split(" +", -1);
  }

  private static double seconds(String ticks) {
    return Long.parseLong(ticks) / TICKS_PER_S;
  }
}
