package io.corebound.terasortrunner;

import io.corebound.cluster.Cluster;
import io.corebound.cluster.JobHistory;
import io.corebound.cluster.JobOutcome;
import io.corebound.cluster.JobRequest;
import io.corebound.collectors.Collection;
import io.corebound.collectors.Collector;
import io.corebound.collectors.CpuTime;
import io.corebound.hosts.Host;
import io.corebound.records.CellResult;
import io.corebound.records.CellResult.Check;
import io.corebound.records.CellResult.CollectorReport;
import io.corebound.records.ClusterFile;
import io.corebound.records.CommandResult.HostClock;
import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.RunDirectory;
import io.corebound.records.Samples;
import io.corebound.records.State;
import io.corebound.records.StructuredFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;

/**
 * A cell of TeraSort: TeraGen, TeraSort and TeraValidate on a cluster, with collectors attached.
 * The measured job is TeraSort; it reads its input from the disk, not from the page cache.
 */
public final class TeraSort {
  /** Payload of a TeraSort record. */
  private static final int ROW_BYTES = 100;

  private static final String PACKAGE = "org.apache.hadoop.examples.terasort.";
  private static final String INPUT = "/terasort/input";
  private static final String OUTPUT = "/terasort/output";
  private static final String VALIDATION = "/terasort/validation";
  private static final List<String> JOBS = List.of("teragen", "terasort", "teravalidate");

  private final Cluster cluster;
  private final ClusterFile settings;
  private final Host host;
  private final RunDirectory run;

  /** A TeraSort on a cluster whose nodes are this host. */
  public TeraSort(Cluster cluster, ClusterFile settings, Host host, RunDirectory run) {
    this.cluster = cluster;
    this.settings = settings;
    this.host = host;
    this.run = run;
  }

