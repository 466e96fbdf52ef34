package io.corebound.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.cluster.ShortJobs;
import io.corebound.cluster.control.ControlProcess;
import io.corebound.cluster.control.DaemonControl;
import io.corebound.cluster.control.PipedControl;
import io.corebound.cluster.job.Cluster;
import io.corebound.cluster.job.Cpu;
import io.corebound.cluster.job.JobHistory;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.lab.LabClusterIT;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.MachineTicks;
import io.corebound.hosts.machine.AllowedCpus;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Ending;
import io.corebound.records.run.CellResult.Task;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A real TeraSort on the real daemons; then the NodeManager is killed. What was sorted is validated
 * in {@link LabClusterIT}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LocalClusterIT {
  private static final long ROWS = 100_000;
  private static final Duration LIMIT = Duration.ofMinutes(4);

  private final LocalHost host = new LocalHost("it-" + UUID.randomUUID(), "local");

  /** Process ids by address that was listened on while a job ran. */
  private final Map<String, Long> listening = new TreeMap<>();

  /** CPUs that containers were allowed while a job ran. */
  private final Set<List<Integer>> ofContainers = new HashSet<>();

  private Path folder;
  private Path memory;
  private LocalCluster cluster;
  private ShortJobs jobs;

  @BeforeAll
  void start() throws Exception {
    folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "cluster");
    memory = Files.createTempDirectory(Path.of("/dev/shm"), "corebound-it");
    ClusterFile file =
        StructuredFiles.readYaml(Path.of("../configs/cluster/local.yaml"), ClusterFile.class)
            .on(2, DataSize.parse("8GiB"))
            .onFewerCores(1);
    cluster =
        LocalCluster.start(
            host,
            file,
            HadoopLibraries.gathered(Path.of("hadoop/target/lib")),
            Jdk.own(),
            new ClusterFolders(
                folder.resolve("data"), memory, folder.resolve("logs"), folder.resolve("conf")),
            List.of());
    jobs = new ShortJobs(cluster, folder.resolve("jobs"), (map, reduce) -> lookWhoListens());
  }

  @AfterAll
  void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
    host.stopAll(Duration.ofSeconds(1));
    for (Path tree : List.of(folder.resolve("data"), memory)) {
      delete(tree);
    }
  }

  @Test
  @Order(1)
  void sortsWhatItGenerated() throws Exception {
    JobOutcome generated =
        jobs.runInOneContainer(
            "teragen", "TeraGen", "-Dmapreduce.job.maps=1", "" + ROWS, "/terasort/in");
    cluster.dropCaches();
    MachineTicks before = MachineTicks.now();
    JobOutcome sorted =
        jobs.run(
            "terasort", "TeraSort", "-Dmapreduce.job.reduces=1", "/terasort/in", "/terasort/out");
    MachineTicks meanwhile = MachineTicks.now().since(before);

    assertThat(List.of(generated, sorted))
        .allSatisfy(job -> assertThat(job.state()).as(job.reason()).isEqualTo(State.OK));
    JobHistory history = JobHistory.read(sorted.history().orElseThrow());
    assertThat(history.counters())
        .containsEntry("TaskCounter/MAP_INPUT_RECORDS", ROWS)
        .containsEntry("TaskCounter/REDUCE_OUTPUT_RECORDS", ROWS);
    assertThat(history.tasks()).extracting(Task::state).containsOnly(Ending.SUCCEEDED);
    assertThat(sorted.configuration()).isPresent();
    assertThat(sorted.toRecord(history).elapsedS())
        .isPositive()
        .isLessThan(sorted.clientEndS() - sorted.clientStartS());
    coreSecondsAreThoseOfTheWholeMachine(sorted.cpu(), history, meanwhile);
    nothingIsLeftOfTheJobs();
  }

  private void coreSecondsAreThoseOfTheWholeMachine(
      Map<String, Cpu> cpu, JobHistory history, MachineTicks meanwhile) {
    assertThat(cpu.keySet())
        .containsExactlyInAnyOrder(
            "namenode",
            "datanode",
            "resourcemanager",
            "nodemanager",
            "containers",
            "client",
            "machine");
    double ours =
        cpu.entrySet().stream()
            .filter(entry -> !entry.getKey().equals("machine"))
            .mapToDouble(entry -> entry.getValue().totalS())
            .sum();
    // what is accounted in clock ticks may be off by one a process; where the hypervisor held a CPU
    // up, processes may have more than the machine
    assertThat(ours)
        .as("of %s; not counted: %s", cpu, meanwhile)
        .isPositive()
        .isLessThan(cpu.get("machine").totalS() + 0.5 + meanwhile.stolenS() + meanwhile.lostS());
    // Hadoop's counter begins when a task's JVM is up; the containers' figure has it all
    double counted = history.counters().get("TaskCounter/CPU_MILLISECONDS") / 1000.0;
    assertThat(cpu.get("containers").totalS()).isGreaterThan(counted);
  }

  /**
   * A NodeManager starts short programs of its own after a job (kill, rm): they end by themselves.
   */
  private void nothingIsLeftOfTheJobs() throws InterruptedException {
    ProcessHandle nodeManager =
        ProcessHandle.of(cluster.daemons().get("nodemanager")).orElseThrow();
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (nodeManager.descendants().findAny().isPresent() && System.nanoTime() < deadline) {
      Thread.sleep(50);
    }
    assertThat(nodeManager.descendants().map(left -> ProcessTable.arguments(left.pid()))).isEmpty();
  }

  @Test
  @Order(2)
  void whileAJobRanEverythingListenedOnLoopbackOnly() {
    assertThat(listening.values()).containsAll(cluster.daemons().values());
    List<String> ofTheApplicationMaster =
        listening.entrySet().stream()
            .filter(entry -> !cluster.daemons().containsValue(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    // for the client, for the tasks, and its web page
    assertThat(ofTheApplicationMaster).hasSizeGreaterThanOrEqualTo(3);
    assertThat(listening.keySet())
        .allSatisfy(
            address -> assertThat(address).matches("(127\\..*|\\[::ffff:127\\..*|\\[::1\\].*)"));
  }

  @Test
  @Order(2)
  void containersHaveAsManyCpusAsTheNodeHasCoresAndTheOtherDaemonsAll() {
    List<Integer> all = AllowedCpus.ofThisProcess();
    assertThat(ofContainers).containsExactly(List.of(all.get(0)));
    for (String daemon : List.of("namenode", "datanode", "resourcemanager")) {
      assertThat(AllowedCpus.of(cluster.daemons().get(daemon))).as(daemon).isEqualTo(all);
    }
  }

  @Test
  @Order(2)
  void daemonsCompileWithC1Only() throws Exception {
    for (Map.Entry<String, Long> daemon : cluster.daemons().entrySet()) {
      Path commandLine = Path.of("/proc", daemon.getValue().toString(), "cmdline");
      assertThat(Files.readString(commandLine).split("\0"))
          .as(daemon.getKey())
          .contains("-XX:TieredStopAtLevel=1");
    }
    assertThat(cluster.taskFlags()).as("tasks").doesNotContain("-XX:TieredStopAtLevel=1");
  }

  @Test
  @Order(3)
  void onlyTheMemoryFolderLiesInMemory() throws Exception {
    try (FileSystem hdfs = FileSystem.newInstance(cluster.fileSystem(), new Configuration());
        OutputStream file =
            hdfs.create(new org.apache.hadoop.fs.Path(Cluster.MEMORY_FOLDER + "/in"))) {
      file.write(new byte[100_000]);
    }

    assertThat(blocks(memory))
        .hasSize(1)
        .allSatisfy(b -> assertThat(Files.size(b)).isEqualTo(100_000));
    assertThat(blocks(folder.resolve("data")))
        .anySatisfy(b -> assertThat(Files.size(b)).isEqualTo(10_000_000));
    cluster.delete(Cluster.MEMORY_FOLDER + "/in");
  }

  @Test
  @Order(4)
  void jobThatFailsSaysWhy() throws Exception {
    JobOutcome noInput = jobs.run("no-input", "TeraSort", "/no/such/input", "/no/out");

    assertThat(noInput.state()).isEqualTo(State.FAILED);
    assertThat(noInput.jobId()).isEmpty();
    assertThat(noInput.reason())
        .contains("exit status")
        .contains("/no/such/input")
        .contains("its log: " + noInput.clientLog());
  }

  @Test
  @Order(4)
  void jobWhoseTasksFailSaysSoAndItsClientAsksNoServerThatIsNotThere() throws Exception {
    JobOutcome failed =
        jobs.run(
            "no-task",
            "TeraGen",
            "-Dmapreduce.job.maps=1",
            "-Dmapreduce.map.maxattempts=1",
            "-Dmapreduce.map.java.opts=-XX:+NoSuchFlag",
            "1000",
            "/no-task");

    assertThat(failed.state()).isEqualTo(State.FAILED);
    assertThat(failed.reason()).contains("FAILED", "Task failed task_");
    assertThat(failed.clientLog()).content().doesNotContain("Retrying connect to server");
    nothingIsLeftOfTheJobs();
  }

  @Test
  @Order(4)
  void controlProcessAnswersAsThisProcessDoesAndEndsWithItsInput() throws Exception {
    String input = "/terasort/in/part-m-00000";
    DaemonControl here = cluster.control();
    try (DaemonControl piped = control(() -> false)) {
      assertThat(piped.hdfsReady(1)).isTrue();
      assertThat(piped.hdfsReady(2)).isFalse();
      assertThat(piped.yarnReady(1)).isTrue();
      assertThat(piped.yarnReady(2)).isFalse();
      assertThat(piped.exists(input)).isTrue();
      assertThat(piped.exists("/no/such")).isFalse();
      assertThat(piped.newest("/terasort/in", "part-", "0")).contains(input);
      assertThat(piped.newest("/terasort/in", "no-", "")).isEmpty();
      Path fetched = piped.fetch(input, folder.resolve("fetched"));
      assertThat(fetched).hasFileName("part-m-00000").hasSize(10_000_000);
      assertThat(Files.mismatch(fetched, here.fetch(input, folder.resolve("fetched-here"))))
          .isEqualTo(-1);
      assertThatThrownBy(() -> piped.readText("/no/such"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("File does not exist: /no/such");
      assertThatThrownBy(() -> piped.state("application_1_1"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("application_1_0001");
      assertThat(piped.listens("127.0.0.1", cluster.fileSystem().getPort())).isTrue();
      assertThat(piped.listens("127.0.0.1", 1)).isFalse();
    }
    assertThat(ProcessTable.marked("TEST_CONTROL=1")).isEmpty();
  }

  @Test
  @Order(4)
  void questionsAreGivenUpWhenADaemonHasEndedOrTheControlProcess() throws Exception {
    try (DaemonControl piped = control(() -> true)) {
      assertThatThrownBy(() -> piped.exists("/"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("daemon");
    }
    try (DaemonControl piped = control(() -> false)) {
      assertThat(piped.exists("/")).isTrue();
      ProcessTable.marked("TEST_CONTROL=1")
          .forEach(row -> ProcessHandle.of(row.pid()).ifPresent(ProcessHandle::destroyForcibly));
      assertThatThrownBy(() -> piped.exists("/"))
          .isInstanceOf(CoreboundException.class)
          .hasMessageContaining("control process");
    }
  }

  private DaemonControl control(BooleanSupplier inVain) {
    List<String> line =
        new ArrayList<>(
            List.of(
                Jdk.own().java().toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ControlProcess.class.getName()));
    for (String site : List.of("core", "hdfs", "yarn")) {
      line.add(cluster.configuration().resolve(site + "-site.xml").toString());
    }
    return PipedControl.start(
        host,
        new Command(line, Map.of("TEST_CONTROL", "1"), null, LIMIT),
        folder.resolve("control.log"),
        inVain);
  }

  @Test
  @Order(5)
  void jobThatTakesTooLongIsKilled() throws Exception {
    JobRequest request =
        jobs.request("too-long", "TeraGen", Duration.ofSeconds(8), "2000000000", "/too-long");

    JobOutcome outcome = cluster.run(request);

    assertThat(outcome.state()).isEqualTo(State.FAILED);
    assertThat(outcome.reason()).containsPattern("after 8 s");
    nothingIsLeftOfTheJobs();
    cluster.delete("/too-long");
  }

  @Test
  @Order(6)
  void deathOfADaemonEndsTheJobAtOnceAndNothingRemains() throws Exception {
    long nodeManager = cluster.daemons().get("nodemanager");
    double[] killedAt = {Double.NaN};
    ShortJobs hurt =
        new ShortJobs(
            cluster,
            folder.resolve("jobs"),
            (map, reduce) -> {
              if (Double.isNaN(killedAt[0])) {
                killedAt[0] = System.nanoTime() / 1e9;
                ProcessHandle.of(nodeManager).ifPresent(ProcessHandle::destroyForcibly);
              }
            });

    assertThatThrownBy(() -> hurt.run("killed", "TeraGen", "200000000", "/killed"))
        .isInstanceOf(CoreboundException.class)
        .hasMessageMatching("killed: .*NodeManager .*signal 9.*nodemanager\\.log");
    // whoever waits for the job instead waits for minutes
    assertThat(System.nanoTime() / 1e9 - killedAt[0]).isLessThan(30);
    assertThat(cluster.firstDeath()).hasValueSatisfying(d -> assertThat(d).contains("NodeManager"));

    cluster.close();

    assertThat(host.alive()).isZero();
  }

  private void lookWhoListens() {
    Set<Long> pids = new TreeSet<>(cluster.daemons().values());
    ProcessHandle.of(cluster.daemons().get("nodemanager")).stream()
        .flatMap(ProcessHandle::descendants)
        .forEach(
            container -> {
              pids.add(container.pid());
              try {
                ofContainers.add(AllowedCpus.of(container.pid()));
              } catch (CoreboundException e) {
                // it has ended meanwhile
                assertThat(container.isAlive()).isFalse();
              }
            });
    host.run(Command.of(Duration.ofSeconds(10), "ss", "-ltnpH"))
        .out()
        .lines()
        .forEach(
            line ->
                pids.stream()
                    .filter(pid -> line.contains("pid=" + pid + ","))
                    .forEach(pid -> listening.put(line.strip().split(" +", -1)[3], pid)));
  }

  private static List<Path> blocks(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      return files.filter(f -> f.getFileName().toString().matches("blk_[0-9]+")).toList();
    }
  }

  private static void delete(Path tree) throws IOException {
    List<Path> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(tree)) {
      files.forEach(f -> all.add(0, f));
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
