package io.corebound.microbenchrunner.start;

import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.Cpu;
import io.corebound.cluster.job.CpuSnapshot;
import io.corebound.cluster.job.JobHistory;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.job.JobSettings;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.microbenchrunner.watch.OthersSum;
import io.corebound.microbenchrunner.watch.OthersWatch;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The costs of the idle cluster, and of starting containers and jobs, from jobs of empty tasks on
 * the real cluster. A job has several waves of maps: the core-seconds from the end of one wave to
 * the end of the next are those of its containers; those of the machine while no task runs are the
 * job's.
 */
public final class StartSuite {
  private static final String EMPTY_JOB = "io.corebound.microbench.start.EmptyJob";
  private static final String SUITE = "start";
  private static final String CONTAINER = "start.container";
  private static final String JOB = "start.job";
  private static final String CLIENT = "start.client";
  private static final String ALL = IdleSeconds.ALL;
  private static final String WALL = "wall";
  private static final String MACHINE = IdleSeconds.MACHINE;
  private static final String CONTAINERS = "containers";

  private static final String REDUCE_SLEEP_MS = "corebound.empty-job.reduce-sleep-ms";

  /** How long every reduce task of an empty job sleeps. */
  public static final int SLEEP_MS = 10_000;

  /** After a job the daemons clean up and compile for this long. */
  public static final int SETTLE_MS = 5_000;

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Cluster cluster;
  private final RunDirectory run;
  private final int slots;
  private final int reduces;
  private final int cores;
  private final String flagsHash;
  private final OthersWatch watch;
  private CpuCurve.Spent idlePerS;

  private OptionalLong warmNs = OptionalLong.empty();

  /**
   * Prepares the suite.
   *
   * @param reduces reduces that run at once, of which at most as many as maps are timed
   */
  public StartSuite(
      Cluster cluster,
      RunDirectory run,
      int slots,
      int reduces,
      int cores,
      String flagsHash,
      OthersWatch watch) {
    this.cluster = cluster;
    this.run = run;
    this.slots = slots;
    this.reduces = Math.min(slots, reduces);
    this.cores = cores;
    this.flagsHash = flagsHash;
    this.watch = watch;
  }

  /**
   * Runs a job of one map that is not measured, as daemons that have just started still compile
   * their code.
   *
   * @return nothing
   * @throws CoreboundException (failed) when the job failed
   */
  public List<Measurement> warmUp() throws InterruptedException {
    run(request("warm-up", 1, 0, Map.of(), List.of()).startingQuickly(cluster));
    warmNs = OptionalLong.of(System.nanoTime());
    return List.of();
  }

  /**
   * Core-seconds a second of the idle cluster's daemons, one sample a second, some seconds after
   * {@link #warmUp}, which it runs itself where needed. What other programs take does not count.
   *
   * @throws CoreboundException (failed) when that failed
   */
  public List<Measurement> idle(int seconds) throws InterruptedException {
    if (warmNs.isEmpty()) {
      warmUp();
    }
    long sinceMs = (System.nanoTime() - warmNs.getAsLong()) / 1_000_000;
    Thread.sleep(Math.max(0, SETTLE_MS - sinceMs));
    Idle measured = watch.quieter(Catalogue.IDLE, name -> seconds(name, seconds)).measured();
    List<Measurement> rows = new ArrayList<>();
    Map<String, Mean> means = measured.seconds().means();
    idlePerS =
        new CpuCurve.Spent(
            means.get(ALL).value(), means.get(CONTAINERS).value(), means.get(MACHINE).value());
    means.forEach(
        (role, mean) ->
            rows.add(
                row(
                    Map.of(),
                    Catalogue.IDLE,
                    role,
                    Metric.COST,
                    "core-s/s",
                    mean,
                    run.relative(measured.file()))));
    return rows;
  }

  private record Idle(IdleSeconds seconds, Path file) {}

  private Idle seconds(String name, int seconds) throws InterruptedException {
    IdleSeconds idle = new IdleSeconds();
    OthersSum others = watch.sum();
    List<CpuSnapshot> all = new ArrayList<>();
    // sampled as during a job, so that the cost of sampling cancels
    try (CpuCurve curve = CpuCurve.of(() -> spent(others), others::until)) {
      all.add(cluster.cpu());
      for (int i = 0; i < seconds; i++) {
        Thread.sleep(1000);
        all.add(cluster.cpu());
      }
    }
    others.look();
    for (int i = 0; i < seconds; i++) {
      idle.add(second(all.get(i), all.get(i + 1), others));
    }
    Path file = run.rawFolder().resolve(SUITE).resolve("%s.csv".formatted(name));
    idle.write(file);
    return new Idle(idle, file);
  }

