package io.corebound.cluster.lab;

import io.corebound.cluster.control.ControlProcess;
import io.corebound.cluster.control.DaemonControl;
import io.corebound.cluster.control.PipedControl;
import io.corebound.cluster.daemons.ClusterConfiguration;
import io.corebound.cluster.daemons.DaemonCluster;
import io.corebound.cluster.daemons.DaemonKind;
import io.corebound.cluster.daemons.Daemons;
import io.corebound.cluster.daemons.MemoryWatch;
import io.corebound.cluster.daemons.RoleCpu;
import io.corebound.cluster.job.Health;
import io.corebound.cluster.job.JobRunner;
import io.corebound.cluster.job.Watchdog;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Node;
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
 * each its own JVM, with their data on one set of disks. Its HDFS keeps its files for the next
 * cluster on the same disks. It listens only inside the lab's namespaces, so that corebound asks
 * HDFS and YARN by a process inside.
 */
public final class LabCluster extends DaemonCluster {
  private static final Duration LONGEST = Duration.ofDays(7);

  /** The NameNode orders a DataNode to delete every few seconds, and gets reports as often. */
  private static final Duration DELETION_LIMIT = Duration.ofSeconds(20);

  private static final Duration DELETION_POLL = Duration.ofMillis(500);
  private static final DataSize WORTH_DELETING = DataSize.ofMebibytes(512);

  /** The first Java with {@code jdk.net.hosts.file}. */
  private static final int FIRST_WITH_HOSTS_FILE = 9;

  private final Lab lab;
  private final LabStorage storage;
  private final Folders folders;
  private final Health health;
  private final DaemonControl control;
  private final MemoryWatch memory = new MemoryWatch(MemoryRoom::here);
  private LabConfiguration settings;

  /**
   * Where a cluster keeps what is not on its disks. The first is root's, the next three are the
   * user's, the last is the caller's.
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
              logs.toAbsolutePath().normalize());
      Stream.of(folders.name(), folders.temporary(), folders.containers()).forEach(lab::give);
      try {
        Files.createDirectories(folders.logs());
      } catch (IOException e) {
        throw CoreboundException.failed("cannot make %s: %s".formatted(logs, e), e);
      }
      return folders;
    }

    boolean formatted() {
      return Files.exists(name.resolve("current/VERSION"));
    }
  }

  private LabCluster(Lab lab, LabStorage storage, LabConfiguration settings, Folders folders) {
    super(settings, settings.software().jdk(), folders.logs(), folders.temporary());
    this.lab = lab;
    this.storage = storage;
    this.settings = settings;
    this.folders = folders;
    this.health = new LabHealth(lab, storage, settings.cluster().blockSize());
    this.control = startControl();
  }

  /**
   * Starts a cluster and returns when it takes jobs. Its HDFS is empty when it is the first on the
   * disks.
   *
   * @param lab on which no other cluster runs
   * @param cluster of as many nodes and cores as the lab
   * @throws CoreboundException (invalid input) when the JDK cannot resolve the nodes' names;
   *     (failed) when a daemon ends or does not get ready, with the reason from its log
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
          """
          a lab needs Java %s or newer, and %s is Java %s, which cannot read the nodes' names from \
          a file; choose another with --java\
          """
              .formatted(FIRST_WITH_HOSTS_FILE, jdk.home(), jdk.feature()));
    }
    lab.requireRuns(jdk);
    Folders folders = Folders.make(lab, storage, logs);
    List<String> jars = lab.readable(taskJars.stream().map(Path::toString).toList());
    LabConfiguration settings =
        new LabConfiguration(
            cluster,
            folders.configuration(),
            new ClusterConfiguration.Software(
                libraries.on(lab.readable(libraries.classPath())),
                jdk,
                jars.stream().map(Path::of).toList()),
            new LabConfiguration.Layout(
                lab.addresses(),
                folders.name(),
                folders.temporary(),
                folders.containers(),
                Lab.USER));
    writeSettings(settings);
    boolean usedBefore = folders.formatted();
    LabCluster started = new LabCluster(lab, storage, settings, folders);
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

  /** Whether its daemons can run jobs with these settings without a restart. */
  public boolean serves(ClusterFile wanted) {
    LabConfiguration other = settings.with(wanted);
    return other.core().equals(settings.core())
        && other.hdfs().equals(settings.hdfs())
        && other.yarn().equals(settings.yarn());
  }

