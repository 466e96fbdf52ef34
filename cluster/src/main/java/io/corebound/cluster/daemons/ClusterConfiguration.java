package io.corebound.cluster.daemons;

import io.corebound.cluster.job.JobSettings;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.cluster.libraries.JavaCommands;
import io.corebound.hosts.machine.Jdk;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.AtomicFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Hadoop's configuration of a cluster that corebound starts itself, as a pure function of what is
 * asked for. Whatever is not set here is Hadoop's own default. What is said here is the same for
 * every kind of cluster; addresses and folders are each kind's own.
 */
public abstract class ClusterConfiguration {
  public static final String LOOPBACK = "127.0.0.1";
  static final String STAGING = "/corebound/staging";
  static final String HISTORY = "/corebound/history";

  private static final String DOMINANT_RESOURCE =
      "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator";

  private static final String IPV4 = "-Djava.net.preferIPv4Stack=true";
  private static final String APPLICATION_MASTER_HEAP = "-Xmx768m";

  private final ClusterFile cluster;
  private final Path folder;
  private final HadoopLibraries libraries;
  private final Jdk jdk;
  private final List<Path> taskJars;

  /**
   * A configuration.
   *
   * @param cluster with everything filled in
   * @param folder that its files are written to
   */
  public ClusterConfiguration(
      ClusterFile cluster, Path folder, HadoopLibraries libraries, Jdk jdk, List<Path> taskJars) {
    this.cluster = cluster;
    this.folder = folder;
    this.libraries = libraries;
    this.jdk = jdk;
    this.taskJars = List.copyOf(taskJars);
  }

  /** Addresses and folders of HDFS. */
  public abstract Map<String, String> hdfsPlaces();

  /** Addresses and folders of YARN. */
  public abstract Map<String, String> yarnPlaces();

  /** {@code host:port} of the NameNode. */
  public abstract String nameNode();

  /** {@code hadoop.tmp.dir}, and {@code java.io.tmpdir} of all but containers. */
  public abstract Path temporaryFolder();

  /** JVM flag of all but containers: what Jetty unpacks goes with the cluster's own folders. */
  public final String temporaryFlag() {
    return "-Djava.io.tmpdir=" + temporaryFolder();
  }

  /** Who may read blocks without the DataNode, separated by commas. */
  public abstract String blockReaders();

  /** MiB that the container of the ApplicationMaster counts for, beside those of the tasks. */
  public abstract int applicationMasterMib();

  /** JVM flags of the ApplicationMaster beside those of all. */
  public abstract List<String> applicationMasterFlags();

  /** Names and addresses, as {@code /etc/hosts}. */
  public abstract String hosts(String hostName);

  public final ClusterFile cluster() {
    return cluster;
  }

  public final Path folder() {
    return folder;
  }

  public final HadoopLibraries libraries() {
    return libraries;
  }

  public final Jdk jdk() {
    return jdk;
  }

  public final List<Path> taskJars() {
    return taskJars;
  }

  /** Class path of daemons, client and tasks. */
  String classPath(String separator) {
    StringBuilder path = new StringBuilder(folder.toString());
    path.append(separator).append(libraries.classPath(separator));
    taskJars.forEach(jar -> path.append(separator).append(jar.toAbsolutePath()));
    return path.toString();
  }

  /**
   * JVM flags of daemons, client, ApplicationMaster and tasks alike: IPv4, no DNS (JDK 8 does not
   * know how, and asks the system), and what this Hadoop needs of this JDK.
   */
  public List<String> commonFlags() {
    return Stream.concat(networkFlags().stream(), libraries.flags(jdk).stream()).toList();
  }

  /** JVM flags of whoever is to know the cluster's names. */
  public final List<String> networkFlags() {
    return List.of(IPV4, "-Djdk.net.hosts.file=" + folder.resolve("hosts"));
  }

  /** JVM flags of a task, in the order in which MapReduce gives them. */
  List<String> taskFlags() {
    return Stream.concat(commonFlags().stream(), Stream.of(JobSettings.heap(cluster))).toList();
  }

  /** JVM flags of a task without those that name this cluster's files. */
  static List<String> taskFlags(ClusterFile cluster, HadoopLibraries libraries, Jdk jdk) {
    List<String> flags = new ArrayList<>(List.of(IPV4));
    flags.addAll(libraries.flags(jdk));
    flags.add(JobSettings.heap(cluster));
    return flags;
  }

