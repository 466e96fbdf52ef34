package io.corebound.collectors.probe;

import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.NumaNodes;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.MeanInterval;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Memory bandwidth by {@link MemoryKernels}, STREAM's copy and triad in a fresh JVM a run: on one
 * thread, and on as many as there are cores. No package has to be installed for it, so every
 * machine is measured by the same code; mbw knows one thread only, and stress-ng's own manual says
 * that its stream is not to be compared with STREAM.
 *
 * <p>It gives {@code memory.copy} and {@code memory.triad}, {@code rate} in MB/s of bytes read and
 * written. Nothing is bound to a NUMA node: the kernel spreads threads and arrays.
 */
public final class MemoryBandwidth implements Probe {
  /** STREAM's rule: an array is at least four times as large as the caches. */
  private static final int CACHES = 4;

  private static final int ARRAYS = 3;
  private static final DataSize SMALLEST = DataSize.ofMebibytes(16);
  private static final DataSize LARGEST = DataSize.ofMebibytes(8192);
  private static final DataSize BESIDE = DataSize.ofMebibytes(96);
  private static final Pattern LINE =
      Pattern.compile("(copy|triad) threads=(\\d{1,6}) passes=\\d{1,9} mb_per_s=(\\d{1,12}\\.\\d)");

  /** To start a JVM and to touch all of its arrays. */
  private static final double START_S = 4;

  private static final Duration SLACK = Duration.ofMinutes(2);

  private final Jdk jdk;
  private final DataSize array;
  private final List<Integer> threads;
  private final NumaNodes nodes;

  /** A rate of one run. */
  record Result(String kernel, int threads, double megabytesPerSecond) {}

  /** Prepares the probe. */
  public MemoryBandwidth(Jdk jdk, DataSize array, int cores, NumaNodes nodes) {
    this.jdk = jdk;
    this.array = array;
    this.nodes = nodes;
    this.threads = cores == 1 ? List.of(1) : List.of(1, cores);
  }

  /**
   * The size of an array that no cache holds: four times the largest cache, where an eighth of the
   * memory that is available goes that far.
   *
   * @throws CoreboundException (missing) when too little memory is available
   */
  public static DataSize arraySize(DataSize largestCache, DataSize available) {
    long wanted = Math.max(4 * SMALLEST.bytes(), CACHES * largestCache.bytes());
    long size = Math.min(Math.min(wanted, available.bytes() / 8), LARGEST.bytes());
    if (size < SMALLEST.bytes()) {
      throw CoreboundException.missing(
          """
          %s of memory are available; its bandwidth is measured with %s or more: end other \
          programs, or leave 'memory' out\
          """
              .formatted(available.display(), new DataSize(8 * SMALLEST.bytes()).display()));
    }
    return DataSize.ofMebibytes(size >> 20);
  }

  @Override
  public String name() {
    return "STREAM in Java";
  }

  @Override
  public ToolVersion probe(Host host) {
    return new ToolVersion(name(), String.valueOf(jdk.feature()));
  }

  @Override
  public String subject(Path folder) {
    return "memory, " + name() + ", arrays of " + array.display();
  }

  @Override
  public double expectedSeconds(ProbeBudget budget) {
    return budget.runs() * (budget.runLength().toSeconds() + START_S);
  }

  @Override
  public List<Measurement> measure(Host host, Path folder, RunDirectory run, ProbeBudget budget) {
    // kernel and threads, with the rate of every run
    Map<Result, List<Double>> rates = new LinkedHashMap<>();
    Path raw = null;
    for (int i = 1; i <= budget.runs(); i++) {
      Outcome outcome = host.run(command(budget));
      raw = run.rawFolder().resolve("probe").resolve("memory-" + i + ".txt");
      ProbeOutput.write(raw, outcome.out(), outcome.err());
      for (Result result : results(host, outcome, raw)) {
        Result figure = new Result(result.kernel(), result.threads(), 0);
        rates.computeIfAbsent(figure, f -> new ArrayList<>()).add(result.megabytesPerSecond());
      }
    }
    String rawFile = run.relative(raw);
    List<Measurement> rows = new ArrayList<>();
    rates.forEach((figure, values) -> rows.add(row(figure, MeanInterval.of(values), rawFile)));
    // copy before triad, each with few threads first
    rows.sort(Comparator.comparing(Measurement::operation).thenComparing(Measurement::threads));
    return rows;
  }

  private Command command(ProbeBudget budget) {
    long heapMib = (ARRAYS * array.bytes() + BESIDE.bytes()) >> 20;
    long share = budget.runLength().toMillis() / (2L * threads.size());
    List<String> arguments =
        new ArrayList<>(
            List.of(
                jdk.java().toString(),
                "-XX:+UseSerialGC",
                "-Xmn32m",
                "-Xms" + heapMib + "m",
                "-Xmx" + heapMib + "m",
                "-cp",
                classPath(),
                MemoryKernels.class.getName(),
                String.valueOf(array.bytes()),
                String.valueOf(share)));
    threads.forEach(t -> arguments.add(String.valueOf(t)));
    return new Command(arguments, Map.of(), null, budget.runLength().multipliedBy(3).plus(SLACK));
  }

  private static String classPath() {
    try {
      return Path.of(
              MemoryKernels.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a class has been loaded from where no file can be", e);
    }
  }

  private List<Result> results(Host host, Outcome outcome, Path raw) {
    List<Result> results = outcome.out().lines().flatMap(line -> parse(line).stream()).toList();
    if (!outcome.ok() || results.size() != 2 * threads.size()) {
      throw CoreboundException.failed(
          "the JVM that measures the memory of host %s %s: %s; its output is in %s"
              .formatted(
                  host.name(),
                  outcome.timedOut() ? "did not end in time" : "failed",
                  outcome.lastWords(),
                  raw));
    }
    return results;
  }

  /** Reads a line of {@link MemoryKernels}; empty when it is none. */
  static Optional<Result> parse(String line) {
    Matcher matcher = LINE.matcher(line);
    return matcher.matches()
        ? Optional.of(
            new Result(
                matcher.group(1),
                Integer.parseInt(matcher.group(2)),
                Double.parseDouble(matcher.group(3))))
        : Optional.empty();
  }

  private Measurement row(Result result, MeanInterval rate, String raw) {
    return ProbeFigure.rate("memory." + result.kernel(), "memory")
        .row(
            result.threads(),
            rate,
            Map.of(
                "tool",
                name(),
                "version",
                "Java " + jdk.feature(),
                "array_size",
                array.toString(),
                "numa_nodes",
                String.valueOf(nodes.there()),
                "numa_nodes_used",
                nodes.usable().stream().map(String::valueOf).collect(Collectors.joining(" "))),
            raw);
  }
}
