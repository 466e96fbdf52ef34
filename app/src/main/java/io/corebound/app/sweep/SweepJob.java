package io.corebound.app.sweep;

import io.corebound.app.micro.MicroWork;
import io.corebound.app.run.Installation;
import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Workspace;
import io.corebound.cluster.daemons.ClusterConfiguration;
import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.lab.LabUser;
import io.corebound.collectors.sampler.Samplers;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.machine.DataFolder;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import io.corebound.terasortrunner.sweep.ExternalSweep;
import io.corebound.terasortrunner.sweep.LabSweep;
import io.corebound.terasortrunner.sweep.Sweep;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepCluster;
import io.corebound.terasortrunner.sweep.SweepEstimate;
import io.corebound.terasortrunner.sweep.SweepRequest;
import io.corebound.terasortrunner.sweep.SweepSpace;
import io.corebound.terasortrunner.workload.Engines;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A sweep, stage by stage: operations, base performance, all predictions, then cell after cell. */
public record SweepJob(Installation installation, RunRequest request, Task task, PrintWriter out) {
  static final String CONNECT = "connect";
  static final String MICRO = "micro";
  static final String BASE = "base";
  static final String PREDICT = "predict";

  /** The daemons' logs and the jars of jobs. */
  private static final DataSize BESIDE_DATA = DataSize.ofMegabytes(1000);

  /** A DataNode and a NodeManager; the master's daemons, an ApplicationMaster, a client. */
  private static final long WORKER_BYTES = 1536L << 20;

  private static final long MASTER_BYTES = 2L << 30;

  /**
   * What is to be done.
   *
   * @param micro measures the model's operations; null where that is not needed
   * @param doubts what a lab does differently on this machine, a sentence each
   * @param time chooses how much is sorted, at most what the sweep says; null where all of that is
   */
  public record Task(
      SweepRequest sweep,
      List<SweepCell> cells,
      ResumedSweep resumed,
      MicroWork micro,
      List<String> doubts,
      SizeInTime time) {
    boolean predicted() {
      return SweepPredictions.allFrozen(resumed, sweep);
    }
  }

  /** What a lab does differently on this machine; refused where none can be made. */
  public static List<String> doubtsOfLab() {
    LabSupport support = LabSupport.check(LocalHost.forQuestions());
    support.require();
    return support.doubts();
  }

  /** Refuses a lab whose disks fit neither into memory nor into the data directory, or null. */
  public static void requireRoom(
      Installation installation, SweepRequest sweep, List<SweepCell> cells, Path dataDir) {
    DataSize needed = SweepSpace.ofLab(sweep, cells);
    Path folder =
        dataDir == null ? installation.root() : DataFolder.check(dataDir, new DataSize(0));
    DataSize free = new DataSize(folder.toFile().getUsableSpace());
    if (needed.compareTo(free) > 0 && needed.compareTo(LabDisks.shared()) > 0) {
      throw CoreboundException.missing(
          """
          the lab's disks need %s, more than is free in memory (%s) and in %s (%s); choose \
          --data-dir on another disk, or less data (--size, or another --profile)\
          """,
          needed.display(), LabDisks.shared().display(), folder, free.display());
    }
  }

  /** Runs what is left, and removes what it started and made before it returns. */
  public ExitStatus run() {
    // a sweep that was killed still has its disks in memory
    Workspace.requireAlone(installation);
    return task.sweep().cluster().isExternal() ? runElsewhere() : runInLab();
  }

  /** Nothing of an external cluster is on this machine. */
  private ExitStatus runElsewhere() {
    Workspace.Needs needs = new Workspace.Needs(BESIDE_DATA, memoryOfMicro(), true);
    return staged(recorded(), needs, this::workElsewhere);
  }

  private ExitStatus runInLab() {
    DataSize space = space();
    LabDisks disks = disks(space);
    boolean inMemory = disks == LabDisks.MEMORY;
    requireUsable(inMemory, space);
    task.doubts().addAll(LabSweep.shared(task.sweep(), LocalHost.forQuestions()));
    Workspace.Needs needs =
        new Workspace.Needs(
            new DataSize(BESIDE_DATA.bytes() + (inMemory ? 0 : space.bytes())),
            memory(inMemory ? space : new DataSize(0)),
            true);
    RunRequest asked =
        recorded()
            .with(LabDisks.KEY, disks.word())
            .with(ResumedSweep.CPUS, Runtime.getRuntime().availableProcessors());
    return staged(asked, needs, stages -> workInLab(stages, inMemory));
  }

  /** The request with what a session that goes on must find as it was. */
  private RunRequest recorded() {
    return task.micro() == null
        ? request
        : request.with(ResumedSweep.OPERATIONS_CLUSTER, task.micro().fitted());
  }

