package io.corebound.collectors.probe;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Copy and triad of STREAM (J. D. McCalpin, Memory Bandwidth and Machine Balance in Current High
 * Performance Computers, 1995) in Java: {@code c = a} and {@code a = b + s c} over arrays of
 * doubles that no cache holds. Bytes are counted as STREAM counts them: what the program reads and
 * writes, 16 B and 24 B an element, not the lines that a cache reads before it writes them. The
 * best of the passes counts, the first left out.
 *
 * <p>It runs in its own JVM, started by {@link MemoryBandwidth}, and prints a line a kernel and
 * number of threads: {@code copy threads=1 passes=9 mb_per_s=12345.6}.
 */
final class MemoryKernels {
  private static final int CHUNK = 1 << 16;
  private static final int LEAST_PASSES = 4;
  private static final double SCALAR = 3.0;

  private final double[] a;
  private final double[] b;
  private final double[] c;

  /** What is done to elements {@code from} to {@code to}. */
  @FunctionalInterface
  private interface Kernel {
    void over(int from, int to);
  }

  private MemoryKernels(int elements) {
    a = new double[elements];
    b = new double[elements];
    c = new double[elements];
  }

  /**
   * Measures.
   *
   * @param args bytes of one of the three arrays, milliseconds for each kernel and number of
   *     threads, then the numbers of threads
   */
  public static void main(String[] args) throws InterruptedException {
    MemoryKernels kernels = new MemoryKernels((int) (Long.parseLong(args[0]) / Double.BYTES));
    long milliseconds = Long.parseLong(args[1]);
    List<Integer> threads = new ArrayList<>();
    for (int i = 2; i < args.length; i++) {
      threads.add(Integer.valueOf(args[i]));
    }
    kernels.measure(threads, milliseconds * 1_000_000L, System.out);
  }

  private void measure(List<Integer> threads, long nanoseconds, PrintStream out)
      throws InterruptedException {
    int most = threads.stream().mapToInt(Integer::intValue).max().orElseThrow();
    // so that every page is there; on several NUMA nodes all lie on that of the first thread
    passes(most, 0, this::fill);
    for (int count : threads) {
      print(out, "copy", 2, count, passes(count, nanoseconds, this::copy));
      print(out, "triad", 3, count, passes(count, nanoseconds, this::triad));
    }
    check();
  }

  private void print(PrintStream out, String kernel, int arrays, int threads, List<Long> passes) {
    long best = passes.stream().skip(1).mapToLong(Long::longValue).min().orElseThrow();
    double bytes = (double) arrays * Double.BYTES * a.length;
    out.printf(
        Locale.ROOT,
        "%s threads=%d passes=%d mb_per_s=%.1f%n",
        kernel,
        threads,
        passes.size(),
        bytes / best * 1e3);
  }

  private void fill(int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = 1;
      b[i] = 2;
      c[i] = 0;
    }
  }

  private void copy(int from, int to) {
    for (int i = from; i < to; i++) {
      c[i] = a[i];
    }
  }

  private void triad(int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = b[i] + SCALAR * c[i];
    }
  }

  /** Nanoseconds of every pass over the arrays, each begun by all threads at the same moment. */
  private List<Long> passes(int threads, long nanoseconds, Kernel kernel)
      throws InterruptedException {
    List<Long> passes = new ArrayList<>();
    long[] times = new long[2];
    boolean[] over = new boolean[1];
    long begin = System.nanoTime();
    CyclicBarrier starting = new CyclicBarrier(threads, () -> times[0] = System.nanoTime());
    CyclicBarrier ending =
        new CyclicBarrier(
            threads,
            () -> {
              times[1] = System.nanoTime();
              passes.add(times[1] - times[0]);
              over[0] =
                  nanoseconds == 0
                      || times[1] - begin >= nanoseconds && passes.size() >= LEAST_PASSES;
            });
    List<Thread> workers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int from = (int) ((long) a.length * t / threads);
      int to = (int) ((long) a.length * (t + 1) / threads);
      Thread worker =
          new Thread(
              () -> {
                try {
                  do {
                    starting.await();
                    for (int i = from; i < to; i += CHUNK) {
                      kernel.over(i, Math.min(to, i + CHUNK));
                    }
                    ending.await();
                  } while (!over[0]);
                } catch (InterruptedException | BrokenBarrierException e) {
                  throw new IllegalStateException(e);
                }
              });
      worker.start();
      workers.add(worker);
    }
    for (Thread worker : workers) {
      worker.join();
    }
    return passes;
  }

  /** STREAM's own check: every element has become what arithmetic says. */
  private void check() {
    for (int i = 0; i < a.length; i += Math.max(1, a.length / 1000)) {
      if (a[i] != b[i] + SCALAR * c[i] || b[i] != 2 || c[i] < 1) {
        throw new IllegalStateException("element " + i + " is wrong: " + a[i]);
      }
    }
  }
}
