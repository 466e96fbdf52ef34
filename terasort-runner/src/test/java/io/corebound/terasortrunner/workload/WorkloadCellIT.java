package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.cluster.daemons.ClusterFolders;
import io.corebound.cluster.daemons.LocalCluster;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.collectors.sampler.Samplers;
import io.corebound.hosts.Checkout;
import io.corebound.hosts.MachineTicks;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.QuickTasks;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Small cells of every workload on one cluster of real daemons: who used the CPU, what was counted;
 * then the DataNode is killed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Isolated("CPU by role counts every daemon and task on this machine")
class WorkloadCellIT {
  private static final String CELL = "terasort";

  private static final Pattern MASTER_FLAGS =
      Pattern.compile("yarn\\.app\\.mapreduce\\.am\\.command-opts</name><value>([^<]*)<");

  @TempDir static Path folder;

  private final LocalHost host = new LocalHost("it-" + UUID.randomUUID(), "localhost");
  private final ClusterFile file =
      QuickTasks.of(
          Checkout.config("cluster/local", ClusterFile.class)
              // two cores, and one task at a time
              .on(2, DataSize.parse("4GiB")));
  private Path memory;
  private LocalCluster cluster;

  @BeforeAll
  void start() throws Exception {
    memory = Files.createTempDirectory(Path.of("/dev/shm"), "corebound-it");
    cluster =
        LocalCluster.start(
            host,
            file,
            HadoopLibraries.gathered(Path.of("../cluster/hadoop/target/lib")),
            Jdk.own(),
            new ClusterFolders(
                folder.resolve("data"), memory, folder.resolve("logs"), folder.resolve("conf")),
            List.of());
  }

  @AfterAll
  void nothingIsLeft() throws IOException {
    if (cluster != null) {
      cluster.close();
    }
    int alive = host.alive();
    host.stopAll(Duration.ofSeconds(1));
    Deletion.of(memory);
    assertThat(alive).as("processes that were left").isZero();
  }

  @Test
  @Order(1)
  void everyRoleOfAJobIsSeenAndTogetherTheyAreWhatTheMachineUsed() throws Exception {
    RunDirectory run = new RunDirectory(folder.resolve("run"));
    MachineTicks before = MachineTicks.now();
    CellResult cell = cell(run, "terasort", DataSize.ofMegabytes(40), job -> {});
    double lostS = MachineTicks.now().since(before).lostS();
    assertThat(cell.state()).as(cell.reason()).isEqualTo(State.OK);
    assertThat(cell.collectors())
        .allMatch(
            c ->
                c.state() == State.OK && c.samples() > 0
                    || c.name().equals("pressure") && c.state() == State.SKIPPED);
    rolesAddUp(cell, run, lostS);
    onlyTheMasterOfWhatIsNotMeasuredCompilesOtherwise(run);
    onlyTheTasksOfTeraValidateRunInTheApplicationMaster(run);
  }

  private static void onlyTheTasksOfTeraValidateRunInTheApplicationMaster(RunDirectory run)
      throws IOException {
    for (String job : List.of("teragen", "terasort", "teravalidate")) {
      Path log = run.rawFolder(CELL).resolve(job).resolve(job + "-client.log");
      assertThat(Files.readString(log))
          .contains("running in uber mode : " + job.equals("teravalidate"));
    }
  }

  private static void onlyTheMasterOfWhatIsNotMeasuredCompilesOtherwise(RunDirectory run)
      throws IOException {
    for (String job : List.of("teragen", "terasort", "teravalidate")) {
      try (Stream<Path> files = Files.list(run.rawFolder(CELL).resolve(job))) {
        Path file = files.filter(f -> f.toString().endsWith("_conf.xml")).findAny().orElseThrow();
        Matcher master = MASTER_FLAGS.matcher(Files.readString(file));
        assertThat(master.find()).as(job).isTrue();
        assertThat(master.group(1).contains("-XX:TieredStopAtLevel=1"))
            .as(job + ": " + master.group(1))
            .isEqualTo(!job.equals("terasort"));
        assertThat(master.group(1)).contains("-Xmx768m");
      }
    }
  }

  @Test
  @Order(2)
  void wordsAreCountedByTheJobAsWithoutHadoop() throws Exception {
    RunDirectory run = new RunDirectory(folder.resolve("words"));
    List<String> stages = new ArrayList<>();
    CellResult cell = cell(run, "word-count", DataSize.ofMegabytes(7), stages::add);
    assertThat(cell.state()).as(cell.reason()).isEqualTo(State.OK);
    assertThat(cell.workload()).isEqualTo("word-count");
    assertThat(cell.checks()).hasSize(3).allMatch(CellResult.Check::passed);
    assertThat(stages).startsWith("text").endsWith("word-count");
    assertThat(cell.stages())
        .extracting(CellResult.Job::name)
        .containsExactly("text", "word-count");
    assertThat(cell.intervals()).isNotEmpty();
    assertThat(cell.counters().get("TaskCounter/COMBINE_INPUT_RECORDS")).isPositive();
  }

  @Test
  @Order(3)
  void killedDataNodeFailsTheCellWithTheReasonAndWhatWasMeasuredStays() throws Exception {
    RunDirectory run = new RunDirectory(folder.resolve("killed"));
    CellResult cell =
        cell(
            run,
            "terasort",
            DataSize.ofMegabytes(20),
            job -> {
              if (job.equals("terasort")) {
                ProcessHandle.of(cluster.daemons().get("datanode"))
                    .ifPresent(ProcessHandle::destroyForcibly);
              }
            });
    assertThat(cell.state()).isEqualTo(State.FAILED);
    assertThat(cell.reason()).contains("DataNode", "signal 9");
    assertThat(StructuredFiles.readJson(run.cellFile(CELL), CellResult.class)).isEqualTo(cell);
    assertThat(cell.stages())
        .extracting(CellResult.Job::state)
        .containsExactly(State.OK, State.SKIPPED, State.SKIPPED);
    assertThat(run.samples(CELL)).isNotEmpty();
  }

