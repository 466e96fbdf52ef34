package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.cluster.lab.Lab;
import io.corebound.cluster.lab.LabCluster;
import io.corebound.cluster.lab.LabStorage;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.Checkout;
import io.corebound.hosts.LoopbackSshd;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A lab's cluster as somebody's own: its master and workers are hosts behind an ssh that only those
 * know whose PATH has it, each with its disk at {@code /mnt/disk1}, and its Hadoop is used by
 * commands on the master. Its HDFS is another user's, so that whatever would be written outside of
 * the work directory is refused. Daemons, commands, tasks and the examples' jar are of one Hadoop,
 * which may be another than corebound's own.
 */
final class OwnCluster implements AutoCloseable {
  static final String WORK = "/user/me/corebound";

  /** Whom Hadoop knows who has the environment of {@link #asUser}. */
  private static final String USER = "me";

  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Where its job history server keeps histories. */
  private static final String HISTORIES = "/history-done";

  /** What a client logs of its job. */
  private static final Pattern RUNNING = Pattern.compile("Running job: (job_[0-9]+_[0-9]+)");

  /** What a daemon logs first ({@code StringUtils.startupShutdownMessage}). */
  private static final Pattern VERSION = Pattern.compile("STARTUP_MSG: +version = (\\S+)");

  private static final Path SCRIPTS = Checkout.ROOT.resolve("cluster/src/test/gateway");
  private static final Path OF_SSHD = Path.of("/run/sshd");

  private final String id = "own-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(id, "here");
  private final boolean sshdHadItsFolder = Files.exists(OF_SSHD);
  private final Ledger ledger;
  private final HadoopLibraries libraries;
  private final Path folder;
  private final Path logs;
  private Lab lab;
  private LabStorage storage;
  private LabCluster cluster;

  /** What its commands take. */
  private Path configuration;

  private OwnCluster(Path target, HadoopLibraries libraries) throws IOException {
    this.libraries = libraries;
    logs = Files.createTempDirectory(target, "own-cluster-logs");
    Path state = Files.createDirectories(target.resolve("own-cluster-state"));
    // what a killed test left
    Ledger.cleanUp(state);
    ledger = Ledger.open(state, id);
    // the programs of a lab may not enter the checkout
    folder = ledger.folder(Path.of("/var/tmp/corebound-" + id));
  }

  /** Starts one of corebound's own Hadoop. */
  static OwnCluster start() throws Exception {
    return start(HadoopLibraries.gathered(Checkout.ROOT.resolve("cluster/hadoop/target/lib")));
  }

  /** Starts one of another version, as an installation of it has it. */
  static OwnCluster start(String version) throws Exception {
    LocalHost host = LocalHost.forQuestions();
    return start(HadoopLibraries.installed(host, TestInstallation.of(host, version), Jdk.own()));
  }

  private static OwnCluster start(HadoopLibraries libraries) throws Exception {
    OwnCluster own = new OwnCluster(Path.of("target").toAbsolutePath(), libraries);
    boolean started = false;
    try {
      own.startDaemons();
      own.makeCommands();
      own.makeReachable();
      own.hdfs("-mkdir", "-p", WORK);
      own.hdfs("-touchz", "/user/me/file");
      own.hdfs("-chown", "root", WORK);
      started = true;
      return own;
    } finally {
      if (!started) {
        own.close();
      }
    }
  }

  private void startDaemons() throws InterruptedException {
    ClusterFile file =
        StructuredFiles.readYaml(
                Checkout.ROOT.resolve("configs/cluster/lab.yaml"), ClusterFile.class)
            .on(2, DataSize.parse("12GiB"));
    lab = Lab.make(host, ledger, file, folder.resolve("lab"));
    DataRate rate = DataRate.parse("40 MB/s");
    StorageFile tier =
        new StorageFile("a disk", "none", rate, rate, null, null, 1, 1, null, null, null);
    storage = lab.storage("disk", tier, DataSize.parse("3GiB"));
    cluster =
        LabCluster.start(
            lab, storage, lab.cluster(), libraries, Jdk.own(), logs.resolve("daemons"), List.of());
    configuration = cluster.configuration();
  }

