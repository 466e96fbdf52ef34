package io.corebound.cluster.lab;

import io.corebound.cluster.control.Control;
import io.corebound.cluster.control.ControlMain;
import io.corebound.cluster.control.PipedControl;
import io.corebound.cluster.daemons.DaemonCluster;
import io.corebound.cluster.daemons.DaemonKind;
import io.corebound.cluster.daemons.MemoryWatch;
import io.corebound.cluster.daemons.RoleCpu;
import io.corebound.cluster.job.Health;
import io.corebound.cluster.job.JobRunner;
import io.corebound.cluster.job.Watch;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.hosts.process.Command;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * NameNode and ResourceManager on a lab's master, DataNode and NodeManager on each of its workers,
 * each its own JVM, with their data on the disks of one storage tier. What is in its HDFS is there
 * again when a cluster is started on the same tier. Nothing of it listens outside the lab's
 * namespaces: what corebound itself asks HDFS and YARN, a process inside asks.
 */
public final class LabCluster extends DaemonCluster {
  private static final Duration LONGEST = Duration.ofDays(7);

  /** The NameNode tells a DataNode what to delete every few seconds, and hears of it as often. */
  private static final Duration DELETION_LIMIT = Duration.ofSeconds(20);

  private static final Duration DELETION_POLL = Duration.ofMillis(500);

  private static final DataSize WORTH_DELETING = DataSize.ofMebibytes(512);

  /** The first Java that knows {@code jdk.net.hosts.file}. */
  private static final int FIRST_WITH_HOSTS_FILE = 9;

  private final Lab lab;
  private final LabStorage storage;
  private LabConfiguration settings;
  private final Folders folders;
  private final Health health;
  private final Control control;
  private final MemoryWatch memory = new MemoryWatch(MemoryRoom::here);

  /**
   * Where one tier's cluster keeps what is not on its disks.
   *
   * @param configuration Hadoop's, root's own
   * @param name the NameNode's; the user's, as are all that follow
   * @param temporary for clients' odds and ends
   * @param containers logs of the containers, a folder a node
   * @param logs of the daemons, and of the containers in the end; the caller's
   */
  private record Folders(
      Path configuration, Path name, Path temporary, Path containers, Path logs) {
    static Folders make(Lab lab, LabStorage storage, Path logs) {
      String tier = Lab.hadoopFolder(storage);
      Folders folders =
          new Folders(
              lab.folder(tier + "/conf"),
              lab.folder(tier + "/name"),
              lab.folder(tier + "/tmp"),
              lab.folder(tier + "/containers"),
              logs);
      for (Path own : List.of(folders.name(), folders.temporary(), folders.containers())) {
        lab.give(own);
      }
      try {
        Files.createDirectories(logs);
      } catch (IOException e) {
        throw CoreboundException.failed("cannot make " + logs + ": " + e, e);
      }
      return folders;
    }

    boolean formatted() {
      return Files.exists(name.resolve("current/VERSION"));
    }
  }

  private LabCluster(
      Lab lab, LabStorage storage, LabConfiguration settings, Folders folders, Jdk jdk) {
    super(settings, jdk, folders.logs(), folders.temporary());
    this.lab = lab;
    this.storage = storage;
    this.settings = settings;
    this.folders = folders;
    this.health = new LabHealth(lab, storage, settings.cluster().blockSize());
    this.control = startControl();
  }

  /**
   * Starts a cluster and returns when it takes jobs. Its HDFS is empty when it is the first on the
   * tier's disks.
   *
   * @param lab no other cluster may run on it
   * @param storage whose disks it has
   * @param libraries the Hadoop
   * @param jdk for daemons, clients and tasks
   * @param logs folder for the logs of daemons and containers; made when it is not there
   * @param taskJars further jars for the class path of daemons, clients and tasks
   * @throws CoreboundException (invalid input) when the JDK cannot know the nodes' names; (failed)
   *     when a daemon ends or does not get ready, with the reason from its log
   */
  public static LabCluster start(
      Lab lab,
      LabStorage storage,
      HadoopLibraries libraries,
      Jdk jdk,
      Path logs,
      List<Path> taskJars)
      throws InterruptedException {
    return start(lab, storage, lab.cluster(), libraries, jdk, logs, taskJars);
  }

