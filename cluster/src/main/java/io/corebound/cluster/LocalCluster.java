package io.corebound.cluster;

import io.corebound.hosts.Host;
import io.corebound.hosts.Jdk;
import io.corebound.hosts.Outcome;
import io.corebound.hosts.RunningProgram;
import io.corebound.records.ClusterFile;
import io.corebound.records.CoreboundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * NameNode, DataNode, ResourceManager and NodeManager of this machine, each its own JVM, bound to
 * 127.0.0.1. Its folders belong to the caller, who removes them after it was closed.
 */
public final class LocalCluster implements Cluster {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Host host;
  private final ClusterFolders folders;
  private final LocalConfiguration settings;
  private final Ports ports;
  private final JavaCommands java;
  private final String mark;
  private final List<Daemon> daemons = new ArrayList<>();
  private RoleCpu cpu;
  private Hdfs hdfs;
  private Yarn yarn;
  private String death = "";

  /** A daemon could not bind a port that had been free a moment ago. */
  private static final class PortLost extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private LocalCluster(
      Host host,
      ClusterFolders folders,
      LocalConfiguration settings,
      Ports ports,
      Jdk jdk,
      String mark) {
    this.host = host;
    this.folders = folders;
    this.settings = settings;
    this.ports = ports;
    this.mark = mark;
    this.java = new JavaCommands(jdk, System.getenv().keySet(), mark);
  }

  /**
   * Starts a cluster and returns when it takes jobs.
   *
   * @param host this machine
   * @param cluster how it is laid out, with everything filled in ({@link ClusterFile#on})
   * @param libraries the Hadoop
   * @param jdk for daemons, clients and tasks
   * @param folders where it keeps its things; what an earlier cluster left there is removed
   * @param taskJars further jars for the class path of daemons, clients and tasks
   * @throws CoreboundException (failed) when a daemon ends or does not get ready, with the reason
   *     from its log
   */
  public static LocalCluster start(
      Host host,
      ClusterFile cluster,
      HadoopLibraries libraries,
      Jdk jdk,
      ClusterFolders folders,
      List<Path> taskJars)
      throws InterruptedException {
    try {
      return startOnce(host, cluster, libraries, jdk, folders, taskJars);
    } catch (PortLost first) {
      try {
        return startOnce(host, cluster, libraries, jdk, folders, taskJars);
      } catch (PortLost second) {
        throw CoreboundException.failed(
            "ports of 127.0.0.1 that were free were taken twice before Hadoop could bind them; its"
                + " logs: "
                + folders.logs(),
            second);
      }
    }
  }

  /**
   * JVM flags that tasks get from a cluster like this, without those that name its own files.
   *
   * @param cluster how it is laid out
   * @param libraries its Hadoop
   * @param jdk what it runs on
   */
  public static List<String> taskFlags(ClusterFile cluster, HadoopLibraries libraries, Jdk jdk) {
    return LocalConfiguration.taskFlags(cluster, libraries, jdk);
  }

  private static LocalCluster startOnce(
      Host host,
      ClusterFile cluster,
      HadoopLibraries libraries,
      Jdk jdk,
      ClusterFolders folders,
      List<Path> taskJars)
      throws InterruptedException, PortLost {
    Ports ports = Ports.free();
    LocalConfiguration settings =
        new LocalConfiguration(cluster, folders, libraries, jdk, taskJars, ports);
    LocalCluster started =
        new LocalCluster(host, folders, settings, ports, jdk, UUID.randomUUID().toString());
    boolean ready = false;
    try {
      started.prepare(jdk);
      started.startDaemons();
      started.awaitReady();
      ready = true;
      return started;
    } finally {
      if (!ready) {
        started.close();
      }
    }
  }

