package io.corebound.microbenchrunner.jmh;

import io.corebound.microbenchrunner.jmh.Catalogue.Benchmark;
import io.corebound.microbenchrunner.jmh.MicroPlan.Entry;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes a {@link MicroPlan} of a request. */
record MicroPlanner(Catalogue catalogue, MicroPlan.Choice choice) {
  static final String FORKS_OPTION = "-f";

  private static final Set<String> OWN =
      Set.of(Catalogue.IDLE, Catalogue.START, Catalogue.CONTENTION);

  /** Forks and batches of a suite that is not in the profile: the benchmarks' own. */
  private static final int FORKS = 3;

  private static final int ITERATIONS = 4;
  private static final String WORKLOAD = "workload";
  private static final String PARTITIONS = "partitions";

  /**
   * HotSpot's inlining depends on when its compiler reads the profile: with background compilation,
   * one of two JVMs may allocate one more object per record and cost a third more. With foreground
   * compilation both get the same code.
   */
  private static final String COMPILE_IN_FOREGROUND = "-XX:-BackgroundCompilation";

  /** The suite of benchmarks that start JVMs with their own JVM's flags. */
  private static final String START_OF_JVMS = "jvm";

  MicroPlan plan() {
    ProfileFile profile = choice.profile();
    for (String suite : choice.suites()) {
      catalogue.find("", suite, List.of());
    }
    profile.suites().forEach(this::checked);
    List<ProfileFile.Suite> wanted =
        new ArrayList<>(profile.suites().stream().filter(this::chosen).toList());
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
      // the cost of the idle cluster is subtracted from a job's
      own.add(Catalogue.IDLE);
    }
    List<Entry> entries = entries(wanted);
    checkOptions(entries);
    List<Entry> contention = own.contains(Catalogue.CONTENTION) ? contention() : List.of();
    List<Entry> oneCpu =
        contention.stream().filter(e -> profile.contentionOneCpu().contains(e.suite())).toList();
    // predictions use means, which a cheaper fork hardly changes; a user's number of forks is exact
    boolean confirms = !choice.modelOnly() && choice.options().number(FORKS_OPTION, 1).isEmpty();
    return new MicroPlan(
        confirms ? profile : profile.withoutConfirming(),
        entries,
        own,
        contention,
        oneCpu,
        choice.options(),
        List.of());
  }

  private boolean chosen(ProfileFile.Suite suite) {
    return (!choice.modelOnly() || suite.model())
        && (choice.suites().isEmpty() || choice.suites().contains(suite.suite()));
  }

  private List<Benchmark> checked(ProfileFile.Suite suite) {
    String where = "profile %s: ".formatted(choice.profileName());
    if (OWN.contains(suite.suite())) {
      throw CoreboundException.invalidInput(
          "%s'%2$s' is measured without JMH: set %2$s_… and leave it out of suites"
              .formatted(where, suite.suite()));
    }
    List<Benchmark> found = catalogue.find(where, suite.suite(), suite.benchmarks());
    TreeSet<String> known = parameterNames(found);
    for (String name : suite.parameters().keySet()) {
      if (!known.contains(name)) {
        throw CoreboundException.invalidInput(
            "%sthe suite '%s' has no parameter '%s'%s"
                .formatted(where, suite.suite(), name, StructuredFiles.nearest(name, known)));
      }
    }
    return found;
  }

  private static TreeSet<String> parameterNames(List<Benchmark> benchmarks) {
    TreeSet<String> names = new TreeSet<>();
    benchmarks.forEach(b -> names.addAll(b.parameters().keySet()));
    return names;
  }

  private List<Entry> entries(List<ProfileFile.Suite> wanted) {
    List<Entry> entries = new ArrayList<>();
    Map<String, Integer> names = new LinkedHashMap<>();
    for (ProfileFile.Suite suite : wanted) {
      String name = suite.suite();
      // the model and the start of JVMs are measured with exactly the flags of tasks, operations
      // that are only compared with those that give them the same code
      List<String> flags =
          suite.model() || name.equals(START_OF_JVMS) ? List.of() : List.of(COMPILE_IN_FOREGROUND);
      for (List<Benchmark> all : together(checked(suite), suite.model())) {
        for (Map<String, String> sample : samples(all)) {
          List<Benchmark> part = of(sample, all);
          if (part.isEmpty()) {
            continue;
          }
          int number = names.merge(name, 1, Integer::sum);
          entries.add(
              new Entry(
                  number == 1 ? name : name + "-" + number,
                  name,
                  part,
                  choice.options().number(FORKS_OPTION, 1).orElse(suite.forks()),
                  choice.options().number("-i", 2).orElse(suite.iterations()),
                  parameters(suite, part, sample),
                  suite.model(),
                  flags,
                  null));
        }
      }
    }
    return entries;
  }

  /** What benchmarks are measured with, one after the other: workloads, for those that have any. */
  private List<Map<String, String>> samples(List<Benchmark> benchmarks) {
    return choice.samples().isEmpty() || !parameterNames(benchmarks).contains(WORKLOAD)
        ? List.of(Map.of())
        : choice.samples();
  }

  /** Those that measure a task of a job: one without partitions for reduces has maps alone. */
  private static List<Benchmark> of(Map<String, String> sample, List<Benchmark> benchmarks) {
    return "0".equals(sample.get(PARTITIONS))
        ? benchmarks.stream().filter(b -> b.parameters().containsKey(PARTITIONS)).toList()
        : benchmarks;
  }

  /**
   * Groups benchmarks for runs of JMH. An idle DataNode takes CPU time too, so it is watched only
   * for operations that use it. The model needs one value of each parameter, the first.
   */
  private static List<List<Benchmark>> together(List<Benchmark> benchmarks, boolean model) {
    List<List<Benchmark>> groups = new ArrayList<>();
    for (Benchmark benchmark : benchmarks) {
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

  private static boolean sameFirst(Benchmark one, Benchmark other) {
    return one.parameters().entrySet().stream()
        .allMatch(
            p -> {
              List<String> others = other.parameters().getOrDefault(p.getKey(), p.getValue());
              return others.get(0).equals(p.getValue().get(0));
            });
  }

  private Map<String, List<String>> parameters(
      ProfileFile.Suite suite, List<Benchmark> benchmarks, Map<String, String> sample) {
    Map<String, List<String>> parameters = new TreeMap<>();
    if (suite.model()) {
      benchmarks.forEach(
          b -> b.parameters().forEach((name, own) -> parameters.put(name, own.subList(0, 1))));
      choice.job().forEach((name, value) -> parameters.put(name, List.of(value)));
      if (suite.suite().equals(Catalogue.TASK)) {
        // the cost of the empty task is part of starting a container
        parameters.computeIfPresent(
            MicroPlan.RECORDS, (key, records) -> List.of("0", records.get(0)));
      }
    }
    parameters.putAll(suite.parameters());
    choice.parameters().forEach((name, value) -> parameters.put(name, List.of(value)));
    sample.forEach((name, value) -> parameters.put(name, List.of(value)));
    parameters.putAll(choice.options().parameters());
    parameters.keySet().retainAll(parameterNames(benchmarks));
    return parameters;
  }

  private void checkOptions(List<Entry> entries) {
    TreeSet<String> known = new TreeSet<>();
    entries.forEach(e -> known.addAll(parameterNames(e.benchmarks())));
    choice
        .options()
        .parameters()
        .forEach(
            (name, values) -> {
              if (values.isEmpty()) {
                throw CoreboundException.invalidInput(
                    "JMH's option -p is of the form name=value, not '%s'".formatted(name));
              }
              if (!known.contains(name)) {
                throw CoreboundException.invalidInput(
                    "JMH's option -p: no chosen suite has a parameter '%s'%s"
                        .formatted(name, StructuredFiles.nearest(name, known)));
              }
            });
  }

  /** The benchmarks of a suite as the model needs them, one fork each copy. */
  private List<Entry> contention() {
    ProfileFile profile = choice.profile();
    List<Entry> entries = new ArrayList<>();
    Set<String> unknown = new TreeSet<>(profile.contentionParameters().keySet());
    for (String suite : profile.contentionSuites()) {
      Set<Benchmark> named = new HashSet<>();
      // a further entry of a benchmark is of other sizes
      List<ProfileFile.Suite> specs =
          modelled(suite).stream().filter(spec -> named.addAll(checked(spec))).toList();
      List<Benchmark> all =
          copied(specs.stream().flatMap(spec -> checked(spec).stream()).distinct().toList());
      Map<String, List<String>> explicit = new TreeMap<>();
      specs.forEach(spec -> spec.parameters().forEach(explicit::putIfAbsent));
      int number = 0;
      for (Map<String, String> sample : samples(all)) {
        List<Benchmark> found = of(sample, all);
        Map<String, List<String>> first = new TreeMap<>();
        parameters(new ProfileFile.Suite(suite, List.of(), true, 1, 2, explicit), found, sample)
            .forEach((name, values) -> first.put(name, List.of(measured(values))));
        found.forEach(
            b -> b.parameters().forEach((n, v) -> first.putIfAbsent(n, List.of(v.get(0)))));
        profile
            .contentionParameters()
            .forEach((name, value) -> first.replace(name, List.of(value)));
        unknown.removeAll(first.keySet());
        String name = Catalogue.CONTENTION + "-" + suite + (number++ == 0 ? "" : "-" + number);
        int iterations = profile.contentionIterations();
        entries.add(new Entry(name, suite, found, 1, iterations, first, false, List.of(), null));
      }
    }
    Iterator<String> first = unknown.iterator();
    if (first.hasNext()) {
      throw CoreboundException.invalidInput(
          "profile %s: contention_parameters: no contention suite has a parameter '%s'"
              .formatted(choice.profileName(), first.next()));
    }
    return entries;
  }

  /** The profile's entries of a suite for the model; the suite's defaults where there are none. */
  private List<ProfileFile.Suite> modelled(String suite) {
    List<ProfileFile.Suite> entries =
        choice.profile().suites().stream()
            .filter(s -> s.suite().equals(suite) && s.model())
            .toList();
    return entries.isEmpty()
        ? List.of(new ProfileFile.Suite(suite, List.of(), true, 1, 2, Map.of()))
        : entries;
  }

  /** Benchmarks without HDFS where the suite has some, as copies would share its daemons. */
  private static List<Benchmark> copied(List<Benchmark> benchmarks) {
    List<Benchmark> local = benchmarks.stream().filter(b -> !b.hdfs()).toList();
    return local.isEmpty() ? benchmarks : local;
  }

  /** The first value that is not the size of an empty task. */
  private static String measured(List<String> values) {
    return values.stream().filter(v -> !v.equals("0")).findFirst().orElse(values.get(0));
  }
}
