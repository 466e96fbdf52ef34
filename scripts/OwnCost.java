import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A command that computes on every core and measures how much collecting slows it: in every other
 * window of time, SIGSTOP holds the collectors around it and corebound itself. Two successive
 * windows make a pair, in alternating order, so that a slow minute of the machine affects both;
 * whole runs, minutes apart, differ by more than this effect.
 *
 * <p>Prints a line a pair: microseconds for the same work without and with collectors.
 *
 * <p>./corebound collect -- java scripts/OwnCost.java PAIRS [WINDOW_SECONDS]
 */
final class OwnCost {
  private static final String MARK = "COREBOUND_RUN=";

  /** Between two counters of one array, so that no two share a cache line. */
  private static final int APART = 16;

  /** After signals, before a window begins. */
  private static final long SETTLES_MS = 200;

  /** Wakes what was held last when its input ends, as it does when this process is killed. */
  private static final String WATCH =
      "held=; while read -r line; do held=$line; done; [ -z \"$held\" ] || kill -s CONT $held";

  private final AtomicLongArray done;
  private final long windowMs;
  private final Writer watcher;

  private OwnCost(int threads, long windowMs) throws IOException {
    this.watcher = watcher();
    this.done = new AtomicLongArray((threads + 1) * APART);
    this.windowMs = windowMs;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 0) {
      System.err.println("usage: corebound collect -- java scripts/OwnCost.java PAIRS [SECONDS]");
      System.exit(2);
    }
    int pairs = Integer.parseInt(arguments[0]);
    long windowMs = 1000 * (arguments.length < 2 ? 2 : Long.parseLong(arguments[1]));
    int threads = Runtime.getRuntime().availableProcessors();
    if (collectors().isEmpty()) {
      System.err.println("no collector around this command: run it by corebound collect");
      System.exit(2);
    }
    OwnCost cost = new OwnCost(threads, windowMs);
    for (int i = 1; i <= threads; i++) {
      cost.startThread(i);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> cost.signal("CONT")));
    cost.window(true); // compiles the work
    for (int pair = 0; pair < pairs; pair++) {
      boolean first = pair % 2 == 0;
      double a = cost.window(first);
      double b = cost.window(!first);
      System.out.printf("%.1f %.1f%n", first ? b : a, first ? a : b);
    }
    System.exit(0);
  }

  private void startThread(int number) {
    Thread thread =
        new Thread(
            () -> {
              for (long seed = number; ; seed = work(seed)) {
                done.lazySet(number * APART, done.get(number * APART) + 1);
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  /** Microseconds for a thousand pieces of work while collectors go on, or are held. */
  private double window(boolean with) throws InterruptedException {
    signal(with ? "CONT" : "STOP");
    Thread.sleep(SETTLES_MS);
    long before = all();
    long start = System.nanoTime();
    Thread.sleep(windowMs);
    long pieces = all() - before;
    return (System.nanoTime() - start) / (double) pieces;
  }

  private long all() {
    long sum = 0;
    for (int i = APART; i < done.length(); i += APART) {
      sum += done.get(i);
    }
    return sum;
  }

  private static long work(long seed) {
    long x = seed;
    for (int i = 0; i < 100_000; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
    }
    return x;
  }

  /** In a new session and without the run's mark, so it is neither held nor killed with us. */
  private static Writer watcher() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("setsid", "sh", "-c", WATCH)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().remove("COREBOUND_RUN");
    return builder.start().outputWriter();
  }

  private void signal(String name) {
    try {
      List<String> line = new ArrayList<>(List.of("kill", "-s", name));
      List<String> pids = collectors().stream().map(pid -> Long.toString(pid)).toList();
      watcher.write((name.equals("STOP") ? String.join(" ", pids) : "") + "\n");
      watcher.flush();
      line.addAll(pids);
      new ProcessBuilder(line).redirectErrorStream(true).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("cannot send SIG" + name + ": " + e.getMessage(), e);
    }
  }

  /** What carries this run's mark now, this process apart, and corebound itself. */
  private static List<Long> collectors() {
    String run = System.getenv("COREBOUND_RUN");
    ProcessHandle own = ProcessHandle.current();
    List<Long> found = new ArrayList<>();
    if (run == null) {
      return found;
    }
    ProcessHandle.allProcesses()
        .filter(p -> p.pid() != own.pid() && has(p.pid(), MARK + run))
        .forEach(p -> found.add(p.pid()));
    if (!found.isEmpty()) {
      own.parent().ifPresent(p -> found.add(p.pid()));
    }
    return found;
  }

  private static boolean has(long pid, String variable) {
    try {
      return Arrays.asList(
              Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1)
                  .split("\0"))
          .contains(variable);
    } catch (IOException e) {
      return false; // ended, or another user's
    }
  }
}
