package io.corebound.microbenchrunner.suite;

import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.jmh.Jmh;
import io.corebound.microbenchrunner.jmh.JmhLauncher;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.watch.OthersWatch;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The slowdown of operations while pinned copies of them keep more cores busy, or share one: a
 * copy's core-seconds a byte while the others work, over those while the others wait. The two are
 * measured in pairs, one right after the other in one JVM, so that neither the compiler nor a slow
 * minute of the machine affects the ratio. All copies begin every batch at the same moment. With
 * one copy a CPU there are 2, 4, 8 ... copies, and finally as many as CPUs; physical cores are
 * filled before their second threads. Two copies that share a CPU evict each other's data from its
 * caches.
 *
 * <p>Core-seconds of daemons, which work for all copies, do not count.
 */
final class Contention {
  /** Iterations of all copies before the pairs: cold ones, and while the JVM compiles. */
  private static final int BEFORE_PAIRS = 3;

  private final Jmh jmh;
  private final MicroSuites suites;
  private final List<Integer> cpus;
  private final Set<String> daemons;
  private final OthersWatch watch;

  /** Over logical CPUs, in the order in which they are filled. */
  Contention(
      Jmh jmh, MicroSuites suites, List<Integer> cpus, Set<String> daemons, OthersWatch watch) {
    this.jmh = jmh;
    this.suites = suites;
    this.cpus = cpus;
    this.daemons = daemons;
    this.watch = watch;
  }

  /** How many copies run at once, one after the other: 2, 4, 8 ... and all; none on one CPU. */
  static List<Integer> steps(int cpus) {
    TreeSet<Integer> steps = new TreeSet<>();
    for (int copies = 2; copies < cpus; copies *= 2) {
      steps.add(copies);
    }
    if (cpus > 1) {
      steps.add(cpus);
    }
    return List.copyOf(steps);
  }

  /** Iterations of the copy that works in pairs. */
  static int iterations(MicroPlan.Entry entry) {
    return BEFORE_PAIRS + 2 * entry.iterations();
  }

  /**
   * Measures a suite.
   *
   * @return for each number of copies one row of the suite, all its operations together, and one of
   *     each operation, one sample a pair; nothing where it cannot be measured here
   */
  List<Measurement> measure(MicroPlan.Entry entry) throws InterruptedException {
    List<Measurement> rows = new ArrayList<>();
    for (int copies : steps(cpus.size())) {
      List<Measurement> some =
          measure(entry, entry.name() + "-" + copies, cpus.subList(0, copies), Map.of());
      if (some.isEmpty()) {
        return List.of();
      }
      rows.addAll(some);
    }
    return rows;
  }

  /** Measures two copies of a suite that share one CPU; rows have the parameter {@code cpus=1}. */
  List<Measurement> measureOnOneCpu(MicroPlan.Entry entry) throws InterruptedException {
    int cpu = cpus.get(0);
    return measure(entry, entry.name() + "-one-cpu", List.of(cpu, cpu), Map.of("cpus", "1"));
  }

  /** Measures copies, one on each of some CPUs. */
  private List<Measurement> measure(
      MicroPlan.Entry entry, String name, List<Integer> places, Map<String, String> common)
      throws InterruptedException {
    Jmh.Output paired = watch.quieter(name, attempt -> together(entry, attempt, places)).measured();
    Map<String, double[]> costs = suites.results(paired).costs(daemons);
    if (costs.isEmpty() && suites.noteSkipped(paired.log())) {
      return List.of();
    }
    if (costs.isEmpty()) {
      throw CoreboundException.failed(
          "contention of %s: no operation of it has bytes; see %s"
              .formatted(entry.suite(), paired.log()));
    }
    Map<String, String> parameters = new TreeMap<>(common);
    parameters.put("suite", entry.suite());
    List<Measurement> rows = new ArrayList<>();
    int copies = places.size();
    rows.add(row(entry, parameters, copies, paired.json(), ratios(costs.values())));
    costs.forEach(
        (operation, cost) -> {
          Map<String, String> own = new TreeMap<>(parameters);
          own.put("operation", operation);
          rows.add(row(entry, own, copies, paired.json(), ratios(List.of(cost))));
        });
    return rows;
  }

  /** Runs the copies; the one that works in pairs is returned. */
  private Jmh.Output together(MicroPlan.Entry entry, String name, List<Integer> places)
      throws InterruptedException {
    int copies = places.size();
    Path rendezvous = suites.contentionFolder().resolve(name + "-rendezvous");
    List<JmhLauncher.Job> jobs = new ArrayList<>();
    for (int copy = 0; copy < copies; copy++) {
      boolean paired = copy == 0;
      jobs.add(
          new JmhLauncher.Job(
              name + "-" + copy,
              JmhLauncher.Job.classes(entry),
              entry.withIterations(paired ? iterations(entry) : BEFORE_PAIRS + entry.iterations()),
              false,
              // a copy uses its input again
              suites.contentionFolder().resolve(entry.name() + "-" + copy),
              List.of(places.get(copy)),
              new JmhLauncher.Copy(rendezvous, copies, paired ? BEFORE_PAIRS : null)));
    }
    return jmh.run(jobs).get(0);
  }

  /** For each pair, the costs of all operations while the others work, over those alone. */
  static List<Double> ratios(Collection<double[]> costs) {
    List<Double> ratios = new ArrayList<>();
    int iterations = costs.iterator().next().length;
    for (int i = BEFORE_PAIRS; i + 1 < iterations; i += 2) {
      boolean aloneFirst = alone(i);
      double alone = sum(costs, aloneFirst ? i : i + 1);
      if (!(alone > 0)) {
        throw CoreboundException.failed(
            """
            contention: a batch took less CPU time than the kernel's clock shows; take larger ones \
            (contention_parameters of the profile)\
            """);
      }
      ratios.add(sum(costs, aloneFirst ? i + 1 : i) / alone);
    }
    return ratios;
  }

  /** As in the benchmarks' Rendezvous: the second of the first pair, the first of the second. */
  static boolean alone(int iteration) {
    int inPairs = iteration - BEFORE_PAIRS;
    return inPairs >= 0 && inPairs / 2 % 2 != inPairs % 2;
  }

  private static double sum(Collection<double[]> costs, int iteration) {
    return costs.stream().mapToDouble(cost -> cost[iteration]).sum();
  }

  private Measurement row(
      MicroPlan.Entry entry,
      Map<String, String> parameters,
      int copies,
      Path json,
      List<Double> ratios) {
    return new Measurement(
        Catalogue.CONTENTION,
        "contention",
        parameters,
        "all",
        copies,
        Measurement.Metric.FACTOR,
        "ratio",
        "",
        Mean.of(ratios),
        suites.jvmFlagsHash(entry),
        suites.relative(json));
  }
}
