package io.corebound.collectors.probe;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ShellScript;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A look at the CPU time of a host's kernel threads, from {@code /proc} (proc(5)). Interrupts are
 * in it as far as the kernel counts them to the thread that they interrupt.
 *
 * @param timeS seconds since the host's boot
 */
record KernelThreads(double timeS, Map<Long, Thread> threads) {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final String SCRIPT = ShellScript.read(KernelThreads.class, "kernel-threads.sh");

  /** Words behind the name in brackets: the first is the third of proc(5). */
  private static final int FLAGS = 6;

  private static final int USER = 11;
  private static final int SYSTEM = 12;

  /** PF_KTHREAD of the kernel's sched.h. */
  private static final long KERNEL_THREAD = 0x0020_0000;

  private static final double NS_PER_S = 1e9;

  /** A look at thousands of threads takes so long at most; its time is that of its beginning. */
  private static final double LOOK_S = 1;

  private static final long NS_PER_TICK = 10_000_000;

  /**
   * One of them.
   *
   * @param ranNs time on a CPU; in steps of 10 ms where the kernel has no schedstat
   */
  record Thread(String name, long ranNs) {}

  /** Looks at a host; empty where it does not show them (a container, hidepid), or not in time. */
  static Optional<KernelThreads> of(Host host) {
    Outcome outcome = host.run(Command.of(LIMIT, "sh", "-c", SCRIPT));
    return outcome.ok() ? parse(outcome.out()) : Optional.empty();
  }

  /** Reads what the script writes; a line of another process, or one cut off, is left out. */
  static Optional<KernelThreads> parse(String text) {
    String[] lines = text.split("\n", -1);
    if (!lines[0].matches("[0-9]{1,12}(\\.[0-9]{1,9})?")) {
      return Optional.empty();
    }
    Map<Long, Thread> threads = new HashMap<>();
    for (int i = 1; i < lines.length; i++) {
      read(lines[i], threads);
    }
    return threads.isEmpty()
        ? Optional.empty()
        : Optional.of(new KernelThreads(Double.parseDouble(lines[0]), threads));
  }

  private static void read(String line, Map<Long, Thread> threads) {
    int open = line.indexOf(" (");
    int close = line.lastIndexOf(") ");
    if (open < 0 || close < open) {
      return;
    }
    String[] first = line.substring(0, open).split(" ", -1);
    String[] words = line.substring(close + 2).split(" ", -1);
    if (first.length != 2 || words.length <= SYSTEM) {
      return;
    }
    try {
      if ((Long.parseLong(words[FLAGS]) & KERNEL_THREAD) != 0) {
        long ticks = Math.addExact(Long.parseLong(words[USER]), Long.parseLong(words[SYSTEM]));
        long ranNs =
            first[0].equals("-") || first[0].equals("0")
                ? Math.multiplyExact(ticks, NS_PER_TICK)
                : Long.parseLong(first[0]);
        threads.put(Long.valueOf(first[1]), new Thread(line.substring(open + 2, close), ranNs));
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // not a line of proc(5)
    }
  }

  /**
   * CPU time since an earlier look, by the name; threads that ended in between are left out, and
   * those of {@link #impossibleSince}.
   */
  Map<String, Double> coreSSince(KernelThreads earlier) {
    Map<String, Double> coreS = new TreeMap<>();
    threads.forEach(
        (pid, thread) -> {
          long ranNs = ranNs(pid, earlier);
          if (ranNs > 0 && isPossible(ranNs, earlier)) {
            coreS.merge(thread.name(), ranNs / NS_PER_S, Double::sum);
          }
        });
    return coreS;
  }

  /** How many threads show more CPU time than there was. */
  int impossibleSince(KernelThreads earlier) {
    return (int)
        threads.keySet().stream().filter(pid -> !isPossible(ranNs(pid, earlier), earlier)).count();
  }

  private long ranNs(Long pid, KernelThreads earlier) {
    Thread before = earlier.threads.get(pid);
    return threads.get(pid).ranNs() - (before == null ? 0 : before.ranNs());
  }

  private boolean isPossible(long ranNs, KernelThreads earlier) {
    return ranNs <= (timeS - earlier.timeS + LOOK_S) * NS_PER_S;
  }

  /** Cores that they kept busy since an earlier look. */
  double coresSince(KernelThreads earlier) {
    double coreS = coreSSince(earlier).values().stream().mapToDouble(s -> s).sum();
    return timeS > earlier.timeS ? coreS / (timeS - earlier.timeS) : 0;
  }
}
