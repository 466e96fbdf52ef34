package io.corebound.terasortrunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.cluster.daemons.ClusterConfiguration;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.Checkout;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.SweepFile;
import io.corebound.records.history.Ending;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.Check;
import io.corebound.records.run.CellResult.Task;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.sweep.LabSweep;
import io.corebound.terasortrunner.sweep.Sweep;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepEstimateTest;
import io.corebound.terasortrunner.sweep.SweepRequest;
import io.corebound.terasortrunner.workload.Engines;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
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

/**
 * Cells of one sweep in one lab, one after the other, in the middle of which something breaks: each
 * recovers or fails with what broke as its reason, and the next one is OK.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class ChaosIT {
  /** What the kernel has noticed by then. */
  private static final String FAILED_DEVICE = "(.*read-only.*|.*Input/output error.*)";

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final String runId = "chaos-" + UUID.randomUUID();
  private final LocalHost host = new LocalHost(runId, "localhost");
  private final Deque<SweepCell> cells = new ArrayDeque<>();
  private Path folder;
  private Path state;
  private Ledger ledger;
  private LabSweep lab;
  private RunDirectory run;
  private Sweep sweep;

  /** In which job what breaks, in the cell that runs now. */
  private String job;

  private Damage damage;
  private int told;
  private boolean broke;

  /** The id of the attempt whose JVM was killed. */
  private volatile String killedAttempt = "none";

  /** Breaks something. */
  private interface Damage {
    /** Given what the cell's record says until now. */
    void happen(CellResult soFar) throws IOException;
  }

  @BeforeAll
  void prepare() throws IOException {
    LabSupport support = LabSupport.check(host);
    assumeTrue(support.possible(), () -> "no lab on this machine: " + support.reasons());
    Path target = Path.of("target").toAbsolutePath();
    state = Files.createDirectories(target.resolve("state"));
    // what a killed test left
    Ledger.cleanUp(state);
    ledger = Ledger.open(state, runId);
    folder = ledger.folder(Path.of("/dev/shm/corebound-" + runId));
    run = new RunDirectory(Files.createTempDirectory(target, "chaos-run"));
    SweepRequest request = request();
    cells.addAll(request.plan().cells());
    lab =
        new LabSweep(
            host,
            ledger,
            request,
            new ClusterConfiguration.Software(
                HadoopLibraries.gathered(Path.of("../cluster/hadoop/target/lib")),
                Jdk.own(),
                List.of()),
            new LabSweep.Folders(folder.resolve("lab"), run.rawFolder().resolve("logs")));
    sweep =
        new Sweep(request, lab, Engines.HADOOP_ALONE, run, List.of(), cell -> null, new Breaking());
  }

  /** Has something break while a job of the cell under way runs, once. */
  private final class Breaking implements Sweep.Listener {
    @Override
    public void begin(SweepCell cell, int done, int all) {}

    @Override
    public void progress(SweepCell cell, String running, int map, int reduce) {
      // first that it begins, then its client says that it runs
      if (running.equals(job) && ++told == 2) {
        broke = true;
        try {
          damage.happen(Sweep.found(run, cell).orElseThrow());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    @Override
    public void end(SweepCell cell, CellResult result) {}
  }

  private static SweepRequest request() {
    DataRate rate = DataRate.parse("100 MB/s");
    StorageFile disk =
        new StorageFile("a disk", "none", rate, rate, null, null, 1, 1, null, null, null);
    NetworkFile link = new NetworkFile("a link", "none", DataRate.parse("1 Gbit/s"), 1, null, null);
    return SweepEstimateTest.on(
        Map.of("disk", disk),
        Map.of("link", link),
        Checkout.config("cluster/lab", ClusterFile.class)
            // two cores a worker, so that programs start sooner, and one task at a time
            .on(4, DataSize.parse("6GiB")),
        new SweepFile.Profile(DataSize.ofMegabytes(20), 20));
  }

  @AfterAll
  void nothingIsLeft() throws IOException {
    if (ledger == null) {
      return;
    }
    try (Ledger open = ledger) {
      if (lab != null) {
        lab.close();
      }
      int alive = host.alive();
      host.stopAll(Duration.ofSeconds(1));
      open.remove(folder);
      assertThat(alive).as("processes that were left").isZero();
    }
    assertThat(state).isEmptyDirectory();
    assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(runId);
    assertThat(run("losetup", "--list").out()).doesNotContain(runId);
    assertThat(run("ip", "netns").out()).doesNotContain(runId);
  }

  private Outcome run(String... command) {
    Outcome outcome = host.run(Command.of(LIMIT, command));
    assertThat(outcome.ok()).as("%s: %s", String.join(" ", command), outcome.err()).isTrue();
    return outcome;
  }

  /** The next cell, with something that breaks as soon as a job of it runs. */
  private CellResult cell(String wanted, Damage wantedDamage) throws InterruptedException {
    SweepCell cell = cells.remove();
    job = wanted;
    damage = wantedDamage;
    told = 0;
    broke = false;
    sweep.run(List.of(cell));
    assertThat(broke).as("the job that something was to break in began").isTrue();
    return Sweep.found(run, cell).orElseThrow();
  }

  private void failsBecause(CellResult cell, String because) {
    assertThat(cell.state()).as(cell.reason()).isEqualTo(State.FAILED);
    assertThat(cell.reason()).matches(because);
    // it was not the job's own limit that ended it
    assertThat(cell.reason()).doesNotContain("had not ended after");
  }

  private void nextCellIsOk() throws InterruptedException {
    CellResult next = cell("terasort", soFar -> {});
    assertThat(next.state()).as(next.reason()).isEqualTo(State.OK);
    assertThat(next.checks()).isNotEmpty().allMatch(Check::passed);
  }

  @Test
  @Order(1)
  void linkThatIsDownIsTheReason() throws Exception {
    CellResult cell = cell("teragen", soFar -> pull("worker1"));

    failsBecause(cell, "(?s).*link of worker1 .*down.*");
  }

  @Test
  @Order(2)
  void afterACellThatFailedTheNextIsOkAndATaskWhoseJvmIsKilledIsRunAgain() throws Exception {
    CellResult cell = cell("terasort", soFar -> new Thread(this::killTask).start());

    assertThat(cell.state()).as(cell.reason()).isEqualTo(State.OK);
    assertThat(cell.checks()).isNotEmpty().allMatch(Check::passed);
    // KILLED is also a reduce that YARN takes back for a map: none of ours
    List<Task> killed =
        cell.tasks().stream()
            .filter(t -> t.state() == Ending.FAILED || t.id().equals(killedAttempt))
            .toList();
    assertThat(killed).extracting(Task::id).containsExactly(killedAttempt);
    assertThat(killed).extracting(Task::state).doesNotContain(Ending.SUCCEEDED);
    String task = killed.get(0).id().replaceFirst("_\\d+$", "");
    assertThat(cell.tasks())
        .filteredOn(t -> t.id().startsWith(task + "_") && t.state() == Ending.SUCCEEDED)
        .hasSize(1);
  }

  @Test
  @Order(3)
  void deviceThatFailsUnderItsFileSystemIsTheReason() throws Exception {
    CellResult cell = cell("terasort", soFar -> failDevice(device(soFar, "worker1")));

    failsBecause(cell, "(?s).*disk loop\\d+ of worker1 \\(" + folder + "/.+\\) " + FAILED_DEVICE);
  }

  @Test
  @Order(4)
  @Tag("long")
  void deviceThatFailsInTheFirstJobIsTheReasonAndTheNextCellIsOk() throws Exception {
    CellResult cell = cell("teragen", soFar -> failDevice(device(soFar, "worker2")));

    failsBecause(cell, "(?s).*disk loop\\d+ of worker2 \\(.+\\) " + FAILED_DEVICE);
    nextCellIsOk();
  }

  @Test
  @Order(5)
  @Tag("long")
  void diskThatIsFullIsTheReason() throws Exception {
    CellResult cell = cell("terasort", soFar -> fill(mountPoint(device(soFar, "worker1"))));

    failsBecause(cell, "(?s).*disk loop\\d+ of worker1 \\(.+\\) .*full.*");
    nextCellIsOk();
  }

  @Test
  @Order(6)
  @Tag("long")
  void dataNodeThatIsKilledIsTheReason() throws Exception {
    CellResult cell = cell("teravalidate", soFar -> kill("DataNode", "worker1"));

    failsBecause(cell, "(?s)teravalidate: .*DataNode of worker1 .*signal 9.*");
    nextCellIsOk();
  }

  @Test
  @Order(7)
  @Tag("long")
  void nodeManagerThatIsKilledIsTheReason() throws Exception {
    CellResult cell = cell("terasort", soFar -> kill("NodeManager", "worker2"));

    failsBecause(cell, "(?s)terasort: .*NodeManager of worker2 .*signal 9.*");
    nextCellIsOk();
  }

  private static String device(CellResult soFar, String worker) {
    return soFar.tier().devicesByNode().get(worker).get(0);
  }

  /** All blocks but its first ones are beyond its end from now on. */
  private void failDevice(String device) throws IOException {
    Path image =
        Path.of(Files.readString(Path.of("/sys/block", device, "loop/backing_file")).strip());
    assertThat(image).startsWith(folder);
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(1 << 20);
    }
    run("losetup", "-c", "/dev/" + device);
  }

  private Path mountPoint(String device) {
    Path mounted =
        Path.of(run("findmnt", "-n", "-o", "TARGET", "--source", "/dev/" + device).out().strip());
    assertThat(mounted).startsWith(folder);
    return mounted;
  }

  private void fill(Path disk) throws IOException {
    long free = Files.getFileStore(disk).getUsableSpace();
    Path large = disk.resolve("large");
    // what of it cannot be had at once comes in smaller pieces
    for (long piece = free; piece >= 4096; piece /= 2) {
      String all = Long.toString(Files.exists(large) ? Files.size(large) + piece : piece);
      host.run(Command.of(LIMIT, "fallocate", "-l", all, large.toString()));
    }
    // and the last blocks by writing, until there is none
    host.run(Command.of(LIMIT, "dd", "if=/dev/zero", "of=" + disk.resolve("last"), "bs=4k"));
    run("sync", "-f", disk.toString());
  }

  /** At the node's own end: that of the bridge is left as it is. */
  private void pull(String node) {
    run("ip", "-n", "corebound-" + runId + "-" + node, "link", "set", "dev", "eth0", "down");
  }

  private void kill(String daemon, String node) {
    ProcessHandle process =
        ours()
            .filter(p -> arguments(p).contains("-Dcorebound.node=" + node))
            .filter(p -> arguments(p).stream().anyMatch(a -> a.endsWith("." + daemon)))
            .findFirst()
            .orElseThrow();
    process.destroyForcibly();
  }

  /** Waits for the JVM of a task, and kills it. */
  private void killTask() {
    Instant end = Instant.now().plus(LIMIT);
    Optional<ProcessHandle> task = Optional.empty();
    while (task.isEmpty() && Instant.now().isBefore(end)) {
      task =
          ours()
              .filter(p -> arguments(p).contains("org.apache.hadoop.mapred.YarnChild"))
              .findFirst();
    }
    task.ifPresent(
        process -> {
          killedAttempt =
              arguments(process).stream()
                  .filter(argument -> argument.matches("attempt_[0-9]+_[0-9]+_[mr]_[0-9]+_[0-9]+"))
                  .findFirst()
                  .orElse("none");
          process.destroyForcibly();
        });
  }

  private Stream<ProcessHandle> ours() {
    return ProcessHandle.allProcesses()
        .filter(p -> ofProcess(p, "environ").contains("COREBOUND_RUN=" + runId));
  }

  private static List<String> arguments(ProcessHandle process) {
    return ofProcess(process, "cmdline");
  }

  private static List<String> ofProcess(ProcessHandle process, String file) {
    try {
      Path path = Path.of("/proc", Long.toString(process.pid()), file);
      return Arrays.asList(Files.readString(path, StandardCharsets.ISO_8859_1).split("\0"));
    } catch (IOException e) {
      return List.of();
    }
  }
}
