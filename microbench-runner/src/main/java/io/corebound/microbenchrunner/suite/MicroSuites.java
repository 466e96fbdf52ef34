package io.corebound.microbenchrunner.suite;

import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Watched;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.jmh.Jmh;
import io.corebound.microbenchrunner.jmh.JmhLauncher;
import io.corebound.microbenchrunner.jmh.JmhResults;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.jmh.MicroSetting;
import io.corebound.microbenchrunner.watch.OthersWatch;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Mean;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the suites of JMH benchmarks, and the contention between pinned copies of some. Over 400
 * lines: every step shares the plan, the launcher and what was measured so far.
 */
public final class MicroSuites {
  /** A benchmark's line in JMH's output about an operation that cannot be measured here. */
  private static final Pattern SKIPPED = Pattern.compile("(?m)corebound: skipped (.+)$");

  /** A second fork this close confirms the cheapest one: runs then agree within 5 %. */
  private static final double CONFIRMED = 0.02;

  /** After this many forks an operation has no repeatable least cost. */
  private static final int MOST_FORKS = 12;

  private final MicroSetting setting;
  private final RunDirectory run;
  private final Jmh jmh;
  private final LongSupplier nanoTime;
  private final OthersWatch watch;

  /** By entry, benchmark and parameters. */
  private final Map<List<Object>, Measured> measured = new LinkedHashMap<>();

  /** Names of entries with a failed fork. */
  private final Set<String> failed = new HashSet<>();

  /** Operations that cannot be measured here, with the benchmarks' reasons. */
  private final SortedSet<String> skipped = new TreeSet<>();

  /** A measured benchmark with one combination of parameters; {@code elapsedS} of all forks. */
  private record Measured(
      MicroPlan.Entry entry, JmhResults results, List<Measurement> rows, double elapsedS) {
    double relativeHalfWidth() {
      Map<List<Object>, List<Measurement>> variants =
          rows.stream().collect(Collectors.groupingBy(m -> List.of(m.operation(), m.parameters())));
      return variants.values().stream()
          .flatMap(variant -> Measurement.judged(variant).stream())
          .filter(m -> m.n() > 1)
          .mapToDouble(Measurement::relativeHalfWidth)
          .max()
          .orElse(0);
    }

    String operation() {
      return rows.get(0).operation();
    }

    int forks() {
      return rows.stream().mapToInt(Measurement::n).max().orElse(0);
    }

    boolean isUnconfirmed() {
      return forks() < MOST_FORKS && results.distanceOfSecondCheapest() > CONFIRMED;
    }

    double secondsOfAFork() {
      return elapsedS / Math.max(1, forks());
    }
  }

  /** The suites on a host, their raw output in a run directory. */
  public MicroSuites(Host host, MicroSetting setting, RunDirectory run, OthersWatch watch) {
    this(new JmhLauncher(host, setting), System::nanoTime, setting, run, watch);
  }

  MicroSuites(
      Jmh jmh, LongSupplier nanoTime, MicroSetting setting, RunDirectory run, OthersWatch watch) {
    this.jmh = jmh;
    this.nanoTime = nanoTime;
    this.watch = watch;
    this.setting = setting;
    this.run = run;
  }

  /** Hash of the flags that tasks get, without those that a user gives JMH. */
  public String taskFlagsHash() {
    return setting.taskFlagsHash();
  }

  /** Hash of the flags of an entry's JVMs. */
  String jvmFlagsHash(MicroPlan.Entry entry) {
    return setting.jvmFlagsHash(entry.jvmFlags());
  }

  /**
   * Runs one fork of an entry of the plan and pools it with earlier ones. Forks of different
   * entries alternate: a slow minute of the machine then widens all intervals instead of shifting
   * one cost. Input stays for the next fork where memory has room. Operations that cannot be
   * measured here are in {@code skipped.txt} of the raw folder, with the reason.
   *
   * @return the figures of all forks so far, which replace earlier ones; none when nothing of it
   *     can be measured here, or an earlier fork failed
   * @throws CoreboundException (failed) when a benchmark fails
   */
  public List<Measurement> fork(MicroPlan.Entry entry, int number) throws InterruptedException {
    return fork(
        entry, number, JmhLauncher.Job.of(entry, number, keepsInput(), folder(entry), cpus(entry)));
  }