  /** Is told which job runs and how far it is. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Called when a job starts and when its percentages change.
     *
     * @param job {@code teragen}, {@code terasort}, {@code teravalidate}
     * @param mapPercent 0 to 100
     * @param reducePercent 0 to 100
     */
    void progress(String job, int mapPercent, int reducePercent);
  }

  /**
   * Runs the cell and writes {@code cell.json}, its samples and all raw output, whatever happens.
   *
   * @return the cell, OK or FAILED with its reason
   * @throws InterruptedException when it was interrupted; the cell is written as FAILED
   */
  public CellResult run(String cell, DataSize data, List<Collector> collectors, Listener listener)
      throws InterruptedException {
    Progress progress = new Progress(cell, data, listener);
    try (Collection collection = collection(cell, collectors, progress)) {
      String reason = "";
      try {
        progress.jobs();
      } catch (CoreboundException e) {
        reason = e.getMessage();
      } catch (InterruptedException e) {
        progress.write(collection.stop(), "interrupted");
        throw e;
      }
      return progress.write(collection.stop(), reason);
    }
  }

  private Collection collection(String cell, List<Collector> collectors, Progress progress)
      throws InterruptedException {
    try {
      return Collection.start(host, collectors, run, run.rawFolder(cell));
    } catch (InterruptedException e) {
      progress.write(
          new Collection.Delivered(List.of(), List.of(), new HostClock(null, null)), "interrupted");
      throw e;
    }
  }

  /** What has been measured of one cell so far. */
  private final class Progress {
    private final String cell;
    private final DataSize data;
    private final long rows;
    private final Listener listener;
    private final List<CellResult.Job> jobs = new ArrayList<>();
    private final Map<String, JobHistory> histories = new TreeMap<>();
    private final List<Check> checks = new ArrayList<>();
    private final Map<String, Double> coreSByRole = new TreeMap<>();

    Progress(String cell, DataSize data, Listener listener) {
      this.cell = cell;
      this.rows = data.bytes() / ROW_BYTES;
      this.data = new DataSize(rows * ROW_BYTES);
      this.listener = listener;
    }

    void jobs() throws InterruptedException {
      job("teragen", "TeraGen", Long.toString(rows), INPUT);
      cluster.dropCaches();
      job("terasort", "TeraSort", INPUT, OUTPUT);
      job("teravalidate", "TeraValidate", OUTPUT, VALIDATION);
      checks.addAll(
          TeraSortChecks.of(
              rows,
              histories.get("teragen").counters(),
              histories.get("terasort").counters(),
              histories.get("teravalidate").counters(),
              cluster.readText(VALIDATION + "/part-r-00000").lines().toList()));
      List<String> failed = checks.stream().filter(c -> !c.passed()).map(Check::name).toList();
      if (!failed.isEmpty()) {
        throw CoreboundException.failed(
            "the result is not valid: not so: " + String.join("; ", failed));
      }
    }

    private void job(String name, String tool, String... arguments) throws InterruptedException {
      listener.progress(name, 0, 0);
      JobOutcome outcome =
          cluster.run(
              new JobRequest(
                  name,
                  PACKAGE + tool,
                  List.of(arguments),
                  settingsOf(name),
                  List.of("-Xmx512m"),
                  limit(),
                  run.rawFolder(cell).resolve(name),
                  (map, reduce) -> listener.progress(name, map, reduce)));
      Optional<JobHistory> history = outcome.history().map(JobHistory::read);
      history.ifPresent(h -> histories.put(name, h));
      jobs.add(record(outcome, history));
      if (name.equals("terasort")) {
        outcome.cpu().forEach((role, cpu) -> coreSByRole.put(role, cpu.totalS()));
      }
      if (outcome.state() != State.OK || history.isEmpty()) {
        throw CoreboundException.failed(
            name
                + " failed: "
                + (outcome.reason().isEmpty() ? "it left no history" : outcome.reason()));
      }
    }

    private CellResult.Job record(JobOutcome outcome, Optional<JobHistory> history) {
      return history
          .map(outcome::toRecord)
          .orElseGet(
              () ->
                  new CellResult.Job(
                      outcome.name(),
                      State.FAILED,
                      outcome.reason().isEmpty() ? "it left no history" : outcome.reason(),
                      outcome.jobId(),
                      outcome.clientStartS(),
                      Double.NaN,
                      Double.NaN,
                      outcome.clientEndS()));
    }

    private Map<String, String> settingsOf(String job) {
      int slots = settings.nodes() * settings.containersPerNode();
      return switch (job) {
        case "teragen" -> Map.of("mapreduce.job.maps", Integer.toString(slots));
        case "terasort" -> Map.of("mapreduce.job.reduces", settings.reduceTasks().toString());
        default -> Map.of();
      };
    }

    /** More than anybody would wait for: ten minutes, and a second a megabyte. */
    private Duration limit() {
      return Duration.ofMinutes(10).plusSeconds(data.bytes() / 1_000_000);
    }

    CellResult write(Collection.Delivered delivered, String reason) {
      for (Samples samples : delivered.samples()) {
        samples.write(run.samplesFolder(cell));
      }
      String why = reason.isEmpty() ? silentCollectors(delivered.reports()) : reason;
      Optional<JobHistory> sorted = Optional.ofNullable(histories.get("terasort"));
      List<CellResult.Job> all = new ArrayList<>(jobs);
      for (String name : JOBS.subList(jobs.size(), JOBS.size())) {
        all.add(
            new CellResult.Job(
                name, State.SKIPPED, why, "", Double.NaN, Double.NaN, Double.NaN, Double.NaN));
      }
      CellResult result =
          new CellResult(
              cell,
              "terasort",
              why.isEmpty() ? State.OK : State.FAILED,
              why,
              data,
              new TreeMap<>(cluster.settings()),
              all,
              sorted.map(h -> h.intervals(busyCoreS(delivered.samples()))).orElse(List.of()),
              sorted.map(JobHistory::tasks).orElse(List.of()),
              sorted.map(JobHistory::counters).orElse(Map.of()),
              coreSByRole,
              checks,
              delivered.reports());
      StructuredFiles.writeJson(run.cellFile(cell), result);
      return result;
    }

    private static String silentCollectors(List<CollectorReport> reports) {
      return String.join(
          "; ",
          reports.stream()
              .filter(r -> r.state() == State.FAILED)
              .map(r -> "collector " + r.name() + " on " + r.host() + ": " + r.reason())
              .toList());
    }

    private DoubleBinaryOperator busyCoreS(List<Samples> samples) {
      Optional<Samples> cpu =
          samples.stream().filter(s -> s.source().equals("sar-cpu")).findFirst();
      return (start, end) ->
          cpu.map(s -> CpuTime.busyCoreSeconds(s, start, end, settings.coresPerNode()))
              .orElse(Double.NaN);
    }
  }
}
