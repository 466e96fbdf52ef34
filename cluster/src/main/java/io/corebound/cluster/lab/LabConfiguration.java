package io.corebound.cluster.lab;

import io.corebound.cluster.daemons.ClusterConfiguration;
import io.corebound.records.config.ClusterFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Hadoop's configuration of a lab: one folder for all nodes. What differs between nodes (name,
 * disks) is a system property of their daemons, which Hadoop substitutes for {@code ${…}} ({@code
 * org.apache.hadoop.conf.Configuration}). Daemons listen on their node's address, on Hadoop's own
 * ports, as nothing else runs in its namespace.
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
   * The nominal size of the ApplicationMaster's container: too small for a task to run in its
   * place, so that every worker has room for it besides its tasks, and none runs an extra task
   * because the ApplicationMaster is elsewhere. It is not enforced; the node's control group has
   * room for the real size.
   */
  private static final int APPLICATION_MASTER_MIB = 64;

  private final Layout layout;

  /**
   * Where things are.
   *
   * @param addresses of every node by its name, the master first
   */
  record Layout(
      Map<String, String> addresses,
      Path nameFolder,
      Path temporary,
      Path containerLogs,
      String user) {}

  LabConfiguration(ClusterFile cluster, Path folder, Software software, Layout layout) {
    super(
        cluster,
        folder,
        software,
        new Master(
            Lab.MASTER + ":" + NAME_NODE_PORT,
            layout.temporary(),
            APPLICATION_MASTER_MIB,
            List.of()));
    this.layout = layout;
  }

  /** The same of a cluster with other settings of its jobs. */
  LabConfiguration with(ClusterFile other) {
    return new LabConfiguration(other, folder(), software(), layout);
  }

  /** JVM flags of the master's daemons and of clients there. */
  List<String> masterFlags() {
    return nodeFlags(Lab.MASTER);
  }

  /** JVM flags of a node's programs besides {@link #commonFlags}. */
  List<String> nodeFlags(String node) {
    return List.of(flag(NODE, node), temporaryFlag());
  }

  /**
   * JVM flags of a worker's daemons.
   *
   * @param mountPoints of its disks; blocks and the tasks' local files lie on each
   */
  List<String> workerFlags(String worker, List<Path> mountPoints) {
    return List.of(
        flag(NODE, worker),
        temporaryFlag(),
        flag(BLOCKS, on(mountPoints, "[DISK]file://", "blocks")),
        flag(LOCAL, on(mountPoints, "", "local")),
        flag(CONTAINERS, layout.containerLogs().resolve(worker)));
  }

  private static String flag(String property, Object value) {
    return "-D%s=%s".formatted(property, value);
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
  protected String hosts(String hostName) {
    String own = layout.addresses().containsKey(hostName) ? "" : " " + hostName;
    return layout.addresses().entrySet().stream()
        .map(node -> "%s %s\n".formatted(node.getValue(), node.getKey()))
        .collect(Collectors.joining("", LOOPBACK + " localhost" + own + "\n", ""));
  }

  @Override
  protected Map<String, String> hdfsPlaces() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("dfs.namenode.name.dir", uri(layout.nameFolder()));
    s.put("dfs.namenode.rpc-bind-host", Lab.MASTER);
    s.put("dfs.namenode.http-address", Lab.MASTER + ":9870");
    s.put("dfs.namenode.http-bind-host", Lab.MASTER);
    s.put("dfs.datanode.data.dir", own(BLOCKS));
    // the NodeManager's name as well, so that tasks are local to their blocks
    s.put("dfs.datanode.hostname", own(NODE));
    s.put("dfs.datanode.address", own(NODE) + ":9866");
    s.put("dfs.datanode.http.address", own(NODE) + ":9864");
    s.put("dfs.datanode.ipc.address", own(NODE) + ":9867");
    s.put("dfs.block.local-path-access.user", layout.user());
    return s;
  }

  @Override
  protected Map<String, String> yarnPlaces() {
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
