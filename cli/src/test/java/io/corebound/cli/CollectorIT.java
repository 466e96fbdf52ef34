package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.cluster.daemons.ClusterFolders;
import io.corebound.cluster.daemons.LocalCluster;
import io.corebound.cluster.job.JobHistory;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.Checkout;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Hadoop's own examples on real daemons, with the collector's jar and without. The daemons know
 * nothing of it: {@code -libjars} and a setting give it to a job.
 */
@Tag("long") // three minutes for each Hadoop and JDK
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@ParameterizedClass
@CsvSource({"own, 17", "own, 25/21", "3.4.2, 21", "3.3.6, 11/8"})
class CollectorIT {
  private static final String EXAMPLES = "org.apache.hadoop.examples.";
  private static final String TERASORT = EXAMPLES + "terasort.";
  private static final String PREFIX = "io.corebound.collector.PrefixCollector";
  private static final String HADOOP = "org.apache.hadoop.mapred.MapTask$MapOutputBuffer";
  private static final String COLLECTORS = "mapreduce.job.map.output.collector.class";
  private static final String MERGES = "io.corebound.collector.PrefixShuffle";
  private static final String SHUFFLE = "mapreduce.job.reduce.shuffle.consumer.plugin.class";

  /** Two blocks and a half, each of which fills the sort buffer three times. */
  private static final int ROWS = 100_000;

  private static final int LINES = 60_000;
  private static final Duration LIMIT = Duration.ofMinutes(4);

  @Parameter(0)
  String hadoop;

  @Parameter(1)
  String javas;

  private LocalHost host;
  private Path folder;
  private Path memory;
  private LocalCluster cluster;

