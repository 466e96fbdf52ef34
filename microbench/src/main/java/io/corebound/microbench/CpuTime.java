package io.corebound.microbench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** CPU time since an arbitrary start, in ns, from /proc (proc(5)). */
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

  static CpuTime ofThisProcess() {
    return parseProcess(read(Paths.get("/proc/self/stat")));
  }

  /**
   * CPU time of every live thread of this JVM, including the garbage collector's and the
   * compilers', in ns by thread id ({@code schedstat}, proc(5)), as of the scheduler's last tick;
   * empty where the kernel does not report it.
   */
  static Map<String, Long> ofThreads() {
    Map<String, Long> threads = new HashMap<>();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Paths.get("/proc/self/task"))) {
      for (Path task : tasks) {
        String spent = new String(Files.readAllBytes(task.resolve("schedstat")), ISO_8859_1);
        threads.put(
            task.getFileName().toString(), Long.valueOf(spent.substring(0, spent.indexOf(' '))));
      }
    } catch (IOException | DirectoryIteratorException e) {
      // a thread ended in between, or the file is missing: ticks are used
      return Collections.emptyMap();
    }
    // a kernel without sched_info shows zeros
    return threads.values().stream().allMatch(ns -> ns == 0) ? Collections.emptyMap() : threads;
  }

  /** That of all ended children of this JVM that were waited for, and of their children. */
  static CpuTime ofEndedChildren() {
    return parseEndedChildren(read(Paths.get("/proc/self/stat")));
  }

  static CpuTime ofProcess(String role, int pid) {
    Path stat = Paths.get("/proc", Integer.toString(pid), "stat");
    if (!Files.exists(stat)) {
      throw new OneLineException(
          String.format(
              "process %s (%s) does not run, so its CPU time cannot be read;"
                  + " correct it in -D%s",
              pid, role, OperationMeter.WATCH_PROPERTY));
    }
    return parseProcess(read(stat));
  }

  /** The whole machine's busy time: everything but idle, I/O wait and steal. */
  static CpuTime ofMachine() {
    return parseMachine(read(Paths.get("/proc/stat")));
  }

  /** Parses /proc/PID/stat: fields 14 and 15; the name in parentheses may contain anything. */
  static CpuTime parseProcess(String stat) {
    return fields(stat, 14);
  }

  /** Parses /proc/PID/stat: fields 16 and 17. */
  static CpuTime parseEndedChildren(String stat) {
    return fields(stat, 16);
  }

  /** User and system time, which stand beside each other; proc(5) counts from 1. */
  private static CpuTime fields(String stat, int user) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return new CpuTime(ticks(fields[user - 3]), ticks(fields[user + 1 - 3]), 0);
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
      return new String(Files.readAllBytes(file), ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new OneLineException(file + " vanished while it was read: its process has ended");
    } catch (IOException e) {
      throw new OneLineException(file + " cannot be read: " + e);
    }
  }
}
