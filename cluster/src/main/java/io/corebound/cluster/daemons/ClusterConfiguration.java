package io.corebound.cluster.daemons;

import io.corebound.cluster.job.JobSettings;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.cluster.libraries.JavaCommands;
import io.corebound.hosts.machine.Jdk;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.format.AtomicFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Hadoop's configuration of a cluster that corebound starts itself, as a pure function of the
 * request. What is not set here is Hadoop's default. Addresses and folders differ from kind to kind
 * of cluster; everything else is here.
 */
public abstract class ClusterConfiguration {
  public static final String LOOPBACK = "127.0.0.1";
  static final String STAGING = "/corebound/staging";
  static final String HISTORY = "/corebound/history";

  private static final String IPV4 = "-Djava.net.preferIPv4Stack=true";
  private static final String APPLICATION_MASTER_HEAP = "-Xmx768m";

  private final ClusterFile cluster;
  private final Path folder;
  private final Software software;
  private final Master master;

  /** What daemons, clients and tasks run on. */
  public record Software(HadoopLibraries libraries, Jdk jdk, List<Path> taskJars) {}

  /**
   * What depends on the kind of cluster.
   *
   * @param temporary {@code hadoop.tmp.dir}, and {@code java.io.tmpdir} of all but containers
   * @param applicationMasterMib size of the ApplicationMaster's container, besides those of tasks
   */
  public record Master(
      String nameNode,
      Path temporary,
      int applicationMasterMib,
      List<String> applicationMasterFlags) {}

  protected ClusterConfiguration(
      ClusterFile cluster, Path folder, Software software, Master master) {
    this.cluster = cluster;
    this.folder = folder;
    this.software = software;
    this.master = master;
  }

  /** Addresses and folders of HDFS, and who may read blocks without the DataNode. */
  protected abstract Map<String, String> hdfsPlaces();

  /** Addresses and folders of YARN. */
  protected abstract Map<String, String> yarnPlaces();

  /** Names and addresses, as {@code /etc/hosts}. */
  protected abstract String hosts(String hostName);

  public final ClusterFile cluster() {
    return cluster;
  }

  protected final Path folder() {
    return folder;
  }

  public final Software software() {
    return software;
  }

  /** JVM flag of all but containers: Jetty unpacks into the cluster's own folders. */
  protected final String temporaryFlag() {
    return "-Djava.io.tmpdir=" + master.temporary();
  }

  /** Class path of daemons, client and tasks. */
  String classPath(String separator) {
    return Stream.of(
            Stream.of(folder.toString(), software.libraries().classPath(separator)),
            software.taskJars().stream().map(jar -> jar.toAbsolutePath().toString()))
        .flatMap(part -> part)
        .collect(Collectors.joining(separator));
  }

  /**
   * JVM flags of daemons, client, ApplicationMaster and tasks: IPv4, no DNS (JDK 8 ignores that and
   * asks the system), and what this Hadoop needs of this JDK.
   */
  public List<String> commonFlags() {
    return Stream.concat(
            networkFlags().stream(), software.libraries().flags(software.jdk()).stream())
        .toList();
  }

  /** JVM flags of a program that must know the cluster's names. */
  public final List<String> networkFlags() {
    return List.of(IPV4, "-Djdk.net.hosts.file=" + folder.resolve("hosts"));
  }

  /** JVM flags of a task, in MapReduce's order. */
  List<String> taskFlags() {
    return Stream.concat(commonFlags().stream(), JobSettings.taskFlags(cluster).stream()).toList();
  }

  /** JVM flags of a task without those that name this cluster's files. */
  static List<String> taskFlags(ClusterFile cluster, HadoopLibraries libraries, Jdk jdk) {
    List<String> flags = new ArrayList<>(List.of(IPV4));
    flags.addAll(libraries.flags(jdk));
    flags.addAll(JobSettings.taskFlags(cluster));
    return flags;
  }