  private static Map<String, Double> second(
      CpuSnapshot before, CpuSnapshot after, OthersSum others) {
    double elapsedS = after.timeS() - before.timeS();
    Map<String, Cpu> used = after.since(before);
    Map<String, Double> second = new TreeMap<>();
    used.forEach((role, cpu) -> second.put(role, cpu.totalS() / elapsedS));
    second.put(IdleSeconds.ALL, total(used) / elapsedS);
    double ofOthers = others.until(after.timeS()) - others.until(before.timeS());
    second.merge(MACHINE, -ofOthers / elapsedS, Double::sum);
    return second;
  }

  /**
   * Runs empty jobs; containers start {@code slots} at a time, which is in the rows' threads. The
   * cost of the idle cluster, measured before by {@link #idle}, is subtracted.
   *
   * @param waves of maps of the first job ({@link #wavesOfJobs})
   * @param levers settings under which as many are run in turns, by the names of levers
   * @param lacking told of a lever whose job failed, which has no rows
   * @throws CoreboundException (failed) when {@link #idle} was not measured
   */
  public List<Measurement> jobs(
      int waves,
      int jobs,
      Map<String, Map<String, String>> levers,
      BiConsumer<String, CoreboundException> lacking)
      throws InterruptedException {
    Map<String, Series> all = new TreeMap<>(Map.of("", series(Map.of())));
    levers.forEach((name, settings) -> all.put(name, series(settings)));
    List<Integer> wavesOfJobs = wavesOfJobs(waves, jobs);
    for (int i = 0; i < jobs; i++) {
      int next = wavesOfJobs.get(i);
      for (Map.Entry<String, Series> series : List.copyOf(all.entrySet())) {
        String lever = series.getKey();
        String name = lever.isEmpty() ? "empty" : "empty-" + lever;
        try {
          series.getValue().run("%s-%s-%s".formatted(name, i, next), next);
        } catch (CoreboundException e) {
          cluster.check(name);
          if (lever.isEmpty()) {
            throw e;
          }
          all.remove(lever);
          lacking.accept(lever, e);
        }
      }
    }
    List<Measurement> rows = new ArrayList<>();
    all.forEach(
        (name, series) ->
            series.rows().forEach(row -> rows.add(name.isEmpty() ? row : row.under(name))));
    return rows;
  }

  /** Waves of each job: half as many as the one before, down to one, and so on from the start. */
  public static List<Integer> wavesOfJobs(int waves, int jobs) {
    return Stream.iterate(waves, w -> w > 1 ? w / 2 : waves).limit(jobs).toList();
  }

  /**
   * Empty jobs with settings of their own, to be measured in turns with other series.
   *
   * @throws CoreboundException (failed) when {@link #idle} was not measured
   */
  public Series series(Map<String, String> settings) {
    return series(settings, List.of());
  }

  /**
   * The same with further flags of their clients.
   *
   * @throws CoreboundException (failed) as {@link #series(Map)}
   */
  public Series series(Map<String, String> settings, List<String> ofClient) {
    if (idlePerS == null) {
      throw CoreboundException.failed(
          "the start of jobs needs the cost of the idle cluster, which was not measured");
    }
    return new Series(settings, ofClient);
  }

  /** Empty jobs that have the same settings, and their figures. */
  public final class Series {
    private final Map<String, String> settings;
    private final List<String> ofClient;
    private final StartFigures figures = new StartFigures(slots, idlePerS, SLEEP_MS / 1e3);

    private Series(Map<String, String> settings, List<String> ofClient) {
      this.settings = new TreeMap<>(settings);
      this.ofClient = ofClient;
      this.settings.put(REDUCE_SLEEP_MS, Integer.toString(SLEEP_MS));
      // reduces that sleep beside the maps would be counted among their waves
      this.settings.put("mapreduce.job.reduce.slowstart.completedmaps", "1.0");
    }

    /**
     * Runs a job of so many waves of maps.
     *
     * @throws CoreboundException (failed) when it failed
     */
    public void run(String name, int waves) throws InterruptedException {
      figures.add(watch.quieter(name, attempt -> job(attempt, waves)).measured());
    }

    private StartFigures.EmptyJob job(String name, int waves) throws InterruptedException {
      OthersSum others = watch.sum();
      JobRequest request = request(name, slots * waves, reduces, settings, ofClient);
      CpuCurve curve = CpuCurve.of(() -> spent(others), others::until);
      JobOutcome outcome;
      try (curve) {
        outcome = StartSuite.this.run(request);
      }
      others.look();
      curve.write(request.folder().resolve("cpu.csv"));
      return new StartFigures.EmptyJob(
          outcome.clientStartS(), JobHistory.read(outcome.history().orElseThrow()), curve);
    }

    public List<Measurement> rows() {
      return StartSuite.this.rows(figures);
    }
  }

