package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.MachineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code corebound run} on the real daemons, on little data: whole, and hurt in every way. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class RunIT {
  private static final Duration A_MINUTE = Duration.ofMinutes(1);
  private static final Duration TO_GET_THERE = Duration.ofMinutes(6);
  private static final Pattern LISTENING =
      Pattern.compile("(\\S+):\\d+\\s+\\S+\\s+users:\\(\\(.*?pid=(\\d+)");

  @TempDir Path folder;
  private Path data;
  private Path profile;
  private Process process;

  @BeforeEach
  void folders() throws IOException {
    data = Files.createDirectory(folder.resolve("data"));
    profile = Corebound.resource("little.yaml");
  }

  @AfterEach
  void nothingStays() {
    if (process != null && process.isAlive()) {
      process.destroyForcibly();
    }
  }

  @Tag("long") // the same on loopback; what a lab adds: SweepIT, ChaosIT
  @Test
  void wholeRunMeasuresASlowAndAFastDiskInALab() throws Exception {
    LabSupport lab = LabSupport.check(new LocalHost("questions", "localhost"));
    assumeTrue(lab.possible(), () -> "needs a lab: " + lab.reasons());
    RunDirectory run;
    try (ForeignResources other = new ForeignResources(folder)) {
      start("--size", "20MB");
      run = wholeRun();
      assertThat(Corebound.run("clean").status()).isZero();
      assertThat(other.isUntouched()).as("what corebound has not made").isTrue();
    }
    assertThat(run.cells()).containsExactly("hdd_ethernet-10g_1", "ssd-pcie_ethernet-10g_1");
    assertThat(run.manifest().predictions())
        .extracting(RunManifest.FrozenPrediction::cell)
        .containsExactlyInAnyOrderElementsOf(run.cells());
    for (String cell : run.cells()) {
      writeBackIsMeasuredAndPredicted(run, cell);
      wholeCell(run, cell);
    }
    assertThat(writing(run, "ssd-pcie_ethernet-10g_1"))
        .as("MB/s that the same disk wrote within the limits of the other tier")
        .isGreaterThan(5 * writing(run, "hdd_ethernet-10g_1"));
    CellResult second =
        StructuredFiles.readJson(run.cellFile("hdd_ethernet-10g_1"), CellResult.class);
    assertThat(second.stages().get(0).state())
        .as("its tier shares the input")
        .isEqualTo(State.SKIPPED);
    assertThat(Files.readString(run.reportMarkdown())).contains("hdd").contains("ssd-pcie");
    operationsAreMeasuredOnAsManyCpusAsAWorkerHas(run);
  }

  private static double writing(RunDirectory run, String cell) {
    return StructuredFiles.readYaml(run.machineFile(cell), MachineFile.class)
        .disk()
        .write()
        .mean()
        .value();
  }

  private static void operationsAreMeasuredOnAsManyCpusAsAWorkerHas(RunDirectory run)
      throws IOException {
    int cores = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    assertThat(Measurement.read(run.measurementsFile()))
        .filteredOn(m -> m.metric().equals(Measurement.Metric.SUBMIT_TO_FIRST_MAP_COST))
        .isNotEmpty()
        .allMatch(m -> m.parameters().get("cores").equals(Integer.toString(cores)));
  }

  /** The slow disk gets so few bytes that idle threads may take as much. */
  private static void writeBackIsMeasuredAndPredicted(RunDirectory run, String cell)
      throws IOException {
    Path second = Path.of("/proc/2/comm");
    if (!Files.exists(second) || !Files.readString(second).equals("kthreadd\n")) {
      return;
    }
    MachineFile tier = StructuredFiles.readYaml(run.machineFile(cell), MachineFile.class);
    assertThat(tier.disk().writeBackNsPerByte().value()).as("the kernel's part").isNotNegative();
    if (cell.startsWith("ssd-pcie")) {
      assertThat(tier.disk().writeBackNsPerByte().value()).isPositive();
      assertThat(Files.readString(run.predictionFile(cell))).contains("disk.write-back");
    }
  }

  @Test
  void wholeRunOnLoopbackLeavesAReportThatComparesPredictionAndMeasurement() throws Exception {
    startOnLoopback();
    RunDirectory run = wholeRun();
    assertThat(run.cells()).hasSize(1);
    wholeCell(run, run.cells().get(0));
  }

  /** Waits for the end of a run, and looks who listens on this machine's own addresses. */
  private RunDirectory wholeRun() throws Exception {
    await("predict", TO_GET_THERE);
    Set<String> addresses = new TreeSet<>();
    while (process.isAlive()) {
      addresses.addAll(listening());
      Thread.sleep(500);
    }
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(addresses)
        .as("addresses of this machine that daemons and tasks listened on")
        .allMatch(RunIT::loopback);
    RunDirectory run = runDirectory();
    assertThat(run.manifest().state()).isEqualTo(State.OK);
    assertThat(run.manifest().stages()).allMatch(s -> s.state() == State.OK);
    assertThat(Files.readString(run.reportHtml())).contains("echarts");
    assertThat(Corebound.text(folder, "out")).contains(run.reportHtml().toString());
    nothingIsLeft();
    return run;
  }

  private static void wholeCell(RunDirectory run, String cell) throws IOException {
    CellResult result = StructuredFiles.readJson(run.cellFile(cell), CellResult.class);
    assertThat(result.state()).isEqualTo(State.OK);
    assertThat(result.checks()).hasSize(6).allMatch(CellResult.Check::passed);
    assertThat(result.intervals())
        .extracting(MeasuredInterval::name)
        .containsExactly(Interval.MAP, Interval.SHUFFLE_TAIL, Interval.REDUCE, Interval.OVERHEAD);
    assertThat(result.collectors())
        .allMatch(
            c ->
                c.state() == State.OK && c.samples() > 0
                    || c.name().equals("pressure") && c.state() == State.SKIPPED);
    frozenBeforeSubmission(run, run.manifest(), result);
    rawOutputIsKept(run, cell, result);
    assertThat(Files.readString(run.reportMarkdown())).contains("| gap to /proc/stat |");
  }

  private static void frozenBeforeSubmission(
      RunDirectory run, RunManifest manifest, CellResult result) {
    RunManifest.FrozenPrediction frozen =
        manifest.predictions().stream()
            .filter(p -> p.cell().equals(result.cell()))
            .findFirst()
            .orElseThrow();
    assertThat(frozen.sha256()).isEqualTo(RunDirectory.sha256(run.root().resolve(frozen.file())));
    double firstSubmission =
        result.stages().stream()
            .filter(j -> j.state() == State.OK)
            .mapToDouble(CellResult.Job::clientStartS)
            .min()
            .orElseThrow();
    assertThat(frozen.frozenAt().toEpochMilli() / 1000.0).isLessThan(firstSubmission);
  }

  private static void rawOutputIsKept(RunDirectory run, String cell, CellResult result)
      throws IOException {
    List<Measurement> measurements = Measurement.read(run.measurementsFile());
    assertThat(measurements).isNotEmpty().allMatch(m -> !m.unit().isEmpty());
    assertThat(measurements)
        .allMatch(
            m -> !m.rawFile().isEmpty() && Files.exists(run.root().resolve(m.rawFile())),
            "its raw file is there");
    try (Stream<Path> files = Files.walk(run.rawFolder(cell))) {
      assertThat(files.map(f -> f.getFileName().toString()).filter(n -> n.endsWith(".jhist")))
          .hasSameSizeAs(result.stages().stream().filter(j -> j.state() == State.OK).toList());
    }
    assertThat(run.samples(cell))
        .extracting(s -> s.source())
        .contains("sar-cpu", "iostat-disk", "roles");
  }

  @Tag("long") // a job hurt in the same way: LocalClusterIT; the run's end: an interrupt
  @Test
  void killedNodeManagerFailsTheRunWithTheReason() throws Exception {
    startInVain();
    await("start of containers", TO_GET_THERE);
    Thread.sleep(2000);
    kill(pidOf("NodeManager"));
    failsWithin(A_MINUTE, "NodeManager");
  }

  @Tag("long") // a job hurt in the same way: TeraSortIT
  @Test
  void killedDataNodeFailsTheRunAndTheReportShowsWhatWasMeasured() throws Exception {
    startOnLoopback();
    await("terasort", TO_GET_THERE);
    Thread.sleep(3000);
    kill(pidOf("DataNode"));
    failsWithin(A_MINUTE, "DataNode");
    RunDirectory run = runDirectory();
    assertThat(StructuredFiles.readJson(run.cellFile(run.cells().get(0)), CellResult.class).state())
        .isEqualTo(State.FAILED);
    assertThat(Files.readString(run.reportHtml())).contains("sort").contains("DataNode");
  }

  @Tag("long") // the same with daemons in a lab: SweepIT
  @Test
  void interruptedRunStopsEverything() throws Exception {
    startInVain();
    awaitDaemon("NodeManager");
    // as Ctrl-C does, which a shell may have shut off for what it runs in the background
    process.destroy();
    failsWithin(A_MINUTE, "interrupted");
  }

  @Test
  void secondRunIsRefusedAndWhatAKilledOneStartedEndsWithinSecondsItsFoldersWithTheNextCommand()
      throws Exception {
    startInVain();
    awaitDaemon("NodeManager");
    Corebound.Result second = Corebound.run("run", "--data-dir", data.toString());
    assertThat(second.status()).isEqualTo(1);
    assertThat(second.err()).contains("another corebound run " + runId());
    process.destroyForcibly().waitFor();
    Instant end = Instant.now().plusSeconds(15);
    while (!marked().isEmpty() && Instant.now().isBefore(end)) {
      Thread.sleep(100);
    }
    assertThat(marked()).as("processes 15 s after kill -9").isEmpty();
    assertThat(data).isNotEmptyDirectory();
    Corebound.Result cleaned = Corebound.run("clean");
    assertThat(cleaned.status()).isZero();
    assertThat(cleaned.out()).contains(runId()).contains("deleted").doesNotContain("ended");
    nothingIsLeft();
  }

  @Tag("long") // what a killed run left is ended: LabCleanUpIT
  @Test
  void nextCommandEndsWhatAKilledRunLeftWhoseGuardWasKilledToo() throws Exception {
    startInVain();
    awaitDaemon("NodeManager");
    long guard =
        process
            .children()
            .map(ProcessHandle::pid)
            .filter(pid -> Corebound.ofProcess(pid, "cmdline").contains("end_marked"))
            .findFirst()
            .orElseThrow();
    kill(guard);
    process.destroyForcibly().waitFor();
    Thread.sleep(4000);
    assertThat(marked()).isNotEmpty();
    Corebound.Result cleaned = Corebound.run("clean");
    assertThat(cleaned.status()).isZero();
    assertThat(cleaned.out()).contains(runId()).contains("ended").contains("deleted");
    nothingIsLeft();
  }

  private void startOnLoopback() throws IOException {
    start("--cluster", "local");
  }

  /** A run that never comes to a prediction: it measures one suite. */
  private void startInVain() throws IOException {
    profile = Corebound.resource("one-suite.yaml");
    startOnLoopback();
  }

  private void start(String... options) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                "--profile",
                profile.toString(),
                "--data-dir",
                data.toString(),
                "--results",
                folder.resolve("results").toString()));
    arguments.addAll(List.of(options));
    process = Corebound.start(folder, arguments.toArray(String[]::new));
  }

  private void failsWithin(Duration time, String reason) throws Exception {
    assertThat(process.waitFor(time.toSeconds(), TimeUnit.SECONDS)).as(err()).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(err()).contains(reason).doesNotContain("\tat ");
    assertThat(runDirectory().manifest().state()).isEqualTo(State.FAILED);
    assertThat(runDirectory().manifest().reason()).contains(reason);
    assertThat(runDirectory().reportHtml()).isNotEmptyFile();
    nothingIsLeft();
  }

  private void nothingIsLeft() throws Exception {
    assertThat(marked()).as("processes that are left").isEmpty();
    assertThat(data).isEmptyDirectory();
    String id = runId();
    try (Stream<Path> shared = Files.list(Path.of("/dev/shm"))) {
      assertThat(shared.filter(f -> f.getFileName().toString().contains(id))).isEmpty();
    }
  }

  private void await(String text, Duration time) throws Exception {
    Instant end = Instant.now().plus(time);
    BooleanSupplier there =
        () -> {
          try {
            return err().contains(text);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        };
    while (!there.getAsBoolean()) {
      assertThat(process.isAlive()).as("corebound ended before '" + text + "': " + err()).isTrue();
      assertThat(Instant.now()).as("no '" + text + "' in time: " + err()).isBefore(end);
      Thread.sleep(100);
    }
  }

  private void awaitDaemon(String name) throws Exception {
    await("cluster", TO_GET_THERE);
    Instant end = Instant.now().plus(A_MINUTE);
    while (find(name).isEmpty()) {
      assertThat(Instant.now()).as("no " + name + " in a minute: " + err()).isBefore(end);
      Thread.sleep(100);
    }
  }

  private String err() throws IOException {
    return Corebound.text(folder, "err");
  }

  /** The run's id is the name of its folder. */
  private String runId() throws IOException {
    Matcher id = Pattern.compile("run-\\d{8}-\\d{6}-" + process.pid()).matcher("");
    try (Stream<Path> runs = Files.list(folder.resolve("results"))) {
      return runs.map(f -> f.getFileName().toString())
          .filter(n -> id.reset(n).matches())
          .findFirst()
          .orElseThrow();
    }
  }

  private RunDirectory runDirectory() throws IOException {
    return RunDirectory.open(folder.resolve("results").resolve(runId()));
  }

  /** Command lines of the processes that carry the run's mark. */
  private List<Long> marked() throws IOException {
    String mark = "COREBOUND_RUN=" + runId();
    return Corebound.processesWith(mark::equals);
  }

  private long pidOf(String daemon) throws IOException {
    return find(daemon).orElseThrow(() -> new AssertionError("no " + daemon + " runs"));
  }

  private Optional<Long> find(String daemon) throws IOException {
    return marked().stream()
        .filter(
            pid ->
                List.of(Corebound.ofProcess(pid, "cmdline").split("\0")).stream()
                    .anyMatch(a -> a.endsWith("." + daemon)))
        .findFirst();
  }

  private static void kill(long pid) throws Exception {
    new ProcessBuilder("kill", "-KILL", Long.toString(pid)).start().waitFor();
  }

  /** Addresses that processes of the run listen on now, by ss. */
  private Set<String> listening() throws Exception {
    List<Long> ours = marked();
    Process ss = new ProcessBuilder("ss", "-Hltnp").start();
    String text = new String(ss.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Set<String> addresses = new TreeSet<>();
    for (String line : text.lines().toList()) {
      Matcher socket = LISTENING.matcher(line);
      if (socket.find() && ours.contains(Long.valueOf(socket.group(2)))) {
        addresses.add(socket.group(1));
      }
    }
    return addresses;
  }

  private static boolean loopback(String address) {
    return address.startsWith("127.")
        || address.equals("[::1]")
        || address.startsWith("[::ffff:127.");
  }
}
