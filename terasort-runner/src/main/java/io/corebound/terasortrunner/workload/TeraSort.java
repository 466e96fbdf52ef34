package io.corebound.terasortrunner.workload;

import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.JobHistory;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.collectors.sampler.Collector;
import io.corebound.hosts.process.Host;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.Check;
import io.corebound.records.run.CellResult.Tier;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
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
  /** Reason of a cell that was cut off: it is to run again when its run is resumed. */
  public static final String INTERRUPTED = "interrupted";

  /** Its name in records. */
  public static final String WORKLOAD = "terasort";

  /** Payload of a TeraSort record. */
  private static final int ROW_BYTES = 100;

  private static final String PACKAGE = "org.apache.hadoop.examples.terasort.";

  /** What it writes to a cluster lies in it, below the cluster's {@link Cluster#home}. */
  private static final String FOLDER = "/terasort";

  private static final String INPUT = FOLDER + "/input";
  private static final String OUTPUT = FOLDER + "/output";
  private static final String VALIDATION = FOLDER + "/validation";
  private static final String TERAGEN = "teragen";

  /** A job of 10 MB, which no record of a cell has. */
  private static final String WARM_UP = "warm-up";

  private static final String TERASORT = "terasort";

  private static final String WARM_UP_ROWS = "100000";
  private static final String TERAVALIDATE = "teravalidate";

  private static final List<String> JOBS = List.of(TERAGEN, TERASORT, TERAVALIDATE);

  private final Cluster cluster;
  private final ClusterFile settings;
  private final WatchedNodes nodes;
  private final RunDirectory run;

  /** A TeraSort on a cluster whose nodes are this host. */
  public TeraSort(Cluster cluster, ClusterFile settings, Host host, RunDirectory run) {
    this(cluster, settings, WatchedNodes.of(host), run);
  }

  /** A TeraSort on a cluster whose nodes are hosts of their own. */
  public TeraSort(Cluster cluster, ClusterFile settings, WatchedNodes nodes, RunDirectory run) {
    this.cluster = cluster;
    this.settings = settings;
    this.nodes = nodes;
    this.run = run;
  }

  /** Is told which job runs and how far it is. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Called when a job starts and when its percentages change.
     *
     * @param job {@code teragen}, or {@code warm-up} where there is none, {@code terasort}, {@code
     *     teravalidate}
     * @param mapPercent 0 to 100
     * @param reducePercent 0 to 100
     */
    void progress(String job, int mapPercent, int reducePercent);

    /**
     * Called when the input is there and the daemons have run a job, right before TeraSort.
     *
     * @throws InterruptedException when the run is to end
     */
    default void ready() throws InterruptedException {}

    /**
     * Called now and then while YARN gives a job no container.
     *
     * @param state YARN's, such as {@code ACCEPTED}
     */
    default void waits(String job, String state) {}
  }

  /**
   * What is to be run.
   *
   * @param name the cell's name
   * @param data payload that is sorted
   * @param tier storage and network, where a sweep chose them; else null
   * @param input what an earlier cell has left on the cluster; empty where TeraGen is to make it
   * @param fresh whether the cluster's daemons have run no job
   */
  public record Cell(String name, DataSize data, Tier tier, Optional<Input> input, boolean fresh) {}

  /**
   * Input that lies on a cluster.
   *
   * @param cell the cell that generated it
   * @param rows how many records
   * @param counters of its TeraGen, as {@code group/name}
   */
  public record Input(String cell, long rows, Map<String, Long> counters) {}

  /**
   * A cell that has ended.
   *
   * @param cell its record
   * @param input what lies on the cluster for another cell; empty where it is not whole
   */
  public record Ran(CellResult cell, Optional<Input> input) {}

  /**
   * Runs the cell and writes {@code cell.json}, its samples and all raw output, whatever happens.
   *
   * @return the cell, OK or FAILED with its reason
   * @throws InterruptedException when it was interrupted; the cell is written as FAILED
   */
  public CellResult run(String cell, DataSize data, List<Collector> collectors, Listener listener)
      throws InterruptedException {
    return run(new Cell(cell, data, null, Optional.empty(), true), collectors, listener).cell();
  }

  /** The same on tiers, and with input that may be there. */
  public Ran run(Cell cell, List<Collector> collectors, Listener listener)
      throws InterruptedException {
    Progress progress = new Progress(cell, listener);
    progress.writeSoFar();
    Path samples = run.samplesFolder(cell.name());
    try (NodeCollections collections = collections(cell.name(), collectors, progress)) {
      String reason = "";
      try {
        progress.jobs();
      } catch (CoreboundException e) {
        reason = e.getMessage();
      } catch (InterruptedException e) {
        progress.write(collections.stop(samples), INTERRUPTED);
        throw e;
      }
      return new Ran(progress.write(collections.stop(samples), reason), progress.input());
    }
  }

  /** Deletes what a cell has left but its input, so that another one can run. */
  public static void deleteOutput(Cluster cluster) {
    cluster.delete(cluster.home() + OUTPUT);
    cluster.delete(cluster.home() + VALIDATION);
  }

  private NodeCollections collections(String cell, List<Collector> collectors, Progress progress)
      throws InterruptedException {
    try {
      return NodeCollections.start(nodes, collectors, run, run.rawFolder(cell));
    } catch (InterruptedException e) {
      progress.write(NodeCollections.Delivered.NOTHING, INTERRUPTED);
      throw e;
    }
  }

  /** What has been measured of one cell so far. */
  private final class Progress {
    private final String cell;
    private final DataSize data;
    private final Tier tier;
    private final Optional<Input> given;
    private final boolean fresh;
    private final long rows;
    private final Listener listener;
    private final List<CellResult.Job> jobs = new ArrayList<>();
    private final Map<String, JobHistory> histories = new TreeMap<>();
    private final List<Check> checks = new ArrayList<>();
    private final Map<String, Double> coreSByRole = new TreeMap<>();

    Progress(Cell wanted, Listener listener) {
      this.cell = wanted.name();
      this.tier = wanted.tier();
      this.rows = wanted.data().bytes() / ROW_BYTES;
      this.given = wanted.input().filter(input -> input.rows() == rows);
      this.fresh = wanted.fresh();
      this.data = new DataSize(rows * ROW_BYTES);
      this.listener = listener;
    }

    void jobs() throws InterruptedException {
      String home = cluster.home();
      if (given.isPresent()) {
        jobs.add(
            skipped(TERAGEN, "cell " + given.get().cell() + " generated the input on this tier"));
        writeSoFar();
        if (fresh) {
          warmUp();
        }
      } else {
        cluster.delete(home + INPUT);
        job(TERAGEN, "TeraGen", Long.toString(rows), home + INPUT);
      }
      deleteOutput(cluster);
      listener.ready();
      cluster.dropCaches();
      job(TERASORT, "TeraSort", home + INPUT, home + OUTPUT);
      job(TERAVALIDATE, "TeraValidate", home + OUTPUT, home + VALIDATION);
      checks.addAll(
          TeraSortChecks.of(
              rows,
              input().orElseThrow().counters(),
              histories.get(TERASORT).counters(),
              histories.get(TERAVALIDATE).counters(),
              cluster.readText(home + VALIDATION + "/part-r-00000").lines().toList()));
      List<String> failed = checks.stream().filter(c -> !c.passed()).map(Check::name).toList();
      if (!failed.isEmpty()) {
        throw CoreboundException.failed(
            "the result is not valid: not so: " + String.join("; ", failed));
      }
    }

    /** Daemons that have just started compile their own code, as they otherwise do in TeraGen. */
    private void warmUp() throws InterruptedException {
      String folder = cluster.home() + FOLDER + "/" + WARM_UP;
      cluster.delete(folder);
      JobOutcome outcome = run(WARM_UP, "TeraGen", WARM_UP_ROWS, folder);
      if (outcome.state() != State.OK) {
        throw failed(outcome);
      }
      cluster.delete(folder);
    }

    private JobOutcome run(String name, String tool, String... arguments)
        throws InterruptedException {
      listener.progress(name, 0, 0);
      JobRequest request =
          new JobRequest(
              name,
              PACKAGE + tool,
              List.of(arguments),
              settingsOf(name),
              JobRequest.CLIENT_FLAGS,
              JobLimit.of(data, settings, tier),
              run.rawFolder(cell).resolve(name),
              following(name));
      return cluster.run(
          name.equals(TERASORT) || settings.isExternal() ? request : unmeasured(request));
    }

    private JobRequest unmeasured(JobRequest request) {
      JobRequest quick = request.startingQuickly(cluster);
      boolean small =
          data.bytes() <= settings.blockSize().bytes()
              && settings.reduceTasks() <= JobRequest.UBER_MAPS;
      // what TeraGen writes lies where its tasks run
      return small && request.name().equals(TERAVALIDATE)
          ? quick.withinItsApplicationMaster(cluster)
          : quick;
    }

    private static CoreboundException failed(JobOutcome outcome) {
      return CoreboundException.failed(
          outcome.name()
              + " failed: "
              + (outcome.reason().isEmpty() ? "it left no history" : outcome.reason()));
    }

    /** The input that lies on the cluster now. */
    Optional<Input> input() {
      return given.or(
          () ->
              jobs.stream().anyMatch(j -> j.name().equals(TERAGEN) && j.state() == State.OK)
                  ? Optional.of(new Input(cell, rows, histories.get(TERAGEN).counters()))
                  : Optional.empty());
    }

    private static CellResult.Job skipped(String name, String why) {
      return new CellResult.Job(
          name, State.SKIPPED, why, "", Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }

    private void job(String name, String tool, String... arguments) throws InterruptedException {
      JobOutcome outcome = run(name, tool, arguments);
      Optional<JobHistory> history = outcome.history().map(JobHistory::read);
      history.ifPresent(h -> histories.put(name, h));
      jobs.add(record(outcome, history));
      if (name.equals(TERASORT)) {
        outcome.cpu().forEach((role, cpu) -> coreSByRole.put(role, cpu.totalS()));
      }
      writeSoFar();
      if (outcome.state() != State.OK || history.isEmpty()) {
        throw failed(outcome);
      }
    }

    private JobRequest.Listener following(String name) {
      return new JobRequest.Listener() {
        @Override
        public void progress(int mapPercent, int reducePercent) {
          listener.progress(name, mapPercent, reducePercent);
        }

        @Override
        public void waits(String state) {
          listener.waits(name, state);
        }
      };
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
      Map<String, String> own = new TreeMap<>();
      switch (job) {
        case TERAGEN, WARM_UP -> own.put("mapreduce.job.maps", Integer.toString(slots));
        case TERASORT -> own.put("mapreduce.job.reduces", settings.reduceTasks().toString());
        default -> {}
      }
      return own;
    }

    CellResult write(NodeCollections.Delivered delivered, String reason) {
      String why = reason.isEmpty() ? silentCollectors(delivered) : reason;
      List<CellResult.Job> all = new ArrayList<>(jobs);
      JOBS.subList(jobs.size(), JOBS.size()).forEach(name -> all.add(skipped(name, why)));
      if (coreSByRole.isEmpty()) {
        // the daemons are not ours to look at
        jobs.stream()
            .filter(j -> j.name().equals(TERASORT))
            .forEach(
                j -> coreSByRole.putAll(delivered.coreSByRole(j.clientStartS(), j.clientEndS())));
      }
      return write(why.isEmpty() ? State.OK : State.FAILED, why, all, delivered);
    }

    /** Records each job as it ends, so that a kill leaves what was done until there. */
    void writeSoFar() {
      write(State.RUNNING, "", jobs, NodeCollections.Delivered.NOTHING);
    }

    private CellResult write(
        State state, String why, List<CellResult.Job> stages, NodeCollections.Delivered delivered) {
      Optional<JobHistory> sorted = Optional.ofNullable(histories.get(TERASORT));
      DoubleBinaryOperator busy =
          (start, end) -> delivered.busyCoreS(start, end, settings.coresPerNode());
      CellResult result =
          new CellResult(
              cell,
              WORKLOAD,
              state,
              why,
              data,
              new TreeMap<>(cluster.settings()),
              stages,
              sorted.map(h -> h.intervals(busy)).orElse(List.of()),
              sorted.map(JobHistory::tasks).orElse(List.of()),
              sorted.map(JobHistory::counters).orElse(Map.of()),
              coreSByRole,
              checks,
              delivered.reports(),
              tier);
      StructuredFiles.writeJson(run.cellFile(cell), result);
      return result;
    }

    /** A host that was lost says why its collectors failed, once. */
    private static String silentCollectors(NodeCollections.Delivered delivered) {
      List<String> reasons = new ArrayList<>(delivered.lost());
      delivered.reports().stream()
          .filter(r -> r.state() == State.FAILED)
          .filter(r -> delivered.lost().stream().noneMatch(l -> l.startsWith(r.host() + ":")))
          .map(r -> "collector " + r.name() + " on " + r.host() + ": " + r.reason())
          .forEach(reasons::add);
      return String.join("; ", reasons);
    }
  }
}
