package io.corebound.microbenchrunner.jmh;

import io.corebound.records.config.LeverFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What is measured, in order, with which parameters, and what it needs. {@link MicroPlanner} makes
 * it from the catalogue, a profile and the request before anything starts.
 *
 * @param own suites that the runner measures itself: {@link Catalogue#IDLE} ...
 * @param contention runs of JMH whose pinned copies are measured
 * @param oneCpu those of them that are also measured as two copies on one CPU
 * @param levers under which starts are measured, too, in turns
 */
public record MicroPlan(
    ProfileFile profile,
    List<Entry> entries,
    Set<String> own,
    List<Entry> contention,
    List<Entry> oneCpu,
    JmhOptions options,
    List<LeverFile> levers) {
  static final String RECORDS = "records";

  /** Parameter: bytes of a record's value. */
  private static final String VALUE = "value";

  private static final String BYTES = "bytes";
  private static final String SORT_BUFFER = "sortMib";

  /** Two and a half spills: the size of a batch that follows from the sort buffer. */
  private static final double BUFFERS_A_BATCH = 2.5;

  /** A record of TeraSort. */
  public static final int RECORD_BYTES = 100;

  /** Its key; of the others with a size of the value, none is longer. */
  private static final int KEY_BYTES = 10;

  /**
   * A request.
   *
   * @param modelOnly whether only what the model needs is measured
   * @param job parameters of the model's operations: the batch of one task and the settings of the
   *     job's tasks
   * @param samples parameters of benchmarks that measure a workload's tasks, of each workload;
   *     empty for their own
   */
  public record Choice(
      String profileName,
      ProfileFile profile,
      List<String> suites,
      boolean modelOnly,
      Map<String, String> job,
      Map<String, String> parameters,
      List<Map<String, String>> samples,
      JmhOptions options) {}

  /**
   * One run of JMH.
   *
   * @param name of its files, unique in the plan
   * @param model whether it is measured for the model; all such entries can use the same input
   * @param jvmFlags flags of the measured JVMs besides those that tasks get
   * @param lever whose flags are among these, by its name; null for none
   */
  public record Entry(
      String name,
      String suite,
      List<Catalogue.Benchmark> benchmarks,
      int forks,
      int iterations,
      Map<String, List<String>> parameters,
      boolean model,
      List<String> jvmFlags,
      String lever) {

    /** Whether it works on HDFS. */
    public boolean hdfs() {
      return benchmarks.get(0).hdfs();
    }

    public Entry withForks(int number) {
      return new Entry(
          name, suite, benchmarks, number, iterations, parameters, model, jvmFlags, lever);
    }

    public Entry withIterations(int number) {
      return new Entry(name, suite, benchmarks, forks, number, parameters, model, jvmFlags, lever);
    }

    public Entry withParameters(Map<String, List<String>> values) {
      return new Entry(name, suite, benchmarks, forks, iterations, values, model, jvmFlags, lever);
    }

    /** The same in JVMs with the flags of a lever. */
    Entry under(LeverFile other) {
      List<String> both = Stream.concat(jvmFlags.stream(), other.flagsOfStarts().stream()).toList();
      return new Entry(
          "%s-%s".formatted(name, other),
          suite,
          benchmarks,
          forks,
          iterations,
          parameters,
          model,
          both,
          other.name());
    }

    /** Methods of a benchmark times the combinations of its parameters' values. */
    public int combinations(Catalogue.Benchmark benchmark) {
      return benchmark.methods()
          * benchmark.parameters().entrySet().stream()
              .mapToInt(p -> parameters.getOrDefault(p.getKey(), p.getValue()).size())
              .reduce(1, Math::multiplyExact);
    }

    /** The batch of a benchmark relative to its default. */
    public double sizeOfBatch(Catalogue.Benchmark benchmark) {
      Entry byDefault = withParameters(Map.of());
      long own = byDefault.batchBytes(benchmark);
      double bytes = own == 0 ? 1 : (double) batchBytes(benchmark) / own;
      return bytes
          * times(byDefault, benchmark, "elements")
          * times(byDefault, benchmark, "passes");
    }

    /** A parameter's largest value relative to its default; 1 where there is none. */
    private double times(Entry byDefault, Catalogue.Benchmark benchmark, String parameter) {
      long own = byDefault.largest(benchmark, parameter);
      return own == 0 ? 1 : (double) largest(benchmark, parameter) / own;
    }

    /** Bytes of the largest batch of a benchmark; a small record takes as long as TeraSort's. */
    long batchBytes(Catalogue.Benchmark benchmark) {
      return batchBytes(benchmark, Math.max(RECORD_BYTES, KEY_BYTES + largest(benchmark, VALUE)));
    }

    /** What its records have of these, or TeraSort's where their size is not a parameter. */
    long bytesInMemory(Catalogue.Benchmark benchmark) {
      long value = largest(benchmark, VALUE);
      return batchBytes(benchmark, value == 0 ? RECORD_BYTES : KEY_BYTES + value);
    }

    private long batchBytes(Catalogue.Benchmark benchmark, long recordBytes) {
      long records = largest(benchmark, RECORDS);
      if (records > 0) {
        return records * recordBytes;
      }
      long bytes = largest(benchmark, BYTES);
      long buffer = largest(benchmark, SORT_BUFFER) << 20;
      return bytes > 0 ? bytes : Math.round(BUFFERS_A_BATCH * buffer);
    }

    private long largest(Catalogue.Benchmark benchmark, String parameter) {
      List<String> own = benchmark.parameters().getOrDefault(parameter, List.of());
      return own.isEmpty()
          ? 0
          : parameters.getOrDefault(parameter, own).stream()
              .filter(v -> v.matches("\\d{1,12}"))
              .mapToLong(Long::parseLong)
              .max()
              .orElse(0);
    }
  }

  /**
   * One fork of an entry.
   *
   * @param secondFirst whether the second of two compared settings is measured first
   */
  public record Turn(Entry entry, int fork, boolean secondFirst) {}

  /**
   * Chooses.
   *
   * @throws CoreboundException (invalid input) for an unknown suite, benchmark or parameter, with
   *     the nearest name
   */
  public static MicroPlan of(Catalogue catalogue, Choice choice) {
    return new MicroPlanner(catalogue, choice).plan();
  }

  /**
   * Every fork of every entry in order: the first of each, then the second of each. Two compared
   * settings take turns at being first.
   */
  public List<Turn> turns() {
    int most = entries.stream().mapToInt(Entry::forks).max().orElse(0);
    List<Turn> turns = new ArrayList<>();
    for (int fork = 1; fork <= most; fork++) {
      for (int i = 0; i < entries.size(); i++) {
        if (fork <= entries.get(i).forks()) {
          turns.add(new Turn(entries.get(i), fork, (fork + i) % 2 == 0));
        }
      }
    }
    return turns;
  }

  /**
   * The part that two settings can measure fork by fork: JMH without a cluster, as each setting
   * would need its own cluster.
   */
  public MicroPlan forkByFork(int leastForks) {
    boolean set = options.number(MicroPlanner.FORKS_OPTION, 1).isPresent();
    return new MicroPlan(
        profile,
        entries.stream()
            .filter(e -> !e.hdfs())
            .map(e -> set ? e : e.withForks(Math.max(leastForks, e.forks())))
            .toList(),
        Set.of(),
        List.of(),
        List.of(),
        options,
        List.of());
  }

  /**
   * The same with starts under some levers, of which those parts count that change them, and with
   * the model's whole tasks under each part whose flags any JVM takes.
   */
  public MicroPlan under(List<LeverFile> some) {
    List<LeverFile> ofStarts =
        some.stream()
            .map(l -> l.each().stream().filter(LeverFile::hasFlagsOfContainers).toList())
            .filter(parts -> !parts.isEmpty())
            .map(LeverFile::together)
            .distinct()
            .toList();
    List<Entry> all = new ArrayList<>(entries);
    ofStarts.stream()
        .flatMap(l -> l.each().stream())
        .filter(LeverFile::suitsBenchmarks)
        .distinct()
        .forEach(part -> ofTasks().map(e -> e.under(part)).forEach(all::add));
    return new MicroPlan(profile, all, own, contention, oneCpu, options, ofStarts);
  }

  private Stream<Entry> ofTasks() {
    return entries.stream().filter(e -> e.model() && e.suite().equals(Catalogue.TASK));
  }

  /** The same with other JMH options; forks, batches and parameters stay. */
  public MicroPlan with(JmhOptions others) {
    return new MicroPlan(profile, entries, own, contention, oneCpu, others, levers);
  }

  /** Names of the suites, in the order in which they are measured. */
  public List<String> suites() {
    Set<String> suites = new LinkedHashSet<>();
    Stream.of(Catalogue.IDLE, Catalogue.START).filter(own::contains).forEach(suites::add);
    entries.forEach(e -> suites.add(e.suite()));
    if (!contention.isEmpty()) {
      suites.add(Catalogue.CONTENTION);
    }
    return List.copyOf(suites);
  }

  /** Whether a cluster has to run. */
  public boolean needsCluster() {
    return own.contains(Catalogue.IDLE)
        || own.contains(Catalogue.START)
        || Stream.concat(entries.stream(), contention.stream()).anyMatch(Entry::hdfs);
  }

  /**
   * The peak of memory in use: local files and blocks of the largest run of each, and the pinned
   * copies' files.
   *
   * @param cores copies of a benchmark at most
   */
  public DataSize memoryNeeded(int cores) {
    // the DataNode still has the blocks of the copies' previous batch
    double local =
        Math.max(
            largest(entries, Catalogue.Benchmark::localBytes),
            cores * largest(contention, Catalogue.Benchmark::localBytes));
    double hdfs =
        Math.max(
            largest(entries, Catalogue.Benchmark::hdfsBytes),
            2 * cores * largest(contention, Catalogue.Benchmark::hdfsBytes));
    if (entries.stream().anyMatch(Entry::model)) {
      // TeraSort's records in two orders, which stay to the end
      local += 2.0 * RECORD_BYTES * profile.batchRecords();
    }
    return new DataSize(Math.round(local + hdfs));
  }

  private static double largest(
      List<Entry> entries, ToDoubleFunction<Catalogue.Benchmark> bytesPerByte) {
    return entries.stream()
        .flatMapToDouble(
            entry ->
                entry.benchmarks().stream()
                    .mapToDouble(b -> bytesPerByte.applyAsDouble(b) * entry.bytesInMemory(b)))
        .max()
        .orElse(0);
  }
}
