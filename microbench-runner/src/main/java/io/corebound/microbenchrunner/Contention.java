package io.corebound.microbenchrunner;

import io.corebound.records.MeanInterval;
import io.corebound.records.Measurement;
import io.corebound.records.Measurement.Metric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * How much dearer operations get when pinned copies of them keep more cores busy: the ratio of
 * core-seconds a byte of each copy to those of one copy alone. All copies begin every batch at the
 * same moment. With one copy a CPU there are 1, 2, 4 ... copies, and at last as many as CPUs;
 * physical cores are filled before their second threads.
 */
final class Contention {
  private final JmhLauncher jmh;
  private final MicroSuites suites;
  private final List<Integer> cpus;

  /** Over these logical CPUs, in the order in which they are filled. */
  Contention(JmhLauncher jmh, MicroSuites suites, List<Integer> cpus) {
    this.jmh = jmh;
    this.suites = suites;
    this.cpus = cpus;
  }

  /** How many copies run at once, one after the other: 1, 2, 4 ... and all. */
  static List<Integer> steps(int cpus) {
    TreeSet<Integer> steps = new TreeSet<>();
    for (int copies = 1; copies < cpus; copies *= 2) {
      steps.add(copies);
    }
    steps.add(cpus);
    return List.copyOf(steps);
  }

  /**
   * Measures a suite.
   *
   * @return one row for each number of copies; one sample a copy
   */
  List<Measurement> measure(MicroPlan.Entry entry) throws InterruptedException {
    List<Measurement> rows = new ArrayList<>();
    double alone = Double.NaN;
    for (int copies : steps(cpus.size())) {
      List<JmhLauncher.Run> runs = together(entry, copies);
      List<Double> costs = runs.stream().map(run -> cost(run, entry)).toList();
      alone = copies == 1 ? costs.get(0) : alone;
      double single = alone;
      rows.add(row(entry, runs.get(0).json(), costs.stream().map(cost -> cost / single).toList()));
    }
    return rows;
  }

  private List<JmhLauncher.Run> together(MicroPlan.Entry entry, int copies)
      throws InterruptedException {
    String name = entry.name() + "-" + copies;
    Path rendezvous = suites.contentionFolder().resolve(name + "-rendezvous");
    List<JmhLauncher.Run> runs = new ArrayList<>();
    for (int copy = 0; copy < copies; copy++) {
      runs.add(
          jmh.start(
              new JmhLauncher.Job(
                  name + "-" + copy,
                  JmhLauncher.Job.classes(entry),
                  1,
                  entry.iterations(),
                  entry.parameters(),
                  false,
                  false,
                  // the input that a copy has made serves it again
                  suites.contentionFolder().resolve(entry.name() + "-" + copy),
                  entry.jvmFlags(),
                  new JmhLauncher.Copy(cpus.get(copy), rendezvous, copies))));
    }
    jmh.await(runs);
    return runs;
  }

  /** Warm core-nanoseconds a byte, over all operations of the suite. */
  private double cost(JmhLauncher.Run run, MicroPlan.Entry entry) {
    return suites.results(run).measurements(entry.suite(), suites.jvmFlagsHash(entry)).stream()
        .filter(m -> m.process().equals("all") && m.metric().equals(Metric.COST))
        .mapToDouble(Measurement::value)
        .sum();
  }

  private Measurement row(MicroPlan.Entry entry, Path json, List<Double> ratios) {
    MeanInterval means = MeanInterval.of(ratios);
    return new Measurement(
        Catalogue.CONTENTION,
        "contention",
        Map.of("suite", entry.suite()),
        "all",
        ratios.size(),
        "factor",
        "ratio",
        "",
        means.mean(),
        means.low(),
        means.high(),
        MeanInterval.CONFIDENCE,
        means.n(),
        suites.jvmFlagsHash(entry),
        suites.relative(json));
  }
}
