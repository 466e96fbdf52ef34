package io.corebound.microbench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;

/** CPU time spent since a start that does not matter, in ns, as /proc has it (proc(5)). */
final class CpuTime {
  /** The kernel shows times in units of USER_HZ, which is 100 on every architecture of today. */
  private static final long TICK_NS = 10_000_000;

  final long userNs;
  final long systemNs;

  /** Time that the hypervisor gave to others; of the machine only. */
  final long stealNs;

  private CpuTime(long userNs, long systemNs, long stealNs) {
    this.userNs = userNs;
    this.systemNs = systemNs;
    this.stealNs = stealNs;
  }

  /** This JVM's, all threads, ended ones too. */
  static CpuTime ofThisProcess() {
    return parseProcess(read(Paths.get("/proc/self/stat")));
  }

  /** A process's, all threads, ended ones too. */
  static CpuTime ofProcess(String role, int pid) {
    Path stat = Paths.get("/proc", Integer.toString(pid), "stat");
    if (!Files.exists(stat)) {
      throw new OneLineException(
          "process "
              + pid
              + " ("
              + role
              + ") does not run, so its CPU time cannot be taken;"
              + " correct it in -D"
              + OperationMeter.WATCH_PROPERTY);
    }
    return parseProcess(read(stat));
  }

  /** The whole machine's busy time: everything but idle, I/O wait and steal. */
  static CpuTime ofMachine() {
    return parseMachine(read(Paths.get("/proc/stat")));
  }

  /** Parses /proc/PID/stat: fields 14 and 15; the name in parentheses may contain anything. */
  static CpuTime parseProcess(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return new CpuTime(ticks(fields[14 - 3]), ticks(fields[15 - 3]), 0);
  }

  /** Parses the first line of /proc/stat: user nice system idle iowait irq softirq steal … */
  static CpuTime parseMachine(String stat) {
    String[] fields = stat.substring(0, stat.indexOf('\n')).trim().split(" +", -1);
    return new CpuTime(
        ticks(fields[1]) + ticks(fields[2]),
        ticks(fields[3]) + ticks(fields[6]) + ticks(fields[7]),
        ticks(fields[8]));
  }

  private static long ticks(String field) {
    return Long.parseLong(field) * TICK_NS;
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new OneLineException(file + " vanished while it was read: its process has ended");
    } catch (IOException e) {
      throw new OneLineException(file + " cannot be read: " + e);
    }
  }
}