  private JobRequest request(
      String name, int maps, int reduces, Map<String, String> settings, List<String> ofClient) {
    return new JobRequest(
        name,
        EMPTY_JOB,
        List.of(Integer.toString(maps), Integer.toString(reduces)),
        settings,
        Stream.concat(JobRequest.CLIENT_FLAGS.stream(), ofClient.stream()).toList(),
        LIMIT,
        run.rawFolder().resolve(SUITE).resolve(name),
        (map, reduce) -> {});
  }

  private JobOutcome run(JobRequest request) throws InterruptedException {
    JobOutcome outcome = cluster.run(request);
    if (outcome.state() != State.OK || outcome.history().isEmpty()) {
      String reason = outcome.reason().isEmpty() ? "it left no history" : outcome.reason();
      throw CoreboundException.failed(
          "the empty job %s failed: %s".formatted(request.name(), reason));
    }
    return outcome;
  }

  /** Core-seconds of all roles; {@code machine} includes them all and does not count. */
  private static double total(Map<String, Cpu> byRole) {
    return byRole.entrySet().stream()
        .filter(e -> !e.getKey().equals(MACHINE))
        .mapToDouble(e -> e.getValue().totalS())
        .sum();
  }

  /** Until now; other programs, which are in the machine's, are looked at from time to time. */
  private CpuCurve.Spent spent(OthersSum others) {
    Map<String, Cpu> byRole = cluster.cpu().byRole();
    others.lookAgain();
    return new CpuCurve.Spent(total(byRole), of(CONTAINERS, byRole), of(MACHINE, byRole));
  }

  private static double of(String role, Map<String, Cpu> byRole) {
    return byRole.getOrDefault(role, Cpu.NONE).totalS();
  }

  private List<Measurement> rows(StartFigures f) {
    String raw = run.relative(run.rawFolder().resolve(SUITE));
    Map<String, String> p = Map.of();
    Map<String, String> onCores = Map.of("cores", Integer.toString(cores));
    String heartbeatMs = cluster.settings().get(JobSettings.MASTER_HEARTBEAT);
    Map<String, String> beating = heartbeatMs == null ? p : Map.of("heartbeat_ms", heartbeatMs);
    String toMap = Metric.SUBMIT_TO_FIRST_MAP_COST;
    List<Measurement> rows = new ArrayList<>();
    rows.add(row(p, CONTAINER, ALL, Metric.COLD_COST, "core-s", f.container(), raw));
    rows.add(row(p, CONTAINER, WALL, "turnaround_wall", "s", f.turnaround(), raw));
    rows.add(row(p, CONTAINER, WALL, "empty_map_wall", "s", f.emptyMap(), raw));
    rows.add(row(p, CONTAINER, WALL, "empty_reduce_wall", "s", f.emptyReduce(), raw));
    rows.add(row(p, CONTAINER, CONTAINERS, Metric.COUNTED_MAP_COST, "core-s", f.countedMap(), raw));
    rows.add(
        row(
            p,
            CONTAINER,
            CONTAINERS,
            Metric.COUNTED_REDUCE_COST,
            "core-s",
            f.countedReduce(),
            raw));
    rows.add(row(p, CLIENT, ALL, Metric.COLD_COST, "core-s", f.client(), raw));
    rows.add(row(p, CLIENT, WALL, Metric.COLD_WALL, "s", f.clientToSubmit(), raw));
    rows.add(row(p, JOB, ALL, Metric.COST, "core-s", f.job(), raw));
    rows.add(row(p, JOB, ALL, Metric.FIRST_WAVE_COST, "core-s", f.firstWave(), raw));
    if (f.running().n() > 0) {
      rows.add(row(beating, JOB, MACHINE, Metric.RUNNING_COST, "core-s/s", f.running(), raw));
    }
    rows.add(row(p, JOB, WALL, "submit_to_first_map_wall", "s", f.toFirstMap(), raw));
    rows.add(row(onCores, JOB, CONTAINERS, toMap, "core-s", f.toFirstMapCoreS(), raw));
    rows.add(row(p, JOB, WALL, "maps_end_to_first_reduce_wall", "s", f.toFirstReduce(), raw));
    rows.add(row(p, JOB, WALL, "last_task_to_finish_wall", "s", f.toFinish(), raw));
    return rows;
  }

  private Measurement row(
      Map<String, String> parameters,
      String operation,
      String process,
      String metric,
      String unit,
      Mean mean,
      String raw) {
    String suite = operation.equals(Catalogue.IDLE) ? Catalogue.IDLE : SUITE;
    int threads = operation.equals(CONTAINER) ? slots : 1;
    return new Measurement(
        suite, operation, parameters, process, threads, metric, unit, "", mean, flagsHash, raw);
  }
}