  /** The same beside a fork of another's. */
  public List<Measurement> fork(MicroPlan.Entry entry, int number, Duet duet)
      throws InterruptedException {
    return fork(entry, number, duet.job(entry, number, setting.localFolder()));
  }

  /** Measures no more forks of an entry, as after one that failed. */
  public void giveUp(MicroPlan.Entry entry) {
    failed.add(entry.name());
  }

  private List<Measurement> fork(MicroPlan.Entry entry, int number, JmhLauncher.Job job)
      throws InterruptedException {
    if (failed.contains(entry.name())) {
      return List.of();
    }
    try {
      return pooled(entry, number, job);
    } catch (CoreboundException e) {
      giveUp(entry);
      throw e;
    }
  }

  /** The figures of each fork alone, in their order. */
  public List<Measurement> ofEachFork() {
    return sound()
        .flatMap(m -> m.results().ofEachFork(m.entry().suite(), jvmFlagsHash(m.entry())).stream())
        .toList();
  }

  private List<Measurement> pooled(MicroPlan.Entry entry, int number, JmhLauncher.Job job)
      throws InterruptedException {
    Watched<Results> watched = measure(job);
    Results found = watched.measured();
    if (found.results().isEmpty() && !found.skipped()) {
      throw measuredNothing(entry.name());
    }
    double around =
        watched.others().seconds()
            - found.results().stream().mapToDouble(JmhResults::elapsedS).sum();
    Path file = setting.rawFolder().resolve(entry.name() + ".json");
    List<Measured> all = new ArrayList<>();
    for (JmhResults results : found.results()) {
      double elapsedS = results.elapsedS() + around / found.results().size();
      Measured before = measured.get(key(entry, results));
      all.add(
          before == null
              ? keep(entry, results, elapsedS)
              : keep(
                  entry,
                  before.results().with(results, run.relative(file)),
                  before.elapsedS() + elapsedS));
    }
    if (number > 1) {
      Stream<Measured> ofEntry = measured.values().stream().filter(m -> m.entry().equals(entry));
      AtomicFiles.write(file, JmhResults.json(ofEntry.map(Measured::results).toList()));
    }
    return all.stream().flatMap(m -> m.rows().stream()).toList();
  }

  private Measured keep(MicroPlan.Entry entry, JmhResults results, double elapsedS) {
    List<Measurement> rows =
        results.measurements(entry.suite(), jvmFlagsHash(entry)).stream()
            .map(row -> entry.lever() == null ? row : row.under(entry.lever()))
            .toList();
    Measured now = new Measured(entry, results, rows, elapsedS);
    measured.put(key(entry, results), now);
    return now;
  }

  private double secondsSince(long start) {
    return (nanoTime.getAsLong() - start) / 1e9;
  }

  private CoreboundException measuredNothing(String name) {
    return CoreboundException.failed(
        "the micro suite '%s' measured nothing; see %s".formatted(name, setting.rawFolder()));
  }

  /**
   * Follows the turns of all entries: the variation of the machine's speed over them, then unstable
   * operations once more, then further forks of those whose cheapest fork is not confirmed.
   *
   * @param record receives rows, some of which replace earlier ones
   */
  public void settle(
      ProfileFile profile, Consumer<String> progress, Consumer<List<Measurement>> record)
      throws InterruptedException {
    record.accept(speed());
    record.accept(remeasure(profile.remeasureSeconds(), progress));
    confirm(profile.confirmSeconds(), progress, record);
  }

  /**
   * Measures unstable operations again with the same number of forks, the widest interval first,
   * and pools the forks of both times.
   *
   * @param seconds time limit, within which everything begun must end; null for none
   * @return rows that replace earlier ones
   */
  private List<Measurement> remeasure(Integer seconds, Consumer<String> progress)
      throws InterruptedException {
    List<Measurement> rows = new ArrayList<>();
    List<Measured> unstable =
        sound()
            .filter(m -> m.relativeHalfWidth() > Measurement.STABLE)
            .sorted(Comparator.comparingDouble(Measured::relativeHalfWidth).reversed())
            .toList();
    double left = seconds == null ? Double.POSITIVE_INFINITY : seconds;
    for (int i = 0; i < unstable.size(); i++) {
      Measured first = unstable.get(i);
      if (first.elapsedS() <= left) {
        long start = nanoTime.getAsLong();
        progress.accept(first.operation() + " once more, it was unstable");
        String name = "again-" + (i + 1) + "-" + first.entry().name();
        rows.addAll(again(first, name, first.entry().forks()));
        left -= secondsSince(start);
      }
    }
    return rows;
  }

