package io.corebound.cluster;

import io.corebound.hosts.Jdk;
import io.corebound.records.AtomicFiles;
import io.corebound.records.ClusterFile;
import io.corebound.records.DataSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Hadoop's configuration of a cluster on loopback, as a pure function of what is asked for.
 * Whatever is not set here is Hadoop's own default.
 */
final class LocalConfiguration {
  static final String LOOPBACK = "127.0.0.1";
  static final String STAGING = "/corebound/staging";
  static final String HISTORY = "/corebound/history";

  /** Container of the ApplicationMaster, beside those of the tasks. */
  static final int APPLICATION_MASTER_MIB = 1024;

  private static final String IPV4 = "-Djava.net.preferIPv4Stack=true";
  private static final String APPLICATION_MASTER_HEAP = "-Xmx768m";

  /** Marks daemons and containers of one cluster. */
  static final String MARK = "COREBOUND_CLUSTER";

  private static final String EPHEMERAL = LOOPBACK + ":0";

  private final ClusterFile cluster;
  private final ClusterFolders folders;
  private final HadoopLibraries libraries;
  private final Jdk jdk;
  private final List<Path> taskJars;
  private final Ports ports;

  LocalConfiguration(
      ClusterFile cluster,
      ClusterFolders folders,
      HadoopLibraries libraries,
      Jdk jdk,
      List<Path> taskJars,
      Ports ports) {
    this.cluster = cluster;
    this.folders = folders;
    this.libraries = libraries;
    this.jdk = jdk;
    this.taskJars = List.copyOf(taskJars);
    this.ports = ports;
  }

  /** Class path of daemons, client and tasks. */
  String classPath(String separator) {
    StringBuilder path = new StringBuilder(folders.configuration().toString());
    path.append(separator).append(libraries.classPath(separator));
    taskJars.forEach(jar -> path.append(separator).append(jar.toAbsolutePath()));
    return path.toString();
  }

  /**
   * JVM flags of daemons, client, ApplicationMaster and tasks alike: IPv4, no DNS (JDK 8 does not
   * know how, and asks the system), and what this Hadoop needs of this JDK.
   */
  List<String> commonFlags() {
    return Stream.concat(
            Stream.of(IPV4, "-Djdk.net.hosts.file=" + folders.configuration().resolve("hosts")),
            libraries.flags(jdk).stream())
        .toList();
  }

  String agentFlag() {
    return "-javaagent:" + agentJar();
  }

  Path agentJar() {
    return folders.configuration().resolve("loopback-agent.jar");
  }

  /** JVM flags of a task, in the order in which MapReduce gives them. */
  List<String> taskFlags() {
    return Stream.concat(commonFlags().stream(), Stream.of(heap(cluster))).toList();
  }

  /** JVM flags of a task without those that name this cluster's files. */
  static List<String> taskFlags(ClusterFile cluster, HadoopLibraries libraries, Jdk jdk) {
    List<String> flags = new ArrayList<>(List.of(IPV4));
    flags.addAll(libraries.flags(jdk));
    flags.add(heap(cluster));
    return flags;
  }

  private static String heap(ClusterFile cluster) {
    return "-Xmx" + mebibytes(cluster.taskHeap()) + "m";
  }

  private static String mebibytes(DataSize size) {
    return Long.toString(size.bytes() >> 20);
  }

