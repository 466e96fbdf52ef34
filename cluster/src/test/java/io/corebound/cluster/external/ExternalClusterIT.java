package io.corebound.cluster.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.cluster.daemons.JavaClient;
import io.corebound.cluster.job.JobHistory;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.lab.Lab;
import io.corebound.cluster.lab.LabCluster;
import io.corebound.cluster.libraries.ClassArchive;
import io.corebound.cluster.libraries.ClassPathJars;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.LoopbackSshd;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Setting;
import io.corebound.records.run.CellResult.Task;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A lab's cluster as somebody's external one: reached by ssh, used by commands. Its HDFS is another
 * user's, so that whatever would be written outside of the work directory is refused.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@ResourceLock("what only labs have on a machine")
class ExternalClusterIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String WORK = "/user/me/corebound";
  private static final String OTHERS = WORK + "/others";
  private static final long ROWS = 100_000;
  private static final Path OF_SSHD = Path.of("/run/sshd");
  private static final Path SCRIPTS = Path.of("src/test/gateway").toAbsolutePath();

  private final String lab = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(lab, "here");
  private Path state;
  private Path folder;
  private Path home;
  private Path clusterFile;
  private Ledger ledger;
  private Lab nodes;
  private LabCluster cluster;
  private List<String> filesBefore;
  private boolean sshdHadItsFolder;

  @BeforeAll
  void start() throws Exception {
    LabSupport support = LabSupport.check(host);
    assumeTrue(support.possible(), () -> "no lab on this machine: " + support.reasons());
    assumeTrue(LoopbackSshd.available(), LoopbackSshd.MISSING);
    sshdHadItsFolder = Files.exists(OF_SSHD);
    Path target = Path.of("target").toAbsolutePath();
    home = Files.createTempDirectory(target, "external-home");
    state = Files.createDirectories(target.resolve("external-state-" + lab));
    ledger = Ledger.open(state, lab);
    // the programs of a lab may not enter the checkout
    folder = ledger.folder(Path.of("/var/tmp/corebound-" + lab));
    startCluster();
    makeGateway();
    Path jar = Path.of("hadoop/target/lib").toAbsolutePath();
    try (Stream<Path> jars = Files.list(jar)) {
      clusterFile = write(jars.filter(j -> j.toString().contains("-examples-")).findFirst());
    }
    hdfs("-mkdir", "-p", OTHERS);
    hdfs("-touchz", OTHERS + "/file");
    hdfs("-chown", "root", WORK);
    filesBefore = files();
  }

  private void startCluster() throws InterruptedException {
    nodes =
        Lab.make(
            host,
            ledger,
            StructuredFiles.readYaml(Path.of("../configs/cluster/lab.yaml"), ClusterFile.class)
                .on(2, DataSize.parse("12GiB")),
            folder.resolve("lab"));
    DataRate rate = DataRate.parse("10 MB/s");
    StorageFile tier =
        new StorageFile("a slow disk", "none", rate, rate, null, null, 1, 1, null, null, null);
    cluster =
        LabCluster.start(
            nodes,
            nodes.storage("slow", tier, DataSize.parse("3GiB")),
            nodes.cluster(),
            HadoopLibraries.gathered(Path.of("hadoop/target/lib")),
            Jdk.own(),
            home.resolve("logs"),
            List.of());
  }

  /** Where the commands are, behind an ssh that only those know whose PATH has it. */
  private void makeGateway() throws IOException {
    JavaClient client = (JavaClient) cluster.access().client();
    List<String> commands =
        new ArrayList<>(
            List.of(
                SCRIPTS.resolve("commands").toString(),
                folder.toString(),
                Jdk.own().java().toString(),
                client.classPath(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
    commands.addAll(client.commonFlags());
    succeed(host.run(new Command(commands, Map.of(), null, LIMIT)));
    Path ssh = Files.createDirectory(folder.resolve("ssh"));
    String master = nodes.network().node(Lab.MASTER).namespace();
    succeed(
        host.run(
            Command.of(
                LIMIT,
                SCRIPTS.resolve("reach").toString(),
                ssh.toString(),
                LoopbackSshd.program(ssh).toString(),
                "edge=" + master)));
  }

  private Path write(Optional<Path> examples) throws IOException {
    ClusterFile own =
        StructuredFiles.readYaml(Path.of("../configs/cluster/my-cluster.yaml"), ClusterFile.class);
    String text =
        StructuredFiles.toYaml(own)
            .replace("/etc/hadoop/conf", cluster.configuration().toString())
            .replace(own.external().examplesJar(), examples.orElseThrow().toString())
            .replace("\"me@edge\"", "\"edge\"")
            .replaceAll("(hadoop|yarn|hdfs|mapred): \"\\1\"", "$1: \"" + folder + "/$1\"")
            .replaceFirst("nodes: 3", "nodes: 2")
            .replaceFirst("cores_per_node: 16", "cores_per_node: 1")
            .replaceFirst("containers_per_node: 8", "containers_per_node: 1")
            .replaceFirst("reduce_tasks: null", "reduce_tasks: 2")
            .replaceFirst("\\R *- \"me@worker3\"", "")
            .replaceFirst("external:", "external:\n  drop_caches: \"touch " + home + "/dropped\"");
    String collector = ExternalClusterUser.collector().isPresent() ? "\nlever: prefix\n" : "";
    return Files.writeString(folder.resolve("cluster.yaml"), text + collector);
  }

  @AfterAll
  void stop() throws IOException {
    if (ledger == null) {
      return;
    }
    try (Ledger open = ledger) {
      if (cluster != null) {
        cluster.close();
      }
      if (nodes != null) {
        nodes.close();
      }
      host.stopAll(Duration.ofSeconds(1));
      open.remove(folder);
      if (!sshdHadItsFolder) {
        Files.deleteIfExists(OF_SSHD);
      }
    }
  }

  @Test
  @Order(1)
  void whatAKilledRunLeftIsTakenAwayAsSoonAsTheClusterCanBeReached() throws Exception {
    Process user = user("killed", ROWS, "generate", true);
    String said = untilTheSecondJobRuns(user.inputReader());
    user.destroyForcibly().waitFor();
    whatTheFirstJobDidCameHome(said + Files.readString(home.resolve("killed.err")));
    String job = application(home.resolve("killed/endless-client.log"));
    assertThat(cluster.control().state(job).ended()).isFalse();

    assertThat(clean(false))
        .containsPattern(WORK + "/" + run("killed") + " .*edge.*\\./corebound clean");
    assertThat(cluster.control().state(job).ended()).isFalse();

    assertThat(clean(true)).containsPattern("deleted " + WORK + "/" + run("killed") + ".* edge");
    assertThat(cluster.control().state(job).state()).isEqualTo("KILLED");
    assertThat(files()).isEqualTo(filesBefore);
    assertThat(clean(true)).doesNotContain("killed");
  }

  private static String untilTheSecondJobRuns(BufferedReader lines) throws IOException {
    StringBuilder said = new StringBuilder();
    String line;
    do {
      line = lines.readLine();
      said.append(line).append('\n');
    } while (line != null && !line.startsWith("progress endless"));
    return said.toString();
  }

  private void whatTheFirstJobDidCameHome(String said) throws IOException {
    assertThat(said)
        .contains("version 3.5.0\n", "file-system " + cluster.fileSystem() + "\n", "cpu {}\n")
        .doesNotContain("deleted");
    String[] little = ended(said, "little");
    assertThat(said.lines().filter(line -> line.startsWith("refused"))).as(said).hasSize(5);
    assertThat(home.resolve("dropped")).exists();
    JobHistory history = JobHistory.read(Path.of(little[3]));
    assertThat(history.counters()).containsEntry("TaskCounter/MAP_OUTPUT_RECORDS", ROWS);
    assertThat(history.tasks()).extracting(Task::host).isSubsetOf("worker1", "worker2");
    jobsWereGivenTheFilesSettings(Path.of(little[4]));
  }

  private static String[] ended(String said, String job) {
    List<String> lines = said.lines().filter(line -> line.startsWith(job + " ")).toList();
    assertThat(lines).as(said).singleElement().asString().startsWith(job + " OK job_");
    return lines.get(0).split(" ", -1);
  }

  private void jobsWereGivenTheFilesSettings(Path xml) throws IOException {
    org.apache.hadoop.conf.Configuration job = new org.apache.hadoop.conf.Configuration(false);
    job.addResource(new org.apache.hadoop.fs.Path(xml.toUri()));
    assertThat(job.get("mapreduce.job.tags")).isEqualTo("corebound-" + run("killed"));
    assertThat(job.get("mapreduce.task.io.sort.mb")).isEqualTo("100");
    assertThat(job.get("mapreduce.map.memory.mb")).isEqualTo("1024");
    assertThat(job.get("yarn.app.mapreduce.am.staging-dir")).startsWith(WORK + "/");
    if (ExternalClusterUser.collector().isPresent()) {
      assertThat(job.get(Setting.COLLECTOR.key()))
          .isEqualTo("io.corebound.collector.PrefixCollector");
      assertThat(job.get("mapreduce.job.classpath.files")).startsWith(WORK + "/" + run("killed"));
    }
  }

  @Test
  @Tag("long")
  @Order(2)
  void sortsByTheClustersCommandsAndLeavesTheClusterAsItWas() throws Exception {
    Process user = user("sorting", ROWS, "sort", true);
    String said = new String(user.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(user.waitFor()).as(said + Files.readString(home.resolve("sorting.err"))).isZero();

    JobHistory sorted = JobHistory.read(Path.of(ended(said, "terasort")[3]));
    assertThat(sorted.counters())
        .containsEntry("TaskCounter/MAP_INPUT_RECORDS", ROWS)
        .containsEntry("TaskCounter/REDUCE_OUTPUT_RECORDS", ROWS);
    assertThat(sorted.tasks()).extracting(Task::host).containsOnly("worker1", "worker2");
    long checksum =
        JobHistory.read(Path.of(ended(said, "teragen")[3]))
            .counters()
            .get("TeraGen$Counters/CHECKSUM");
    ended(said, "teravalidate");
    assertThat(said).contains("report checksum\t" + Long.toHexString(checksum));
    assertThat(files()).isEqualTo(filesBefore);
    assertThat(state).isDirectoryNotContaining(file -> file.toString().contains("sorting"));
  }

  /** What the stranger's job leaves stays; it holds containers, so that no test follows. */
  @Test
  @Tag("long")
  @Order(4)
  void jobThatGetsNoContainerIsGivenUpAndAStrangersJobGoesOn() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    Thread stranger = new Thread(() -> generate(running::countDown), "a stranger's job");
    stranger.start();
    try {
      assertThat(running.await(4, TimeUnit.MINUTES)).isTrue();
      String all = cluster.settings().get("yarn.scheduler.maximum-allocation-mb");
      Process user = user("waiting", Long.parseLong(all), "wait", true);
      String said = new String(user.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(user.waitFor()).as(said + Files.readString(home.resolve("waiting.err"))).isZero();
      assertThat(said.lines())
          .contains("waits waiting ACCEPTED")
          .filteredOn(line -> line.startsWith("waiting "))
          .singleElement()
          .asString()
          .matches(
              "waiting FAILED job_[0-9]+_[0-9]+ - - .*60 s.*ACCEPTED.*queue (root\\.)?default"
                  + " \\(Capacity: .*");
      assertThat(cluster.control().state(application(home.resolve("stranger-client.log"))).state())
          .isEqualTo("RUNNING");
    } finally {
      stranger.interrupt();
      stranger.join();
    }
  }

  /** Its own command, the archives by YARN's distributed cache. */
  @Test
  @Order(3)
  void jobsContainersStartFromArchivesAndTheOutputIsTheSame() throws Exception {
    ClassArchive tasks = archive(ClassArchive.TASKS);
    ClassArchive master = archive(ClassArchive.MASTER);
    Path examples =
        tasks.jars().stream().filter(j -> j.toString().contains("-examples-")).findFirst().get();
    String copies =
        Stream.of(tasks, master)
            .flatMap(archive -> archive.files().stream())
            .map(file -> "file://" + file)
            .collect(Collectors.joining(","));
    for (List<String> settings :
        List.of(
            List.<String>of(),
            List.of(
                "-files",
                copies,
                besideTheSites("mapreduce.admin.map.child.java.opts", "$(sh ./tasks)"),
                besideTheSites("yarn.app.mapreduce.am.admin-command-opts", "$(sh ./master)")))) {
      List<String> line = new ArrayList<>();
      line.addAll(List.of(folder.resolve("hadoop").toString(), "jar", examples.toString()));
      line.add("teragen");
      line.addAll(settings);
      line.addAll(List.of("-Dmapreduce.job.maps=1", "1000", "/generated-" + settings.size()));
      succeed(nodes.node(Lab.MASTER).run(new Command(line, configuration(), null, LIMIT)));
    }

    assertThat(hdfs("-checksum", "/generated-0/part-m-00000").split("\\s+")[2])
        .isEqualTo(hdfs("-checksum", "/generated-4/part-m-00000").split("\\s+")[2]);
    List<List<String>> fromArchives = new ArrayList<>();
    try (Stream<Path> logs = Files.walk(folder)) {
      for (Path log : logs.filter(file -> file.endsWith("stdout")).toList()) {
        List<String> shared =
            Files.readAllLines(log).stream().filter(ClassArchive::hadoopsOwn).toList();
        if (!shared.isEmpty()) {
          fromArchives.add(shared);
        }
      }
    }
    assertThat(fromArchives).hasSize(2);
  }

  /** A setting with what this cluster's configuration has there kept. */
  private String besideTheSites(String key, String options) {
    return "-D%s=%s %s -Xlog:class+load".formatted(key, cluster.settings().get(key), options);
  }

  /** Of what a program of Hadoop's loads. */
  private ClassArchive archive(String name) throws IOException {
    JavaClient client = (JavaClient) cluster.access().client();
    List<Path> jars = ClassPathJars.of(List.of(client.classPath().split(":")));
    ClassArchive archive = ClassArchive.in(folder.resolve("classes"), name, Jdk.own(), jars);
    Path recorded = Files.createDirectories(folder.resolve("recorded"));
    List<String> line = new ArrayList<>(List.of(Jdk.own().java().toString()));
    line.add("--class-path=" + jars.stream().map(Path::toString).collect(Collectors.joining(":")));
    line.addAll(archive.recording(recorded));
    line.add("org.apache.hadoop.util.NativeLibraryChecker");
    host.run(new Command(line, Map.of(), null, LIMIT));
    archive.make(host, recorded, Files.createDirectories(folder.resolve("unfinished")));
    return archive;
  }

  private Map<String, String> configuration() {
    return Map.of("HADOOP_CONF_DIR", cluster.configuration().toString());
  }

  private void generate(Runnable running) {
    try {
      cluster.run(
          new JobRequest(
              "stranger",
              "org.apache.hadoop.examples.terasort.TeraGen",
              List.of("200000000", "/stranger"),
              Map.of("mapreduce.job.maps", "2"),
              List.of("-Xmx256m"),
              Duration.ofMinutes(8),
              home,
              (map, reduce) -> {
                if (map > 0) {
                  running.run();
                }
              }));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String application(Path log) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains("Running job: "))
        .map(line -> line.replaceFirst(".*job_", "application_"))
        .findFirst()
        .orElseThrow();
  }

  private String clean(boolean reachable) throws Exception {
    Process cleaner = user("cleaner", 0, "clean", reachable);
    String said = new String(cleaner.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(cleaner.waitFor()).isZero();
    return said;
  }

  private String run(String name) {
    return lab + "-" + name;
  }

  private Process user(String name, long rows, String what, boolean reachable) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Jdk.own().java().toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ExternalClusterUser.class.getName(),
            state.toString(),
            run(name),
            String.valueOf(clusterFile),
            Files.createDirectories(home.resolve(name)).toString(),
            Long.toString(rows),
            what);
    builder.redirectError(home.resolve(name + ".err").toFile());
    if (reachable) {
      builder
          .environment()
          .merge("PATH", folder.resolve("ssh/bin") + ":", (path, bin) -> bin + path);
    }
    return builder.start();
  }

  /** As the one whose HDFS it is. */
  private String hdfs(String... arguments) {
    List<String> line = new ArrayList<>(List.of(folder.resolve("hadoop").toString(), "fs"));
    line.addAll(List.of(arguments));
    return succeed(nodes.node(Lab.MASTER).run(new Command(line, configuration(), null, LIMIT)));
  }

  private List<String> files() {
    return hdfs("-ls", "-R", "-C", "/").lines().sorted().toList();
  }

  private static String succeed(Outcome outcome) {
    assertThat(outcome.ok()).as(outcome.err()).isTrue();
    return outcome.out();
  }
}