  /**
   * Adds forks, one at a time and in turn, to operations whose cheapest fork is not confirmed,
   * until a second fork confirms it, the time is over, or the operation has {@value #MOST_FORKS}
   * forks.
   *
   * @param seconds time limit, within which every fork must end
   */
  private void confirm(int seconds, Consumer<String> progress, Consumer<List<Measurement>> record)
      throws InterruptedException {
    long end = nanoTime.getAsLong() + seconds * 1_000_000_000L;
    int number = 0;
    boolean begun = true;
    while (begun) {
      begun = false;
      for (Measured open : sound().filter(Measured::isUnconfirmed).toList()) {
        if (open.secondsOfAFork() <= (end - nanoTime.getAsLong()) / 1e9) {
          begun = true;
          number++;
          progress.accept("a further fork of " + open.operation());
          record.accept(again(open, "confirm-" + number + "-" + open.entry().name(), 1));
        }
      }
    }
  }

  /**
   * The variation of the machine's speed over the turns of the forks, as one row, before anything
   * is measured once more. Nothing where fewer than {@value SpeedOverTurns#LEAST_OPERATIONS}
   * benchmarks had {@value SpeedOverTurns#LEAST_TURNS} turns.
   */
  private List<Measurement> speed() {
    Map<Measured, double[]> costs = new LinkedHashMap<>();
    sound().forEach(m -> costs.put(m, m.results().warmCosts()));
    int turns = SpeedOverTurns.turnsOfEnough(costs.values());
    costs.values().removeIf(cost -> cost.length < turns);
    costs.replaceAll((m, cost) -> Arrays.copyOf(cost, turns));
    OptionalDouble scatter = SpeedOverTurns.scatter(List.copyOf(costs.values()));
    if (scatter.isEmpty()) {
      return List.of();
    }
    Path raw = setting.rawFolder().resolve(Measurement.Metric.SPEED + ".csv");
    writeTurns(raw, turns, costs);
    return List.of(
        new Measurement(
            Catalogue.CONTENTION,
            Measurement.Metric.SPEED,
            Map.of(),
            "all",
            1,
            Measurement.Metric.SCATTER,
            "ratio",
            "",
            Mean.alone(scatter.getAsDouble(), turns),
            "",
            run.relative(raw)));
  }

  /**
   * Writes the scatter's input: a row for each benchmark and its parameters, a column for each
   * turn.
   */
  private static void writeTurns(Path file, int turns, Map<Measured, double[]> costs) {
    List<String> columns = new ArrayList<>(List.of("entry", "benchmark", "parameters"));
    for (int turn = 1; turn <= turns; turn++) {
      columns.add("turn_" + turn);
    }
    List<List<?>> rows = new ArrayList<>();
    costs.forEach(
        (m, cost) -> {
          String parameters =
              m.results().parameters().entrySet().stream()
                  .map(Object::toString)
                  .collect(Collectors.joining(";"));
          List<Object> row =
              new ArrayList<>(List.of(m.entry().name(), m.results().benchmark(), parameters));
          Arrays.stream(cost).forEach(row::add);
          rows.add(row);
        });
    CsvFiles.write(file, columns, rows);
  }

  /** Results of entries without a failed fork. */
  private Stream<Measured> sound() {
    return measured.values().stream().filter(m -> !failed.contains(m.entry().name()));
  }