  private static Workload workload(String name) {
    Path file = Path.of("../configs/workload").resolve(name + ".yaml");
    return Workloads.of(name, StructuredFiles.readYaml(file, WorkloadFile.class));
  }

  /** A cell; whoever hears that a stage begins may hurt the cluster. */
  private CellResult cell(
      RunDirectory run, String workload, DataSize data, Consumer<String> whenStageBegins)
      throws Exception {
    return new WorkloadCell(
            workload(workload), cluster, file, WatchedNodes.of(host), run, this::text)
        .run(
            new WorkloadCell.Cell(CELL, data, null, null, Optional.empty(), true),
            Samplers.OF_HOST,
            (stage, map, reduce) -> {
              if (map == 0 && reduce == 0) {
                whenStageBegins.accept(stage);
              }
            })
        .cell();
  }

  /** The project's own text, plain. */
  private Path text() {
    Path text = folder.resolve("text.txt");
    Path corpus =
        Path.of(
            "../microbench/src/main/resources/io/corebound/microbench/corpus/enwiki-2016.txt.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(corpus))) {
      Files.copy(in, text, StandardCopyOption.REPLACE_EXISTING);
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void rolesAddUp(CellResult cell, RunDirectory run, double lostS) {
    Samples roles = samples(run, "roles");
    CellResult.Job job =
        cell.stages().stream().filter(j -> j.name().equals("terasort")).findFirst().orElseThrow();
    Map<String, Double> used = coreS(roles, job.clientStartS(), job.clientEndS());
    System.out.println("core-seconds by role: " + used);
    assertThat(used).containsKeys("collectors", "kernel", "other");
    for (String role :
        List.of(
            "map",
            "reduce",
            "applicationmaster",
            "namenode",
            "datanode",
            "resourcemanager",
            "nodemanager",
            "client")) {
      assertThat(used).containsKey(role);
      assertThat(used.get(role)).as(role + " of " + used).isPositive();
    }
    double stolenS = stolenS(run, job);
    System.out.println("core-seconds that the hypervisor took: " + stolenS + "; lost: " + lostS);
    // of a tick in which the hypervisor took time /proc/stat counts nothing else (docs/roles.md),
    // and nothing at all of one that was lost
    assertThat(Math.abs(used.get("gap")))
        .as("gap of %s, stolen %s, lost %s", used, stolenS, lostS)
        .isLessThan(0.02 * used.get("machine") + stolenS + lostS + 0.05);
    besideHadoopsCounters(cell, used);
    // read by other code, from each daemon's own file; until some seconds after the job's end
    for (String daemon : List.of("namenode", "datanode", "resourcemanager")) {
      double read = cell.coreSByRole().get(daemon);
      assertThat(used.get(daemon)).as(daemon).isCloseTo(read, within(0.1 * read + 1));
    }
  }

  private static double stolenS(RunDirectory run, CellResult.Job job) {
    Samples cpu = samples(run, "sar-cpu");
    Map<Double, Double> lengths = lengths(cpu, job.clientStartS(), job.clientEndS());
    int steal = cpu.indexOf("steal_percent");
    return cpu.rows().stream()
        .filter(r -> !r.device().equals("all"))
        .mapToDouble(r -> r.values().get(steal) / 100 * lengths.getOrDefault(r.timeS(), 0.0))
        .sum();
  }

  private static Samples samples(RunDirectory run, String source) {
    return run.samples(CELL).stream()
        .filter(s -> s.source().equals(source))
        .findFirst()
        .orElseThrow();
  }

  /** The counters begin after the start of the JVM: 6.1 core-seconds were seen in a slow hour. */
  private static void besideHadoopsCounters(CellResult cell, Map<String, Double> used) {
    for (TaskType type : TaskType.values()) {
      List<CellResult.Task> tasks = cell.tasks().stream().filter(t -> t.type() == type).toList();
      double counted =
          tasks.stream().mapToLong(t -> t.counters().get("TaskCounter/CPU_MILLISECONDS")).sum()
              / 1000.0;
      assertThat(counted).isPositive();
      assertThat(used.get(type.word()))
          .as("%s beside counters, in %s", type, used)
          .isBetween(0.95 * counted, counted + 9.0 * tasks.size());
    }
  }

  /** Core-seconds by role. */
  private static Map<String, Double> coreS(Samples samples, double fromS, double toS) {
    Map<Double, Double> lengths = lengths(samples, fromS, toS);
    Map<String, Double> sum = new TreeMap<>();
    for (Samples.Row row : samples.rows()) {
      double lengthS = lengths.getOrDefault(row.timeS(), 0.0);
      if (lengthS > 0) {
        double cores = (row.values().get(0) + row.values().get(1)) / 100;
        sum.merge(row.device(), cores * lengthS, Double::sum);
      }
    }
    return sum;
  }

  /**
   * How long the samples are that have some of a time in them, by their own times: each is of the
   * time since the one before it, which on a busy machine is more than a second.
   */
  private static Map<Double, Double> lengths(Samples samples, double fromS, double toS) {
    double[] timesS =
        samples.rows().stream().mapToDouble(Samples.Row::timeS).distinct().sorted().toArray();
    Map<Double, Double> lengths = new HashMap<>();
    for (int i = 1; i < timesS.length; i++) {
      if (timesS[i] > fromS && timesS[i - 1] < toS) {
        lengths.put(timesS[i], timesS[i] - timesS[i - 1]);
      }
    }
    return lengths;
  }
}
