package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.cluster.daemons.ClusterFolders;
import io.corebound.cluster.daemons.LocalCluster;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.collectors.sampler.Samplers;
import io.corebound.engines.Engine;
import io.corebound.engines.EngineJob;
import io.corebound.engines.EngineRun;
import io.corebound.engines.process.MemoryEngine;
import io.corebound.engines.process.Place;
import io.corebound.hosts.Checkout;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Node;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.history.Interval;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.QuickTasks;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every engine does, on the HDFS of one cluster on loopback; two workers in memory. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class EngineContractIT {
  private static final DataSize SIZE = DataSize.ofMegabytes(4);
  private static final Duration SOON = Duration.ofSeconds(30);

  private final LocalHost host = new LocalHost("it-" + UUID.randomUUID(), "localhost");
  private final ClusterFile settings =
      QuickTasks.of(
          Checkout.config("cluster/local", ClusterFile.class)
              .on(2, DataSize.parse("4GiB"))
              .with(b -> b.blockSize(DataSize.ofMebibytes(1)).reduceTasks(3)));
  private Path folder;
  private Path memory;
  private Path text;
  private LocalCluster cluster;

  @BeforeAll
  void start() throws Exception {
    folder = Files.createTempDirectory("test-of-corebound-");
    memory = Files.createTempDirectory(Path.of("/dev/shm"), "corebound-it");
    text = Files.writeString(folder.resolve("text.txt"), text());
    cluster =
        LocalCluster.start(
            host,
            settings,
            HadoopLibraries.gathered(Checkout.ROOT.resolve("cluster/hadoop/target/lib")),
            Jdk.own(),
            new ClusterFolders(
                folder.resolve("data"), memory, folder.resolve("logs"), folder.resolve("conf")),
            List.of(only("microbench/target", "microbench-*.jar")));
  }

  /** Half a megabyte of words, and lines without any and with one. */
  private static String text() {
    Random random = new Random(1);
    StringBuilder text = new StringBuilder("\nalone\n");
    while (text.length() < SIZE.bytes() / 8) {
      text.append("word").append(random.nextInt(300)).append(random.nextInt(9) == 0 ? '\n' : ' ');
    }
    return text.append('\n').toString();
  }

  @AfterAll
  void nothingIsLeft() throws IOException {
    if (cluster != null) {
      cluster.close();
    }
    int alive = host.alive();
    host.stopAll(Duration.ofSeconds(1));
    Deletion.of(folder);
    Deletion.of(memory);
    assertThat(alive).as("processes that were left").isZero();
  }

  private static EngineFile file(String name) {
    return Checkout.config("engine/" + name, EngineFile.class);
  }

  /** What is built of that form, relative to the checkout. */
  private static Path only(String folder, String form) throws IOException {
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(Checkout.ROOT.resolve(folder), form)) {
      return found.iterator().next();
    }
  }

  /** An engine's own programs, as {@link Engines} takes them. */
  private static List<String> programs(String kind, String beside) throws IOException {
    String target = "engines/%s/target".formatted(kind);
    Path jar = only(target, "engine-%s-*.jar".formatted(kind));
    return List.of(jar.toString(), Checkout.ROOT.resolve(target).resolve(beside).toString());
  }

  private Engine engine(String name) throws IOException {
    EngineFile file = file(name);
    if (file.isHadoop()) {
      return Engines.ofHadoop(cluster);
    }
    if (file.kind().equals(EngineFile.SPARK)) {
      assumeTrue(
          Files.isDirectory(Checkout.ROOT.resolve("engines/spark/target/home")),
          "Spark is not there; fetch it with: mvn -Dquick -Pspark package -pl engines/spark");
      return new Engines(Jdk.own(), Map.of(file.kind(), programs(file.kind(), "home")))
          .on(cluster, settings, file);
    }
    List<Node> nodes = cluster.nodes();
    List<String> classPath = new ArrayList<>(programs(file.kind(), "lib/*"));
    classPath.add(cluster.classPath());
    return new MemoryEngine(
        file,
        new Place(
            Jdk.own(),
            classPath,
            nodes.get(0),
            // the second one under another name of the same machine
            List.of(nodes.get(1), nodes.get(1).withName("127.0.0.1")),
            DataSize.ofMebibytes(256),
            settings.blockSize(),
            cluster::check));
  }

  private static Stream<String> engines() {
    return Stream.of("hadoop", "memory-fc-tcp", "memory-pw-tcp", "memory-fc-tcp-hadoop", "spark");
  }

  @ParameterizedTest
  @MethodSource("engines")
  void resultEqualsTheIndependentCountAndNothingIsLeft(String name) throws Exception {
    checks(name, "bigram-count");
  }

  @ParameterizedTest
  @MethodSource("engines")
  @Tag("long")
  void soDoThoseOfTheOtherWorkloads(String name) throws Exception {
    checks(name, "group-by", "word-count");
  }

  private void checks(String name, String... workloads) throws Exception {
    Engine engine = engine(name);
    int before = host.alive();
    for (String workload : workloads) {
      CellResult cell = cell(name, engine, workload);
      assertThat(cell.state()).as("%s: %s", workload, cell.reason()).isEqualTo(State.OK);
      assertThat(cell.checks()).isNotEmpty().allMatch(CellResult.Check::passed);
      assertThat(cell.intervals())
          .extracting(MeasuredInterval::name)
          .containsExactly(Interval.MAP, Interval.SHUFFLE_TAIL, Interval.REDUCE, Interval.OVERHEAD);
      assertThat(cell.intervals()).allMatch(i -> i.elapsedS() >= 0);
      assertThat(cell.counters().get("TaskCounter/REDUCE_SHUFFLE_BYTES")).isPositive();
      assertThat(cell.engine().warm()).hasSize(name.equals("hadoop") ? 0 : 4);
      assertThat(host.alive()).as("processes after " + workload).isEqualTo(before);
    }
  }

  private CellResult cell(String name, Engine engine, String workload) throws Exception {
    RunDirectory run = new RunDirectory(folder.resolve(name + "-" + workload));
    WorkloadFile file = Checkout.config("workload/" + workload, WorkloadFile.class);
    WorkloadCell.Ran ran =
        new WorkloadCell(
                Workloads.of(workload, file),
                cluster,
                engine,
                settings,
                WatchedNodes.of(host),
                run,
                () -> text)
            .run(
                new WorkloadCell.Cell(
                    "cell",
                    SIZE,
                    null,
                    new CellResult.OfEngine(name, file(name).kind(), List.of(), null),
                    Optional.empty(),
                    false),
                Samplers.OF_HOST,
                (stage, map, reduce) -> {});
    return ran.cell();
  }

  @ParameterizedTest
  @CsvSource({
    "memory-fc-tcp-hadoop, memory-worker@localhost, worker",
    "memory-pw-tcp, memory-worker@127.0.0.1, worker",
    "memory-fc-tcp, memory-master@localhost, memory-master",
    "spark, spark-worker@localhost, worker",
    "spark, executor of spark-worker@localhost, executor"
  })
  void killedProcessEndsTheJobSoonWithTheReason(String name, String process, String said)
      throws Exception {
    Engine engine = engine(name);
    int before = host.alive();
    cluster.delete("/killed");
    cluster.write(
        "/killed/input",
        100 * Files.size(text),
        out -> {
          byte[] bytes = Files.readAllBytes(text);
          for (int i = 0; i < 100; i++) {
            out.write(bytes);
          }
        },
        Duration.ofMinutes(1),
        folder.resolve("put.log"));
    long[] killed = new long[1];
    EngineJob job =
        new EngineJob(
            "group-by",
            new EngineJob.Program("", Map.of(), List.of()),
            new EngineJob.Files("/killed/input", "/killed/output", 3),
            Duration.ofMinutes(3),
            folder.resolve("killed-" + process),
            (map, reduce) -> {
              if (map > 0 && killed[0] == 0) {
                killed[0] = kill(engine, process);
              }
            });
    Path driverLog = job.folder().resolve("spark-driver@localhost.log");
    Thread killer = new Thread(() -> killSpark(engine, process, driverLog, killed));
    killer.setDaemon(true);
    killer.start();
    EngineRun ran = engine.run(job);
    killer.interrupt();
    assertThat(killed[0]).as("was killed").isPositive();
    assertThat(Duration.ofNanos(System.nanoTime() - killed[0])).isLessThan(SOON);
    assertThat(ran.ok()).isFalse();
    assertThat(ran.job().reason()).contains(said);
    assertThat(host.alive()).isEqualTo(before);
    assertThat(engine.processes()).isEmpty();
  }

  private static long kill(Engine engine, String process) {
    String own = process.substring(process.lastIndexOf(' ') + 1);
    ProcessHandle handle = ProcessHandle.of(engine.processes().get(own)).orElseThrow();
    (process.equals(own) ? handle : handle.children().findFirst().orElseThrow()).destroyForcibly();
    return System.nanoTime();
  }

  /** It shows no progress: as soon as its driver has started a task. */
  private static void killSpark(Engine engine, String process, Path driverLog, long[] killed) {
    try {
      while (killed[0] == 0 && !Thread.interrupted()) {
        Thread.sleep(20);
        if (Files.exists(driverLog) && Files.readString(driverLog).contains("Starting task")) {
          killed[0] = kill(engine, process);
        }
      }
    } catch (InterruptedException | IOException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void jobWithoutInputSaysSo() throws Exception {
    EngineJob job =
        new EngineJob(
            "word-count",
            new EngineJob.Program("", Map.of(), List.of()),
            new EngineJob.Files("/no/such/input", "/no/such/output", 3),
            Duration.ofMinutes(1),
            folder.resolve("no-input"),
            (map, reduce) -> {});
    EngineRun ran = engine("memory-fc-tcp").run(job);
    assertThat(ran.ok()).isFalse();
    assertThat(ran.job().reason()).contains("/no/such/input");
  }
}