  private List<Measurement> again(Measured first, String name, int forks)
      throws InterruptedException {
    Map<String, List<String>> parameters = new TreeMap<>();
    first.results().parameters().forEach((key, value) -> parameters.put(key, List.of(value)));
    Watched<Results> second =
        measure(
            new JmhLauncher.Job(
                name,
                List.of("^" + Pattern.quote(first.results().benchmark()) + "$"),
                first.entry().withForks(forks).withParameters(parameters),
                keepsInput(),
                folder(first.entry()),
                cpus(first.entry()),
                null));
    List<Object> key = key(first.entry(), first.results());
    JmhResults same =
        second.measured().results().stream()
            .filter(r -> key(first.entry(), r).equals(key))
            .findFirst()
            .orElseThrow(() -> measuredNothing(name));
    Path file = setting.rawFolder().resolve(name + "-pooled.json");
    JmhResults pooled = first.results().with(same, run.relative(file));
    AtomicFiles.write(file, JmhResults.json(List.of(pooled)));
    return keep(first.entry(), pooled, first.elapsedS() + second.others().seconds()).rows();
  }

  private static List<Object> key(MicroPlan.Entry entry, JmhResults results) {
    return List.of(entry.name(), results.benchmark(), results.parameters());
  }

  /** {@link Contention} of a suite on 2, 4 ... and all CPUs; nothing where there is one. */
  public List<Measurement> contention(MicroPlan.Entry entry) throws InterruptedException {
    return contention(entry, false);
  }

  /** {@link Contention} of two copies that share one CPU. */
  public List<Measurement> contentionOnOneCpu(MicroPlan.Entry entry) throws InterruptedException {
    return contention(entry, true);
  }

  private List<Measurement> contention(MicroPlan.Entry entry, boolean oneCpu)
      throws InterruptedException {
    List<Integer> cpus = CpuTopology.inOrder(AllowedCpus.ofThisProcess());
    Contention copies = new Contention(jmh, this, cpus, setting.watched().keySet(), watch);
    try {
      return oneCpu ? copies.measureOnOneCpu(entry) : copies.measure(entry);
    } finally {
      delete(contentionFolder());
    }
  }

  /** Results of a run of JMH, and whether it skipped what cannot be measured here. */
  private record Results(List<JmhResults> results, boolean skipped) {}

  private boolean keepsInput() {
    return setting.roomForInput().getAsBoolean();
  }

  private Watched<Results> measure(JmhLauncher.Job job) throws InterruptedException {
    return watch.quieter(job.name(), name -> attempt(job.named(name)));
  }

  private Results attempt(JmhLauncher.Job job) throws InterruptedException {
    try {
      Jmh.Output output = jmh.run(List.of(job)).get(0);
      boolean anySkipped = noteSkipped(output.log());
      return new Results(results(output).singles(), anySkipped);
    } finally {
      if (!keepsInput()) {
        delete(job.folder());
      }
    }
  }

  /** Whether JMH's output says that an operation was skipped; keeps the reason. */
  boolean noteSkipped(Path log) {
    try {
      Matcher line = SKIPPED.matcher(Files.readString(log));
      boolean any = false;
      boolean news = false;
      while (line.find()) {
        any = true;
        news |= skipped.add(line.group(1).strip());
      }
      if (news) {
        AtomicFiles.write(
            setting.rawFolder().resolve("skipped.txt"), String.join("\n", skipped) + "\n");
      }
      return any;
    } catch (IOException e) {
      throw CoreboundException.failed("%s: cannot be read: %s".formatted(log, e.getMessage()), e);
    }
  }

  JmhResults results(Jmh.Output finished) {
    try {
      return new JmhResults(Files.readString(finished.json()), run.relative(finished.json()));
    } catch (IOException e) {
      throw CoreboundException.failed(
          "%s: JMH's results cannot be read: %s".formatted(finished.json(), e.getMessage()), e);
    }
  }

  Path contentionFolder() {
    return setting.localFolder().resolve(Catalogue.CONTENTION);
  }

  String relative(Path file) {
    return run.relative(file);
  }

  /** A job's client may use all CPUs, as it does not run on a worker. */
  private List<Integer> cpus(MicroPlan.Entry entry) {
    return entry.suite().equals(Catalogue.CLIENT) ? List.of() : setting.cpus();
  }

  private Path folder(MicroPlan.Entry entry) {
    return setting.localFolder().resolve(entry.model() ? "model" : entry.name());
  }

  private static void delete(Path folder) {
    try {
      Deletion.of(folder);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot delete %s: %s".formatted(folder, e.getMessage()), e);
    }
  }
}
