package io.corebound.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.BlockDevices;
import io.corebound.hosts.Command;
import io.corebound.hosts.Jdk;
import io.corebound.hosts.LabSupport;
import io.corebound.hosts.Ledger;
import io.corebound.hosts.LocalHost;
import io.corebound.records.CellResult.Task;
import io.corebound.records.ClusterFile;
import io.corebound.records.CoreboundException;
import io.corebound.records.DataRate;
import io.corebound.records.DataSize;
import io.corebound.records.State;
import io.corebound.records.StorageFile;
import io.corebound.records.StructuredFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Two workers with limited disks and links: TeraSort, a restart, daemons that are killed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LabClusterIT {
  private static final String TERASORT = "org.apache.hadoop.examples.terasort.";
  private static final long ROWS = 200_000;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final List<String> WORKERS = List.of("worker1", "worker2");

  private static final StorageFile TIER =
      new StorageFile(
          "a disk of a test",
          "none",
          DataRate.parse("40 MB/s"),
          DataRate.parse("40 MB/s"),
          null,
          null,
          1,
          1,
          null);

  private final String run = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(run, "here");

  /** Process ids of what listened in a worker's or the master's namespace while a job ran. */
  private final Set<Long> listeningInside = new TreeSet<>();

  /** The same of this machine's own namespace. */
  private final Set<Long> listeningOutside = new TreeSet<>();

  /** Of the lab's processes, those in this machine's own network namespace. */
  private final Set<String> outside = new TreeSet<>();

  /** Users of the lab's processes. */
  private final Set<String> users = new TreeSet<>();

  private Path logs;
  private Path state;
  private Path folder;
  private Ledger ledger;
  private Lab lab;
  private LabStorage storage;
  private LabCluster cluster;
  private List<String> mountsBefore;
  private Set<String> temporaryBefore;

  @BeforeAll
  void start() throws Exception {
    LabSupport support = LabSupport.check(host);
    assumeTrue(support.possible(), () -> "no lab on this machine: " + support.lacks());
    Path target = Path.of("target").toAbsolutePath();
    logs = Files.createTempDirectory(target, "lab-logs");
    state = Files.createDirectories(target.resolve("lab-state-" + run));
    temporaryBefore = temporary();
    mountsBefore = Files.readAllLines(Path.of("/proc/mounts"));
    ledger = Ledger.open(state, run);
    folder = ledger.folder(target.resolve("corebound-" + run));
    lab = Lab.make(host, ledger, lab("", ""), folder.resolve("lab"));
    lab.network().shape(DataRate.parse("1 Gbit/s"));
    storage = lab.storage("slow", TIER, DataSize.parse("2GiB"));
    cluster = started("first");
  }

  private static ClusterFile lab(String line, String changed) throws IOException {
    String text = Files.readString(Path.of("../configs/cluster/lab.yaml"));
    return StructuredFiles.parseYaml(text.replace(line, changed), "lab.yaml", ClusterFile.class)
        .on(2, DataSize.parse("12GiB"));
  }

  private LabCluster started(String name) throws InterruptedException {
    return started(name, storage, lab.cluster());
  }

  private LabCluster started(String name, LabStorage disks, ClusterFile settings)
      throws InterruptedException {
    return LabCluster.start(
        lab,
        disks,
        settings,
        HadoopLibraries.gathered(Path.of("hadoop/target/lib")),
        Jdk.own(),
        logs.resolve(name),
        List.of());
  }

  @AfterAll
  void stop() {
    if (ledger == null) {
      return;
    }
    try (Ledger open = ledger) {
      if (cluster != null) {
        cluster.close();
      }
      if (lab != null) {
        lab.close();
      }
      host.stopAll(Duration.ofSeconds(1));
      open.remove(folder);
    }
  }

  @Test
  @Order(1)
  void sortsOnBothWorkersWhatItGeneratedAndValidatesIt() throws Exception {
    JobOutcome generated =
        run("teragen", "TeraGen", "-Dmapreduce.job.maps=2", "" + ROWS, "/terasort/in");
    cluster.dropCaches();
    JobOutcome sorted = run("terasort", "TeraSort", "/terasort/in", "/terasort/out");
    JobOutcome validated = run("teravalidate", "TeraValidate", "/terasort/out", "/terasort/report");

    assertThat(List.of(generated, sorted, validated))
        .allSatisfy(job -> assertThat(job.state()).as(job.reason()).isEqualTo(State.OK));
    JobHistory history = JobHistory.read(sorted.history().orElseThrow());
    assertThat(history.counters())
        .containsEntry("TaskCounter/MAP_INPUT_RECORDS", ROWS)
        .containsEntry("TaskCounter/REDUCE_OUTPUT_RECORDS", ROWS);
    assertThat(history.tasks()).extracting(Task::host).containsOnlyElementsOf(WORKERS);
    assertThat(cluster.readText("/terasort/report/part-r-00000").strip())
        .isEqualTo("checksum\t" + checksum(generated));
    rolesOfBothWorkersCount(sorted);
  }

  private static String checksum(JobOutcome generated) {
    return Long.toHexString(
        JobHistory.read(generated.history().orElseThrow())
            .counters()
            .get("TeraGen$Counters/CHECKSUM"));
  }

  private static void rolesOfBothWorkersCount(JobOutcome sorted) {
    assertThat(sorted.cpu().keySet())
        .containsExactlyInAnyOrder(
            "namenode",
            "datanode",
            "resourcemanager",
            "nodemanager",
            "containers",
            "client",
            "machine");
    assertThat(sorted.cpu())
        .allSatisfy((role, cpu) -> assertThat(cpu.totalS()).as(role).isPositive());
  }

  @Test
  @Order(2)
  void whileJobsRanEverythingWasNobodysAndListenedInsideItsNamespaceOnly() {
    assertThat(listeningInside).containsAll(cluster.daemons().values());
    assertThat(listeningOutside).isEmpty();
    assertThat(outside).isEmpty();
    assertThat(users).containsExactly(Lab.USER);
  }

  @Test
  @Order(3)
  void blocksOfBothWorkersLieOnTheirTiersDisks() throws Exception {
    assertThat(storage.devices().keySet()).containsExactlyElementsOf(WORKERS);
    for (String worker : WORKERS) {
      Path mount = storage.mountPoints().get(worker).get(0);
      assertThat(Files.getFileStore(mount).type()).isEqualTo("ext4");
      assertThat(Files.getFileStore(mount).name())
          .isEqualTo("/dev/" + storage.devices().get(worker).get(0));
      assertThat(blocks(worker))
          .isNotEmpty()
          .allSatisfy(f -> assertThat(Files.getOwner(f).getName()).isEqualTo(Lab.USER));
    }
  }

  private List<Path> blocks(String worker) throws IOException {
    return blocks(storage.mountPoints().get(worker).get(0));
  }

  private static List<Path> blocks(Path mount) throws IOException {
    try (Stream<Path> files = Files.walk(mount)) {
      return files.filter(f -> f.getFileName().toString().matches("blk_[0-9]+")).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Test
  @Order(4)
  void clusterStartedAgainOnTheSameTierHasItsDataAndFreesWhatWasDeletedLast() throws Exception {
    String validated = cluster.readText("/terasort/report/part-r-00000");
    long before = bytesOfBlocks();
    assertThat(before).isBetween(2 * ROWS * 100, 4 * ROWS * 100);
    // the NameNode ends before it has told any DataNode so
    cluster.delete("/terasort/in");
    cluster.close();
    assertThat(logs.resolve("first/containers")).isNotEmptyDirectory();
    lab.network().shape(null);

    cluster = started("second");

    cluster.use(lab("map_output_codec: snappy", "map_output_codec: none"));
    assertThatThrownBy(() -> cluster.use(lab("task_memory: 1024MiB", "task_memory: 2048MiB")))
        .isInstanceOf(IllegalArgumentException.class);
    // reads every row that was sorted on the first one
    JobOutcome again = run("again", "TeraValidate", "/terasort/out", "/terasort/again");
    assertThat(again.state()).as(again.reason()).isEqualTo(State.OK);
    assertThat(again.configuration().orElseThrow())
        .content()
        .contains("<name>mapreduce.map.output.compress</name><value>false</value>");
    assertThat(cluster.settings()).containsEntry("mapreduce.map.output.compress", "false");
    assertThat(cluster.readText("/terasort/again/part-r-00000")).isEqualTo(validated);
    long withoutInput = before - ROWS * 100 * 3 / 4;
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    long bytes = bytesOfBlocks();
    while (bytes > withoutInput && System.nanoTime() < deadline) {
      Thread.sleep(500);
      bytes = bytesOfBlocks();
    }
    assertThat(bytes).isLessThanOrEqualTo(withoutInput);

    cluster.delete("/terasort/out");
    cluster.awaitDeleted(DataSize.ofMebibytes(4));
    assertThat(bytesOfBlocks()).isLessThan(ROWS * 100 / 2);
  }

  /** Of all DataNodes, at a moment in which none is being deleted. */
  private long bytesOfBlocks() throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        long bytes = 0;
        for (String worker : WORKERS) {
          for (Path block : blocks(worker)) {
            bytes += Files.size(block);
          }
        }
        return bytes;
      } catch (NoSuchFileException e) {
        if (attempt == 100) {
          throw e;
        }
        Thread.sleep(50);
      }
    }
  }

  @Test
  @Order(5)
  void deathOfADataNodeIsToldWithinSecondsWithItsNode() throws Exception {
    deathIsTold("datanode@worker2", "the DataNode of worker2 ended \\(signal 9\\)");
  }

  @Test
  @Order(6)
  @Tag("long") // the same on loopback: LocalClusterIT
  void deathOfANodeManagerIsToldWithinSecondsWithItsNode() throws Exception {
    cluster.close();
    cluster = started("third");
    cluster.delete("/killed");
    deathIsTold("nodemanager@worker1", "the NodeManager of worker1 ended \\(signal 9\\)");
  }

  private void deathIsTold(String daemon, String told) {
    long pid = cluster.daemons().get(daemon);
    double[] killedAt = {Double.NaN};
    JobRequest request =
        new JobRequest(
            "killed",
            TERASORT + "TeraGen",
            List.of("-Dmapreduce.job.maps=2", "5000000", "/killed"),
            Map.of(),
            List.of("-Xmx512m"),
            LIMIT,
            logs.resolve("jobs"),
            (map, reduce) -> {
              if (Double.isNaN(killedAt[0])) {
                killedAt[0] = System.nanoTime() / 1e9;
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
              }
            });

    assertThatThrownBy(() -> cluster.run(request))
        .isInstanceOf(CoreboundException.class)
        .hasMessageMatching(
            "killed: " + told + "; last line of its log: .+; its log: .+" + daemon + "\\.log");
    // whoever waits for the job instead waits for minutes
    assertThat(System.nanoTime() / 1e9 - killedAt[0]).isLessThan(30);
    assertThat(cluster.firstDeath()).hasValueSatisfying(d -> assertThat(d).containsPattern(told));
  }

  @Test
  @Order(7)
  void bothDisksOfBothWorkersHoldReplicasWhereThereAreTwoOfEach() throws Exception {
    cluster.close();
    LabStorage two =
        lab.storage(
            "two",
            new StorageFile(
                "two disks of a test", "none", TIER.read(), TIER.write(), null, null, 2, 1, null),
            DataSize.parse("1GiB"));
    cluster = started("fourth", two, lab("replication: 1", "replication: 2"));
    JobOutcome generated =
        run("twice", "TeraGen", "-Dmapreduce.job.maps=4", "" + ROWS, "/terasort/in");

    assertThat(generated.state()).as(generated.reason()).isEqualTo(State.OK);
    for (String worker : WORKERS) {
      assertThat(two.devices().get(worker)).hasSize(2).doesNotHaveDuplicates();
      assertThat(two.mountPoints().get(worker)).hasSize(2);
      long bytes = 0;
      for (Path mount : two.mountPoints().get(worker)) {
        List<Path> blocks = blocks(mount);
        assertThat(blocks).as(mount.toString()).isNotEmpty();
        for (Path block : blocks) {
          bytes += Files.size(block);
        }
      }
      // all of it on each worker, and the job's files
      assertThat(bytes).isGreaterThanOrEqualTo(ROWS * 100);
    }
  }

  @Test
  @Order(8)
  void folderOnARealDiskIsATierTooAndOnlyWhatWasMadeInItGoes() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Path others = Files.writeString(disk.resolve("somebody-elses"), "stays");
    LabStorage real =
        lab.storage(
            "real",
            new StorageFile("a folder", null, null, null, null, null, null, null, disk.toString()),
            DataSize.parse("1GiB"));

    assertThat(real.mountPoints().keySet()).containsExactlyElementsOf(WORKERS);
    for (String worker : WORKERS) {
      Path own = real.mountPoints().get(worker).get(0);
      assertThat(own.getParent().getParent()).isEqualTo(disk);
      assertThat(Files.getOwner(own).getName()).isEqualTo(Lab.USER);
      assertThat(real.devices().get(worker))
          .containsExactly(BlockDevices.of(disk).orElse(disk.toString()));
    }
    lab.drop(real);

    assertThat(disk).isDirectoryContaining(others::equals);
    assertThat(disk.toFile().list()).hasSize(1);
  }

  @Test
  @Order(9)
  void afterwardsNothingIsLeft() throws Exception {
    cluster.close();
    assertThat(host.alive()).isZero();
    lab.close();

    assertThat(Files.readAllLines(Path.of("/proc/mounts")))
        .noneMatch(line -> line.contains(run))
        .hasSizeLessThanOrEqualTo(mountsBefore.size());
    assertThat(host.run(Command.of(LIMIT, "losetup", "--list")).out()).doesNotContain(run);
    assertThat(host.run(Command.of(LIMIT, "ip", "netns")).out()).doesNotContain(run);
    assertThat(temporary()).as("of nobody's in /tmp").isEqualTo(temporaryBefore);
    ledger.remove(folder);
    ledger.close();
    assertThat(state).isEmptyDirectory();
    ledger = null;
  }

  /** What the lab's user has in /tmp. */
  private static Set<String> temporary() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
      for (Path file : files.toList()) {
        if (Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName().equals(Lab.USER)) {
          names.add(file.getFileName().toString());
        }
      }
    }
    return names;
  }

  private JobOutcome run(String name, String tool, String... arguments) throws Exception {
    return cluster.run(
        new JobRequest(
            name,
            TERASORT + tool,
            List.of(arguments),
            Map.of(),
            List.of("-Xmx512m"),
            LIMIT,
            logs.resolve("jobs"),
            (map, reduce) -> look()));
  }

  private void look() {
    Set<Long> ours = new TreeSet<>();
    // neither sees what the other does
    List<ProcessHandle> marked = Processes.marked("COREBOUND_RUN=" + run);
    for (ProcessHandle process : marked) {
      ours.add(process.pid());
      // what has ended meanwhile, or does not yet know who it is, tells nothing
      if (process.info().command().filter(c -> c.endsWith("/java")).isPresent()) {
        network(process.pid())
            .filter(network -> network.equals(network(ProcessHandle.current().pid()).orElseThrow()))
            .ifPresent(network -> outside.add(Processes.arguments(process.pid()).toString()));
        process.info().user().ifPresent(users::add);
      }
    }
    listeningOutside.addAll(listening(host.run(listeners()).out(), ours));
    for (String node : List.of(Lab.MASTER, "worker1", "worker2")) {
      listeningInside.addAll(listening(lab.network().node(node).run(listeners()).out(), ours));
    }
  }

  private static Command listeners() {
    return Command.of(Duration.ofSeconds(10), "ss", "-ltnpH");
  }

  private static Set<Long> listening(String sockets, Set<Long> pids) {
    Set<Long> found = new TreeSet<>();
    pids.stream().filter(pid -> sockets.contains("pid=" + pid + ",")).forEach(found::add);
    return found;
  }

  private static Optional<String> network(long pid) {
    try {
      return Optional.of(Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net")).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