  public Map<String, String> core() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("fs.defaultFS", "hdfs://" + nameNode());
    s.put("hadoop.tmp.dir", temporaryFolder().toString());
    s.put("ipc.client.connect.max.retries", "10");
    s.put("ipc.client.connect.retry.interval", "500");
    return s;
  }

  public Map<String, String> hdfs() {
    Map<String, String> s = new LinkedHashMap<>(hdfsPlaces());
    s.put("dfs.blocksize", Long.toString(cluster.blockSize().bytes()));
    s.put("dfs.replication", Integer.toString(cluster.replication()));
    s.put("dfs.namenode.rpc-address", nameNode());
    s.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    // a dead DataNode is known as such after 2 x 5 s + 10 x 1 s
    s.put("dfs.heartbeat.interval", "1");
    s.put("dfs.namenode.heartbeat.recheck-interval", "5000");
    s.put("dfs.namenode.stale.datanode.interval", "10000");
    s.put("dfs.namenode.safemode.extension", "0");
    // a disk is full when it is: Hadoop's own takes no block with less than 1 GiB free beside it
    s.put("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", "0");
    // may read blocks without the DataNode, if its client is asked to: one way of reading HDFS
    s.put("dfs.block.local-path-access.user", blockReaders());
    return s;
  }

  public Map<String, String> yarn() {
    Map<String, String> s = new LinkedHashMap<>(yarnPlaces());
    nodeManager(s);
    s.put("yarn.application.classpath", classPath(","));
    // else in /tmp, where it stays
    s.put(
        "yarn.node-attribute.fs-store.root-dir", uri(temporaryFolder().resolve("node-attribute")));
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
    String memory = Long.toString(tasks + applicationMasterMib());
    String threads =
        Integer.toString(Math.max(cluster.coresPerNode(), cluster.containersPerNode() + 1));
    s.put("yarn.nodemanager.resource.memory-mb", memory);
    s.put("yarn.nodemanager.resource.cpu-vcores", threads);
    s.put("yarn.scheduler.maximum-allocation-mb", memory);
    s.put("yarn.scheduler.maximum-allocation-vcores", threads);
    // requests are rounded up to a multiple of it
    s.put("yarn.scheduler.minimum-allocation-mb", "1");
    if (cluster.hasOwnSlots()) {
      s.put("yarn.resource-types", JobSettings.MAP_SLOTS + "," + JobSettings.REDUCE_SLOTS);
      slots(s, JobSettings.MAP_SLOTS, cluster.mapsAtOnce());
      slots(s, JobSettings.REDUCE_SLOTS, cluster.reducesAtOnce());
    }
    s.put("yarn.nodemanager.vmem-check-enabled", "false");
    s.put("yarn.nodemanager.pmem-check-enabled", "false");
    s.put("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99.0");
    s.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    // containers start from an empty environment; these are what the NodeManager hands on
    s.put(
        "yarn.nodemanager.env-whitelist",
        "JAVA_HOME,PATH,LANG,TZ,COREBOUND_RUN," + JavaCommands.MARK);
  }

  private static void slots(Map<String, String> s, String name, int count) {
    s.put("yarn.nodemanager.resource-type." + name, Integer.toString(count));
  }

  public Map<String, String> mapReduce() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("mapreduce.framework.name", "yarn");
    s.put("mapreduce.application.classpath", classPath(","));
    s.put("yarn.app.mapreduce.am.staging-dir", STAGING);
    s.put("mapreduce.jobhistory.intermediate-done-dir", HISTORY);
    // there is no history server; nobody answers here, and at once
    s.put("mapreduce.jobhistory.address", LOOPBACK + ":1");
    s.put("mapreduce.shuffle.port", "0");
    containers(s);
    s.putAll(JobSettings.of(cluster));
    return s;
  }

  private void containers(Map<String, String> s) {
    String common = String.join(" ", commonFlags());
    s.put("mapreduce.admin.map.child.java.opts", common);
    s.put("mapreduce.admin.reduce.child.java.opts", common);
    s.put(JobSettings.MASTER_MEMORY, Integer.toString(applicationMasterMib()));
    s.put("yarn.app.mapreduce.am.admin-command-opts", common);
    List<String> master = new ArrayList<>(List.of(APPLICATION_MASTER_HEAP));
    master.addAll(applicationMasterFlags());
    s.put(JobSettings.MASTER_FLAGS, String.join(" ", master));
  }

  /** One queue that one job may have for itself. */
  public Map<String, String> capacityScheduler() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("yarn.scheduler.capacity.root.queues", "default");
    s.put("yarn.scheduler.capacity.root.default.capacity", "100");
    s.put("yarn.scheduler.capacity.root.default.maximum-capacity", "100");
    s.put("yarn.scheduler.capacity.root.default.state", "RUNNING");
    s.put("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
    s.put("yarn.scheduler.capacity.node-locality-delay", "2");
    if (cluster.hasOwnSlots()) {
      // Hadoop's own looks at memory alone
      s.put("yarn.scheduler.capacity.resource-calculator", DOMINANT_RESOURCE);
    }
    return s;
  }

  /** Every setting that is not Hadoop's own, by key. */
  public Map<String, String> all() {
    Map<String, String> all = new TreeMap<>();
    all.putAll(core());
    all.putAll(hdfs());
    all.putAll(yarn());
    all.putAll(mapReduce());
    all.putAll(capacityScheduler());
    return all;
  }

  /** Writes the folder of configuration. */
  public void write(String hostName) {
    AtomicFiles.write(folder.resolve("core-site.xml"), SiteXml.of(core()));
    AtomicFiles.write(folder.resolve("hdfs-site.xml"), SiteXml.of(hdfs()));
    AtomicFiles.write(folder.resolve("yarn-site.xml"), SiteXml.of(yarn()));
    AtomicFiles.write(folder.resolve("mapred-site.xml"), SiteXml.of(mapReduce()));
    AtomicFiles.write(folder.resolve("capacity-scheduler.xml"), SiteXml.of(capacityScheduler()));
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

  public static String uri(Path folder) {
    return "file://" + folder;
  }
}