  /**
   * Starts its job history server, of which the project has no jar, and runs a job as the one who
   * runs the test; returns the job's id.
   */
  String jobOfItsHistoryServer(String version) throws Exception {
    configure();
    Path log = logs.resolve("historyserver.log");
    lab.node(Lab.MASTER)
        .start(
            new Command(
                List.of(folder.resolve("mapred").toString(), "historyserver"),
                Map.of("HADOOP_CONF_DIR", configuration + ":" + historyServer(version)),
                null,
                Duration.ofHours(1)),
            logs.resolve("historyserver.out"),
            log);
    Instant end = Instant.now().plus(LIMIT);
    while (!Files.readString(log).contains("listener on 10020")) {
      assertThat(Instant.now()).as(Files.readString(log)).isBefore(end);
      Thread.sleep(200);
    }
    Outcome job =
        host.run(
            new Command(
                List.of(
                    "nsenter",
                    "--net=/run/netns/" + lab.network().node(Lab.MASTER).namespace(),
                    folder.resolve("hadoop").toString(),
                    "jar",
                    examples().toString(),
                    "teragen",
                    "-Dmapreduce.job.maps=2",
                    "-Dyarn.app.mapreduce.am.staging-dir=" + WORK + "/staging",
                    "10000",
                    WORK + "/generated"),
                Map.of("HADOOP_CONF_DIR", configuration.toString()),
                null,
                LIMIT));
    assertThat(job.ok()).as(job.err()).isTrue();
    Matcher running = RUNNING.matcher(job.err());
    assertThat(running.find()).as(job.err()).isTrue();
    // the server takes it to its own folder
    while (!hdfs("-ls", "-R", "-C", HISTORIES).contains(running.group(1) + "-")) {
      assertThat(Instant.now()).as(Files.readString(log)).isBefore(end.plus(LIMIT));
      Thread.sleep(200);
    }
    return running.group(1);
  }

  /** Lets others read the histories, which are the server's and its group's by default. */
  void openHistories() {
    hdfs("-chmod", "-R", "755", HISTORIES);
  }