  /** Gives later jobs these settings, which it {@link #serves}. */
  public void use(ClusterFile wanted) {
    if (!serves(wanted)) {
      throw new IllegalArgumentException("the daemons were started with other settings");
    }
    settings = settings.with(wanted);
    writeSettings(settings);
    use(settings);
  }

  private static void writeSettings(LabConfiguration settings) {
    try {
      settings.write(hostName());
    } catch (IOException e) {
      throw CoreboundException.failed("cannot read this machine's name: " + e.getMessage(), e);
    }
  }

  /** Corebound's own, absolute. */
  static List<String> ownClassPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .toList();
  }

  private DaemonControl startControl() {
    lab.requireRuns(Jdk.own());
    List<String> flags =
        new ArrayList<>(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    // standard output is for answers
    flags.add("-XX:+DisplayVMOutputToStderr");
    flags.addAll(settings.networkFlags());
    flags.addAll(settings.masterFlags());
    List<String> files =
        Stream.of("core", "hdfs", "yarn")
            .map(name -> folders.configuration().resolve(name + "-site.xml").toString())
            .toList();
    String classPath = String.join(File.pathSeparator, lab.readable(ownClassPath()));
    Command command =
        commands(Jdk.own())
            .program(flags, classPath, ControlProcess.class.getName(), files, LONGEST)
            // its work is corebound's, not the cluster's
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
              (worker, mounts) -> {
                List<String> flags = settings.workerFlags(worker, mounts);
                start(lab.node(worker), kind, Optional.of(worker), flags);
              });
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

  /** Frees the disks of what the cluster before deleted in its last seconds. */
  private void freeDeleted() throws InterruptedException {
    Daemons.Condition reported =
        () -> {
          control.reportBlocks();
          return true;
        };
    watched().await("the DataNodes to report their blocks", reported);
  }

  /**
   * Waits some seconds, until deleted blocks have left the disks: HDFS forgets what it has still to
   * delete when the cluster ends. Does not wait for small amounts.
   */
  public void awaitDeleted() throws InterruptedException {
    awaitDeleted(WORTH_DELETING);
  }

  void awaitDeleted(DataSize little) throws InterruptedException {
    long deadline = System.nanoTime() + DELETION_LIMIT.toNanos();
    try {
      while (control.bytesBesideFiles() > little.bytes() && System.nanoTime() < deadline) {
        Thread.sleep(DELETION_POLL.toMillis());
      }
    } catch (IOException | CoreboundException e) {
      // a cluster that broke, for example: the next one on these disks frees them
    }
  }

  @Override
  public DaemonControl control() {
    return control;
  }

  @Override
  protected Health health() {
    return health;
  }

  /** All nodes share this machine's memory, and so may the files behind their disks. */
  @Override
  protected Watchdog watchdog() {
    return during -> {
      watched().check(during);
      memory.check(during);
    };
  }

  @Override
  public JobRunner.Access access() {
    List<String> flags = new ArrayList<>(settings.commonFlags());
    flags.addAll(settings.masterFlags());
    return access(
        lab.node(Lab.MASTER),
        flags,
        Lab.USER,
        Optional.of(folders.temporary()),
        watched().pidsByRole().get(RoleCpu.NODE_MANAGER));
  }

  @Override
  public List<Node> nodes() {
    List<Node> nodes = new ArrayList<>();
    lab.addresses()
        .forEach(
            (name, address) -> {
              List<String> flags = new ArrayList<>(settings.commonFlags());
              flags.addAll(settings.nodeFlags(name));
              nodes.add(
                  new Node(
                      name,
                      lab.node(name),
                      address,
                      settings.cluster().coresPerNode(),
                      folders.temporary(),
                      storage.mountPoints().getOrDefault(name, List.of()),
                      flags));
            });
    return nodes;
  }

  @Override
  public List<String> readable(List<String> classPath) {
    return lab.readable(classPath);
  }

  @Override
  public void dropCaches() {
    try {
      storage.dropCaches();
    } catch (CoreboundException e) {
      throw explained(e);
    }
  }

  /** {@inheritDoc} Its HDFS stays on the disks; the containers' logs join the others. */
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
          "cannot move the containers' logs to %s: %s".formatted(target, e), e);
    }
  }
}
