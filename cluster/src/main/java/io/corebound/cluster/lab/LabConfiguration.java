package io.corebound.cluster.lab;

import io.corebound.cluster.daemons.ClusterConfiguration;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.machine.Jdk;
import io.corebound.records.config.ClusterFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Hadoop's configuration of a lab: one folder for all nodes. What is a node's own (its name, its
 * disks) is a system property of its daemons, which Hadoop puts in the place of {@code ${…}}
 * ({@code org.apache.hadoop.conf.Configuration}). Daemons listen on their node's address; nobody
 * else is in its namespace, so that ports are Hadoop's own.
 */
final class LabConfiguration extends ClusterConfiguration {
  static final int NAME_NODE_PORT = 8020;
  static final int RESOURCE_MANAGER_PORT = 8032;

  /** System properties of a worker's daemons. */
  private static final String NODE = "corebound.node";

  private static final String BLOCKS = "corebound.blocks";
  private static final String LOCAL = "corebound.local";
  private static final String CONTAINERS = "corebound.containers";

  /**
   * What the container of the ApplicationMaster counts for: too little for a task to run in its
   * place, so that every worker has room for it beside its tasks, and none runs one more task than
   * it should because the ApplicationMaster is elsewhere. Nothing holds it to that; the node's
   * control group has room for what it really takes.
   */
  private static final int APPLICATION_MASTER_MIB = 64;

  private final Layout layout;

  /**
   * Where things are.
   *
   * @param addresses of every node by its name, the master first
   * @param nameFolder the NameNode's own
   * @param temporary for what programs write of their own accord
   * @param containerLogs where each node has a folder of its name for its containers' logs
   * @param user whose all processes are
   */
  record Layout(
      Map<String, String> addresses,
      Path nameFolder,
      Path temporary,
      Path containerLogs,
      String user) {}

  LabConfiguration(
      ClusterFile cluster,
      Path folder,
      HadoopLibraries libraries,
      Jdk jdk,
      List<Path> taskJars,
      Layout layout) {
    super(cluster, folder, libraries, jdk, taskJars);
    this.layout = layout;
  }

  /** The same of a cluster with other settings of its jobs. */
  LabConfiguration with(ClusterFile other) {
    return new LabConfiguration(other, folder(), libraries(), jdk(), taskJars(), layout);
  }

  /** JVM flags of the master's daemons and of clients there. */
  List<String> masterFlags() {
    return List.of("-D" + NODE + "=" + Lab.MASTER, temporaryFlag());
  }

  /**
   * JVM flags of a worker's daemons.
   *
   * @param mountPoints of its disks; blocks and the tasks' local files lie on each
   */
  List<String> workerFlags(String worker, List<Path> mountPoints) {
    return List.of(
        "-D" + NODE + "=" + worker,
        temporaryFlag(),
        "-D" + BLOCKS + "=" + on(mountPoints, "[DISK]file://", "blocks"),
        "-D" + LOCAL + "=" + on(mountPoints, "", "local"),
        "-D" + CONTAINERS + "=" + layout.containerLogs().resolve(worker));
  }

  private static String on(List<Path> mountPoints, String scheme, String folder) {
    return mountPoints.stream()
        .map(mount -> scheme + mount.resolve(folder))
        .collect(Collectors.joining(","));
  }

  private static String own(String property) {
    return "${" + property + "}";
  }

  @Override
  public String nameNode() {
    return Lab.MASTER + ":" + NAME_NODE_PORT;
  }

  @Override
  public Path temporaryFolder() {
    return layout.temporary();
  }

  @Override
  public String blockReaders() {
    return layout.user();
  }

  @Override
  public int applicationMasterMib() {
    return APPLICATION_MASTER_MIB;
  }

  @Override
  public List<String> applicationMasterFlags() {
    return List.of();
  }

  @Override
  public String hosts(String hostName) {
    StringBuilder hosts = new StringBuilder(LOOPBACK + " localhost");
    if (!layout.addresses().containsKey(hostName)) {
      hosts.append(' ').append(hostName);
    }
    hosts.append('\n');
    layout
        .addresses()
        .forEach((name, address) -> hosts.append(address).append(' ').append(name).append('\n'));
    return hosts.toString();
  }

  @Override
  public Map<String, String> hdfsPlaces() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("dfs.namenode.name.dir", uri(layout.nameFolder()));
    s.put("dfs.namenode.rpc-bind-host", Lab.MASTER);
    s.put("dfs.namenode.http-address", Lab.MASTER + ":9870");
    s.put("dfs.namenode.http-bind-host", Lab.MASTER);
    s.put("dfs.datanode.data.dir", own(BLOCKS));
    // the name by which the NodeManager is known, so that tasks are local to their blocks
    s.put("dfs.datanode.hostname", own(NODE));
    s.put("dfs.datanode.address", own(NODE) + ":9866");
    s.put("dfs.datanode.http.address", own(NODE) + ":9864");
    s.put("dfs.datanode.ipc.address", own(NODE) + ":9867");
    return s;
  }

  @Override
  public Map<String, String> yarnPlaces() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("yarn.resourcemanager.hostname", Lab.MASTER);
    s.put("yarn.resourcemanager.bind-host", Lab.MASTER);
    s.put("yarn.resourcemanager.address", Lab.MASTER + ":" + RESOURCE_MANAGER_PORT);
    s.put("yarn.resourcemanager.scheduler.address", Lab.MASTER + ":8030");
    s.put("yarn.resourcemanager.resource-tracker.address", Lab.MASTER + ":8031");
    s.put("yarn.resourcemanager.admin.address", Lab.MASTER + ":8033");
    s.put("yarn.resourcemanager.webapp.address", Lab.MASTER + ":8088");
    s.put("yarn.nodemanager.hostname", own(NODE));
    s.put("yarn.nodemanager.bind-host", own(NODE));
    s.put("yarn.nodemanager.address", own(NODE) + ":8041");
    s.put("yarn.nodemanager.localizer.address", own(NODE) + ":8040");
    s.put("yarn.nodemanager.collector-service.address", own(NODE) + ":8048");
    s.put("yarn.nodemanager.webapp.address", own(NODE) + ":8042");
    s.put("yarn.nodemanager.local-dirs", own(LOCAL));
    s.put("yarn.nodemanager.log-dirs", own(CONTAINERS));
    return s;
  }
}
