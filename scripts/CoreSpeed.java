import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Shows how steady one core is: the CPU time of the same short loop, over and over. The loop keeps
 * all of a core's arithmetic units busy and touches no memory, so it gets slower when the core's
 * second hardware thread works too (another virtual machine's, for instance) or when its clock
 * drops, and for no other reason.
 *
 * <p>java scripts/CoreSpeed.java [SECONDS]
 */
final class CoreSpeed {
  private static final int ROUNDS = 5_000_000;

  private CoreSpeed() {}

  public static void main(String[] arguments) {
    int seconds = arguments.length == 0 ? 20 : Integer.parseInt(arguments[0]);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long sink = 0;
    for (int i = 0; i < 50; i++) {
      sink += loop(i); // compiles it
    }
    List<Double> ms = new ArrayList<>();
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    while (System.nanoTime() < end) {
      long start = threads.getCurrentThreadCpuTime();
      sink += loop(ms.size());
      ms.add((threads.getCurrentThreadCpuTime() - start) / 1e6);
    }
    Collections.sort(ms);
    double fastest = ms.get(0);
    System.out.printf(
        "core speed: %s loops of %.1f ms at best; median %.2f, 75 %% %.2f, 90 %% %.2f times that;"
            + " %.0f %% took more than 1.1 times as long%n",
        ms.size(),
        fastest,
        quantile(ms, 0.5) / fastest,
        quantile(ms, 0.75) / fastest,
        quantile(ms, 0.9) / fastest,
        100.0 * ms.stream().filter(x -> x > 1.1 * fastest).count() / ms.size());
    if (sink == 42) {
      System.out.println(); // the loop has a result that somebody wants
    }
  }

  private static double quantile(List<Double> sorted, double part) {
    return sorted.get((int) (part * (sorted.size() - 1)));
  }

  private static long loop(long seed) {
    long x = seed;
    long y = 2;
    long z = 3;
    long w = 4;
    long p = 5;
    long q = 6;
    for (long i = 0; i < ROUNDS; i++) {
      x += y ^ i;
      y += z >>> 3;
      z ^= w + i;
      w += x << 1;
      p += q ^ x;
      q += p >>> 2;
      x ^= i;
      y += 7;
    }
    return x + y + z + w + p + q;
  }
}