  Map<String, String> core() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("fs.defaultFS", "hdfs://" + at(ports.nameNode()));
    s.put("hadoop.tmp.dir", folders.data().resolve("tmp").toString());
    s.put("ipc.client.connect.max.retries", "10");
    s.put("ipc.client.connect.retry.interval", "500");
    return s;
  }

  Map<String, String> hdfs() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("dfs.namenode.name.dir", uri(folders.data().resolve("name")));
    s.put(
        "dfs.datanode.data.dir",
        "[DISK]"
            + uri(folders.data().resolve("blocks"))
            + ",[SSD]"
            + uri(folders.memory().resolve("blocks")));
    s.put("dfs.blocksize", Long.toString(cluster.blockSize().bytes()));
    s.put("dfs.replication", Integer.toString(cluster.replication()));
    s.put("dfs.namenode.rpc-address", at(ports.nameNode()));
    s.put("dfs.namenode.rpc-bind-host", LOOPBACK);
    s.put("dfs.namenode.http-address", at(ports.nameNodeWeb()));
    s.put("dfs.namenode.http-bind-host", LOOPBACK);
    s.put("dfs.datanode.address", EPHEMERAL);
    s.put("dfs.datanode.http.address", EPHEMERAL);
    s.put("dfs.datanode.ipc.address", EPHEMERAL);
    // the name by which the NodeManager is known, so that tasks are local to their blocks
    s.put("dfs.datanode.hostname", "localhost");
    s.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    // a dead DataNode is known as such after 2 x 5 s + 10 x 1 s
    s.put("dfs.heartbeat.interval", "1");
    s.put("dfs.namenode.heartbeat.recheck-interval", "5000");
    s.put("dfs.namenode.stale.datanode.interval", "10000");
    s.put("dfs.namenode.safemode.extension", "0");
    // may read blocks without the DataNode, if its client is asked to: one way of reading HDFS
    s.put("dfs.block.local-path-access.user", users());
    return s;
  }

  /** Who this process, and those that it starts, are for Hadoop. */
  private static String users() {
    return Stream.of(System.getProperty("user.name"), System.getenv("HADOOP_USER_NAME"))
        .filter(Objects::nonNull)
        .distinct()
        .collect(Collectors.joining(","));
  }

  Map<String, String> yarn() {
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
    nodeManager(s);
    s.put("yarn.application.classpath", classPath(","));
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
    String memory = Long.toString(tasks + APPLICATION_MASTER_MIB);
    String threads =
        Integer.toString(Math.max(cluster.coresPerNode(), cluster.containersPerNode() + 1));
    s.put("yarn.nodemanager.resource.memory-mb", memory);
    s.put("yarn.nodemanager.resource.cpu-vcores", threads);
    s.put("yarn.scheduler.maximum-allocation-mb", memory);
    s.put("yarn.scheduler.maximum-allocation-vcores", threads);
    // requests are rounded up to a multiple of it
    s.put("yarn.scheduler.minimum-allocation-mb", "1");
    s.put("yarn.nodemanager.vmem-check-enabled", "false");
    s.put("yarn.nodemanager.pmem-check-enabled", "false");
    s.put("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99.0");
    s.put("yarn.nodemanager.local-dirs", folders.data().resolve("local").toString());
    s.put("yarn.nodemanager.log-dirs", folders.logs().resolve("containers").toString());
    s.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    // containers start from an empty environment; these are what the NodeManager hands on
    s.put("yarn.nodemanager.env-whitelist", "JAVA_HOME,PATH,LANG,TZ,COREBOUND_RUN," + MARK);
  }

  Map<String, String> mapReduce() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("mapreduce.framework.name", "yarn");
    s.put("mapreduce.application.classpath", classPath(","));
    s.put("yarn.app.mapreduce.am.staging-dir", STAGING);
    s.put("mapreduce.jobhistory.intermediate-done-dir", HISTORY);
    // there is no history server; nobody answers here, and at once
    s.put("mapreduce.jobhistory.address", LOOPBACK + ":1");
    s.put("mapreduce.shuffle.port", "0");
    containers(s);
    s.put("mapreduce.map.speculative", "false");
    s.put("mapreduce.reduce.speculative", "false");
    s.put("mapreduce.job.ubertask.enable", "false");
    s.put("mapreduce.job.reduces", cluster.reduceTasks().toString());
    s.put("mapreduce.job.reduce.slowstart.completedmaps", Double.toString(cluster.slowStart()));
    s.put("mapreduce.task.io.sort.mb", mebibytes(cluster.sortBuffer()));
    s.put("mapreduce.map.sort.spill.percent", Double.toString(cluster.spillThreshold()));
    s.put("mapreduce.task.io.sort.factor", Integer.toString(cluster.mergeFactor()));
    boolean compressed = cluster.mapOutputCodec().equals("snappy");
    s.put("mapreduce.map.output.compress", Boolean.toString(compressed));
    if (compressed) {
      s.put("mapreduce.map.output.compress.codec", "org.apache.hadoop.io.compress.SnappyCodec");
    }
    s.put(
        "mapreduce.reduce.shuffle.input.buffer.percent",
        Double.toString(cluster.shuffleInputBuffer()));
    s.put(
        "mapreduce.reduce.shuffle.merge.percent", Double.toString(cluster.shuffleMergeThreshold()));
    s.put(
        "mapreduce.reduce.shuffle.memory.limit.percent",
        Double.toString(cluster.shuffleSegmentLimit()));
    // TeraSort's own default, stated because it decides whether the reduce ends on the disk
    s.put("mapreduce.terasort.final.sync", "true");
    if (cluster.heartbeatMs() != null) {
      String interval = cluster.heartbeatMs().toString();
      s.put("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", interval);
      s.put("mapreduce.client.progressmonitor.pollinterval", interval);
      s.put("mapreduce.client.completion.pollinterval", interval);
    }
    return s;
  }

  private void containers(Map<String, String> s) {
    String common = String.join(" ", commonFlags());
    String memory = mebibytes(cluster.taskMemory());
    s.put("mapreduce.map.memory.mb", memory);
    s.put("mapreduce.reduce.memory.mb", memory);
    s.put("mapreduce.admin.map.child.java.opts", common);
    s.put("mapreduce.admin.reduce.child.java.opts", common);
    s.put("mapreduce.map.java.opts", heap(cluster));
    s.put("mapreduce.reduce.java.opts", heap(cluster));
    s.put("yarn.app.mapreduce.am.resource.mb", Integer.toString(APPLICATION_MASTER_MIB));
    s.put("yarn.app.mapreduce.am.admin-command-opts", common);
    s.put("yarn.app.mapreduce.am.command-opts", APPLICATION_MASTER_HEAP + " " + agentFlag());
  }

  /** One queue that one job may have for itself. */
  static Map<String, String> capacityScheduler() {
    Map<String, String> s = new LinkedHashMap<>();
    s.put("yarn.scheduler.capacity.root.queues", "default");
    s.put("yarn.scheduler.capacity.root.default.capacity", "100");
    s.put("yarn.scheduler.capacity.root.default.maximum-capacity", "100");
    s.put("yarn.scheduler.capacity.root.default.state", "RUNNING");
    s.put("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
    s.put("yarn.scheduler.capacity.node-locality-delay", "2");
    return s;
  }

  /** Every setting that is not Hadoop's own, by key. */
  Map<String, String> all() {
    Map<String, String> all = new TreeMap<>();
    all.putAll(core());
    all.putAll(hdfs());
    all.putAll(yarn());
    all.putAll(mapReduce());
    all.putAll(capacityScheduler());
    return all;
  }

  /** Writes the folder of configuration. */
  void write(String hostName) {
    Path folder = folders.configuration();
    AtomicFiles.write(folder.resolve("core-site.xml"), SiteXml.of(core()));
    AtomicFiles.write(folder.resolve("hdfs-site.xml"), SiteXml.of(hdfs()));
    AtomicFiles.write(folder.resolve("yarn-site.xml"), SiteXml.of(yarn()));
    AtomicFiles.write(folder.resolve("mapred-site.xml"), SiteXml.of(mapReduce()));
    AtomicFiles.write(folder.resolve("capacity-scheduler.xml"), SiteXml.of(capacityScheduler()));
    AtomicFiles.write(folder.resolve("hosts"), LOOPBACK + " localhost " + hostName + "\n");
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

  private static String at(int port) {
    return LOOPBACK + ":" + port;
  }

  private static String uri(Path folder) {
    return "file://" + folder;
  }
}
