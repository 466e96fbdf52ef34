package io.corebound.microbenchrunner.suite;

import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.process.Host;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.jmh.Jmh;
import io.corebound.microbenchrunner.jmh.JmhLauncher;
import io.corebound.microbenchrunner.jmh.JmhResults;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.jmh.MicroSetting;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.MeanInterval;
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
import java.util.Optional;
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

/** The suites of JMH benchmarks, and the contention between pinned copies of some. */
public final class MicroSuites {
  /** How a benchmark says in JMH's output that an operation cannot be measured here. */
  private static final Pattern SKIPPED = Pattern.compile("(?m)corebound: skipped (.+)$");

  /**
   * So near to the cheapest fork has another one to be, as a fraction. Two runs are to agree within
   * 5 %.
   */
  private static final double CONFIRMED = 0.02;

  /** So many forks of an operation tell that it has no least cost to be found again. */
  private static final int MOST_FORKS = 12;

  private final MicroSetting setting;
  private final RunDirectory run;
  private final Jmh jmh;
  private final LongSupplier nanoTime;

  /** By entry, benchmark and parameters. */
  private final Map<List<Object>, Measured> measured = new LinkedHashMap<>();

  /** Names of entries of which a fork failed. */
  private final Set<String> failed = new HashSet<>();

  /** Operations that cannot be measured here, with the reason: what benchmarks said of them. */
  private final SortedSet<String> skipped = new TreeSet<>();

