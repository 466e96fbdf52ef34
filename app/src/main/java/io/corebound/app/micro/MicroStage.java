package io.corebound.app.micro;

import io.corebound.analysis.pages.page.Words;
import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.Software;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Workspace;
import io.corebound.cluster.daemons.LocalCluster;
import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.JobSettings;
import io.corebound.collectors.sampler.Samplers;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.microbenchrunner.jmh.MicroSetting;
import io.corebound.microbenchrunner.start.StartSuite;
import io.corebound.microbenchrunner.suite.ExpectedTime;
import io.corebound.microbenchrunner.suite.MicroSuites;
import io.corebound.microbenchrunner.watch.OthersWatch;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Measures what a plan says, suite after suite, then once more what is unstable; with {@code goOn}
 * a failed part fails the stage at its end.
 */
record MicroStage(
    Stages stages,
    MicroPlan plan,
    ClusterFile fitted,
    Software software,
    String classPath,
    boolean goOn) {
  private static final String OTHERS = "  meanwhile other programs took %.2f cores";

  /** A part of the stage, with the seconds that it is expected to take. */
  private record Part(String name, double expectedS, Task task) {}

  @FunctionalInterface
  private interface Task {
    List<Measurement> measure() throws InterruptedException;
  }

  String run(Cluster cluster) throws InterruptedException {
    RunRecord record = stages.record();
    OthersWatch watch = MicroWork.watch(stages, plan.profile().remeasureSeconds());
    MicroSuites suites = suites(cluster, true, watch);
    List<CoreboundException> failures = new ArrayList<>();
    measure(parts(suites, cluster, watch, failures), cluster, failures);
    suites.settle(plan.profile(), what -> stages.progress().step(what, 1), this::add);
    List<Measurement> others = watch.rows(record.directory());
    add(others);
    others.stream()
        .filter(m -> m.metric().equals(Metric.OTHERS_COST) && m.process().equals("all"))
        .forEach(m -> stages.progress().say(String.format(Locale.ROOT, OTHERS, m.value())));
    refuse(failures);
    return outcome(record);
  }

  private void add(List<Measurement> rows) {
    stages.record().add(rows.stream().map(this::named).toList());
  }

  /** With the name of the lever whose flags the row's JVMs had. */
  private Measurement named(Measurement row) {
    return fitted
        .attached()
        .filter(l -> !row.isUnderLever())
        .filter(l -> !l.taskFlags().isEmpty() || l.hasFlagsOfContainers() && isOfStart(row))
        .map(l -> row.under(l.name()))
        .orElse(row);
  }

  private static boolean isOfStart(Measurement row) {
    return row.suite().equals(Catalogue.START);
  }

  static String outcome(RunRecord record) {
    long measured =
        record.measurements().stream()
            .map(Measurement::operation)
            .filter(operation -> !operation.equals(Metric.OTHERS))
            .distinct()
            .count();
    return Words.count((int) measured, "operation") + " measured";
  }

  /** Measures part after part; returns the failures after which the rest could go on. */
  private void measure(List<Part> parts, Cluster cluster, List<CoreboundException> failures)
      throws InterruptedException {
    double all = parts.stream().mapToDouble(Part::expectedS).sum();
    double done = 0;
    for (Part part : parts) {
      stages.progress().step(part.name(), all > 0 ? done / all : 1);
      try {
        add(part.task().measure());
      } catch (CoreboundException e) {
        boolean dead = cluster != null && cluster.firstDeath().isPresent();
        if (!goOn || dead || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        failures.add(e);
      }
      done += part.expectedS();
    }
  }

  /** Throws the failures as one, if there are any. */
  static void refuse(List<CoreboundException> failures) {
    if (failures.size() == 1) {
      throw failures.get(0);
    }
    if (!failures.isEmpty()) {
      throw CoreboundException.failed(
          "%s parts failed: %s", failures.size(), CoreboundException.of(failures).getMessage());
    }
  }

  /**
   * The start of jobs comes last: its cost varies most with the machine's speed, and few samples
   * are taken.
   */
  private List<Part> parts(
      MicroSuites suites, Cluster cluster, OthersWatch watch, List<CoreboundException> failures) {
    ProfileFile profile = plan.profile();
    List<Part> parts = new ArrayList<>();
    Optional<StartSuite> start =
        Optional.ofNullable(cluster).map(c -> startSuite(suites, c, watch));
    start.ifPresent(s -> parts.addAll(ofIdleCluster(profile, s)));
    plan.turns().forEach(turn -> parts.add(fork(suites, turn.entry(), turn.fork())));
    parts.addAll(ofContention(suites));
    start.ifPresent(s -> parts.addAll(ofStart(profile, s, cluster, failures)));
    return parts;
  }

  private List<Part> ofContention(MicroSuites suites) {
    if (!plan.contention().isEmpty() && AllowedCpus.ofThisProcess().size() < 2) {
      return notMeasured(
          "contention: a second copy needs another CPU, and this process may use one only");
    }
    List<Part> parts = new ArrayList<>();
    plan.contention()
        .forEach(
            e ->
                parts.add(
                    new Part(
                        "contention of pinned copies of " + e.suite(),
                        ExpectedTime.ofContention(e, MicroWork.cpus()),
                        () -> suites.contention(e))));
    plan.oneCpu()
        .forEach(
            e ->
                parts.add(
                    new Part(
                        "contention of two copies of " + e.suite() + " on one CPU",
                        ExpectedTime.ofOneCpu(e),
                        () -> suites.contentionOnOneCpu(e))));
    return parts;
  }

  private static Part fork(MicroSuites suites, MicroPlan.Entry entry, int number) {
    return new Part(
        entry.name() + ", fork " + number + " of " + entry.forks(),
        ExpectedTime.ofEntry(entry) / entry.forks(),
        () -> suites.fork(entry, number));
  }

  private StartSuite startSuite(MicroSuites suites, Cluster cluster, OthersWatch watch) {
    return new StartSuite(
        cluster,
        stages.record().directory(),
        fitted.mapsAtOnce(),
        fitted.reducesAtOnce(),
        fitted.coresPerNode(),
        suites.taskFlagsHash(),
        watch);
  }

  private List<Part> ofIdleCluster(ProfileFile profile, StartSuite start) {
    if (!plan.own().contains(Catalogue.IDLE)) {
      return List.of();
    }
    return List.of(
        new Part("a first job, which does not count", 0, start::warmUp),
        // only their own time counts, so the daemons may still clean up after that job; no
        // suite's estimate has these few seconds
        new Part("collectors beside the idle cluster", 0, () -> collectors(profile.idleSeconds())),
        new Part(
            "idle cluster", ExpectedTime.ofIdle(profile), () -> start.idle(profile.idleSeconds())));
  }

  private List<Part> ofStart(
      ProfileFile profile, StartSuite start, Cluster cluster, List<CoreboundException> failures) {
    if (!plan.own().contains(Catalogue.START)) {
      return List.of();
    }
    return List.of(
        new Part(
            "start of containers and jobs",
            (1 + plan.levers().size()) * ExpectedTime.ofStart(profile),
            () ->
                start.jobs(
                    profile.startWaves(),
                    profile.startRepetitions(),
                    plan.levers().stream()
                        .collect(Collectors.toMap(LeverFile::name, l -> flags(l, cluster))),
                    (lever, e) -> lacking(lever, e, failures))));
  }

  /** A stage of its own fails at its end; a sweep's cells with that lever are without. */
  private void lacking(String lever, CoreboundException e, List<CoreboundException> failures) {
    String what = "starts under lever %s: %s".formatted(lever, e.getMessage());
    notMeasured(what);
    if (goOn) {
      failures.add(CoreboundException.failed(what, e));
    }
  }

  private static Map<String, String> flags(LeverFile lever, Cluster cluster) {
    return JobSettings.containerFlags(
        cluster.settings(), lever.flagsOfStarts(), lever.masterFlags());
  }

  /** The CPU time of a cell's collectors; skipped where a collector is missing. */
  private List<Measurement> collectors(int seconds) throws InterruptedException {
    CollectorsCost cost =
        new CollectorsCost(
            stages.workspace().host(), stages.record().directory(), Samplers.OF_HOST);
    Optional<String> lacking = cost.lacking();
    if (lacking.isPresent()) {
      return notMeasured("what collectors take beside a job: " + lacking.get());
    }
    return cost.measure(seconds);
  }

  private <T> List<T> notMeasured(String what) {
    stages.progress().say("  not measured: " + what);
    return List.of();
  }

  /** Suites whose forks are each measured once, whatever others do. */
  MicroSuites suites(Cluster cluster, boolean keepsInput) {
    return suites(cluster, keepsInput, MicroWork.watch(stages, 0));
  }

  private MicroSuites suites(Cluster cluster, boolean keepsInput, OthersWatch watch) {
    return new MicroSuites(
        stages.workspace().host(),
        setting(cluster, keepsInput),
        stages.record().directory(),
        watch);
  }

  private MicroSetting setting(Cluster cluster, boolean keepsInput) {
    Workspace workspace = stages.workspace();
    MemoryNeed need = MemoryNeed.of(plan, fitted, MicroWork.cpus());
    return new MicroSetting(
        software.jdk().java(),
        classPath,
        AllowedCpus.ofNode(fitted.coresPerNode()),
        software.jdk().description() + ", Hadoop " + software.hadoop().version(),
        cluster == null
            ? LocalCluster.taskFlags(fitted, software.hadoop(), software.jdk())
            : cluster.taskFlags(),
        cluster == null ? "" : cluster.fileSystem().toString(),
        workspace.memory().resolve("micro"),
        () -> keepsInput && need.fits(MemoryRoom.here(), workspace.memory()),
        stages.record().directory().rawFolder().resolve("micro"),
        cluster == null ? Map.of() : watched(cluster),
        plan.options(),
        () ->
            Optional.ofNullable(cluster)
                .flatMap(Cluster::firstDeath)
                .ifPresent(
                    death -> {
                      throw CoreboundException.failed(death);
                    }));
  }

  private static Map<String, Long> watched(Cluster cluster) {
    return cluster.daemons().entrySet().stream()
        .filter(d -> List.of("namenode", "datanode").contains(d.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
