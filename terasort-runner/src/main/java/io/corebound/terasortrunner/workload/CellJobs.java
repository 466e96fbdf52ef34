package io.corebound.terasortrunner.workload;

import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.JobHistory;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.Check;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.workload.WorkloadCell.Cell;
import io.corebound.terasortrunner.workload.WorkloadCell.Input;
import io.corebound.terasortrunner.workload.WorkloadCell.Listener;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** The jobs of one cell, each recorded as it ends, so that a killed cell has them too. */
public final class CellJobs {
  /** A job of 10 MB that no record has. */
  private static final String WARM_UP = "warm-up";

  /** More blocks of output are checked sooner by tasks side by side, in containers. */
  private static final int SMALL_BLOCKS = 4;

  private final Workload workload;
  private final Cluster cluster;
  private final ClusterFile settings;
  private final RunDirectory run;
  private final Cell cell;
  private final DataSize data;
  private final Optional<Input> given;
  private final Supplier<Path> text;
  private final Listener listener;

  private final List<CellResult.Job> stages = new ArrayList<>();
  private final Map<String, JobHistory> histories = new TreeMap<>();
  private final Map<String, Double> coreSByRole = new TreeMap<>();
  private List<Check> checks = List.of();
  private Optional<Input> input;

  CellJobs(
      Workload workload,
      Cluster cluster,
      ClusterFile settings,
      RunDirectory run,
      Cell cell,
      Supplier<Path> text,
      Listener listener) {
    this.workload = workload;
    this.cluster = cluster;
    this.settings = settings;
    this.run = run;
    this.cell = cell;
    this.data = workload.size(cell.data());
    this.given = cell.input().filter(i -> i.data().equals(data));
    this.input = given;
    this.text = text;
    this.listener = listener;
  }

  public Cluster cluster() {
    return cluster;
  }

  public ClusterFile settings() {
    return settings;
  }

  /** Size of the input. */
  public DataSize data() {
    return data;
  }

  /** A file of this machine with text that a workload may grow. */
  public Path text() {
    return text.get();
  }

  /** Where the input lies in the cluster's file system: a folder, or a file. */
  public String input() {
    return input(cluster, workload);
  }

  private static String input(Cluster cluster, Workload workload) {
    return inputs(cluster) + "/" + workload.inputName();
  }

  /** A cell of another workload may have left its own there. */
  private static String inputs(Cluster cluster) {
    return cluster.home() + "/input";
  }

  /** One of the workload's folders of results. */
  public String result(String name) {
    return result(cluster, workload, name);
  }

  static String result(Cluster cluster, Workload workload, String name) {
    return cluster.home() + "/" + workload.name() + "/" + name;
  }

  /** Counters of a job that has run, as {@code group/name}. */
  public Map<String, Long> counters(String job) {
    return histories.get(job).counters();
  }

  /** How many tasks of a type, {@code MAP} or {@code REDUCE}, a job that has run had. */
  int tasks(String job, String type) {
    return (int)
        histories.get(job).tasks().stream()
            .filter(t -> t.type().equals(type) && t.state().equals("SUCCEEDED"))
            .count();
  }

  /** Runs all stages that the cell needs, each to its end. */
  void all() throws InterruptedException {
    if (given.isPresent()) {
      String made = "cell %s generated the input on these disks".formatted(given.get().cell());
      stages.add(CellResult.Job.skipped(workload.stages().get(0), made));
      writeSoFar();
    } else {
      cluster.delete(inputs(cluster));
      input = Optional.of(new Input(cell.name(), data, workload.makeInput(this)));
    }
    if (cell.fresh() && histories.isEmpty()) {
      warmUp();
    }
    WorkloadCell.deleteResults(cluster, workload);
    listener.ready();
    cluster.dropCaches();
    workload.run(this);
    checks = workload.check(this, input.orElseThrow().facts());
    List<String> failed =
        checks.stream()
            .filter(c -> !c.passed())
            .map(c -> "%s (%s)".formatted(c.name(), c.detail()))
            .toList();
    if (!failed.isEmpty()) {
      throw CoreboundException.failed(
          "the result is not valid; failed checks: %s", String.join("; ", failed));
    }
  }

  /** Daemons that have just started load and compile their own code. */
  private void warmUp() throws InterruptedException {
    String folder = result(WARM_UP);
    cluster.delete(folder);
    int slots = settings.nodes() * settings.containersPerNode();
    JobOutcome outcome =
        job(
            WARM_UP,
            "org.apache.hadoop.examples.terasort.TeraGen",
            Map.of("mapreduce.job.maps", Integer.toString(slots)),
            "100000",
            folder);
    if (outcome.state() != State.OK) {
      throw failed(outcome);
    }
    cluster.delete(folder);
  }

  /** What writes the input itself, and how far that is in percent. */
  interface Writing {
    void writeTo(OutputStream out, IntConsumer percent) throws IOException, InterruptedException;
  }

