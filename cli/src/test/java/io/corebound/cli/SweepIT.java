package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.Checkout;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.MachineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Ending;
import io.corebound.records.history.Setting;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code corebound sweep} as a process, in a lab: interrupted, killed and resumed. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class SweepIT extends OneRun {
  /** A sweep of two cells of little data. */
  static final String TINY =
      """
      description: two cells of little data
      workload: terasort
      cluster: lab
      storage: [ssd-pcie]
      network: [ethernet-1g, infiniband-qdr]
      settings: {nodes: 1, cores_per_node: 2, containers_per_node: 1}
      profiles:
        quick: {size: 20MB, repetitions: 1}
      """;

  /** What it says while it measures disks. */
  private static final String BASE = "ssd-pcie: ";

  /** What it says before it writes its report. */
  private static final String REPORT = "no process and no data left behind";

  /** What it says as it comes to each stage before the first job of its only cell. */
  private static final List<String> BEFORE_JOBS =
      List.of("environment", BASE, "\\] predict ", "cell 1 of 1: cluster");

  /** The same from its first job on; a session that finds one of its two cells OK has the other. */
  private static final List<String> FROM_JOBS_ON =
      List.of(
          "cell 1 of 2: teragen \\(",
          "cell 1 of 2: terasort",
          "cell 1 of 2: teravalidate",
          // its end
          "cell 1 of 2: teragen \\d",
          "cell 1 of 1: cluster",
          REPORT);

  /** A run that measured the model's operations, on a machine of two cores. */
  private Path operations;

  private Path tiny;

  /** What a killed command before it left is cleared by the next one, and would be missed after. */
  @BeforeAll
  static void nothingIsLeftOfOthers() throws Exception {
    Corebound.run("clean");
  }

  @BeforeEach
  void files() throws IOException {
    operations = Files.createDirectory(folder.resolve("operations"));
    Files.copy(
        Checkout.ROOT.resolve("results/samples/measured-2-cores/run.json"),
        operations.resolve("run.json"));
    try (InputStream rows = SweepIT.class.getResourceAsStream("operations.csv")) {
      Files.copy(rows, operations.resolve("measurements.csv"));
    }
    tiny = Files.writeString(folder.resolve("tiny.yaml"), TINY);
  }

  @Test
  void whoIsNotRootIsToldWhyAndWhatWorksInstead() throws Exception {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
        "needs root: it starts corebound as another user");
    List<String> command = new ArrayList<>(List.of("setpriv", "--reuid", "65534", "--regid"));
    command.addAll(List.of("65534", "--clear-groups"));
    // another user may not enter the checkout, as one below /root
    command.addAll(List.of("--inh-caps", "+dac_override", "--ambient-caps", "+dac_override", "--"));
    process =
        Corebound.start(
            folder,
            builder -> {
              command.addAll(builder.command());
              builder.command(command);
            },
            "sweep",
            "paper-2013");
    ends(3);
    assertThat(err())
        .contains("root")
        .contains("sudo ./corebound")
        .contains("./corebound run --cluster local", "docs/external.md");
  }

  /** What a lab makes and a kill could leave behind. */
  private static Set<String> ofLabs() throws Exception {
    Set<String> there = new TreeSet<>();
    for (List<String> command :
        List.of(
            List.of("losetup", "--list", "--noheadings", "--output", "NAME,BACK-FILE"),
            List.of("ip", "netns", "list"),
            List.of("find", "/sys/fs/cgroup", "-type", "d", "-name", "corebound-*"),
            List.of("ip", "-o", "link", "show"))) {
      // groups of others go meanwhile, and find says so
      Process listing =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String text = new String(listing.getInputStream().readAllBytes());
      listing.waitFor();
      text.lines().map(l -> l.replaceAll("^\\d+: ", "")).forEach(there::add);
    }
    Files.readAllLines(Path.of("/proc/self/mounts")).stream()
        // iproute2 mounts it with the first namespace since a restart, for all that follow
        .filter(mount -> !mount.contains(" /run/netns "))
        .forEach(there::add);
    for (String folder : List.of("/dev/shm", "/tmp")) {
      try (Stream<Path> names = Files.list(Path.of(folder))) {
        names
            .map(Path::toString)
            .filter(name -> name.contains("corebound-run") || name.contains("hsperfdata_nobody"))
            .forEach(there::add);
      }
    }
    for (String limit : List.of("read_bps", "write_bps", "read_iops", "write_iops")) {
      Path throttles = Path.of("/sys/fs/cgroup/blkio/blkio.throttle." + limit + "_device");
      if (Files.exists(throttles)) {
        Files.readAllLines(throttles).forEach(line -> there.add(limit + " " + line));
      }
    }
    try (Stream<Path> devices = Files.list(Path.of("/sys/class/bdi"))) {
      for (Path device : devices.toList()) {
        // as the kernel begins, so that a device node that losetup adds is none of it
        for (String none : List.of("strict_limit 0", "max_ratio_fine 1000000")) {
          String file = none.split(" ")[0];
          try {
            there.add(device + " " + file + " " + Files.readString(device.resolve(file)).strip());
          } catch (NoSuchFileException e) {
            // a kernel without it
          }
          there.remove(device + " " + none);
        }
      }
    }
    Corebound.processesWith(v -> v.startsWith("COREBOUND_RUN="))
        .forEach(pid -> there.add("process " + Corebound.ofProcess(pid, "cmdline")));
    return there;
  }

  private void sweep(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("sweep"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--data-dir", data.toString()));
    process = Corebound.start(folder, all.toArray(new String[0]));
  }

  /** Waits until it says something of that form. */
  private void awaitSaid(String when) throws Exception {
    Pattern said = Pattern.compile(when);
    Instant end = Instant.now().plus(Duration.ofMinutes(6));
    while (!said.matcher(err()).find()) {
      assertThat(process.isAlive()).as(err()).isTrue();
      assertThat(Instant.now()).as("waited for '%s' in%n%s", when, err()).isBefore(end);
      Thread.sleep(20);
    }
  }

  /** Kills it as soon as it says something of that form. */
  private void kill(String when) throws Exception {
    awaitSaid(when);
    process.destroyForcibly().waitFor();
    // at the report the end is near, and may come first
    assertThat(process.exitValue())
        .as("it was killed: %s", err())
        .isIn(when.equals(REPORT) ? List.of(128 + 9, 0) : List.of(128 + 9));
  }

  private Map<String, CellResult> cells(RunDirectory run) {
    Map<String, CellResult> cells = new HashMap<>();
    for (String cell : run.cells()) {
      if (Files.exists(run.cellFile(cell))) {
        cells.put(cell, StructuredFiles.readJson(run.cellFile(cell), CellResult.class));
      }
    }
    return cells;
  }

  private void assumeLab() {
    LabSupport support = LabSupport.check(new LocalHost("sweep-it", "localhost"));
    assumeTrue(support.possible(), () -> "needs a lab: " + support.reasons());
  }

  private void begin(String... further) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(tiny.toString()));
    arguments.addAll(List.of("--measure", Corebound.resource("little.yaml").toString()));
    arguments.addAll(List.of("--results", folder.resolve("results").toString()));
    arguments.addAll(List.of(further));
    sweep(arguments.toArray(new String[0]));
  }

  private void resume() throws IOException {
    sweep("--resume", runDirectory().root().toString());
  }

  @Test
  void sweepGoesOnAfterCtrlCAndAKillAndEndsOk() throws Exception {
    interruptAndKill("early");
    reducesStartBesideTheMapsInTheOneSlotThatTheyHave();
  }

  @Test
  @Tag("long")
  void sweepOfVariantsGoesOnAfterCtrlCAndAKillAndEveryCellEndsOkOnce() throws Exception {
    interruptAndKill("two", "early");
    theVariantsDiffer();
    reducesStartBesideTheMapsInTheOneSlotThatTheyHave();
  }

  private void interruptAndKill(String... variants) throws Exception {
    assumeLab();
    Files.writeString(
        tiny,
        """
        description: variants
        workload: terasort
        cluster: lab
        storage: [ssd-pcie]
        network: [infiniband-qdr]
        settings: {nodes: 1, cores_per_node: 2, containers_per_node: 1, slow_start: 1}
        variants:
          two: {size_factor: 2, settings: {containers_per_node: 2, reduce_tasks: 1, map_output_codec: none}}
          early:
            settings:
              containers_per_node: 4
              reduce_slots: 0.25
              reduce_tasks: 2
              slow_start: 0.05
              block_size: 4MiB
              lever: prefix
        profiles:
          quick: {size: 20MB, repetitions: 1}
        """);
    try (ForeignResources other = new ForeignResources(folder)) {
      Set<String> before = ofLabs();
      assertThat(before).as("what is somebody else's").anyMatch(other::isOf);
      interruptAndKill(before, List.of(variants));
      assertThat(Corebound.run("clean").out()).contains("nothing was left behind");
      assertThat(ofLabs()).isEqualTo(before);
      assertThat(other.file()).hasContent("precious");
    }
  }

  private static String cell(String variant) {
    return "ssd-pcie_infiniband-qdr_" + variant + "_1";
  }

  /** Ctrl-C as the first cell's cluster starts, a kill in the last cell, and to the end. */
  private void interruptAndKill(Set<String> before, List<String> variants) throws Exception {
    int cells = variants.size();
    String last = cell(variants.get(cells - 1));
    List<String> only = new ArrayList<>(List.of("--machine", operations.toString()));
    variants.forEach(variant -> only.addAll(List.of("--only", "*/*/" + variant)));
    begin(only.toArray(new String[0]));
    awaitSaid("cell 1 of %s: cluster".formatted(cells));
    // as Ctrl-C does, which a shell may have shut off for what it runs in the background
    process.destroy();
    ends(1, Duration.ofMinutes(1));
    RunDirectory run = runDirectory();
    assertThat(err()).contains("go on with: ", "./corebound sweep --resume " + run.root());
    assertThat(run.manifest().reason()).contains("interrupted");
    assertThat(ofLabs()).as("what is there after Ctrl-C").isEqualTo(before);
    String environment = Files.readString(run.environmentFile());
    List<RunManifest.FrozenPrediction> frozen = run.manifest().predictions();
    resume();
    kill("cell %1$s of %1$s: teragen \\(".formatted(cells));
    Map<String, CellResult> done = cells(run);
    assertThat(done.remove(last).state()).isEqualTo(State.RUNNING);
    assertThat(done.values()).hasSize(cells - 1).allMatch(c -> c.state() == State.OK);
    String left = Corebound.run("sweep", "--resume", run.root().toString(), "--dry-run").out();
    assertThat(left)
        .as("predicted and measured: what is left is one cell")
        .contains("1  " + last)
        .doesNotContain("base performance", "suites are measured");
    assertThat(done.keySet()).noneMatch(left::contains);
    resume();
    ends(0);
    wholeSweep(run, before, cells);
    assertThat(cells(run)).as("not run again: the very same records").containsAllEntriesOf(done);
    assertThat(run.manifest().predictions()).isEqualTo(frozen);
    assertThat(run.environmentFile()).as("that of the first session").hasContent(environment);
    assertThat(run.environmentFile("resumed-1")).exists();
    assertThat(Corebound.run("sweep", "--resume", run.root().toString(), "--dry-run").out())
        .contains("every cell has run");
  }

  private void theVariantsDiffer() throws Exception {
    RunDirectory run = runDirectory();
    Map<String, CellResult> cells = cells(run);
    CellResult two = cells.get(cell("two"));
    CellResult early = cells.get(cell("early"));
    assertThat(early.data()).isEqualTo(DataSize.ofMegabytes(20));
    assertThat(two.data()).isEqualTo(DataSize.ofMegabytes(40));
    assertThat(two.stages()).extracting(CellResult.Job::state).containsOnly(State.OK);
    assertThat(reducesOf(two)).hasSize(1);
    assertThat(early.configuration()).containsEntry("mapreduce.map.output.compress", "true");
    assertThat(two.configuration())
        .containsEntry("mapreduce.map.output.compress", "false")
        .containsEntry(Setting.COLLECTOR.key(), "org.apache.hadoop.mapred.MapTask$MapOutputBuffer");
    assertThat(two.tier().variantName()).isEqualTo("two");
    Prediction predicted =
        StructuredFiles.readJson(run.predictionFile(two.cell()), Prediction.class);
    assertThat(predicted.totalS())
        .isNotEqualTo(
            StructuredFiles.readJson(run.predictionFile(early.cell()), Prediction.class).totalS());
  }

  private void reducesStartBesideTheMapsInTheOneSlotThatTheyHave() throws Exception {
    RunDirectory run = runDirectory();
    assertThat(Files.readString(run.reportMarkdown()))
        .contains("ssd-pcie / infiniband-qdr / early");
    CellResult early = cells(run).get(cell("early"));
    // and no other one to fall back to
    assertThat(early.configuration())
        .containsEntry(Setting.COLLECTOR.key(), "io.corebound.collector.PrefixCollector");
    assertThat(Files.readString(run.predictionFile(early.cell()))).contains("lever prefix");
    List<CellResult.Task> reduces = reducesOf(early).toList();
    assertThat(reduces).hasSize(2);
    assertThat(reduces.get(1).startS())
        .as("the one slot for reduces is free again")
        .isGreaterThan(reduces.get(0).finishS());
    assertThat(reduces.get(0).startS())
        .as("beside the maps")
        .isLessThan(
            early.tasks().stream()
                .filter(t -> t.type() == TaskType.MAP)
                .mapToDouble(CellResult.Task::finishS)
                .max()
                .orElseThrow());
  }

  @Test
  @Tag("long") // what becomes of the cell itself: ChaosIT
  void sweepGoesOnAfterACellWhoseDataNodeIsKilledAndRepeatsIt() throws Exception {
    assumeLab();
    Set<String> before = ofLabs();
    begin("--machine", operations.toString());
    awaitSaid("cell 1 of 2: terasort");
    long dataNode =
        marked().stream()
            .filter(pid -> Corebound.ofProcess(pid, "cmdline").contains(".DataNode\0"))
            .findFirst()
            .orElseThrow();
    new ProcessBuilder("kill", "-KILL", Long.toString(dataNode)).start().waitFor();
    ends(1);
    RunDirectory run = runDirectory();
    CellResult failed = cells(run).get("ssd-pcie_ethernet-1g_1");
    assertThat(failed.state()).isEqualTo(State.FAILED);
    assertThat(failed.reason()).contains("DataNode");
    assertThat(cells(run).get("ssd-pcie_infiniband-qdr_1").state()).isEqualTo(State.OK);
    assertThat(err()).contains("FAILED: ");
    sweep("--resume", run.root().toString(), "--repeat-failed");
    ends(0);
    wholeSweep(run, before, 2);
  }

  /** In the order in which they began. */
  private static Stream<CellResult.Task> reducesOf(CellResult cell) {
    return cell.tasks().stream()
        .filter(t -> t.type() == TaskType.REDUCE && t.state() == Ending.SUCCEEDED)
        .sorted(Comparator.comparingDouble(CellResult.Task::startS));
  }

  /** Every cell OK, predicted before it ran, and nothing of the lab left. */
  private void wholeSweep(RunDirectory run, Set<String> before, int cells) throws Exception {
    Map<String, CellResult> all = cells(run);
    assertThat(all.values()).hasSize(cells).allMatch(c -> c.state() == State.OK);
    assertThat(run.manifest().state()).isEqualTo(State.OK);
    assertThat(run.manifest().predictions()).hasSize(cells);
    double firstSortS =
        all.values().stream().mapToDouble(c -> c.stages().get(1).submitS()).min().orElseThrow();
    for (RunManifest.FrozenPrediction one : run.manifest().predictions()) {
      assertThat(RunDirectory.sha256(run.root().resolve(one.file()))).isEqualTo(one.sha256());
      assertThat(one.frozenAt().toEpochMilli() / 1000.0).as(one.file()).isLessThan(firstSortS);
    }
    for (CellResult cell : all.values()) {
      assertThat(cell.tier().devicesByNode()).containsOnlyKeys("worker1");
      assertThat(cell.checks()).isNotEmpty().allMatch(CellResult.Check::passed);
      assertThat(cell.tasks()).extracting(CellResult.Task::host).containsOnly("worker1");
      writeBackIsMeasuredAndPredicted(run, cell.cell());
    }
    assertThat(run.reportHtml()).exists();
    assertThat(data).isEmptyDirectory();
    assertThat(ofLabs()).as("what is there after it, beside what was before").isEqualTo(before);
  }

  private static void writeBackIsMeasuredAndPredicted(RunDirectory run, String cell)
      throws IOException {
    MachineFile tier = StructuredFiles.readYaml(run.machineFile(cell), MachineFile.class);
    // where the kernel's threads are seen
    if (Corebound.ofProcess(2, "comm").equals("kthreadd\n")) {
      assertThat(tier.disk().writeBackNsPerByte().value()).as("the kernel's part").isPositive();
      assertThat(Files.readString(run.predictionFile(cell))).contains("disk.write-back");
    }
  }

  @Test
  @Tag("long")
  void sweepThatIsKilledAtEveryStageBeforeItsFirstJobGoesOnEachTime() throws Exception {
    goesOnAfterKillsAt(BEFORE_JOBS, 1, "--only", "*/ethernet-1g");
  }

  @Test
  @Tag("long")
  void sweepThatIsKilledInEveryJobAndBetweenAndAfterCellsGoesOnEachTime() throws Exception {
    goesOnAfterKillsAt(FROM_JOBS_ON, 2);
  }

  /** One sweep, killed at a stage, resumed, killed at the next stage, and so on. */
  private void goesOnAfterKillsAt(List<String> stages, int cells, String... options)
      throws Exception {
    assumeLab();
    Set<String> before = ofLabs();
    List<String> arguments = new ArrayList<>(List.of("--machine", operations.toString()));
    arguments.addAll(List.of(options));
    begin(arguments.toArray(new String[0]));
    Map<String, CellResult> done = new HashMap<>();
    List<RunManifest.FrozenPrediction> frozen = List.of();
    for (String stage : stages) {
      kill(stage);
      RunDirectory run = runDirectory();
      Map<String, CellResult> now = cells(run);
      assertThat(now).as("after the kill at '%s'", stage).containsAllEntriesOf(done);
      assertThat(run.manifest().predictions())
          .as("after the kill at '%s'", stage)
          .containsAll(frozen);
      now.values().removeIf(cell -> cell.state() != State.OK);
      done = now;
      frozen = run.manifest().predictions();
      resume();
    }
    ends(0);
    assertThat(cells(runDirectory())).containsAllEntriesOf(done);
    wholeSweep(runDirectory(), before, cells);
  }

  @Test
  @Tag("long")
  void sweepThatIsKilledWhileItMeasuresOperationsMeasuresThemWhenItGoesOn() throws Exception {
    assumeLab();
    Set<String> before = ofLabs();
    begin();
    kill("\\] micro +\\S+.*%");
    assertThat(runDirectory().manifest().predictions()).isEmpty();
    resume();
    ends(0);
    wholeSweep(runDirectory(), before, 2);
  }
}
