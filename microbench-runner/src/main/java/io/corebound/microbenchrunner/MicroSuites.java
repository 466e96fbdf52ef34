package io.corebound.microbenchrunner;

import io.corebound.hosts.Host;
import io.corebound.records.CoreboundException;
import io.corebound.records.MeanInterval;
import io.corebound.records.Measurement;
import io.corebound.records.Measurement.Metric;
import io.corebound.records.ProfileFile;
import io.corebound.records.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The suites of JMH benchmarks, and the contention between pinned copies of one. */
public final class MicroSuites {
  /** The suite whose copies are pinned: it works the CPU, the caches and the memory. */
  private static final String CONTENTION_SUITE = "sort";

  private final MicroSetting setting;
  private final RunDirectory run;
  private final JmhLauncher jmh;

  /** The suites on a host, their raw output in a run directory. */
  public MicroSuites(Host host, MicroSetting setting, RunDirectory run) {
    this.setting = setting;
    this.run = run;
    this.jmh = new JmhLauncher(host, setting);
  }

  /** Hash of the flags of the measured JVMs. */
  public String jvmFlagsHash() {
    return jmh.jvmFlagsHash();
  }

  /**
   * Runs one suite to its end.
   *
   * @throws CoreboundException (failed) when a benchmark fails
   */
  public List<Measurement> run(ProfileFile.Suite suite) throws InterruptedException {
    JmhLauncher.Run started =
        jmh.start(suite.suite(), suite.suite(), suite.forks(), suite.iterations(), -1);
    jmh.await(List.of(started));
    return results(started, suite.suite());
  }

  /**
   * The ratio of core-seconds a byte when every core runs a pinned copy of one benchmark, started
   * at the same moment, over a single pinned copy. One sample a copy.
   */
  public List<Measurement> contention(int cores, int iterations) throws InterruptedException {
    double alone = costs(copies(1, iterations)).get(0);
    List<Double> ratios =
        costs(copies(cores, iterations)).stream().map(together -> together / alone).toList();
    MeanInterval means = MeanInterval.of(ratios);
    return List.of(
        new Measurement(
            "contention",
            "contention",
            Map.of("suite", CONTENTION_SUITE),
            "all",
            cores,
            "factor",
            "ratio",
            "",
            means.mean(),
            means.low(),
            means.high(),
            MeanInterval.CONFIDENCE,
            means.n(),
            jmh.jvmFlagsHash(),
            run.relative(setting.rawFolder().resolve("contention-" + cores + "-0.json"))));
  }

  private List<JmhLauncher.Run> copies(int copies, int iterations) throws InterruptedException {
    List<JmhLauncher.Run> started = new ArrayList<>();
    List<Integer> cpus = AllowedCpus.ofThisProcess();
    for (int copy = 0; copy < copies; copy++) {
      started.add(
          jmh.start(
              "contention-" + copies + "-" + copy,
              CONTENTION_SUITE,
              1,
              iterations,
              cpus.get(copy % cpus.size())));
    }
    jmh.await(started);
    return started;
  }

  /** Warm core-nanoseconds a byte by copy, over all operations of the suite. */
  private List<Double> costs(List<JmhLauncher.Run> copies) {
    List<Double> costs = new ArrayList<>();
    for (JmhLauncher.Run copy : copies) {
      costs.add(
          results(copy, CONTENTION_SUITE).stream()
              .filter(m -> m.process().equals("all") && m.metric().equals(Metric.COST))
              .mapToDouble(Measurement::value)
              .sum());
    }
    return costs;
  }

  private List<Measurement> results(JmhLauncher.Run finished, String suite) {
    try {
      List<Measurement> measurements =
          new JmhResults(Files.readString(finished.json()), run.relative(finished.json()))
              .measurements(suite, jmh.jvmFlagsHash());
      if (measurements.isEmpty()) {
        throw CoreboundException.failed(
            "the micro suite '" + suite + "' measured nothing; its log: " + finished.log());
      }
      return measurements;
    } catch (IOException e) {
      throw CoreboundException.failed(
          finished.json() + ": JMH's results cannot be read: " + e.getMessage(), e);
    }
  }
}