  /**
   * The same with other settings than those that the lab was made for.
   *
   * @param cluster of as many nodes, of as many cores
   */
  public static LabCluster start(
      Lab lab,
      LabStorage storage,
      ClusterFile cluster,
      HadoopLibraries libraries,
      Jdk jdk,
      Path logs,
      List<Path> taskJars)
      throws InterruptedException {
    if (jdk.feature() < FIRST_WITH_HOSTS_FILE) {
      throw CoreboundException.invalidInput(
          "a lab needs Java %d or newer, and %s is Java %d: only the system tells that one the"
                  .formatted(FIRST_WITH_HOSTS_FILE, jdk.home(), jdk.feature())
              + " names of nodes; choose another with --java");
    }
    lab.requireRuns(jdk);
    Folders folders = Folders.make(lab, storage, logs.toAbsolutePath().normalize());
    LabConfiguration settings =
        new LabConfiguration(
            cluster,
            folders.configuration(),
            libraries.on(lab.readable(libraries.classPath())),
            jdk,
            lab.readable(taskJars.stream().map(Path::toString).toList()).stream()
                .map(Path::of)
                .toList(),
            new LabConfiguration.Layout(
                lab.addresses(),
                folders.name(),
                folders.temporary(),
                folders.containers(),
                Lab.USER));
    writeSettings(settings);
    boolean usedBefore = folders.formatted();
    LabCluster started = new LabCluster(lab, storage, settings, folders, jdk);
    boolean ready = false;
    try {
      started.startDaemons();
      started.awaitReady();
      if (usedBefore) {
        started.freeDeleted();
      }
      ready = true;
      return started;
    } catch (CoreboundException e) {
      throw started.explained(e);
    } finally {
      if (!ready) {
        started.close();
      }
    }
  }

  /** Whether its daemons can run jobs with these settings as they are. */
  public boolean serves(ClusterFile wanted) {
    LabConfiguration other = settings.with(wanted);
    return other.core().equals(settings.core())
        && other.hdfs().equals(settings.hdfs())
        && other.yarn().equals(settings.yarn());
  }

  /**
   * Jobs that are submitted from now on have these settings.
   *
   * @param wanted settings that it {@link #serves}
   */
  public void use(ClusterFile wanted) {
    if (!serves(wanted)) {
      throw new IllegalArgumentException("the daemons were started with other settings");
    }
    LabConfiguration changed = settings.with(wanted);
    writeSettings(changed);
    settings = changed;
    use(changed);
  }

  private static void writeSettings(LabConfiguration settings) {
    try {
      settings.write(hostName());
    } catch (IOException e) {
      throw CoreboundException.failed("cannot read this machine's name: " + e.getMessage(), e);
    }
  }