  private ExitStatus staged(RunRequest asked, Workspace.Needs needs, StagedRun.Work work) {
    Supplier<Workspace> workspace =
        task.resumed() == null
            ? () -> Workspace.open(installation, asked, needs)
            : () -> Workspace.resume(installation, asked, needs, task.resumed().run());
    return new StagedRun(workspace, expected(), out).run(work);
  }

  /** What the lab's own disks take, and what lies beside them. */
  private DataSize space() {
    List<String> engines = engines().classPaths().values().stream().flatMap(List::stream).toList();
    DataSize copies =
        LabUser.copies(LocalHost.forQuestions(), request.software().hadoop(), engines);
    return new DataSize(SweepSpace.ofLab(task.sweep(), task.cells()).bytes() + copies.bytes());
  }

  private LabDisks disks(DataSize space) {
    LabDisks disks =
        LabDisks.choose(
            Optional.ofNullable(task.resumed()).flatMap(ResumedSweep::disks),
            memory(space),
            LabDisks.shared(),
            MemoryRoom.here());
    if (disks == LabDisks.DATA_DIRECTORY) {
      task.doubts()
          .add(
              "too little memory for the lab's disks: they are in the data directory, on its disk");
    }
    return disks;
  }

  /** Checked now rather than after minutes of measuring. */
  private void requireUsable(boolean inMemory, DataSize space) {
    LocalHost host = LocalHost.forQuestions();
    List<Jdk> jdks = List.of(request.software().jdk(), Jdk.own());
    if (task.sweep().storage().values().stream().anyMatch(StorageFile::spansDevices)) {
      LabSupport.requireStripes(host);
    }
    Path parent =
        inMemory
            ? LabDisks.SHARED_MEMORY
            : dataFolder(new DataSize(BESIDE_DATA.bytes() + space.bytes()));
    LabUser.require(host, parent, "a --data-dir", jdks);
    SweepSpace.ofDirectories(task.sweep(), task.cells())
        .forEach(
            (directory, room) -> {
              Path folder = DataFolder.checkStorage(Path.of(directory), room);
              LabUser.require(host, folder, "a directory", jdks);
            });
  }

  /** What is too large is named as its workload names it. */
  private Path dataFolder(DataSize needed) {
    try {
      return DataFolder.check(Workspace.parent(installation, request), needed);
    } catch (CoreboundException e) {
      SweepRequest sweep = task.sweep();
      throw task.cells().stream()
          .flatMap(c -> sweep.runs(c).inWords(sweep.size(c)).stream())
          .findFirst()
          .map(words -> e.with("the input is " + words))
          .orElse(e);
    }
  }

  private long programs() {
    return programs(task.sweep().largestCluster());
  }

  /** Memory of everything that runs in a lab at once, in bytes. */
  public static long programs(ClusterFile cluster) {
    return MASTER_BYTES
        + cluster.nodes()
            * (WORKER_BYTES + cluster.containersPerNode() * cluster.taskMemory().bytes());
  }

  private MemoryNeed memory(DataSize files) {
    MemoryNeed lab = new MemoryNeed(MemoryNeed.Whose.LAB, files, new DataSize(programs()));
    // one after the other
    MemoryNeed micro = memoryOfMicro();
    return micro.all().compareTo(lab.all()) > 0 ? micro : lab;
  }

  private MemoryNeed memoryOfMicro() {
    return task.micro() == null ? MemoryNeed.NONE : task.micro().memory();
  }