  @BeforeParameterizedClassInvocation
  void start() throws Exception {
    host = new LocalHost("it-" + UUID.randomUUID(), "local");
    cluster = null;
    List<Integer> features = Stream.of(javas.split("/", -1)).map(Integer::valueOf).toList();
    Optional<Jdk> jdk = new TestJdks(host).find(features);
    assumeTrue(jdk.isPresent(), "no JDK %s for Hadoop %s".formatted(javas, hadoop));
    HadoopLibraries libraries =
        hadoop.equals("own")
            ? HadoopLibraries.gathered(Checkout.ROOT.resolve("cluster/hadoop/target/lib"))
            : HadoopLibraries.installed(host, TestInstallation.of(host, hadoop), jdk.orElseThrow());
    folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "collector-it");
    memory = Files.createTempDirectory(Path.of("/dev/shm"), "corebound-it");
    cluster =
        LocalCluster.start(
            host,
            file(),
            libraries,
            jdk.orElseThrow(),
            new ClusterFolders(
                folder.resolve("data"), memory, folder.resolve("logs"), folder.resolve("conf")),
            List.of());
  }

  private static ClusterFile file() throws IOException {
    String local = Files.readString(Checkout.ROOT.resolve("configs/cluster/local.yaml"));
    return StructuredFiles.parseYaml(
            local
                .replaceFirst("block_size: .*", "block_size: 4MiB")
                .replaceFirst("sort_buffer: .*", "sort_buffer: 2MiB"),
            "local.yaml",
            ClusterFile.class)
        .on(2, DataSize.parse("8GiB"));
  }

  @AfterParameterizedClassInvocation
  void stop() throws IOException {
    if (cluster != null) {
      cluster.close();
      Deletion.of(memory);
      Deletion.of(folder.resolve("data"));
    }
    host.stopAll(Duration.ofSeconds(1));
  }

  @Test
  void teraSortIsValidAndHasTheSameChecksum() throws Exception {
    succeed(
        request(
                "teragen",
                TERASORT + "TeraGen",
                Map.of("mapreduce.job.maps", "1"),
                Integer.toString(ROWS),
                "/tera/in")
            .withinItsApplicationMaster(cluster));
    List<String> checksums = new ArrayList<>();
    for (String collector : List.of(HADOOP, PREFIX)) {
      String name = collector.equals(PREFIX) ? "prefix" : "hadoop";
      JobOutcome sorted =
          succeed(
              with(
                  collector,
                  "terasort-" + name,
                  TERASORT + "TeraSort",
                  Map.of("mapreduce.job.reduces", "2"),
                  "/tera/in",
                  "/tera/" + name));
      requireCollected(sorted, collector);
      succeed(
          request(
                  "teravalidate-" + name,
                  TERASORT + "TeraValidate",
                  Map.of(),
                  "/tera/" + name,
                  "/tera/valid-" + name)
              .withinItsApplicationMaster(cluster));
      checksums.add(cluster.readText("/tera/valid-%s/part-r-00000".formatted(name)));
    }

    // an error would be a line more
    assertThat(checksums.get(1)).matches("checksum\t[0-9a-f]+\n").isEqualTo(checksums.get(0));
  }

  @Test
  void wordCountCountsTheSame() throws Exception {
    Random random = new Random(1);
    write("/words.txt", line -> "word%s and %s".formatted(random.nextInt(3000), line % 100));

    JobOutcome hadoops =
        succeed(
            with(HADOOP, "words-hadoop", EXAMPLES + "WordCount", "/words.txt", "/words/hadoop"));
    JobOutcome prefix =
        succeed(
            with(PREFIX, "words-prefix", EXAMPLES + "WordCount", "/words.txt", "/words/prefix"));

    requireCollected(hadoops, HADOOP);
    requireCollected(prefix, PREFIX);
    requireMerged(prefix, 0);
    assertThat(cluster.readText("/words/prefix/part-r-00000"))
        .hasLineCount(3000 + 100 + 1)
        .isEqualTo(cluster.readText("/words/hadoop/part-r-00000"));
  }

  /** Its keys have a comparator of their own, which compares all serialized bytes. */
  @Test
  void jobWithAnUnknownComparatorRunsWithHadoopsCollectorUntilTheUserVouchesForIt()
      throws Exception {
    write("/pairs.txt", line -> "%s %s".formatted(line % 1000 - 500, line));
    String job = EXAMPLES + "SecondarySort";

    JobOutcome refused = succeed(with(PREFIX, "refused", job, "/pairs.txt", "/pairs/refused"));
    JobOutcome served =
        succeed(
            with(
                PREFIX,
                "served",
                job,
                Map.of("corebound.collector.bytewise.comparators", job + "$IntPair$Comparator"),
                "/pairs.txt",
                "/pairs/served"));

    requireCollected(refused, HADOOP);
    requireMerged(refused, 1);
    for (List<String> lines : logs(refused, "UnservedJobException").values()) {
      assertThat(lines).hasSize(1).first().asString().contains("IntPair");
    }
    requireCollected(served, PREFIX);
    requireMerged(served, 0);
    assertThat(logs(served, "UnservedJobException").values()).allMatch(List::isEmpty);
    assertThat(cluster.readText("/pairs/served/part-r-00000"))
        .hasLineCount(LINES + 1000)
        .isEqualTo(cluster.readText("/pairs/refused/part-r-00000"));
  }

  private interface Line {
    String of(int number);
  }

  private void write(String file, Line line) throws Exception {
    cluster.write(
        file,
        // on one node
        0,
        out -> {
          for (int i = 0; i < LINES; i++) {
            out.write((line.of(i) + "\n").getBytes(StandardCharsets.UTF_8));
          }
        },
        LIMIT,
        folder.resolve("put.log"));
  }

  private JobRequest with(String collector, String name, String mainClass, String... arguments)
      throws IOException {
    return with(collector, name, mainClass, Map.of(), arguments);
  }

  /** A job of somebody who has the jar, and names both collectors and our merges, or Hadoop's. */
  private JobRequest with(
      String collector,
      String name,
      String mainClass,
      Map<String, String> settings,
      String... arguments)
      throws IOException {
    Map<String, String> all = new TreeMap<>(settings);
    all.putIfAbsent("mapreduce.job.reduces", "1");
    all.put(COLLECTORS, collector.equals(PREFIX) ? PREFIX + "," + HADOOP : HADOOP);
    if (collector.equals(PREFIX)) {
      all.put(SHUFFLE, MERGES);
    }
    List<String> line = new ArrayList<>(List.of("-libjars", jar().toString()));
    line.addAll(List.of(arguments));
    return request(name, mainClass, all, line.toArray(String[]::new));
  }

  private JobRequest request(
      String name, String mainClass, Map<String, String> settings, String... arguments) {
    Map<String, String> quick = new TreeMap<>(settings);
    for (String flags : List.of("mapreduce.map.java.opts", "mapreduce.reduce.java.opts")) {
      quick.put(flags, cluster.settings().get(flags) + " -XX:TieredStopAtLevel=1");
    }
    return new JobRequest(
            name,
            mainClass,
            List.of(arguments),
            quick,
            JobRequest.CLIENT_FLAGS,
            LIMIT,
            folder.resolve("jobs"),
            (map, reduce) -> {})
        .startingQuickly(cluster);
  }

  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(Checkout.ROOT.resolve("levers/collector/target"))) {
      return files
          .filter(f -> f.getFileName().toString().matches("corebound-collector-[0-9.]+\\.jar"))
          .findFirst()
          .orElseThrow();
    }
  }

  private JobOutcome succeed(JobRequest request) throws InterruptedException {
    JobOutcome outcome = cluster.run(request);
    assertThat(outcome.state()).as(outcome.reason()).isEqualTo(State.OK);
    return outcome;
  }

  /** Every map says once which collector it took. */
  private void requireCollected(JobOutcome job, String collector) throws IOException {
    long maps =
        JobHistory.read(job.history().orElseThrow()).tasks().stream()
            .filter(task -> task.type() == TaskType.MAP)
            .count();
    List<String> taken =
        logs(job, "Map output collector class = ").values().stream().flatMap(List::stream).toList();
    assertThat(taken).hasSize((int) maps).allMatch(line -> line.endsWith(" = " + collector));
  }

  /** The only reduce says that it took our shuffle, and so often that Hadoop's merges serve it. */
  private void requireMerged(JobOutcome job, int refusals) throws IOException {
    String taken = "Using ShuffleConsumerPlugin: ";
    assertThat(logs(job, taken, taken + MERGES).values())
        .hasSize(1)
        .allSatisfy(lines -> assertThat(lines).hasSize(1));
    assertThat(logs(job, taken, "Hadoop's own merges").values())
        .allSatisfy(lines -> assertThat(lines).hasSize(refusals));
  }

  /** The lines with a text, by container, of the logs of a job's maps. */
  private Map<String, List<String>> logs(JobOutcome job, String text) throws IOException {
    return logs(job, "Map output collector class", text);
  }

  /** The lines with a text, by container, of those logs that have a mark. */
  private Map<String, List<String>> logs(JobOutcome job, String mark, String text)
      throws IOException {
    Path application =
        folder.resolve("logs/containers").resolve(job.jobId().replace("job_", "application_"));
    Map<String, List<String>> lines = new TreeMap<>();
    try (Stream<Path> files = Files.walk(application)) {
      for (Path log : files.filter(f -> f.endsWith("syslog")).toList()) {
        List<String> all = Files.readAllLines(log);
        if (all.stream().anyMatch(line -> line.contains(mark))) {
          lines.put(
              log.getParent().getFileName().toString(),
              all.stream().filter(line -> line.contains(text)).toList());
        }
      }
    }
    return lines;
  }
}
