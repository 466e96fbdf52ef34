package io.corebound.cluster.daemons;

import io.corebound.cluster.control.DaemonControl;
import io.corebound.cluster.control.DirectControl;
import io.corebound.cluster.job.JobRunner;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.lab.LimitedHost;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.PageCache;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Node;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * NameNode, DataNode, ResourceManager and NodeManager of this machine, each its own JVM, bound to
 * 127.0.0.1. Its folders belong to the caller, who removes them after it was closed. Where a node
 * has fewer cores than this machine, the NodeManager, and so all containers, are pinned to the
 * first of them; the other daemons may use every CPU.
 */
public final class LocalCluster extends DaemonCluster {
  private final Host host;

  /** The NodeManager's host, and so that of all containers. */
  private final Host node;

  private final ClusterFolders folders;
  private final LocalConfiguration settings;
  private final Ports ports;
  private final DaemonControl control;

  private LocalCluster(
      Host host,
      ClusterFile cluster,
      ClusterConfiguration.Software software,
      ClusterFolders folders,
      Ports ports) {
    this(host, folders, new LocalConfiguration(cluster, folders, software, ports), ports);
  }

  private LocalCluster(
      Host host, ClusterFolders folders, LocalConfiguration settings, Ports ports) {
    super(settings, settings.software().jdk(), folders.logs(), null);
    this.host = host;
    this.node = LimitedHost.on(host, AllowedCpus.ofNode(settings.cluster().coresPerNode()));
    this.folders = folders;
    this.settings = settings;
    this.ports = ports;
    Configuration hadoop = new Configuration();
    settings.all().forEach(hadoop::set);
    this.control = new DirectControl(hadoop);
  }

  /**
   * Starts a cluster and returns when it takes jobs.
   *
   * @param folders what an earlier cluster left there is removed
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
    ClusterConfiguration.Software software =
        new ClusterConfiguration.Software(libraries, jdk, taskJars);
    LocalCluster first = new LocalCluster(host, cluster, software, folders, Ports.free());
    try {
      return first.started();
    } catch (CoreboundException e) {
      if (!first.watched().lostAPort()) {
        throw e;
      }
    }
    LocalCluster second = new LocalCluster(host, cluster, software, folders, Ports.free());
    try {
      return second.started();
    } catch (CoreboundException e) {
      throw second.watched().lostAPort()
          ? CoreboundException.failed(
              "other programs took ports of 127.0.0.1 twice before Hadoop could; its logs: %s"
                  .formatted(folders.logs()),
              e)
          : e;
    }
  }

  /** JVM flags of tasks of a cluster like this, without those that name its own files. */
  public static List<String> taskFlags(ClusterFile cluster, HadoopLibraries libraries, Jdk jdk) {
    return ClusterConfiguration.taskFlags(cluster, libraries, jdk);
  }

  /** This cluster when it takes jobs; closed when it fails. */
  private LocalCluster started() throws InterruptedException {
    boolean ready = false;
    try {
      prepare();
      startDaemons();
      awaitReady();
      ready = true;
      return this;
    } finally {
      if (!ready) {
        close();
      }
    }
  }

  private void prepare() {
    try {
      for (String own : List.of("name", "blocks", "local", "tmp")) {
        Deletion.of(folders.data().resolve(own));
      }
      Deletion.of(folders.memory().resolve("blocks"));
      for (Path folder : List.of(folders.data().resolve("tmp"), folders.memory(), folders.logs())) {
        Files.createDirectories(folder);
      }
      settings.write(hostName());
      LoopbackAgentJar.write(settings.agentJar(), settings.software().jdk());
    } catch (IOException e) {
      throw CoreboundException.failed("cannot prepare the cluster's folders: " + e.getMessage(), e);
    }
  }

  private void startDaemons() throws InterruptedException {
    start(host, DaemonKind.RESOURCE_MANAGER, List.of());
    format(host, List.of(), folders.data());
    start(host, DaemonKind.NAME_NODE, List.of());
    watched().await("the NameNode to listen", () -> listens(ports.nameNode()));
    start(host, DaemonKind.DATA_NODE, List.of());
    // the ResourceManager had a head start; a NodeManager that comes first tries again
    start(node, DaemonKind.NODE_MANAGER, List.of(settings.agentFlag()));
    watchCpu();
  }

  private void start(Host where, DaemonKind kind, List<String> own) {
    List<String> flags = new ArrayList<>(own);
    flags.add(settings.temporaryFlag());
    start(where, kind, Optional.empty(), flags);
  }

  private boolean listens(int port) throws IOException {
    return control.listens(ClusterConfiguration.LOOPBACK, port);
  }

  private void awaitReady() throws InterruptedException {
    watched().await("the DataNode to report its volumes", () -> control.hdfsReady(1));
    try {
      control.makeMemoryFolder(MEMORY_FOLDER);
    } catch (IOException e) {
      watched().check("start");
      throw CoreboundException.failed(
          "cannot make %s: %s".formatted(MEMORY_FOLDER, e.getMessage()), e);
    }
    watched().await("the ResourceManager to listen", () -> listens(ports.resourceManager()));
    watched().await("the NodeManager to register", () -> control.yarnReady(1));
  }

  @Override
  public DaemonControl control() {
    return control;
  }

  @Override
  public JobRunner.Access access() {
    return access(
        host,
        settings.commonFlags(),
        System.getProperty("user.name"),
        Optional.empty(),
        List.of(daemons().get(RoleCpu.NODE_MANAGER)));
  }

  /** {@inheritDoc} Both are this machine; HDFS knows it as localhost. */
  @Override
  public List<Node> nodes() {
    return List.of(of(host), of(node));
  }

  private Node of(Host where) {
    Path temporary = folders.data().resolve("tmp");
    List<String> flags = new ArrayList<>(settings.commonFlags());
    flags.add(settings.temporaryFlag());
    return new Node(
        "localhost",
        where,
        ClusterConfiguration.LOOPBACK,
        settings.cluster().coresPerNode(),
        temporary,
        List.of(temporary),
        flags);
  }

  @Override
  public void dropCaches() {
    PageCache.drop(host, folders.data());
  }

  @Override
  public void close() {
    // first, as its clients would retry to reach daemons that have ended
    control.close();
    endDaemons();
  }
}
