package io.corebound.cluster.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.cluster.ShortJobs;
import io.corebound.cluster.job.JobHistory;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.machine.BlockDevices;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult.Task;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Two workers of two limited disks each, and limited links: TeraSort, a restart, daemons that are
 * killed. The input has a replica on each worker.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ResourceLock("what only labs have on a machine")
public class LabClusterIT {
  private static final long ROWS = 200_000;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final List<String> WORKERS = List.of("worker1", "worker2");

  /** What may still be deleted. */
  private static final DataSize LITTLE = DataSize.ofMebibytes(4);

  private static final StorageFile TIER =
      new StorageFile(
          "a disk of a test",
          "none",
          DataRate.parse("40 MB/s"),
          DataRate.parse("40 MB/s"),
          null,
          null,
          2,
          1,
          null,
          null,
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
  private ShortJobs jobs;
  private String checksum;
  private List<String> mountsBefore;
  private Set<String> temporaryBefore;

  /** Without the one that ip(8) makes with the first network namespace of a machine, for all. */
  private static List<String> mounts() throws IOException {
    return Files.readAllLines(Path.of("/proc/mounts")).stream()
        .filter(line -> !line.contains(" /run/netns "))
        .toList();
  }

  @BeforeAll
  void start() throws Exception {
    LabSupport support = LabSupport.check(host);
    assumeTrue(support.possible(), () -> "no lab on this machine: " + support.reasons());
    Path target = Path.of("target").toAbsolutePath();
    logs = Files.createTempDirectory(target, "lab-logs");
    state = Files.createDirectories(target.resolve("lab-state"));
    // what a killed test left
    Ledger.cleanUp(state);
    temporaryBefore = temporary();
    mountsBefore = mounts();
    ledger = Ledger.open(state, run);
    // the programs of a lab may not enter the checkout
    folder = ledger.folder(Path.of("/var/tmp/corebound-" + run));
    lab = Lab.make(host, ledger, file(shipped()), folder.resolve("lab"));
    lab.network().shape(DataRate.parse("1 Gbit/s"));
    storage = lab.storage("slow", TIER, DataSize.parse("2GiB"));
    start("first");
  }

  private static ClusterFile file(String text) {
    return StructuredFiles.parseYaml(text, "lab.yaml", ClusterFile.class)
        .on(2, DataSize.parse("12GiB"));
  }

  private static String shipped() throws IOException {
    return Files.readString(Path.of("../configs/cluster/lab.yaml"))
        .replace("block_size: 128MiB", "block_size: 16MiB");
  }

  private static ClusterFile twoReplicas() throws IOException {
    return file(shipped().replace("replication: 1", "replication: 2"));
  }

  /** With more replicas than the lab was made for. */
  private void start(String name) throws Exception {
    start(name, twoReplicas());
  }

  private void start(String name, ClusterFile settings) throws Exception {
    cluster =
        LabCluster.start(
            lab,
            storage,
            settings,
            HadoopLibraries.gathered(Path.of("hadoop/target/lib")),
            Jdk.own(),
            logs.resolve(name),
            List.of());
    jobs = new ShortJobs(cluster, logs.resolve("jobs"), (map, reduce) -> look());
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
  void sortsOnBothWorkersWhatItGenerated() throws Exception {
    JobOutcome generated =
        jobs.runInOneContainer(
            "teragen", "TeraGen", "-Dmapreduce.job.maps=2", "" + ROWS, "/terasort/in");
    cluster.dropCaches();
    JobOutcome sorted = jobs.run("terasort", "TeraSort", "/terasort/in", "/terasort/out");

    assertThat(List.of(generated, sorted))
        .allSatisfy(job -> assertThat(job.state()).as(job.reason()).isEqualTo(State.OK));
    JobHistory history = JobHistory.read(sorted.history().orElseThrow());
    assertThat(history.counters())
        .containsEntry("TaskCounter/MAP_INPUT_RECORDS", ROWS)
        .containsEntry("TaskCounter/REDUCE_OUTPUT_RECORDS", ROWS);
    assertThat(history.tasks()).extracting(Task::host).containsOnlyElementsOf(WORKERS);
    rolesOfBothWorkersCount(sorted);
    long sum =
        JobHistory.read(generated.history().orElseThrow())
            .counters()
            .get("TeraGen$Counters/CHECKSUM");
    checksum = Long.toHexString(sum);
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
  void blocksOfBothWorkersLieOnAllOfTheirTiersDisks() throws Exception {
    assertThat(storage.devices().keySet()).containsExactlyElementsOf(WORKERS);
    for (String worker : WORKERS) {
      List<String> devices = storage.devices().get(worker);
      assertThat(devices).hasSize(2).doesNotHaveDuplicates();
      List<Path> mounts = storage.mountPoints().get(worker);
      assertThat(mounts).hasSize(2);
      long bytes = 0;
      for (int i = 0; i < mounts.size(); i++) {
        assertThat(Files.getFileStore(mounts.get(i)).type()).isEqualTo("ext4");
        assertThat(Files.getFileStore(mounts.get(i)).name()).isEqualTo("/dev/" + devices.get(i));
        List<Path> blocks = blocks(mounts.get(i));
        assertThat(blocks)
            .as(mounts.get(i).toString())
            .isNotEmpty()
            .allSatisfy(f -> assertThat(Files.getOwner(f).getName()).isEqualTo(Lab.USER));
        for (Path block : blocks) {
          bytes += Files.size(block);
        }
      }
      // a replica of all the input on each worker
      assertThat(bytes).isGreaterThanOrEqualTo(ROWS * 100);
    }
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
  void clusterStartedAgainOnTheSameTierHasItsSortedDataAndFreesWhatWasDeletedLast()
      throws Exception {
    long before = bytesOfBlocks();
    // two replicas of the input, one of TeraSort's output
    assertThat(before).isBetween(3 * ROWS * 100, 5 * ROWS * 100);
    // the NameNode ends before it has told any DataNode so
    cluster.delete("/terasort/in");
    cluster.close();
    assertThat(logs.resolve("first/containers")).isNotEmptyDirectory();
    lab.network().shape(null);

    start("second", file(shipped()));

    cluster.use(file(shipped().replace("map_output_codec: snappy", "map_output_codec: none")));
    assertThatThrownBy(
            () ->
                cluster.use(
                    file(shipped().replace("task_memory: 1024MiB", "task_memory: 2048MiB"))))
        .isInstanceOf(IllegalArgumentException.class);
    // reads every row that was sorted on the first one
    JobOutcome validated =
        jobs.runInOneContainer("teravalidate", "TeraValidate", "/terasort/out", "/terasort/report");
    assertThat(validated.state()).as(validated.reason()).isEqualTo(State.OK);
    assertThat(validated.configuration().orElseThrow())
        .content()
        .contains("<name>mapreduce.map.output.compress</name><value>false</value>");
    assertThat(cluster.settings()).containsEntry("mapreduce.map.output.compress", "false");
    assertThat(cluster.readText("/terasort/report/part-r-00000").strip())
        .isEqualTo("checksum\t" + checksum);
    long withoutInput = before - 2 * ROWS * 100 * 3 / 4;
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    long bytes = bytesOfBlocks();
    while (bytes > withoutInput && System.nanoTime() < deadline) {
      Thread.sleep(500);
      bytes = bytesOfBlocks();
    }
    assertThat(bytes).isLessThanOrEqualTo(withoutInput);

    fileIsWrittenByBothWorkers();

    cluster.delete("/text");
    cluster.delete("/terasort/out");
    cluster.awaitDeleted(LITTLE);
    assertThat(bytesOfBlocks()).isLessThan(ROWS * 100 / 2);
  }

  /** The first writes two blocks, the second appends one; each keeps its own. */
  private void fileIsWrittenByBothWorkers() throws Exception {
    cluster.awaitDeleted(LITTLE);
    long first = bytesOfBlocks(List.of("worker1"));
    long second = bytesOfBlocks(List.of("worker2"));
    String text = "a line of forty characters, its end too\n".repeat(1_000_000);
    cluster.write(
        "/text",
        text.length(),
        out -> out.write(text.getBytes(StandardCharsets.US_ASCII)),
        LIMIT,
        logs.resolve("put.log"));
    assertThat(cluster.readText("/text").equals(text)).isTrue();
    long ofFirst = 2 * DataSize.ofMebibytes(16).bytes();
    assertThat(bytesOfBlocks(List.of("worker1")) - first)
        .isCloseTo(ofFirst, within(LITTLE.bytes()));
    assertThat(bytesOfBlocks(List.of("worker2")) - second)
        .isCloseTo(text.length() - ofFirst, within(LITTLE.bytes()));
  }

  /** Of all DataNodes, at a moment in which none is being deleted. */
  private long bytesOfBlocks() throws Exception {
    return bytesOfBlocks(WORKERS);
  }

  private long bytesOfBlocks(List<String> workers) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        long bytes = 0;
        for (String worker : workers) {
          for (Path mount : storage.mountPoints().get(worker)) {
            for (Path block : blocks(mount)) {
              bytes += Files.size(block);
            }
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
    deathIsTold("datanode@worker2", "DataNode of worker2 .*signal 9");
  }

  @Test
  @Order(6)
  @Tag("long") // the same on loopback: LocalClusterIT
  void deathOfANodeManagerIsToldWithinSecondsWithItsNode() throws Exception {
    cluster.close();
    start("third");
    cluster.delete("/killed");
    deathIsTold("nodemanager@worker1", "NodeManager of worker1 .*signal 9");
  }

  private void deathIsTold(String daemon, String told) {
    long pid = cluster.daemons().get(daemon);
    double[] killedAt = {Double.NaN};
    ShortJobs hurt =
        new ShortJobs(
            cluster,
            logs.resolve("jobs"),
            (map, reduce) -> {
              if (Double.isNaN(killedAt[0])) {
                killedAt[0] = System.nanoTime() / 1e9;
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
              }
            });

    assertThatThrownBy(() -> hurt.run("killed", "TeraGen", "5000000", "/killed"))
        .isInstanceOf(CoreboundException.class)
        .hasMessageMatching("killed: .*" + told + ".*" + daemon + "\\.log");
    // whoever waits for the job instead waits for minutes
    assertThat(System.nanoTime() / 1e9 - killedAt[0]).isLessThan(30);
    assertThat(cluster.firstDeath()).hasValueSatisfying(d -> assertThat(d).containsPattern(told));
  }

  @Test
  @Order(7)
  void folderOnARealDiskIsATierTooAndOnlyWhatWasMadeInItGoes() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Path others = Files.writeString(disk.resolve("somebody-elses"), "stays");
    LabStorage real =
        lab.storage(
            "real",
            new StorageFile(
                "a folder", null, null, null, null, null, null, null, disk.toString(), null, null),
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
  @Order(8)
  void afterwardsNothingIsLeft() throws Exception {
    cluster.close();
    assertThat(LocalHost.marked(run))
        .extracting(row -> ProcessTable.arguments(row.pid()))
        .isEmpty();
    lab.close();

    assertThat(mounts())
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

  private void look() {
    Set<Long> ours = new TreeSet<>();
    // neither sees what the other does
    List<ProcessHandle> marked =
        ProcessTable.marked("COREBOUND_RUN=" + run).stream()
            .flatMap(row -> ProcessHandle.of(row.pid()).stream())
            .toList();
    for (ProcessHandle process : marked) {
      ours.add(process.pid());
      // what has ended meanwhile, or does not yet know who it is, tells nothing
      if (process.info().command().filter(c -> c.endsWith("/java")).isPresent()) {
        network(process.pid())
            .filter(network -> network.equals(network(ProcessHandle.current().pid()).orElseThrow()))
            .ifPresent(network -> outside.add(ProcessTable.arguments(process.pid()).toString()));
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
