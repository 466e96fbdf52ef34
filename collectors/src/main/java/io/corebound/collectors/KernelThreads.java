package io.corebound.collectors;

import io.corebound.hosts.Command;
import io.corebound.hosts.Host;
import io.corebound.hosts.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * CPU time of a host's kernel threads, the children of kthreadd, from {@code /proc} (proc(5)).
 * Interrupts are in it as far as the kernel counts them to the thread that they interrupt.
 *
 * @param threads by process id
 */
record KernelThreads(Map<Long, Thread> threads) {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final double TICKS_PER_S = 100;
  private static final String KTHREADD = "2";

  /**
   * Words behind the name in brackets: state, parent, ...; utime and stime are the 14th and 15th.
   */
  private static final int PARENT = 1;

  private static final int USER = 11;
  private static final int SYSTEM = 12;

  /**
   * One of them.
   *
   * @param name such as {@code kworker/u4:2-flush-7:0} or {@code loop0}
   * @param ticks hundredths of a second in user mode and in the kernel
   */
  record Thread(String name, long ticks) {}

  /** Looks at a host; none where its process ids are a container's own. */
  static KernelThreads of(Host host) {
    // threads that end meanwhile are no failure
    Outcome outcome =
        host.run(Command.of(LIMIT, "sh", "-c", "cat /proc/[0-9]*/stat 2>/dev/null; true"));
    return parse(outcome.out());
  }

  /** Reads lines of {@code /proc/PID/stat}; what is cut off or of another process is left out. */
  static KernelThreads parse(String text) {
    Map<Long, Thread> threads = new TreeMap<>();
    text.lines().forEach(line -> read(line, threads));
    return new KernelThreads(threads);
  }

  private static void read(String line, Map<Long, Thread> threads) {
    int open = line.indexOf(" (");
    int close = line.lastIndexOf(") ");
    if (open < 0 || close < open) {
      return;
    }
    String[] words = line.substring(close + 2).split(" ", -1);
    if (words.length <= SYSTEM || !words[PARENT].equals(KTHREADD)) {
      return;
    }
    try {
      threads.put(
          Long.valueOf(line.substring(0, open)),
          new Thread(
              line.substring(open + 2, close),
              Math.addExact(Long.parseLong(words[USER]), Long.parseLong(words[SYSTEM]))));
    } catch (NumberFormatException e) {
      // not a line of proc(5)
    }
  }

  boolean none() {
    return threads.isEmpty();
  }

  /** What those took that are there now, since an earlier look; those that ended are left out. */
  Map<String, Double> secondsSince(KernelThreads earlier) {
    Map<String, Double> seconds = new TreeMap<>();
    threads.forEach(
        (pid, thread) -> {
          Thread before = earlier.threads.get(pid);
          long ticks = thread.ticks() - (before == null ? 0 : before.ticks());
          if (ticks > 0) {
            seconds.merge(thread.name(), ticks / TICKS_PER_S, Double::sum);
          }
        });
    return seconds;
  }
}
