package io.corebound.cluster.daemons;

import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.machine.Jdk;
import io.corebound.records.config.ClusterFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Hadoop's configuration of a cluster on loopback. */
public final class LocalConfiguration extends ClusterConfiguration {
  /** Container of the ApplicationMaster: what it really takes. */
  static final int APPLICATION_MASTER_MIB = 1024;

  private static final String EPHEMERAL = LOOPBACK + ":0";

  private final ClusterFolders folders;
  private final Ports ports;

  public LocalConfiguration(
      ClusterFile cluster,
      ClusterFolders folders,
      HadoopLibraries libraries,
      Jdk jdk,
      List<Path> taskJars,
      Ports ports) {
    super(cluster, folders.configuration(), libraries, jdk, taskJars);
    this.folders = folders;
    this.ports = ports;
  }

  String agentFlag() {
    return "-javaagent:" + agentJar();
  }

  Path agentJar() {
    return folders.configuration().resolve("loopback-agent.jar");
  }

  @Override
  public String nameNode() {
    return at(ports.nameNode());
  }

  @Override
  public Path temporaryFolder() {
    return folders.data().resolve("tmp");
  }

  @Override
  public int applicationMasterMib() {
    return APPLICATION_MASTER_MIB;
  }

  @Override
  public List<String> applicationMasterFlags() {
    return List.of(agentFlag());
  }

  @Override
  public String hosts(String hostName) {
    return LOOPBACK + " localhost " + hostName + "\n";
  }

  @Override
  public Map<String, String> hdfsPlaces() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("dfs.namenode.name.dir", uri(folders.data().resolve("name")));
    s.put(
        "dfs.datanode.data.dir",
        "[DISK]"
            + uri(folders.data().resolve("blocks"))
            + ",[SSD]"
            + uri(folders.memory().resolve("blocks")));
    s.put("dfs.namenode.rpc-bind-host", LOOPBACK);
    s.put("dfs.namenode.http-address", at(ports.nameNodeWeb()));
    s.put("dfs.namenode.http-bind-host", LOOPBACK);
    s.put("dfs.datanode.address", EPHEMERAL);
    s.put("dfs.datanode.http.address", EPHEMERAL);
    s.put("dfs.datanode.ipc.address", EPHEMERAL);
    // the name by which the NodeManager is known, so that tasks are local to their blocks
    s.put("dfs.datanode.hostname", "localhost");
    return s;
  }

  /** Who this process, and those that it starts, are for Hadoop. */
  @Override
  public String blockReaders() {
    return Stream.of(System.getProperty("user.name"), System.getenv("HADOOP_USER_NAME"))
        .filter(Objects::nonNull)
        .distinct()
        .collect(Collectors.joining(","));
  }

  @Override
  public Map<String, String> yarnPlaces() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("yarn.resourcemanager.hostname", LOOPBACK);
    s.put("yarn.resourcemanager.bind-host", LOOPBACK);
    s.put("yarn.resourcemanager.address", at(ports.resourceManager()));
    s.put("yarn.resourcemanager.scheduler.address", at(ports.scheduler()));
    s.put("yarn.resourcemanager.resource-tracker.address", at(ports.resourceTracker()));
    s.put("yarn.resourcemanager.admin.address", at(ports.administration()));
    s.put("yarn.resourcemanager.webapp.address", at(ports.resourceManagerWeb()));
    s.put("yarn.nodemanager.hostname", LOOPBACK);
    s.put("yarn.nodemanager.bind-host", LOOPBACK);
    s.put("yarn.nodemanager.address", EPHEMERAL);
    s.put("yarn.nodemanager.localizer.address", EPHEMERAL);
    s.put("yarn.nodemanager.collector-service.address", EPHEMERAL);
    s.put("yarn.nodemanager.webapp.address", EPHEMERAL);
    s.put("yarn.nodemanager.local-dirs", folders.data().resolve("local").toString());
    s.put("yarn.nodemanager.log-dirs", folders.logs().resolve("containers").toString());
    return s;
  }

  private static String at(int port) {
    return LOOPBACK + ":" + port;
  }
}