  /**
   * One benchmark with one combination of parameters that was measured.
   *
   * @param elapsedS how long that took, all forks, preparation included
   */
  private record Measured(
      MicroPlan.Entry entry, JmhResults results, List<Measurement> rows, double elapsedS) {
    /** The widest of its operations' intervals. */
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
  public MicroSuites(Host host, MicroSetting setting, RunDirectory run) {
    this(new JmhLauncher(host, setting), System::nanoTime, setting, run);
  }

  /** The same on any JMH, by any clock. */
  MicroSuites(Jmh jmh, LongSupplier nanoTime, MicroSetting setting, RunDirectory run) {
    this.jmh = jmh;
    this.nanoTime = nanoTime;
    this.setting = setting;
    this.run = run;
  }

  /** Hash of the flags that tasks get, those of containers; what a user gives JMH is for JMH. */
  public String taskFlagsHash() {
    return setting.taskFlagsHash();
  }

  /** Hash of the flags of an entry's JVMs. */
  String jvmFlagsHash(MicroPlan.Entry entry) {
    return setting.jvmFlagsHash(entry.jvmFlags());
  }

  /**
   * Runs one fork of an entry of the plan, and pools it with those before. Forks of different
   * entries follow each other, so that a machine that is slower for a minute does not make one
   * operation dear, but widens the intervals of all. Input stays for the next fork where memory has
   * room for it. What cannot be measured here is written with its reason to {@code skipped.txt} in
   * the raw folder.
   *
   * @param number which fork, from 1
   * @return the figures of all forks until now, in place of those that were returned before; none
   *     when all of it cannot be measured here, or an earlier fork failed
   * @throws CoreboundException (failed) when a benchmark fails
   */
  public List<Measurement> fork(MicroPlan.Entry entry, int number) throws InterruptedException {
    if (failed.contains(entry.name())) {
      return List.of();
    }
    try {
      return pooled(entry, number);
    } catch (CoreboundException e) {
      failed.add(entry.name());
      throw e;
    }
  }

  private List<Measurement> pooled(MicroPlan.Entry entry, int number) throws InterruptedException {
    long start = nanoTime.getAsLong();
    Said said =
        measure(JmhLauncher.Job.of(entry, number, keepsInput(), folder(entry), cpus(entry)));
    if (said.results().isEmpty() && !said.skipped()) {
      throw CoreboundException.failed(
          "the micro suite '" + entry.name() + "' measured nothing; see " + setting.rawFolder());
    }
    double around =
        (nanoTime.getAsLong() - start) / 1e9
            - said.results().stream().mapToDouble(JmhResults::elapsedS).sum();
    Path file = setting.rawFolder().resolve(entry.name() + ".json");
    List<Measured> all = new ArrayList<>();
    for (JmhResults results : said.results()) {
      List<Object> key = key(entry, results);
      double elapsedS = results.elapsedS() + around / said.results().size();
      Measured before = measured.get(key);
      Measured now =
          before == null
              ? measured(entry, results, elapsedS)
              : measured(
                  entry,
                  before.results().with(results, run.relative(file)),
                  before.elapsedS() + elapsedS);
      measured.put(key, now);
      all.add(now);
    }
    if (number > 1) {
      AtomicFiles.write(
          file,
          JmhResults.json(
              measured.values().stream()
                  .filter(m -> m.entry().equals(entry))
                  .map(Measured::results)
                  .toList()));
    }
    return all.stream().flatMap(m -> m.rows().stream()).toList();
  }

  private Measured measured(MicroPlan.Entry entry, JmhResults results, double elapsedS) {
    return new Measured(
        entry, results, results.measurements(entry.suite(), jvmFlagsHash(entry)), elapsedS);
  }

  /**
   * What comes when every entry has had its turns: how far the machine's speed strayed over them,
   * then once more what is unstable, then further forks of what no second one has been as cheap as.
   *
   * @param profile for how long
   * @param progress is told what is measured, and why
   * @param record is given rows, some of which take the place of earlier ones
   */
  public void settle(
      ProfileFile profile, Consumer<String> progress, Consumer<List<Measurement>> record)
      throws InterruptedException {
    record.accept(speed());
    record.accept(remeasure(profile.remeasureSeconds(), progress));
    confirm(profile.confirmSeconds(), progress, record);
  }

  /**
   * Measures once more, with as many forks, what has an interval that is too wide, the widest
   * first, and pools the forks of both times.
   *
   * @param seconds no more is begun than fits; null for all of it
   * @param progress is told what is measured
   * @return rows that take the place of the earlier ones
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
        left -= (nanoTime.getAsLong() - start) / 1e9;
      }
    }
    return rows;
  }

  /**
   * Measures further forks, one at a time and in turn, of what no second fork has been as cheap as,
   * until one has: the least cost of an operation is one that can be found again. One for which no
   * time is left, or which has had forks enough, stays as it is.
   *
   * @param seconds no fork is begun that does not fit
   * @param progress is told what is measured
   * @param record is given the rows that take the place of the earlier ones, after every fork
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
   * How far the machine's speed strayed from turn to turn of the forks, as one row: the standard
   * deviation, as a fraction, and how many turns tell it. To be asked before any has been measured
   * once more. Nothing where there were fewer than {@value SpeedOverTurns#LEAST_TURNS} turns, or
   * fewer than {@value SpeedOverTurns#LEAST_OPERATIONS} benchmarks that had all of them.
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
            scatter.getAsDouble(),
            Double.NaN,
            Double.NaN,
            MeanInterval.CONFIDENCE,
            turns,
            "",
            run.relative(raw)));
  }

  /** What the scatter was computed of: a row a benchmark and its parameters, a column a turn. */
  private static void writeTurns(Path file, int turns, Map<Measured, double[]> costs) {
    List<String> columns = new ArrayList<>(List.of("entry", "benchmark", "parameters"));
    for (int turn = 1; turn <= turns; turn++) {
      columns.add("turn_" + turn);
    }
    List<List<?>> rows = new ArrayList<>();
    costs.forEach(
        (m, cost) -> {
          List<Object> row = new ArrayList<>();
          row.add(m.entry().name());
          row.add(m.results().benchmark());
          row.add(
              m.results().parameters().entrySet().stream()
                  .map(Object::toString)
                  .collect(Collectors.joining(";")));
          Arrays.stream(cost).forEach(row::add);
          rows.add(row);
        });
    CsvFiles.write(file, columns, rows);
  }

  /** What was measured of entries of which no fork failed. */
  private Stream<Measured> sound() {
    return measured.values().stream().filter(m -> !failed.contains(m.entry().name()));
  }

  private List<Measurement> again(Measured first, String name, int forks)
      throws InterruptedException {
    long start = nanoTime.getAsLong();
    Map<String, List<String>> parameters = new TreeMap<>();
    first.results().parameters().forEach((key, value) -> parameters.put(key, List.of(value)));
    Said second =
        measure(
            new JmhLauncher.Job(
                name,
                List.of("^" + Pattern.quote(first.results().benchmark()) + "$"),
                forks,
                first.entry().iterations(),
                parameters,
                first.entry().hdfs(),
                keepsInput(),
                folder(first.entry()),
                first.entry().jvmFlags(),
                cpus(first.entry()),
                null));
    Optional<JmhResults> same =
        second.results().stream()
            .filter(r -> r.benchmark().equals(first.results().benchmark()))
            .filter(r -> r.parameters().equals(first.results().parameters()))
            .findFirst();
    if (same.isEmpty()) {
      throw CoreboundException.failed(
          "the micro suite '" + name + "' measured nothing; see " + setting.rawFolder());
    }
    Path file = setting.rawFolder().resolve(name + "-pooled.json");
    JmhResults pooled = first.results().with(same.get(), run.relative(file));
    AtomicFiles.write(file, JmhResults.json(List.of(pooled)));
    Measured now =
        measured(first.entry(), pooled, first.elapsedS() + (nanoTime.getAsLong() - start) / 1e9);
    measured.put(key(now.entry(), pooled), now);
    return now.rows();
  }

  private static List<Object> key(MicroPlan.Entry entry, JmhResults results) {
    return List.of(entry.name(), results.benchmark(), results.parameters());
  }

  /** Whether this process may use more than one CPU, so that copies can be pinned. */
  public static boolean hasRoomForCopies() {
    return AllowedCpus.ofThisProcess().size() > 1;
  }

  /**
   * The ratio of core-seconds a byte of a pinned copy of a suite beside others to those of the same
   * copy alone, for 2, 4 ... and all CPUs; nothing where there is one. One sample a pair of
   * batches.
   */
  public List<Measurement> contention(MicroPlan.Entry entry) throws InterruptedException {
    return contention(c -> c.measure(entry));
  }

  /** The same of two copies that share one CPU, over the one that has it to itself. */
  public List<Measurement> contentionOnOneCpu(MicroPlan.Entry entry) throws InterruptedException {
    return contention(c -> c.measureOnOneCpu(entry));
  }

  private List<Measurement> contention(Copies copies) throws InterruptedException {
    try {
      return copies.measure(
          new Contention(
              jmh,
              this,
              CpuTopology.inOrder(AllowedCpus.ofThisProcess()),
              setting.watched().keySet()));
    } finally {
      delete(contentionFolder());
    }
  }

  /** Measures some of them. */
  @FunctionalInterface
  private interface Copies {
    List<Measurement> measure(Contention contention) throws InterruptedException;
  }

  /** What a run of JMH gave, and whether it said that some of it cannot be measured here. */
  private record Said(List<JmhResults> results, boolean skipped) {}

  private boolean keepsInput() {
    return setting.roomForInput().getAsBoolean();
  }

  private Said measure(JmhLauncher.Job job) throws InterruptedException {
    try {
      Jmh.Output output = jmh.run(List.of(job)).get(0);
      boolean anySkipped = noteSkipped(output.log());
      return new Said(results(output).singles(), anySkipped);
    } finally {
      if (!keepsInput()) {
        delete(job.folder());
      }
    }
  }

  /** Whether a benchmark said in JMH's output that it cannot be measured here; that is kept. */
  boolean noteSkipped(Path log) {
    try {
      Matcher said = SKIPPED.matcher(Files.readString(log));
      boolean any = false;
      boolean news = false;
      while (said.find()) {
        any = true;
        news |= skipped.add(said.group(1).strip());
      }
      if (news) {
        AtomicFiles.write(
            setting.rawFolder().resolve("skipped.txt"), String.join("\n", skipped) + "\n");
      }
      return any;
    } catch (IOException e) {
      throw CoreboundException.failed(log + ": cannot be read: " + e.getMessage(), e);
    }
  }

  JmhResults results(Jmh.Output finished) {
    try {
      return new JmhResults(Files.readString(finished.json()), run.relative(finished.json()));
    } catch (IOException e) {
      throw CoreboundException.failed(
          finished.json() + ": JMH's results cannot be read: " + e.getMessage(), e);
    }
  }

  Path contentionFolder() {
    return setting.localFolder().resolve(Catalogue.CONTENTION);
  }

  String relative(Path file) {
    return run.relative(file);
  }

  /** A job's client runs on no worker: it has all. */
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
      throw CoreboundException.failed("cannot delete " + folder + ": " + e.getMessage(), e);
    }
  }
}