  /** Corebound's own, for a process that is started elsewhere. */
  static List<String> ownClassPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .toList();
  }

  private PipedControl startControl() {
    lab.requireRuns(Jdk.own());
    List<String> flags =
        new ArrayList<>(
            List.of(
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // standard output is for answers
                "-XX:+DisplayVMOutputToStderr"));
    flags.addAll(settings.networkFlags());
    flags.addAll(settings.masterFlags());
    List<String> own = lab.readable(ownClassPath());
    List<String> files =
        Stream.of("core", "hdfs", "yarn")
            .map(name -> folders.configuration().resolve(name + "-site.xml").toString())
            .toList();
    Command command =
        commands(Jdk.own())
            .program(
                flags,
                String.join(File.pathSeparator, own),
                ControlMain.class.getName(),
                files,
                LONGEST)
            // what it does is corebound's own work, not the cluster's
            .inRole("collectors");
    return PipedControl.start(
        lab.node(Lab.MASTER),
        command,
        folders.logs().resolve("control.log"),
        () -> watched().firstDeath().isPresent());
  }

  private void startDaemons() throws InterruptedException {
    startOnMaster(DaemonKind.RESOURCE_MANAGER);
    if (!folders.formatted()) {
      format(lab.node(Lab.MASTER), settings.masterFlags(), folders.name());
    }
    startOnMaster(DaemonKind.NAME_NODE);
    await("the NameNode to listen", LabConfiguration.NAME_NODE_PORT);
    for (DaemonKind kind : List.of(DaemonKind.DATA_NODE, DaemonKind.NODE_MANAGER)) {
      storage
          .mountPoints()
          .forEach(
              (worker, mounts) ->
                  start(
                      lab.node(worker),
                      kind,
                      Optional.of(worker),
                      settings.workerFlags(worker, mounts)));
    }
    watchCpu();
  }

  private void startOnMaster(DaemonKind kind) {
    start(lab.node(Lab.MASTER), kind, Optional.of(Lab.MASTER), settings.masterFlags());
  }

  private void await(String what, int port) throws InterruptedException {
    watched().await(what, () -> control.listens(Lab.MASTER, port));
  }

  private void awaitReady() throws InterruptedException {
    int workers = lab.workers().size();
    watched().await("the DataNodes to report their volumes", () -> control.hdfsReady(workers));
    await("the ResourceManager to listen", LabConfiguration.RESOURCE_MANAGER_PORT);
    watched().await("the NodeManagers to register", () -> control.yarnReady(workers));
  }

  /** What the cluster before deleted in its last seconds leaves the disks. */
  private void freeDeleted() throws InterruptedException {
    watched()
        .await(
            "the DataNodes to report their blocks",
            () -> {
              control.reportBlocks();
              return true;
            });
  }

  /**
   * Waits some seconds, until what was deleted has left the disks. For a cluster that ends while
   * the disks of others are used: HDFS forgets what it has still to delete. Little is not waited
   * for.
   */
  public void awaitDeleted() throws InterruptedException {
    awaitDeleted(WORTH_DELETING);
  }

  /** The same with another amount that is not waited for. */
  void awaitDeleted(DataSize little) throws InterruptedException {
    long deadline = System.nanoTime() + DELETION_LIMIT.toNanos();
    try {
      while (control.bytesBesideFiles() > little.bytes() && System.nanoTime() < deadline) {
        Thread.sleep(DELETION_POLL.toMillis());
      }
    } catch (IOException | CoreboundException e) {
      // such as of a cluster that broke: the next one on these disks has its blocks reported
    }
  }

  @Override
  public Control control() {
    return control;
  }

  @Override
  public Health health() {
    return health;
  }

  /** All nodes share this machine's memory, and so may the files behind their disks. */
  @Override
  public Watch watch() {
    return during -> {
      watched().check(during);
      memory.check(during);
    };
  }

  @Override
  public JobRunner.Surroundings surroundings() {
    List<String> flags = new ArrayList<>(settings.commonFlags());
    flags.addAll(settings.masterFlags());
    return surroundings(
        lab.node(Lab.MASTER),
        flags,
        Lab.USER,
        Optional.of(folders.temporary()),
        watched().pidsByRole().get(RoleCpu.NODE_MANAGER));
  }

  @Override
  public void dropCaches() {
    try {
      storage.dropCaches();
    } catch (CoreboundException e) {
      throw explained(e);
    }
  }

  /** {@inheritDoc} Its HDFS stays on the tier's disks; the containers' logs come to the others. */
  @Override
  public void close() {
    control.close();
    endDaemons();
    bringContainerLogs();
  }

  private void bringContainerLogs() {
    if (!Files.isDirectory(folders.containers())) {
      return;
    }
    Path target = folders.logs().resolve("containers");
    try (Stream<Path> files = Files.walk(folders.containers())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path home = target.resolve(folders.containers().relativize(file).toString());
        Files.createDirectories(home.getParent());
        Files.move(file, home);
      }
      Deletion.of(folders.containers());
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot bring the containers' logs to " + target + ": " + e, e);
    }
  }
}
