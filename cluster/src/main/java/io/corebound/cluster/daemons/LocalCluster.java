package io.corebound.cluster.daemons;

import io.corebound.cluster.control.Control;
import io.corebound.cluster.control.DirectControl;
import io.corebound.cluster.job.JobRunner;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.lab.LimitedHost;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.PageCache;
import io.corebound.hosts.process.Host;
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
 * 127.0.0.1. Its folders belong to the caller, who removes them after it was closed. Containers
 * have as many CPUs as the node has cores, and the other daemons all: where a node has fewer than
 * this machine, its NodeManager is pinned to the first of them.
 */
public final class LocalCluster extends DaemonCluster {
  private final Host host;

  /** The NodeManager's, and so that of all containers. */
  private final Host node;

  private final ClusterFolders folders;
  private final LocalConfiguration settings;
  private final Ports ports;
  private final Control control;

  /** A daemon could not bind a port that had been free a moment ago. */
  private static final class PortLost extends Exception {
    private static final long serialVersionUID = 1L;

    PortLost(CoreboundException cause) {
      super(cause);
    }
  }

  private LocalCluster(
      Host host,
      Host node,
      ClusterFolders folders,
      LocalConfiguration settings,
      Ports ports,
      Jdk jdk) {
    super(settings, jdk, folders.logs(), null);
    this.host = host;
    this.node = node;
    this.folders = folders;
    this.settings = settings;
    this.ports = ports;
    this.control = new DirectControl(hadoopConfiguration(settings));
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
    Host node = LimitedHost.on(host, AllowedCpus.ofNode(cluster.coresPerNode()));
    LocalCluster started = new LocalCluster(host, node, folders, settings, ports, jdk);
    boolean ready = false;
    try {
      started.prepare(jdk);
      started.startDaemons();
      started.awaitReady();
      ready = true;
      return started;
    } catch (CoreboundException e) {
      if (started.watched().lostAPort()) {
        throw new PortLost(e);
      }
      throw e;
    } finally {
      if (!ready) {
        started.close();
      }
    }
  }

  private void prepare(Jdk jdk) {
    try {
      for (String own : List.of("name", "blocks", "local", "tmp")) {
        Deletion.of(folders.data().resolve(own));
      }
      Deletion.of(folders.memory().resolve("blocks"));
      for (Path folder : List.of(settings.temporaryFolder(), folders.memory(), folders.logs())) {
        Files.createDirectories(folder);
      }
      settings.write(hostName());
      LoopbackAgentJar.write(settings.agentJar(), jdk);
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
    makeMemoryFolder();
    watched().await("the ResourceManager to listen", () -> listens(ports.resourceManager()));
    watched().await("the NodeManager to register", () -> control.yarnReady(1));
  }

  private void makeMemoryFolder() throws InterruptedException {
    try {
      control.makeMemoryFolder(MEMORY_FOLDER);
    } catch (IOException e) {
      watched().check("start");
      throw CoreboundException.failed("cannot make " + MEMORY_FOLDER + ": " + e.getMessage(), e);
    }
  }

  private static Configuration hadoopConfiguration(LocalConfiguration settings) {
    Configuration configuration = new Configuration();
    settings.all().forEach(configuration::set);
    return configuration;
  }

  @Override
  public Control control() {
    return control;
  }

  @Override
  public JobRunner.Surroundings surroundings() {
    return surroundings(
        host,
        settings.commonFlags(),
        System.getProperty("user.name"),
        Optional.empty(),
        List.of(daemons().get(RoleCpu.NODE_MANAGER)));
  }

  @Override
  public void dropCaches() {
    PageCache.drop(host, folders.data());
  }

  @Override
  public void close() {
    // what would try again and again to reach the daemons goes first
    control.close();
    endDaemons();
  }
}