  /** The cluster's own configuration, with a history server. */
  private void configure() throws IOException {
    configuration = Files.createDirectory(folder.resolve("with-history"));
    try (Stream<Path> files = Files.list(cluster.configuration())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, configuration.resolve(file.getFileName()));
      }
    }
    Path site = configuration.resolve("mapred-site.xml");
    Files.writeString(
        site,
        Files.readString(site)
            .replace("<value>127.0.0.1:1<", "<value>master:10020<")
            // others may not enter the cluster's own folder
            .replace("<value>/corebound/history<", "<value>/history-intermediate<")
            .replace(
                "</configuration>",
                """
                  <property>
                    <name>mapreduce.jobhistory.done-dir</name><value>%s</value>
                  </property>
                  <property>
                    <name>mapreduce.jobhistory.move.interval-ms</name><value>1000</value>
                  </property>
                  <property>
                    <name>mapreduce.jobhistory.webapp.address</name><value>master:19888</value>
                  </property>
                </configuration>\
                """
                    .formatted(HISTORIES)));
  }

  private Path historyServer(String version) throws IOException {
    Path jars = Path.of("target/installations/history-" + version).toAbsolutePath();
    TestInstallation.maven(
        host,
        "-Dartifact=org.apache.hadoop:hadoop-mapreduce-client-hs:" + version,
        "-DoutputDirectory=" + jars,
        "dependency:copy");
    return jars.resolve("hadoop-mapreduce-client-hs-" + version + ".jar");
  }

  private void makeCommands() {
    List<String> commands =
        new ArrayList<>(
            List.of(
                SCRIPTS.resolve("commands").toString(),
                folder.toString(),
                Jdk.own().java().toString(),
                cluster.classPath(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dcorebound.node=" + Lab.MASTER));
    cluster.taskFlags().stream().filter(f -> !f.startsWith("-Xmx")).forEach(commands::add);
    succeed(host.run(new Command(commands, Map.of(), null, LIMIT)));
  }

  /** In each connection's own mount namespace a worker's disk is where the storage file has it. */
  private void makeReachable() throws IOException {
    Path ssh = Files.createDirectory(folder.resolve("ssh"));
    String sshd = LoopbackSshd.program(ssh).toString();
    List<String> reach =
        new ArrayList<>(List.of(SCRIPTS.resolve("reach").toString(), ssh.toString(), sshd));
    List<String> nodes = new ArrayList<>(List.of(Lab.MASTER));
    nodes.addAll(lab.workers());
    for (String node : nodes) {
      reach.add(node + "=" + lab.network().node(node).namespace());
    }
    succeed(host.run(new Command(reach, Map.of(), null, LIMIT)));
    for (String worker : lab.workers()) {
      Files.createSymbolicLink(
          ssh.resolve(lab.network().node(worker).namespace()),
          storage.mountPoints().get(worker).get(0));
    }
    Files.writeString(
        ssh.resolve("bin/connect"),
        """
        #!/bin/sh
        mkdir -p /run/sshd
        exec ip netns exec "$1" sh -c '
          if [ -e "$1" ]; then
            mount -t tmpfs none /mnt && mkdir /mnt/disk1 && mount --bind "$1" /mnt/disk1 || exit 1
          fi
          exec "$3" -i -f "$2"' sh "%s/$1" "%s/sshd_config" "%s"
        """
            .formatted(ssh, ssh, sshd));
  }

  /** A file of kind external, its commands on the master. */
  Path file() throws IOException {
    return file(folder, "  gateway: master\n");
  }

  /**
   * The same with commands on this machine, which run in the environment of {@link #asUser} only.
   * The work directory is that user's then.
   */
  Path fileWithoutGateway() throws IOException {
    hdfs("-chown", USER, WORK);
    Path here = Files.createDirectory(folder.resolve("here"));
    for (String command : List.of("hadoop", "yarn", "hdfs", "mapred")) {
      Path script =
          Files.writeString(
              here.resolve(command),
              """
              #!/bin/sh
              [ "$JAVA_HOME,$HADOOP_USER_NAME" = /users/jdk,%s ] || {
                echo "it is not the user who asks: $JAVA_HOME,$HADOOP_USER_NAME" >&2; exit 1; }
              exec nsenter --net=/run/netns/%s "%s" "$@"
              """
                  .formatted(
                      USER, lab.network().node(Lab.MASTER).namespace(), folder.resolve(command)));
      assertThat(script.toFile().setExecutable(true)).isTrue();
    }
    return file(here, "");
  }

  /** As the launcher hands on the environment that it was called in. */
  static void asUser(ProcessBuilder builder) {
    Map<String, String> environment = builder.environment();
    environment.put("COREBOUND_USER_ENVIRONMENT", "JAVA_HOME HADOOP_USER_NAME");
    environment.put("COREBOUND_USER_JAVA_HOME", "/users/jdk");
    environment.put("COREBOUND_USER_HADOOP_USER_NAME", USER);
  }

  private Path file(Path commands, String gateway) throws IOException {
    return Files.writeString(
        folder.resolve("own.yaml"),
        """
        kind: external
        nodes: 2
        cores_per_node: 1
        containers_per_node: 1
        external:
          configuration: %s
          hadoop: %s/hadoop
          yarn: %s/yarn
          hdfs: %s/hdfs
          mapred: %s/mapred
          examples_jar: %s
          work_directory: %s
        %s  master: master
          workers: [worker1, worker2]
          drop_caches: touch %s/dropped
        block_size: 128MiB
        replication: 1
        task_memory: 1024MiB
        task_heap: 820MiB
        sort_buffer: 100MiB
        spill_threshold: 0.80
        merge_factor: 10
        map_output_codec: snappy
        slow_start: 1.0
        shuffle_input_buffer: 0.70
        shuffle_merge_threshold: 0.66
        shuffle_segment_limit: 0.25
        """
            .formatted(
                configuration,
                commands,
                commands,
                commands,
                commands,
                examples(),
                WORK,
                gateway,
                folder));
  }

  private Path examples() throws IOException {
    try (Stream<Path> files = Files.walk(libraries.home())) {
      return files
          .filter(f -> f.getFileName().toString().startsWith("hadoop-mapreduce-examples-"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** What each daemon called itself when it started, by the name of its log. */
  Map<String, String> versionsByDaemon() throws IOException {
    Map<String, String> versions = new TreeMap<>();
    for (String daemon : cluster.daemons().keySet()) {
      Matcher said = VERSION.matcher(Files.readString(logs.resolve("daemons/" + daemon + ".log")));
      versions.put(daemon, said.find() ? said.group(1) : "none");
    }
    return versions;
  }

  /** With it on the PATH, {@code ssh worker1} reaches a worker. */
  void reachableBy(ProcessBuilder builder) {
    builder.environment().merge("PATH", folder.resolve("ssh/bin") + ":", (path, bin) -> bin + path);
  }

  boolean cachesWereDropped() {
    return Files.exists(folder.resolve("dropped"));
  }

  /** Names of the workers' block devices. */
  Map<String, List<String>> devices() {
    return storage.devices();
  }

  /** What lies in the disks' uppermost folder. */
  List<String> onDisks() throws IOException {
    List<String> names = new ArrayList<>();
    for (String worker : lab.workers()) {
      try (Stream<Path> files = Files.list(storage.mountPoints().get(worker).get(0))) {
        files.map(f -> f.getFileName().toString()).forEach(names::add);
      }
    }
    return names;
  }

  /** Every file of its HDFS. */
  List<String> files() {
    return hdfs("-ls", "-R", "-C", "/").lines().sorted().toList();
  }

  /** As the one whose HDFS it is. */
  private String hdfs(String... arguments) {
    List<String> line = new ArrayList<>(List.of(folder.resolve("hadoop").toString(), "fs"));
    line.addAll(List.of(arguments));
    Command command =
        new Command(
            line, Map.of("HADOOP_CONF_DIR", cluster.configuration().toString()), null, LIMIT);
    return succeed(lab.node(Lab.MASTER).run(command));
  }

  private static String succeed(Outcome outcome) {
    assertThat(outcome.ok()).as(outcome.err()).isTrue();
    return outcome.out();
  }

  @Override
  public void close() throws IOException {
    try (Ledger open = ledger) {
      if (cluster != null) {
        cluster.close();
      }
      if (lab != null) {
        lab.close();
      }
      host.stopAll(Duration.ofSeconds(1));
      open.remove(folder);
      if (!sshdHadItsFolder) {
        Files.deleteIfExists(OF_SSHD);
      }
    }
  }
}