  /** Writes the input, without a job, as a stage of the cell. */
  void write(String stage, Writing writing) throws InterruptedException {
    listener.progress(stage, 0, 0);
    double startS = now();
    try {
      cluster.write(
          input(),
          out -> writing.writeTo(out, percent -> listener.progress(stage, percent, 0)),
          JobLimit.of(data, settings, cell.tier()),
          run.rawFolder(cell.name()).resolve(stage).resolve(stage + ".log"));
    } catch (CoreboundException e) {
      written(stage, State.FAILED, e.getMessage(), startS);
      throw e;
    }
    written(stage, State.OK, "", startS);
  }

  private void written(String stage, State state, String reason, double startS) {
    double endS = now();
    stages.add(new CellResult.Job(stage, state, reason, "", startS, startS, endS, endS));
    writeSoFar();
  }

  private static double now() {
    return System.currentTimeMillis() / 1000.0;
  }

  /** Runs a job's main class as a stage, with its own settings; fails when it ends badly. */
  public void run(String name, String mainClass, Map<String, String> own, String... arguments)
      throws InterruptedException {
    JobOutcome outcome = job(name, mainClass, own, arguments);
    Optional<JobHistory> history = outcome.history().map(JobHistory::read);
    history.ifPresent(h -> histories.put(name, h));
    stages.add(history.map(outcome::toRecord).orElseGet(() -> withoutHistory(outcome)));
    if (isMeasured(name)) {
      outcome.cpu().forEach((role, cpu) -> coreSByRole.put(role, cpu.totalS()));
    }
    writeSoFar();
    if (outcome.state() != State.OK || history.isEmpty()) {
      throw failed(outcome);
    }
  }

  private JobOutcome job(
      String name, String mainClass, Map<String, String> own, String... arguments)
      throws InterruptedException {
    listener.progress(name, 0, 0);
    JobRequest request =
        new JobRequest(
            name,
            mainClass,
            List.of(arguments),
            own,
            JobRequest.CLIENT_FLAGS,
            JobLimit.of(data, settings, cell.tier()),
            run.rawFolder(cell.name()).resolve(name),
            following(name));
    return cluster.run(isMeasured(name) || settings.isExternal() ? request : unmeasured(request));
  }

  private boolean isMeasured(String stage) {
    return stage.equals(workload.name());
  }

  /** What a small check writes may lie anywhere; what makes the input writes where it runs. */
  private JobRequest unmeasured(JobRequest request) {
    JobRequest quick = request.startingQuickly(cluster);
    List<String> all = workload.stages();
    boolean small =
        data.bytes() <= SMALL_BLOCKS * settings.blockSize().bytes()
            && settings.reduceTasks() <= JobRequest.UBER_MAPS;
    return small && all.indexOf(request.name()) > all.indexOf(workload.name())
        ? quick.withinItsApplicationMaster(cluster)
        : quick;
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

  private static String reason(JobOutcome outcome) {
    return outcome.reason().isEmpty() ? "it left no history" : outcome.reason();
  }

  private static CoreboundException failed(JobOutcome outcome) {
    return CoreboundException.failed("%s failed: %s", outcome.name(), reason(outcome));
  }

  private static CellResult.Job withoutHistory(JobOutcome o) {
    return new CellResult.Job(
        o.name(),
        State.FAILED,
        reason(o),
        o.jobId(),
        o.clientStartS(),
        Double.NaN,
        Double.NaN,
        o.clientEndS());
  }

  /** The input that lies on the cluster now; empty where it is not whole. */
  Optional<Input> made() {
    return input;
  }

  /**
   * Records the cell, which has ended; without a failure of its own it may still fail because of a
   * collector.
   */
  CellResult end(NodeCollections.Delivered delivered, String reason) {
    String why = reason.isEmpty() ? delivered.failures() : reason;
    List<CellResult.Job> all = new ArrayList<>(stages);
    List<String> names = workload.stages();
    names
        .subList(stages.size(), names.size())
        .forEach(name -> all.add(CellResult.Job.skipped(name, why)));
    if (coreSByRole.isEmpty()) {
      // corebound cannot see the daemons
      stages.stream()
          .filter(j -> isMeasured(j.name()))
          .forEach(
              j -> coreSByRole.putAll(delivered.coreSByRole(j.clientStartS(), j.clientEndS())));
    }
    return write(why.isEmpty() ? State.OK : State.FAILED, why, all, delivered);
  }

  void writeSoFar() {
    write(State.RUNNING, "", stages, NodeCollections.Delivered.NOTHING);
  }

  private CellResult write(
      State state, String why, List<CellResult.Job> jobs, NodeCollections.Delivered delivered) {
    Optional<JobHistory> measured = Optional.ofNullable(histories.get(workload.name()));
    DoubleBinaryOperator busy =
        (start, end) -> delivered.busyCoreS(start, end, settings.coresPerNode());
    CellResult result =
        new CellResult(
            cell.name(),
            workload.name(),
            state,
            why,
            data,
            new TreeMap<>(cluster.settings()),
            jobs,
            measured.map(h -> h.intervals(busy)).orElse(List.of()),
            measured.map(JobHistory::tasks).orElse(List.of()),
            measured.map(JobHistory::counters).orElse(Map.of()),
            coreSByRole,
            checks,
            delivered.reports(),
            cell.tier());
    StructuredFiles.writeJson(run.cellFile(cell.name()), result);
    return result;
  }
}
