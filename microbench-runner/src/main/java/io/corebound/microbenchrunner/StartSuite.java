package io.corebound.microbenchrunner;

import io.corebound.cluster.Cluster;
import io.corebound.cluster.Cpu;
import io.corebound.cluster.CpuSnapshot;
import io.corebound.cluster.JobHistory;
import io.corebound.cluster.JobOutcome;
import io.corebound.cluster.JobRequest;
import io.corebound.records.CellResult.Task;
import io.corebound.records.CoreboundException;
import io.corebound.records.CsvFiles;
import io.corebound.records.MeanInterval;
import io.corebound.records.Measurement;
import io.corebound.records.Measurement.Metric;
import io.corebound.records.RunDirectory;
import io.corebound.records.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What no benchmark alone can measure: the idle cluster, and the start of containers and jobs, from
 * jobs of empty tasks on the real cluster. A short job has one wave of maps, a long one several:
 * the slope between them is a container, the intercept the job.
 */
public final class StartSuite {
  private static final String EMPTY_JOB = "io.corebound.microbench.start.EmptyJob";
  private static final String SUITE = "start";
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Cluster cluster;
  private final RunDirectory run;
  private final int slots;
  private final String flagsHash;
  private double idleCoreSPerS;

  /**
   * Prepares the suite.
   *
   * @param cluster a cluster that does nothing else
   * @param run where raw output goes
   * @param slots tasks that run at once
   * @param flagsHash hash of the tasks' JVM flags
   */
  public StartSuite(Cluster cluster, RunDirectory run, int slots, String flagsHash) {
    this.cluster = cluster;
    this.run = run;
    this.slots = slots;
    this.flagsHash = flagsHash;
  }

  /** What the idle cluster's daemons take, one sample a second. */
  public List<Measurement> idle(int seconds) throws InterruptedException {
    Map<String, List<Double>> samples = new TreeMap<>();
    CpuSnapshot before = cluster.cpu();
    for (int i = 0; i < seconds; i++) {
      Thread.sleep(1000);
      CpuSnapshot after = cluster.cpu();
      double elapsedS = after.timeS() - before.timeS();
      Map<String, Cpu> used = after.since(before);
      used.forEach(
          (role, cpu) ->
              samples.computeIfAbsent(role, r -> new ArrayList<>()).add(cpu.totalS() / elapsedS));
      samples.computeIfAbsent("all", r -> new ArrayList<>()).add(total(used) / elapsedS);
      before = after;
    }
    List<Measurement> rows = new ArrayList<>();
    String raw = run.relative(writeIdle(samples, seconds));
    samples.forEach((role, s) -> rows.add(row("idle", role, Metric.COST, "core-s/s", s, raw)));
    idleCoreSPerS = mean(samples.get("all"));
    return rows;
  }

