package io.corebound.microbenchrunner.jmh;

import io.corebound.records.config.ProfileFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What is measured, in order, with which parameters, and what that needs: made from the catalogue,
 * a profile and what was asked for, before anything is started.
 *
 * @param profile how much is measured
 * @param entries the runs of JMH
 * @param own suites that the runner measures itself: {@link Catalogue#IDLE} ...
 * @param contention runs of JMH whose pinned copies are measured
 * @param oneCpu those of them of which two copies that share a CPU are measured, too
 * @param options JMH's own, added by the user
 */
public record MicroPlan(
    ProfileFile profile,
    List<Entry> entries,
    Set<String> own,
    List<Entry> contention,
    List<Entry> oneCpu,
    JmhOptions options) {
  private static final Set<String> OWN =
      Set.of(Catalogue.IDLE, Catalogue.START, Catalogue.CONTENTION);

  /** Forks and batches of a suite that the profile does not name: the benchmarks' own. */
  private static final int FORKS = 3;

  private static final int ITERATIONS = 4;

  private static final String FORKS_OPTION = "-f";
  private static final String RECORDS = "records";
  private static final String BYTES = "bytes";
  private static final String SORT_BUFFER = "sortMib";

  /** What a batch fills where its records follow from the buffer: two spills and a half. */
  private static final double BUFFERS_A_BATCH = 2.5;

  /** A record of TeraSort. */
  public static final int RECORD_BYTES = 100;

  private static final String TASK_SUITE = "task";

  /**
   * What HotSpot inlines depends on the moment at which its compiler reads the profile: of two JVMs
   * that compile in the background, one may allocate an object a record that the other does not,
   * and cost a third more. In the foreground both get the same code.
   */
  private static final String COMPILE_IN_FOREGROUND = "-XX:-BackgroundCompilation";

  /** Its benchmarks start JVMs with their own one's flags. */
  private static final String START_OF_JVMS = "jvm";

  /**
   * What was asked for.
   *
   * @param profileName names the profile in errors
   * @param profile how much is measured
   * @param suites names of suites; all that the profile has where none is named
   * @param modelOnly whether only what the model needs is measured
   * @param job parameters that the model's operations are measured with: the batch of one task, and
   *     what the job's tasks are set to
   * @param parameters parameters that the command line sets, where a suite has them
   * @param options JMH's own options
   */
  public record Choice(
      String profileName,
      ProfileFile profile,
      List<String> suites,
      boolean modelOnly,
      Map<String, String> job,
      Map<String, String> parameters,
      JmhOptions options) {}

  /**
   * One run of JMH.
   *
   * @param name unique in the plan; what its files are called
   * @param suite its suite
   * @param benchmarks its classes; either all of them need HDFS or none
   * @param forks fresh JVMs
   * @param iterations batches in each
   * @param parameters values of JMH's parameters, by name
   * @param model whether it is measured as the model needs it; all such can use the same input
   * @param jvmFlags flags of the measured JVMs besides those that tasks get
   */
  public record Entry(
      String name,
      String suite,
      List<Catalogue.Benchmark> benchmarks,
      int forks,
      int iterations,
      Map<String, List<String>> parameters,
      boolean model,
      List<String> jvmFlags) {

    /** Whether it works on HDFS. */
    public boolean hdfs() {
      return benchmarks.get(0).hdfs();
    }

    private Entry withForks(int number) {
      return new Entry(name, suite, benchmarks, number, iterations, parameters, model, jvmFlags);
    }

    public Entry withIterations(int number) {
      return new Entry(name, suite, benchmarks, forks, number, parameters, model, jvmFlags);
    }

    /** Methods of a benchmark times the combinations of its parameters' values. */
    public int combinations(Catalogue.Benchmark benchmark) {
      return benchmark.methods()
          * benchmark.parameters().entrySet().stream()
              .mapToInt(p -> parameters.getOrDefault(p.getKey(), p.getValue()).size())
              .reduce(1, Math::multiplyExact);
    }

    /** How large the batch of a benchmark is, measured by its own default. */
    public double sizeOfBatch(Catalogue.Benchmark benchmark) {
      Entry byDefault =
          new Entry(name, suite, benchmarks, forks, iterations, Map.of(), false, List.of());
      long own = byDefault.batchBytes(benchmark);
      double bytes = own == 0 ? 1 : (double) batchBytes(benchmark) / own;
      return bytes
          * times(byDefault, benchmark, "elements")
          * times(byDefault, benchmark, "passes");
    }

    /** How often its own default a parameter's largest value is; 1 where there is none. */
    private double times(Entry byDefault, Catalogue.Benchmark benchmark, String parameter) {
      long own = byDefault.largest(benchmark, parameter);
      return own == 0 ? 1 : (double) largest(benchmark, parameter) / own;
    }

    /** Bytes of the largest batch of a benchmark. */
    long batchBytes(Catalogue.Benchmark benchmark) {
      long records = largest(benchmark, RECORDS);
      if (records > 0) {
        return records * RECORD_BYTES;
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
   * @param entry the entry
   * @param fork which of its forks, from 1
   * @param secondFirst whether, where two settings take this turn one after the other, the second
   *     comes first
   */
  public record Turn(Entry entry, int fork, boolean secondFirst) {}

  /**
   * Chooses.
   *
   * @throws CoreboundException (invalid input) when there is no such suite, benchmark or parameter,
   *     with the nearest one
   */
  public static MicroPlan of(Catalogue catalogue, Choice choice) {
    for (String suite : choice.suites()) {
      catalogue.find("", suite, List.of());
    }
    List<ProfileFile.Suite> wanted = new ArrayList<>();
    for (ProfileFile.Suite suite : choice.profile().suites()) {
      checked(catalogue, choice, suite);
      if (chosen(choice, suite)) {
        wanted.add(suite);
      }
    }
    for (String name : choice.suites()) {
      if (!OWN.contains(name) && wanted.stream().noneMatch(s -> s.suite().equals(name))) {
        wanted.add(new ProfileFile.Suite(name, List.of(), false, FORKS, ITERATIONS, Map.of()));
      }
    }
    TreeSet<String> own = new TreeSet<>(OWN);
    if (!choice.suites().isEmpty()) {
      own.retainAll(choice.suites());
    }
    if (own.contains(Catalogue.START)) {
      // what the idle cluster takes is no part of what a job takes
      own.add(Catalogue.IDLE);
    }
    List<Entry> entries = entries(catalogue, choice, wanted);
    checkOptions(entries, choice);
    List<Entry> contention =
        own.contains(Catalogue.CONTENTION) ? contention(catalogue, choice) : List.of();
    return new MicroPlan(
        profile(choice),
        entries,
        own,
        contention,
        contention.stream()
            .filter(e -> choice.profile().contentionOneCpu().contains(e.suite()))
            .toList(),
        choice.options());
  }

  /** A prediction takes means, to which a cheaper fork adds little; a user's forks are as many. */
  private static ProfileFile profile(Choice choice) {
    return choice.modelOnly() || choice.options().number(FORKS_OPTION, 1).isPresent()
        ? choice.profile().withoutConfirming()
        : choice.profile();
  }

  private static boolean chosen(Choice choice, ProfileFile.Suite suite) {
    return (!choice.modelOnly() || suite.model())
        && (choice.suites().isEmpty() || choice.suites().contains(suite.suite()));
  }

  private static List<Catalogue.Benchmark> checked(
      Catalogue catalogue, Choice choice, ProfileFile.Suite suite) {
    String where = "profile " + choice.profileName() + ": ";
    if (OWN.contains(suite.suite())) {
      throw CoreboundException.invalidInput(
          where
              + "'"
              + suite.suite()
              + "' is measured without JMH: set "
              + suite.suite()
              + "_… and leave it out of suites");
    }
    List<Catalogue.Benchmark> found = catalogue.find(where, suite.suite(), suite.benchmarks());
    Catalogue.checkParameters(where, found, suite.parameters().keySet());
    return found;
  }

  private static List<Entry> entries(
      Catalogue catalogue, Choice choice, List<ProfileFile.Suite> wanted) {
    List<Entry> entries = new ArrayList<>();
    Map<String, Integer> names = new LinkedHashMap<>();
    for (ProfileFile.Suite suite : wanted) {
      List<Catalogue.Benchmark> found = checked(catalogue, choice, suite);
      for (List<Catalogue.Benchmark> part : together(found, suite.model())) {
        int number = names.merge(suite.suite(), 1, Integer::sum);
        entries.add(
            new Entry(
                number == 1 ? suite.suite() : suite.suite() + "-" + number,
                suite.suite(),
                part,
                choice.options().number(FORKS_OPTION, 1).orElse(suite.forks()),
                choice.options().number("-i", 2).orElse(suite.iterations()),
                parameters(choice, suite, part),
                suite.model(),
                jvmFlags(suite)));
      }
    }
    return entries;
  }

  /**
   * What a job's prediction is made of, and the copies of it, is measured with exactly the flags
   * that tasks get, and so is the start of a JVM; operations that are only compared, with those
   * that give them the same code.
   */
  private static List<String> jvmFlags(ProfileFile.Suite suite) {
    return suite.model() || suite.suite().equals(START_OF_JVMS)
        ? List.of()
        : List.of(COMPILE_IN_FOREGROUND);
  }

  /**
   * Groups benchmarks that one run of JMH can measure. An idle DataNode takes CPU time too, so it
   * is watched only where it works for the operation; and the model needs one value of each
   * parameter, the benchmark's first.
   */
  private static List<List<Catalogue.Benchmark>> together(
      List<Catalogue.Benchmark> benchmarks, boolean model) {
    List<List<Catalogue.Benchmark>> groups = new ArrayList<>();
    for (Catalogue.Benchmark benchmark : benchmarks) {
      groups.stream()
          .filter(g -> g.stream().allMatch(b -> b.hdfs() == benchmark.hdfs()))
          .filter(g -> !model || g.stream().allMatch(b -> sameFirst(b, benchmark)))
          .findFirst()
          .orElseGet(
              () -> {
                groups.add(new ArrayList<>());
                return groups.get(groups.size() - 1);
              })
          .add(benchmark);
    }
    return groups;
  }

  private static boolean sameFirst(Catalogue.Benchmark one, Catalogue.Benchmark other) {
    return one.parameters().entrySet().stream()
        .allMatch(
            p ->
                other
                    .parameters()
                    .getOrDefault(p.getKey(), p.getValue())
                    .get(0)
                    .equals(p.getValue().get(0)));
  }

  private static Map<String, List<String>> parameters(
      Choice choice, ProfileFile.Suite suite, List<Catalogue.Benchmark> benchmarks) {
    Map<String, List<String>> parameters = new TreeMap<>();
    if (suite.model()) {
      benchmarks.forEach(
          b -> b.parameters().forEach((name, own) -> parameters.put(name, own.subList(0, 1))));
      choice.job().forEach((name, value) -> parameters.put(name, List.of(value)));
      if (suite.suite().equals(TASK_SUITE)) {
        // the empty task tells what of a whole task starting a container has paid already
        parameters.computeIfPresent(RECORDS, (key, records) -> List.of("0", records.get(0)));
      }
    }
    parameters.putAll(suite.parameters());
    choice.parameters().forEach((name, value) -> parameters.put(name, List.of(value)));
    parameters.putAll(choice.options().parameters());
    TreeSet<String> known = new TreeSet<>();
    benchmarks.forEach(b -> known.addAll(b.parameters().keySet()));
    parameters.keySet().retainAll(known);
    return parameters;
  }

  private static void checkOptions(List<Entry> entries, Choice choice) {
    TreeSet<String> known = new TreeSet<>();
    entries.forEach(e -> e.benchmarks().forEach(b -> known.addAll(b.parameters().keySet())));
    for (Map.Entry<String, List<String>> set : choice.options().parameters().entrySet()) {
      String name = set.getKey();
      if (set.getValue().isEmpty()) {
        throw CoreboundException.invalidInput(
            "JMH's option -p is of the form name=value, not '" + name + "'");
      }
      if (!known.contains(name)) {
        throw CoreboundException.invalidInput(
            "JMH's option -p: no chosen suite has a parameter '"
                + name
                + "'"
                + StructuredFiles.nearest(name, known));
      }
    }
  }

  /** The benchmarks of a suite as the model needs them, one fork each copy. */
  private static List<Entry> contention(Catalogue catalogue, Choice choice) {
    List<Entry> entries = new ArrayList<>();
    TreeSet<String> unknown = new TreeSet<>(choice.profile().contentionParameters().keySet());
    for (String suite : choice.profile().contentionSuites()) {
      List<ProfileFile.Suite> specs = modelled(choice.profile(), suite);
      List<Catalogue.Benchmark> found =
          copied(
              specs.stream()
                  .flatMap(spec -> checked(catalogue, choice, spec).stream())
                  .distinct()
                  .toList());
      Map<String, List<String>> explicit = new TreeMap<>();
      specs.forEach(spec -> spec.parameters().forEach(explicit::putIfAbsent));
      Map<String, List<String>> first = new TreeMap<>();
      parameters(choice, new ProfileFile.Suite(suite, List.of(), true, 1, 2, explicit), found)
          .forEach((name, values) -> first.put(name, List.of(measured(values))));
      found.forEach(b -> b.parameters().forEach((n, v) -> first.putIfAbsent(n, List.of(v.get(0)))));
      choice
          .profile()
          .contentionParameters()
          .forEach((name, value) -> first.replace(name, List.of(value)));
      unknown.removeAll(first.keySet());
      entries.add(
          new Entry(
              Catalogue.CONTENTION + "-" + suite,
              suite,
              found,
              1,
              choice.profile().contentionIterations(),
              first,
              false,
              List.of()));
    }
    if (!unknown.isEmpty()) {
      throw CoreboundException.invalidInput(
          "profile "
              + choice.profileName()
              + ": contention_parameters: no contention suite has a parameter '"
              + unknown.first()
              + "'");
    }
    return entries;
  }

  /** A suite's entries that the model needs; all of it as it is by itself where there is none. */
  private static List<ProfileFile.Suite> modelled(ProfileFile profile, String suite) {
    List<ProfileFile.Suite> entries =
        profile.suites().stream().filter(s -> s.suite().equals(suite) && s.model()).toList();
    return entries.isEmpty()
        ? List.of(new ProfileFile.Suite(suite, List.of(), true, 1, 2, Map.of()))
        : entries;
  }

  /** Of a suite with both, those that work on no HDFS, whose daemons no copy has to itself. */
  private static List<Catalogue.Benchmark> copied(List<Catalogue.Benchmark> benchmarks) {
    List<Catalogue.Benchmark> local = benchmarks.stream().filter(b -> !b.hdfs()).toList();
    return local.isEmpty() ? benchmarks : local;
  }

  /** The first value that is not the size of an empty task. */
  private static String measured(List<String> values) {
    return values.stream().filter(v -> !v.equals("0")).findFirst().orElse(values.get(0));
  }

  /**
   * Every fork of every entry in the order in which they are measured: first one of each, then a
   * second of each. Of two settings each comes first in every other fork of an entry, and in every
   * other entry.
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
   * What of it can be measured for two settings fork by fork: runs of JMH that need no cluster, of
   * which there would be one a setting.
   *
   * @param leastForks forks that an entry has at least, where JMH's own options do not set them
   */
  public MicroPlan forkByFork(int leastForks) {
    boolean set = options.number(FORKS_OPTION, 1).isPresent();
    return new MicroPlan(
        profile,
        entries.stream()
            .filter(e -> !e.hdfs())
            .map(e -> set ? e : e.withForks(Math.max(leastForks, e.forks())))
            .toList(),
        Set.of(),
        List.of(),
        List.of(),
        options);
  }

  /** The same with other options of JMH's; forks, batches and parameters stay. */
  public MicroPlan with(JmhOptions others) {
    return new MicroPlan(profile, entries, own, contention, oneCpu, others);
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
   * The most that lies in memory at once: local files and blocks of the largest run of each, and
   * the pinned copies' files.
   *
   * @param cores copies of a benchmark at most
   */
  public DataSize memoryNeeded(int cores) {
    double local = 0;
    double hdfs = 0;
    for (Entry entry : entries) {
      for (Catalogue.Benchmark benchmark : entry.benchmarks()) {
        local = Math.max(local, benchmark.localBytes() * entry.batchBytes(benchmark));
        hdfs = Math.max(hdfs, benchmark.hdfsBytes() * entry.batchBytes(benchmark));
      }
    }
    for (Entry entry : contention) {
      for (Catalogue.Benchmark benchmark : entry.benchmarks()) {
        local = Math.max(local, cores * benchmark.localBytes() * entry.batchBytes(benchmark));
        // with what was deleted after the batch before, and the DataNode still has
        hdfs = Math.max(hdfs, 2 * cores * benchmark.hdfsBytes() * entry.batchBytes(benchmark));
      }
    }
    if (entries.stream().anyMatch(Entry::model)) {
      // TeraSort's records in two orders, which lie there to the end
      local += 2.0 * RECORD_BYTES * profile.batchRecords();
    }
    return new DataSize(Math.round(local + hdfs));
  }
}
