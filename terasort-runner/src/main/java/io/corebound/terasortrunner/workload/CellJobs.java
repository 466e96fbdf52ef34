package io.corebound.terasortrunner.workload;

import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.JobRequest;
import io.corebound.engines.Engine;
import io.corebound.engines.EngineJob;
import io.corebound.engines.EngineRun;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Ending;
import io.corebound.records.history.Setting;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.Check;
import io.corebound.records.run.CellResult.OfEngine;
import io.corebound.records.run.MeasuredInterval;
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
  private final Engine engine;
  private final ClusterFile settings;
  private final RunDirectory run;
  private final Cell cell;
  private final DataSize data;
  private final Optional<Input> given;
  private final Supplier<Path> text;
  private final Listener listener;

  private final List<CellResult.Job> stages = new ArrayList<>();
  private final Map<String, EngineRun> runs = new TreeMap<>();
  private final Map<String, Double> coreSByRole = new TreeMap<>();
  private List<Check> checks = List.of();
  private Optional<Input> input;

  CellJobs(
      Workload workload,
      Cluster cluster,
      Engine engine,
      ClusterFile settings,
      RunDirectory run,
      Cell cell,
      Supplier<Path> text,
      Listener listener) {
    this.workload = workload;
    this.cluster = cluster;
    this.engine = engine;
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
    return runs.get(job).counters();
  }

  /** How many tasks of a type, {@code MAP} or {@code REDUCE}, a job that has run had. */
  int tasks(String job, TaskType type) {
    return (int)
        runs.get(job).tasks().stream()
            .filter(t -> t.type() == type && t.state() == Ending.SUCCEEDED)
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
    if (cell.fresh() && runs.isEmpty()) {
      warmUp();
    }
    WorkloadCell.deleteResults(cluster, workload);
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
    EngineRun ran =
        job(
            WARM_UP,
            "org.apache.hadoop.examples.terasort.TeraGen",
            Map.of("mapreduce.job.maps", Integer.toString(slots)),
            "100000",
            folder);
    if (ran.job().state() != State.OK) {
      throw failed(ran);
    }
    cluster.delete(folder);
  }

  /** What writes the input itself, and how far that is in percent. */
  interface Writing {
    void writeTo(OutputStream out, IntConsumer percent) throws IOException, InterruptedException;
  }

  /** Writes the input, of so many bytes, without a job, as a stage of the cell. */
  void write(String stage, long bytes, Writing writing) throws InterruptedException {
    listener.progress(stage, 0, 0);
    double startS = now();
    try {
      cluster.write(
          input(),
          bytes,
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
    EngineRun ran = job(name, mainClass, own, arguments);
    if (ran.phases().isPresent()) {
      runs.put(name, ran);
    }
    stages.add(ran.job());
    if (isMeasured(name)) {
      coreSByRole.putAll(ran.coreSByRole());
    }
    writeSoFar();
    if (!ran.ok()) {
      throw failed(ran);
    }
  }

  private EngineRun job(String name, String mainClass, Map<String, String> own, String... arguments)
      throws InterruptedException {
    listener.progress(name, 0, 0);
    EngineJob job =
        new EngineJob(
            name,
            new EngineJob.Program(mainClass, own, List.of(arguments)),
            new EngineJob.Files(input(), output(), settings.reduceTasks()),
            JobLimit.of(data, settings, cell.tier()),
            run.rawFolder(cell.name()).resolve(name),
            following(name));
    if (isMeasured(name)) {
      return engine.run(job);
    }
    JobRequest request = HadoopEngine.request(job);
    return HadoopEngine.ran(cluster.run(settings.isExternal() ? request : unmeasured(request)));
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
            && settings.reduceTasks() <= Setting.UBER_MAPS;
    return small && all.indexOf(request.name()) > all.indexOf(workload.name())
        ? quick.withinItsApplicationMaster(cluster)
        : quick;
  }

  /** Where the measured job writes to; empty where it leaves nothing. */
  private String output() {
    return workload.results().stream().findFirst().map(this::result).orElse("");
  }

  private EngineJob.Listener following(String name) {
    return new EngineJob.Listener() {
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

  private static CoreboundException failed(EngineRun ran) {
    String reason = ran.job().reason();
    return CoreboundException.failed(
        "%s failed: %s", ran.job().name(), reason.isEmpty() ? "it left no history" : reason);
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
      // corebound cannot see the daemons, or the processes ran the job more than once
      boolean once = engine instanceof HadoopEngine;
      stages.stream()
          .filter(j -> isMeasured(j.name()))
          .forEach(
              j ->
                  coreSByRole.putAll(
                      once
                          ? delivered.coreSByRole(j.clientStartS(), j.clientEndS())
                          : delivered.coreSByRole(j.submitS(), j.finishS())));
    }
    return write(why.isEmpty() ? State.OK : State.FAILED, why, all, delivered);
  }

  void writeSoFar() {
    write(State.RUNNING, "", stages, NodeCollections.Delivered.NOTHING);
  }

  private CellResult write(
      State state, String why, List<CellResult.Job> jobs, NodeCollections.Delivered delivered) {
    Optional<EngineRun> measured = Optional.ofNullable(runs.get(workload.name()));
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
            measured.flatMap(EngineRun::phases).map(p -> p.intervals(busy)).orElse(List.of()),
            measured.map(EngineRun::tasks).orElse(List.of()),
            measured.map(EngineRun::counters).orElse(Map.of()),
            coreSByRole,
            checks,
            delivered.reports(),
            cell.tier(),
            cell.engine() == null ? null : ofEngine(measured, busy));
    StructuredFiles.writeJson(run.cellFile(cell.name()), result);
    return result;
  }

  private OfEngine ofEngine(Optional<EngineRun> measured, DoubleBinaryOperator busy) {
    List<MeasuredInterval> warm =
        measured.stream()
            .flatMap(ran -> ran.again().stream())
            .map(phases -> phases.intervals(busy))
            .reduce((before, last) -> last)
            .orElse(List.of());
    return cell.engine()
        .with(b -> b.warm(warm).exchange(measured.flatMap(EngineRun::exchange).orElse(null)));
  }
}