  private Path writeIdle(Map<String, List<Double>> samples, int seconds) {
    Path file = run.rawFolder().resolve(SUITE).resolve("idle.csv");
    List<List<?>> table = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      int second = i;
      table.add(samples.values().stream().map(s -> s.get(second)).toList());
    }
    CsvFiles.write(
        file, samples.keySet().stream().map(role -> role + "_core_s_per_s").toList(), table);
    return file;
  }

  /**
   * Runs pairs of empty jobs; containers start {@code slots} at a time, which is in the rows'
   * threads. {@link #idle} should have been measured before, so that what the idle cluster takes
   * anyhow is not counted as a job's.
   *
   * @param waves of the longer job, at least 2
   * @param repetitions pairs
   */
  public List<Measurement> jobs(int waves, int repetitions) throws InterruptedException {
    // the first job meets daemons that have compiled nothing yet; it does not count
    empty("warm-up", slots);
    Samples samples = new Samples();
    for (int i = 0; i < repetitions; i++) {
      Empty shorter = empty("empty-" + i + "-1", slots);
      Empty longer = empty("empty-" + i + "-" + waves, slots * waves);
      double container = (longer.coreS() - shorter.coreS()) / (slots * (waves - 1));
      samples.containers.add(container);
      samples.jobs.add(shorter.coreS() - container * (slots + slots));
      samples.times(shorter.history(), slots);
      samples.times(longer.history(), slots);
    }
    return samples.rows();
  }

  /**
   * An empty job that has run.
   *
   * @param coreS core-seconds from its submission on, without what the idle cluster takes anyhow
   */
  private record Empty(double coreS, JobHistory history) {}

  private Empty empty(String name, int maps) throws InterruptedException {
    ClientStart client = new ClientStart();
    JobOutcome outcome =
        cluster.run(
            new JobRequest(
                name,
                EMPTY_JOB,
                List.of(Integer.toString(maps), Integer.toString(slots)),
                Map.of(),
                List.of("-Xmx512m"),
                LIMIT,
                run.rawFolder().resolve(SUITE).resolve(name),
                client));
    if (outcome.state() != State.OK || outcome.history().isEmpty()) {
      throw CoreboundException.failed(
          "the empty job "
              + name
              + " failed: "
              + (outcome.reason().isEmpty() ? "it left no history" : outcome.reason()));
    }
    double elapsedS = outcome.clientEndS() - outcome.clientStartS();
    return new Empty(
        total(outcome.cpu()) - client.coreS() - idleCoreSPerS * elapsedS,
        JobHistory.read(outcome.history().get()));
  }

  /** What the client takes before its job runs: no part of submission to finish. */
  private final class ClientStart implements JobRequest.Listener {
    private final double before = clientsS();
    private double coreS = Double.NaN;

    @Override
    public void progress(int mapPercent, int reducePercent) {
      if (Double.isNaN(coreS)) {
        coreS = clientsS() - before;
      }
    }

    /** Core-seconds; zero when the client said nothing before its job had ended. */
    double coreS() {
      return Double.isNaN(coreS) ? 0 : coreS;
    }

    /** What all clients took so far. */
    private double clientsS() {
      return cluster.cpu().byRole().getOrDefault("client", new Cpu(0, 0)).totalS();
    }
  }

  /** Core-seconds of all roles; {@code machine} holds them all again and does not count. */
  private static double total(Map<String, Cpu> byRole) {
    return byRole.entrySet().stream()
        .filter(e -> !e.getKey().equals("machine"))
        .mapToDouble(e -> e.getValue().totalS())
        .sum();
  }

  private static double mean(List<Double> samples) {
    return samples.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private Measurement row(
      String operation,
      String process,
      String metric,
      String unit,
      List<Double> values,
      String raw) {
    MeanInterval means = MeanInterval.of(values);
    return new Measurement(
        SUITE,
        operation,
        Map.of(),
        process,
        operation.equals("start.container") ? slots : 1,
        metric,
        unit,
        "",
        means.mean(),
        means.low(),
        means.high(),
        MeanInterval.CONFIDENCE,
        means.n(),
        flagsHash,
        raw);
  }

  /** What the empty jobs gave, one list a figure. */
  private final class Samples {
    private final List<Double> containers = new ArrayList<>();
    private final List<Double> jobs = new ArrayList<>();
    private final List<Double> turnaround = new ArrayList<>();
    private final List<Double> emptyMap = new ArrayList<>();
    private final List<Double> emptyReduce = new ArrayList<>();
    private final List<Double> toFirstMap = new ArrayList<>();
    private final List<Double> toFirstReduce = new ArrayList<>();
    private final List<Double> toFinish = new ArrayList<>();

    void times(JobHistory history, int concurrent) {
      List<Task> maps = ofType(history, "MAP");
      List<Task> reduces = ofType(history, "REDUCE");
      double[] starts = maps.stream().mapToDouble(Task::startS).sorted().toArray();
      double[] ends = maps.stream().mapToDouble(Task::finishS).sorted().toArray();
      for (int i = concurrent; i < starts.length; i++) {
        // a slot that became free is the next to be filled
        turnaround.add(Math.max(0, starts[i] - ends[i - concurrent]));
      }
      maps.forEach(t -> emptyMap.add(t.finishS() - t.startS()));
      reduces.forEach(t -> emptyReduce.add(t.finishS() - t.startS()));
      double mapsEnd = ends[ends.length - 1];
      double firstReduce = reduces.stream().mapToDouble(Task::startS).min().orElse(mapsEnd);
      double lastEnd = reduces.stream().mapToDouble(Task::finishS).max().orElse(mapsEnd);
      toFirstMap.add(starts[0] - history.submitS());
      toFirstReduce.add(firstReduce - mapsEnd);
      toFinish.add(history.finishS() - lastEnd);
    }

    private static List<Task> ofType(JobHistory history, String type) {
      return history.tasks().stream()
          .filter(t -> t.type().equals(type) && t.state().equals("SUCCEEDED"))
          .toList();
    }

    List<Measurement> rows() {
      String raw = run.relative(run.rawFolder().resolve(SUITE));
      return List.of(
          row("start.container", "all", Metric.COLD_COST, "core-s", containers, raw),
          row("start.container", "wall", "turnaround_wall", "s", turnaround, raw),
          row("start.container", "wall", "empty_map_wall", "s", emptyMap, raw),
          row("start.container", "wall", "empty_reduce_wall", "s", emptyReduce, raw),
          row("start.job", "all", Metric.COST, "core-s", jobs, raw),
          row("start.job", "wall", "submit_to_first_map_wall", "s", toFirstMap, raw),
          row("start.job", "wall", "maps_end_to_first_reduce_wall", "s", toFirstReduce, raw),
          row("start.job", "wall", "last_task_to_finish_wall", "s", toFinish, raw));
    }
  }
}