  public Map<String, String> core() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("fs.defaultFS", "hdfs://" + master.nameNode());
    s.put("hadoop.tmp.dir", master.temporary().toString());
    s.put("ipc.client.connect.max.retries", "10");
    s.put("ipc.client.connect.retry.interval", "500");
    return s;
  }

  public Map<String, String> hdfs() {
    Map<String, String> s = new LinkedHashMap<>(hdfsPlaces());
    s.put("dfs.blocksize", Long.toString(cluster.blockSize().bytes()));
    s.put("dfs.replication", Integer.toString(cluster.replication()));
    s.put("dfs.namenode.rpc-address", master.nameNode());
    s.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    // a DataNode counts as dead after 2 x 5 s + 10 x 1 s
    s.put("dfs.heartbeat.interval", "1");
    s.put("dfs.namenode.heartbeat.recheck-interval", "5000");
    s.put("dfs.namenode.stale.datanode.interval", "10000");
    s.put("dfs.namenode.safemode.extension", "0");
    // fills a disk to its end: by default one with less than 1 GiB free takes no block
    s.put("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", "0");
    return s;
  }

  public Map<String, String> yarn() {
    Map<String, String> s = new LinkedHashMap<>(yarnPlaces());
    nodeManager(s);
    s.put("yarn.application.classpath", classPath(","));
    // would stay in /tmp otherwise
    s.put(
        "yarn.node-attribute.fs-store.root-dir", uri(master.temporary().resolve("node-attribute")));
    s.put("yarn.nm.liveness-monitor.expiry-interval-ms", "20000");
    s.put("yarn.am.liveness-monitor.expiry-interval-ms", "120000");
    s.put("yarn.resourcemanager.connect.retry-interval.ms", "500");
    s.put("yarn.resourcemanager.connect.max-wait.ms", "20000");
    s.put("yarn.client.nodemanager-connect.max-wait-ms", "5000");
    s.put("yarn.client.nodemanager-connect.retry-interval-ms", "500");
    if (cluster.heartbeatMs() != null) {
      String interval = cluster.heartbeatMs().toString();
      s.put("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", interval);
      s.put("yarn.client.application-client-protocol.poll-interval-ms", interval);
    }
    return s;
  }

  private void nodeManager(Map<String, String> s) {
    long tasks = (cluster.taskMemory().bytes() >> 20) * cluster.containersPerNode();
    String memory = Long.toString(tasks + master.applicationMasterMib());
    String threads =
        Integer.toString(Math.max(cluster.coresPerNode(), cluster.containersPerNode() + 1));
    s.put("yarn.nodemanager.resource.memory-mb", memory);
    s.put("yarn.nodemanager.resource.cpu-vcores", threads);
    s.put("yarn.scheduler.maximum-allocation-mb", memory);
    s.put("yarn.scheduler.maximum-allocation-vcores", threads);
    // requests are rounded up to a multiple of it
    s.put("yarn.scheduler.minimum-allocation-mb", "1");
    if (cluster.hasOwnSlots()) {
      String slots = "yarn.nodemanager.resource-type.";
      s.put("yarn.resource-types", JobSettings.MAP_SLOTS + "," + JobSettings.REDUCE_SLOTS);
      s.put(slots + JobSettings.MAP_SLOTS, Integer.toString(cluster.mapsAtOnce()));
      s.put(slots + JobSettings.REDUCE_SLOTS, Integer.toString(cluster.reducesAtOnce()));
    }
    s.put("yarn.nodemanager.vmem-check-enabled", "false");
    s.put("yarn.nodemanager.pmem-check-enabled", "false");
    s.put("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99.0");
    s.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    // containers start from an empty environment, with these of the NodeManager's
    s.put(
        "yarn.nodemanager.env-whitelist",
        "JAVA_HOME,PATH,LANG,TZ,COREBOUND_RUN," + JavaCommands.MARK);
  }

  public Map<String, String> mapReduce() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("mapreduce.framework.name", "yarn");
    s.put("mapreduce.application.classpath", classPath(","));
    s.put("yarn.app.mapreduce.am.staging-dir", STAGING);
    s.put("mapreduce.jobhistory.intermediate-done-dir", HISTORY);
    // no history server runs; connections to this port are refused at once
    s.put("mapreduce.jobhistory.address", LOOPBACK + ":1");
    s.put("mapreduce.shuffle.port", "0");
    String common = String.join(" ", commonFlags());
    s.put("mapreduce.admin.map.child.java.opts", common);
    s.put("mapreduce.admin.reduce.child.java.opts", common);
    s.put(JobSettings.MASTER_MEMORY, Integer.toString(master.applicationMasterMib()));
    s.put("yarn.app.mapreduce.am.admin-command-opts", common);
    List<String> flags = new ArrayList<>(List.of(APPLICATION_MASTER_HEAP));
    flags.addAll(master.applicationMasterFlags());
    cluster.attached().map(LeverFile::masterFlags).ifPresent(flags::addAll);
    s.put(JobSettings.MASTER_FLAGS, String.join(" ", flags));
    s.putAll(JobSettings.of(cluster));
    return s;
  }

  /** One queue, which one job may have for itself. */
  public Map<String, String> capacityScheduler() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("yarn.scheduler.capacity.root.queues", "default");
    s.put("yarn.scheduler.capacity.root.default.capacity", "100");
    s.put("yarn.scheduler.capacity.root.default.maximum-capacity", "100");
    s.put("yarn.scheduler.capacity.root.default.state", "RUNNING");
    s.put("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
    s.put("yarn.scheduler.capacity.node-locality-delay", "2");
    if (cluster.hasOwnSlots()) {
      // the default considers memory alone
      s.put(
          "yarn.scheduler.capacity.resource-calculator",
          "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
    }
    return s;
  }

  /** Every setting that is not Hadoop's default, by key. */
  public Map<String, String> all() {
    Map<String, String> all = new TreeMap<>();
    Stream.of(core(), hdfs(), yarn(), mapReduce(), capacityScheduler()).forEach(all::putAll);
    return all;
  }

  /** Writes the folder of configuration. */
  public void write(String hostName) {
    Map.of(
            "core-site.xml", core(),
            "hdfs-site.xml", hdfs(),
            "yarn-site.xml", yarn(),
            "mapred-site.xml", mapReduce(),
            "capacity-scheduler.xml", capacityScheduler())
        .forEach((file, settings) -> AtomicFiles.write(folder.resolve(file), xml(settings)));
    AtomicFiles.write(folder.resolve("hosts"), hosts(hostName));
    AtomicFiles.write(
        folder.resolve("log4j.properties"),
        """
        log4j.rootLogger=INFO,console
        log4j.appender.console=org.apache.log4j.ConsoleAppender
        log4j.appender.console.target=System.err
        log4j.appender.console.layout=org.apache.log4j.PatternLayout
        log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
        # two lines for each of the 1024 folders of a volume at every start
        log4j.logger.org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetImpl=WARN
        """);
    // the daemons do not start without these folders on their class path
    AtomicFiles.write(folder.resolve("webapps/hdfs/index.html"), "");
    AtomicFiles.write(folder.resolve("webapps/datanode/index.html"), "");
  }

  /** A configuration file of {@code org.apache.hadoop.conf.Configuration}. */
  static String xml(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(
            s ->
                "  <property><name>%s</name><value>%s</value></property>\n"
                    .formatted(escaped(s.getKey()), escaped(s.getValue())))
        .collect(
            Collectors.joining(
                "", "<?xml version=\"1.0\"?>\n<configuration>\n", "</configuration>\n"));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  protected static String uri(Path folder) {
    return "file://" + folder;
  }
}