  private Map<String, Duration> expected() {
    Map<String, Duration> expected = new LinkedHashMap<>();
    if (task.sweep().cluster().isExternal()) {
      expected.put(CONNECT, Duration.ofSeconds(15));
    }
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(3));
    if (task.micro() != null) {
      task.micro().expect(expected, true);
    }
    if (!task.predicted()) {
      expected.put(BASE, SweepBase.expected(task.sweep(), task.cells(), request.profile()));
      expected.put(PREDICT, Duration.ofSeconds(2));
    }
    Map<SweepCell, Duration> cells = SweepEstimate.ofEach(task.sweep(), task.cells());
    Optional<Duration> each =
        Optional.ofNullable(task.time()).map(t -> t.left(expected.values(), cells.size()));
    cells.forEach((cell, time) -> expected.put(cell.name(), each.orElse(time)));
    return expected;
  }

  private void workInLab(Stages stages, boolean inMemory) throws InterruptedException {
    SweepPredictions predictions = prepare(stages, task.doubts());
    try (SweepCluster clusters = lab(stages, inMemory)) {
      sweep(stages, predictions, clusters);
    }
  }

  /** Checks that the cluster can be reached before anything is measured. */
  private void workElsewhere(Stages stages) throws InterruptedException {
    Workspace workspace = stages.workspace();
    try (ExternalSweep clusters =
        stages.start(
            CONNECT,
            () -> ExternalSweep.connect(workspace.host(), workspace.ledger(), task.sweep()),
            ExternalSweep::description)) {
      List<String> doubts = new ArrayList<>(task.doubts());
      doubts.addAll(clusters.doubts());
      doubts.add(whereOperationsWereMeasured(clusters));
      sweep(stages, prepare(stages, doubts), clusters);
    }
  }

  private String whereOperationsWereMeasured(ExternalSweep cluster) {
    String where =
        task.sweep().machine() == null
            ? "are measured on this machine, with Hadoop " + request.software().hadoop().version()
            : task.sweep().machine() + " measured";
    return """
    predictions use operations that %s; the cluster runs Hadoop %s: they hold as far as its \
    workers resemble the machine that was measured\
    """
        .formatted(where, cluster.version());
  }

  /** The environment, and the operations unless they were measured before. */
  private SweepPredictions prepare(Stages stages, List<String> doubts) throws InterruptedException {
    stages.environment(request.software(), doubts);
    SweepPredictions predictions = new SweepPredictions(stages, task.sweep());
    measureOperations(stages, predictions);
    return predictions;
  }

  private void sweep(Stages stages, SweepPredictions predictions, SweepCluster clusters)
      throws InterruptedException {
    try {
      SweepBase base = new SweepBase(stages, task.sweep(), request.profile());
      if (!base.missing().isEmpty()) {
        stages.run(BASE, () -> base.run(clusters));
      }
      SweepRequest sweep = task.sweep();
      if (!predictions.missing().isEmpty()) {
        // a session before may have frozen some for the size that it chose
        if (task.time() != null && stages.record().manifest().predictions().isEmpty()) {
          sweep = task.time().fitting(stages, sweep);
        }
        stages.run(PREDICT, new SweepPredictions(stages, sweep)::run);
      }
      new Sweep(
              sweep,
              clusters,
              engines(),
              stages.record().directory(),
              Samplers.OF_HOST,
              new CorpusText(stages, installation, request.software(), sweep),
              new SweepProgress(stages, sweep))
          .run(task.cells());
    } catch (InterruptedException e) {
      stages
          .progress()
          .say("go on with: " + Installation.command(resume(stages.record().directory())));
      throw e;
    }
    requireAllWell(stages.record().directory());
  }

  /** Those of the cells; missing where the build did not make their programs. */
  private Engines engines() {
    Map<String, List<String>> classPaths = new HashMap<>();
    task.sweep().plan().cells().stream()
        .flatMap(cell -> task.sweep().engine(cell).stream())
        .map(EngineFile::kind)
        .distinct()
        .forEach(kind -> classPaths.put(kind, installation.engineClassPath(kind)));
    return new Engines(request.software().jdk(), classPaths);
  }

  /** False where another run has them, or where all predictions are frozen already. */
  private void measureOperations(Stages stages, SweepPredictions predictions)
      throws InterruptedException {
    boolean measured =
        stages.record().manifest().stages().stream()
            .anyMatch(s -> s.name().equals(MICRO) && s.state() == State.OK);
    if (task.micro() == null || measured || predictions.missing().isEmpty()) {
      return;
    }
    try (Cluster cluster = task.micro().startCluster(stages)) {
      task.micro().measure(stages, cluster, false);
    }
  }

  private SweepCluster lab(Stages stages, boolean inMemory) {
    Workspace workspace = stages.workspace();
    Path raw = stages.record().directory().rawFolder();
    return new LabSweep(
        workspace.host(),
        workspace.ledger(),
        task.sweep(),
        new ClusterConfiguration.Software(
            request.software().hadoop(), request.software().jdk(), taskJars()),
        new LabSweep.Folders(
            (inMemory ? workspace.memory() : workspace.data()).resolve("lab"),
            raw.resolve("cluster-logs")));
  }

  /** Jars beside Hadoop's that the jobs of the sweep need. */
  private List<Path> taskJars() {
    List<Path> jars = new ArrayList<>();
    task.sweep().leverJars().map(Path::of).forEach(jars::add);
    if (task.sweep().samples()) {
      jars.addAll(installation.jobJars());
    }
    task.sweep().ownJars().map(Path::of).forEach(jars::add);
    return jars;
  }

  /** Any cell of the whole sweep that failed, also in an earlier session, makes the run fail. */
  private void requireAllWell(RunDirectory run) {
    List<SweepCell> all = task.sweep().plan().cells();
    List<String> failed = new ArrayList<>();
    for (SweepCell cell : all) {
      Optional<CellResult> found = Sweep.found(run, cell);
      if (found.isEmpty()) {
        failed.add(cell.name() + ": it did not run");
      } else if (found.get().state() != State.OK) {
        failed.add(cell.name() + ": " + found.get().reason());
      }
    }
    if (!failed.isEmpty()) {
      throw CoreboundException.failed(
          "%s of %s cells failed: %s; again: %s",
          failed.size(),
          all.size(),
          String.join("; ", failed),
          Installation.command(resume(run) + " --repeat-failed"));
    }
  }

  private static String resume(RunDirectory run) {
    return "sweep --resume " + run.root();
  }
}
