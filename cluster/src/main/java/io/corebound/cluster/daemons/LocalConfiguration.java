package io.corebound.cluster.daemons;

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
  /** The ApplicationMaster's real size. */
  private static final int APPLICATION_MASTER_MIB = 1024;

  private static final String EPHEMERAL = LOOPBACK + ":0";

  private final ClusterFolders folders;
  private final Ports ports;

  public LocalConfiguration(
      ClusterFile cluster, ClusterFolders folders, Software software, Ports ports) {
    super(
        cluster,
        folders.configuration(),
        software,
        new Master(
            at(ports.nameNode()),
            folders.data().resolve("tmp"),
            APPLICATION_MASTER_MIB,
            List.of(agentFlag(folders))));
    this.folders = folders;
    this.ports = ports;
  }

  private static Path agentJar(ClusterFolders folders) {
    return folders.configuration().resolve("loopback-agent.jar");
  }

  private static String agentFlag(ClusterFolders folders) {
    return "-javaagent:" + agentJar(folders);
  }

  Path agentJar() {
    return agentJar(folders);
  }

  String agentFlag() {
    return agentFlag(folders);
  }

  @Override
  protected String hosts(String hostName) {
    return LOOPBACK + " localhost " + hostName + "\n";
  }

  @Override
  protected Map<String, String> hdfsPlaces() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("dfs.namenode.name.dir", uri(folders.data().resolve("name")));
    s.put(
        "dfs.datanode.data.dir",
        "[DISK]%s,[SSD]%s"
            .formatted(
                uri(folders.data().resolve("blocks")), uri(folders.memory().resolve("blocks"))));
    s.put("dfs.namenode.rpc-bind-host", LOOPBACK);
    s.put("dfs.namenode.http-address", at(ports.nameNodeWeb()));
    s.put("dfs.namenode.http-bind-host", LOOPBACK);
    s.put("dfs.datanode.address", EPHEMERAL);
    s.put("dfs.datanode.http.address", EPHEMERAL);
    s.put("dfs.datanode.ipc.address", EPHEMERAL);
    // the NodeManager's name as well, so that tasks are local to their blocks
    s.put("dfs.datanode.hostname", "localhost");
    // Hadoop's name of the user of this process and those that it starts
    s.put(
        "dfs.block.local-path-access.user",
        Stream.of(System.getProperty("user.name"), System.getenv("HADOOP_USER_NAME"))
            .filter(Objects::nonNull)
            .distinct()
            .collect(Collectors.joining(",")));
    return s;
  }

  @Override
  protected Map<String, String> yarnPlaces() {
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