  private void prepare(Jdk jdk) {
    try {
      for (String own : List.of("name", "blocks", "local", "tmp")) {
        deleteTree(folders.data().resolve(own));
      }
      deleteTree(folders.memory().resolve("blocks"));
      for (Path folder : List.of(folders.data(), folders.memory(), folders.logs())) {
        Files.createDirectories(folder);
      }
      settings.write(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
      LoopbackAgentJar.write(settings.agentJar(), jdk);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot prepare the cluster's folders: " + e.getMessage(), e);
    }
  }

  private static void deleteTree(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> walk = Files.walk(folder)) {
      all = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }

  private void startDaemons() throws InterruptedException, PortLost {
    start(
        "resourcemanager",
        "ResourceManager",
        "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager");
    format();
    start("namenode", "NameNode", "org.apache.hadoop.hdfs.server.namenode.NameNode");
    await("the NameNode to listen", () -> listens(ports.nameNode()));
    start("datanode", "DataNode", "org.apache.hadoop.hdfs.server.datanode.DataNode");
    // the ResourceManager had a head start; a NodeManager that comes first tries again
    start(
        RoleCpu.NODE_MANAGER,
        "NodeManager",
        "org.apache.hadoop.yarn.server.nodemanager.NodeManager");
    cpu = new RoleCpu(daemons());
  }

  private void format() {
    Outcome outcome =
        host.run(
            java.program(
                daemonFlags("namenode"),
                classPath(),
                "org.apache.hadoop.hdfs.server.namenode.NameNode",
                List.of("-format", "-nonInteractive"),
                START_LIMIT));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "the NameNode could not format its name table in "
              + folders.data()
              + ": "
              + LogFile.reason(outcome.err()));
    }
  }

  private void start(String role, String title, String mainClass) {
    Path log = folders.logs().resolve(role + ".log");
    RunningProgram program =
        host.start(
            java.daemon(daemonFlags(role), classPath(), mainClass),
            folders.logs().resolve(role + ".out"),
            log);
    daemons.add(new Daemon(role, title, program, log));
  }

  private List<String> daemonFlags(String role) {
    List<String> flags = new ArrayList<>(List.of("-Xmx512m", "-XX:+UseSerialGC"));
    flags.addAll(settings.commonFlags());
    if (role.equals(RoleCpu.NODE_MANAGER)) {
      flags.add(settings.agentFlag());
    }
    return flags;
  }

  private void awaitReady() throws InterruptedException, PortLost {
    Configuration configuration = hadoopConfiguration();
    hdfs = new Hdfs(configuration);
    await("the DataNode to report its volumes", hdfs::ready);
    attempt("make " + MEMORY_FOLDER, () -> hdfs.makeMemoryFolder(MEMORY_FOLDER));
    await("the ResourceManager to listen", () -> listens(ports.resourceManager()));
    yarn = new Yarn(configuration);
    await("the NodeManager to register", yarn::ready);
  }

  private Configuration hadoopConfiguration() {
    Configuration configuration = new Configuration();
    settings.all().forEach(configuration::set);
    // corebound's own calls fail soon when a daemon is gone
    configuration.set("ipc.client.connect.max.retries", "2");
    return configuration;
  }

  /** Something that may not be so yet. */
  private interface Condition {
    boolean holds() throws IOException, YarnException;
  }

  /** Something that is done at the daemons. */
  private interface Deed {
    void run() throws IOException;
  }

  private void await(String what, Condition condition) throws InterruptedException, PortLost {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      if (daemons.stream().anyMatch(Daemon::lostItsPort)) {
        throw new PortLost();
      }
      requireAlive("start");
      String answer = "it does not answer";
      try {
        if (condition.holds()) {
          return;
        }
      } catch (IOException | YarnException e) {
        answer = e.getMessage();
      }
      if (System.nanoTime() > deadline) {
        throw CoreboundException.failed(
            "waited %d s for %s: %s; logs: %s"
                .formatted(START_LIMIT.toSeconds(), what, answer, folders.logs()));
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private void attempt(String what, Deed deed) throws InterruptedException {
    try {
      deed.run();
    } catch (IOException e) {
      requireAlive("start");
      throw CoreboundException.failed("cannot " + what + ": " + e.getMessage(), e);
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void requireAlive(String during) throws InterruptedException {
    Optional<String> dead = firstDeath();
    if (dead.isPresent()) {
      throw CoreboundException.failed(during + ": " + dead.get());
    }
  }

  @Override
  public URI fileSystem() {
    return URI.create(settings.core().get("fs.defaultFS"));
  }

  @Override
  public Path configuration() {
    return folders.configuration();
  }

  @Override
  public Map<String, String> settings() {
    return settings.all();
  }

  @Override
  public String classPath() {
    return settings.classPath(":");
  }

  @Override
  public List<String> taskFlags() {
    return settings.taskFlags();
  }

  @Override
  public Map<String, Long> daemons() {
    Map<String, Long> pids = new LinkedHashMap<>();
    daemons.forEach(daemon -> pids.put(daemon.role(), daemon.program().pid()));
    return pids;
  }

  @Override
  public CpuSnapshot cpu() {
    return cpu.snapshot();
  }

  @Override
  public synchronized Optional<String> firstDeath() {
    try {
      for (Daemon daemon : daemons) {
        if (death.isEmpty()) {
          death = daemon.death().orElse("");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.of(death).filter(d -> !d.isEmpty());
  }

  @Override
  public JobOutcome run(JobRequest request) throws InterruptedException {
    JobRunner.Surroundings surroundings =
        new JobRunner.Surroundings(
            host,
            java,
            classPath(),
            settings.commonFlags(),
            cpu,
            daemons().get(RoleCpu.NODE_MANAGER),
            yarn,
            hdfs,
            this::requireAlive);
    return new JobRunner(surroundings, request).run();
  }

  @Override
  public String readText(String file) {
    return hdfs.readText(file);
  }

  @Override
  public void delete(String folder) {
    hdfs.delete(folder);
  }

  @Override
  public void dropCaches() {
    PageCache.drop(host, folders.data());
  }

  @Override
  public void close() {
    // what would try again and again to reach the daemons goes first
    if (yarn != null) {
      yarn.close();
    }
    if (hdfs != null) {
      hdfs.close();
    }
    daemons.forEach(daemon -> daemon.program().signal("TERM"));
    Processes.endMarked(LocalConfiguration.MARK + "=" + mark, GRACE);
    daemons.forEach(daemon -> daemon.program().stop(Duration.ZERO));
  }
}
