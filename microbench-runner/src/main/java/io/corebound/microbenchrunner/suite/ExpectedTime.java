package io.corebound.microbenchrunner.suite;

import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.start.StartSuite;
import io.corebound.records.config.ProfileFile;

/** Rough durations of suites, for the list of suites and the progress display. */
public final class ExpectedTime {
  /** A fork's JVM, its input, its end. */
  private static final double FORK_S = 2;

  private static final double FORK_ON_HDFS_S = 5;

  /** What benchmarks aim at with their own batch. */
  private static final double BATCH_S = 0.5;

  /** The first batch is slower, as all of a task's code is cold. */
  private static final double FORK_OF_TASK_S = 4.5;

  private static final double BATCH_OF_TASK_S = 3.2;

  /** A job of a few tasks on the local cluster. */
  static final double CLUSTER_JOB_S = 14;

  /** Another wave of empty tasks. */
  private static final double WAVE_S = 4;

  /** On one CPU, where compiler and garbage collector wait for the benchmark. */
  private static final double ON_ONE_CPU = 1.4;

  private ExpectedTime() {}

  /** Seconds of one run of JMH. */
  public static double ofEntry(MicroPlan.Entry entry) {
    double seconds = 0;
    for (Catalogue.Benchmark benchmark : entry.benchmarks()) {
      boolean task = benchmark.suite().equals(Catalogue.TASK);
      double batch = task ? BATCH_OF_TASK_S : BATCH_S;
      double start = task ? FORK_OF_TASK_S : benchmark.hdfs() ? FORK_ON_HDFS_S : FORK_S;
      double fork = start + entry.iterations() * batch * entry.sizeOfBatch(benchmark);
      seconds += entry.combinations(benchmark) * entry.forks() * fork;
    }
    return seconds;
  }

  /** Seconds of the pinned copies of a suite, for 2, 4 ... of them. */
  public static double ofContention(MicroPlan.Entry entry, int cores) {
    return Contention.steps(cores).size() * ofPairs(entry);
  }

  /** Seconds of two copies of a suite that share one CPU. */
  public static double ofOneCpu(MicroPlan.Entry entry) {
    // each batch beside the other takes twice as long, and half of them are
    return 1.5 * ofPairs(entry);
  }

  private static double ofPairs(MicroPlan.Entry entry) {
    return 1.5 * ofEntry(entry.withIterations(Contention.iterations(entry)));
  }

  /** Seconds of a warm-up job, and of watching the cluster without one. */
  public static double ofIdle(ProfileFile profile) {
    return CLUSTER_JOB_S + StartSuite.SETTLE_MS / 1e3 + profile.idleSeconds();
  }

  /** Seconds of the empty jobs. */
  public static double ofStart(ProfileFile profile) {
    return StartSuite.wavesOfJobs(profile.startWaves(), profile.startRepetitions()).stream()
        .mapToDouble(waves -> CLUSTER_JOB_S + waves * WAVE_S + StartSuite.SLEEP_MS / 1e3)
        .sum();
  }

  /**
   * Seconds of everything in a plan, when benchmarks and cluster have so many CPUs of a machine.
   */
  public static double on(int cpus, MicroPlan plan, int cores) {
    return (cpus == 1 ? ON_ONE_CPU : 1) * of(plan, cores);
  }

  /** Seconds of everything in a plan, when all of it may use every CPU. */
  public static double of(MicroPlan plan, int cores) {
    return plan.suites().stream().mapToDouble(suite -> ofSuite(plan, suite, cores)).sum()
        + ofRemeasuring(plan);
  }

  /**
   * Measuring again and confirming each take no longer than the first time, or the profile's limit.
   */
  private static double ofRemeasuring(MicroPlan plan) {
    Integer limit = plan.profile().remeasureSeconds();
    double first = plan.entries().stream().mapToDouble(ExpectedTime::ofEntry).sum();
    return (limit == null ? 0 : Math.min(limit, first))
        + Math.min(plan.profile().confirmSeconds(), first);
  }

  /** Seconds of a suite in a plan. */
  public static double ofSuite(MicroPlan plan, String suite, int cores) {
    return switch (suite) {
      case Catalogue.IDLE -> ofIdle(plan.profile());
      case Catalogue.START -> (1 + plan.levers().size()) * ofStart(plan.profile());
      case Catalogue.CONTENTION ->
          plan.contention().stream().mapToDouble(e -> ofContention(e, cores)).sum()
              + (cores > 1 ? plan.oneCpu().stream().mapToDouble(ExpectedTime::ofOneCpu).sum() : 0);
      default ->
          plan.entries().stream()
              .filter(e -> e.suite().equals(suite))
              .mapToDouble(ExpectedTime::ofEntry)
              .sum();
    };
  }
}
