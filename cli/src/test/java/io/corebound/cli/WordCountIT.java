package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.analysis.theory.Machine;
import io.corebound.cluster.daemons.ClusterFolders;
import io.corebound.cluster.daemons.LocalCluster;
import io.corebound.cluster.job.JobHistory;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.Checkout;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * What a sample of a text told is asked of a real WordCount on all of it: as many records, combined
 * as far, compressed as far, as many words left.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class WordCountIT extends OneRun {
  /** The text is a little more than two blocks and a half of so many bytes. */
  private static final int BLOCK = 1 << 20;

  private static final Percentage CLOSE = withinPercentage(10);

  @Tag("long") // three minutes; its parts: WordCountTaskBenchmarksTest, SampledTasksTest
  @Test
  void volumesOfARealJobAreThosePredictedFromASample() throws Exception {
    Path text = text();
    RunDirectoryOf sampled = sample(text);

    // a user asks for another amount of data on the cluster at hand
    Corebound.Result asked =
        Corebound.run(
            "predict",
            "--machine",
            sampled.root().toString(),
            "--workload",
            "word-count",
            "--data",
            "1GB",
            "--format",
            "json");
    assertThat(asked.status()).as(asked.err()).isZero();
    JsonNode sample = StructuredFiles.parseJson(asked.out()).at("/prediction/derived/sample");
    assertThat(sample.path("collected_per_input_byte").asDouble()).isBetween(1.0, 3.0);
    assertThat(sample.path("combined_to").asDouble()).isBetween(0.05, 0.8);

    ClusterFile cluster = cluster();
    DataSize data = new DataSize(Files.size(text));
    Prediction prediction =
        Predictor.predict(
            Machine.of("sampled", sampled.rows()),
            "word-count",
            StructuredFiles.readYaml(
                Checkout.ROOT.resolve("configs/workload/word-count.yaml"), WorkloadFile.class),
            PredictionRequest.on(cluster, data));
    Map<String, Long> counters = run(cluster, text);

    assertThat(counters.get("JobCounter/TOTAL_LAUNCHED_MAPS"))
        .isEqualTo(prediction.derived().cut().mapTasks().longValue());
    assertThat(prediction.derived().sample().collectedPerInputByte() * data.bytes())
        .isCloseTo(counter(counters, "MAP_OUTPUT_BYTES"), CLOSE);
    assertThat(volume(prediction, "shuffle.fetch"))
        .isCloseTo(counter(counters, "REDUCE_SHUFFLE_BYTES"), CLOSE);
    assertThat(written(prediction, sampled.rows()))
        .isCloseTo(counter(counters, "REDUCE_OUTPUT_RECORDS"), CLOSE);
  }

  @Test
  void machineWithoutASampleIsRefusedInOneLine() throws Exception {
    Corebound.assertRefuses(
        "predict --workload word-count --data 1GB --machine "
            + Checkout.ROOT.resolve("results/samples/measured-2-cores"),
        "--profile text-job --workload word-count");
  }

  /** Measurements of a run and where they lie. */
  private record RunDirectoryOf(Path root, List<Measurement> rows) {}

  /** The whole tasks on the first block of the text, and on two of its blocks. */
  private RunDirectoryOf sample(Path text) throws Exception {
    String profile =
        Files.readString(Checkout.ROOT.resolve("configs/profile/text-job.yaml"))
            .replaceAll("forks: \\d+, iterations: \\d+", "forks: 1, iterations: 2")
            .replaceFirst(
                "bytes: \\['134217728', '0'\\]\\}",
                "bytes: ['" + BLOCK + "', '0'], sortMib: ['2']}")
            .replaceFirst(
                "bytes: \\['134217728', '0'\\]\\}",
                "bytes: ['" + 2 * BLOCK + "', '0'], maps: ['2']}")
            .replace("records: ['671088']", "records: ['20000']")
            .replaceAll("remeasure_seconds: .*", "remeasure_seconds: 0")
            .replaceAll("contention_iterations: .*", "contention_iterations: 2")
            .replaceAll(
                "contention_parameters: .*",
                "contention_parameters: {bytes: '300000', sortMib: '1'}")
            .replaceAll("start_waves: .*", "start_waves: 2")
            .replaceAll("start_repetitions: .*", "start_repetitions: 1")
            .replaceAll("idle_seconds: .*", "idle_seconds: 2");
    Path file = Files.writeString(folder.resolve("little-text-job.yaml"), profile);
    startCommand(
        "micro",
        List.of(
            "--profile", file.toString(), "--workload", "word-count", "--corpus", text.toString()));
    ends(0);
    nothingIsLeft();
    List<Measurement> rows = Measurement.read(runDirectory().measurementsFile());
    assertThat(rows)
        .extracting(Measurement::operation)
        .contains("word-count.map", "word-count.reduce", "start.container", "idle", "contention");
    return new RunDirectoryOf(runDirectory().root(), rows);
  }

  /** The project's own text, plain. */
  private Path text() throws Exception {
    Path text = folder.resolve("text.txt");
    Path corpus =
        Checkout.ROOT.resolve(
            "microbench/src/main/resources/io/corebound/microbench/corpus/enwiki-2016.txt.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(corpus))) {
      Files.copy(in, text);
    }
    return text;
  }

  private static ClusterFile cluster() throws Exception {
    String local = Files.readString(Checkout.ROOT.resolve("configs/cluster/local.yaml"));
    return StructuredFiles.parseYaml(
            local
                .replaceFirst("block_size: .*", "block_size: 1MiB")
                .replaceFirst("sort_buffer: .*", "sort_buffer: 2MiB"),
            "local.yaml",
            ClusterFile.class)
        .on(2, DataSize.parse("8GiB"));
  }

  /** Runs Hadoop's own example; returns what it counted. */
  private Map<String, Long> run(ClusterFile file, Path text) throws Exception {
    LocalHost host = new LocalHost("it-" + UUID.randomUUID(), "local");
    Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "corebound-it");
    Path libraries = Checkout.ROOT.resolve("cluster/hadoop/target/lib");
    try (LocalCluster cluster =
        LocalCluster.start(
            host,
            file,
            HadoopLibraries.gathered(libraries),
            Jdk.own(),
            new ClusterFolders(
                folder.resolve("hdfs"), memory, folder.resolve("logs"), folder.resolve("conf")),
            List.of())) {
      Outcome put =
          host.run(
              new Command(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-cp",
                      siteFolder() + ":" + libraries + "/*",
                      "org.apache.hadoop.fs.FsShell",
                      "-Dfs.defaultFS=" + cluster.fileSystem(),
                      "-Ddfs.blocksize=" + BLOCK,
                      "-Ddfs.replication=1",
                      "-put",
                      text.toString(),
                      "/text"),
                  Map.of(),
                  null,
                  Duration.ofMinutes(1)));
      assertThat(put.ok()).as(put.lastWords()).isTrue();
      JobOutcome outcome =
          cluster.run(
              new JobRequest(
                  "word-count",
                  "org.apache.hadoop.examples.WordCount",
                  List.of("/text", "/words"),
                  Map.of("mapreduce.job.reduces", file.reduceTasks().toString()),
                  List.of("-Xmx512m"),
                  Duration.ofMinutes(4),
                  Files.createDirectories(folder.resolve("job")),
                  (map, reduce) -> {}));
      assertThat(outcome.state()).as(outcome.reason()).isEqualTo(State.OK);
      return JobHistory.read(outcome.history().orElseThrow()).counters();
    } finally {
      host.stopAll(Duration.ofSeconds(1));
      Deletion.of(memory);
    }
  }

  /** The shell ends where it finds no site file, whatever its options say. */
  private Path siteFolder() throws Exception {
    Path site = Files.createDirectories(folder.resolve("site"));
    Files.writeString(site.resolve("core-site.xml"), "<configuration/>");
    return site;
  }

  private static double counter(Map<String, Long> counters, String name) {
    return counters.get("TaskCounter/" + name);
  }

  private static double volume(Prediction prediction, String operation) {
    return prediction.intervals().stream()
        .flatMap(i -> i.operations().stream())
        .filter(o -> o.operation().equals(operation))
        .mapToDouble(o -> o.volume().bytes())
        .sum();
  }

  /** Words that are left of the reduces' input, by the sample's own share and Heaps' law. */
  private static double written(Prediction prediction, List<Measurement> rows) {
    double inputBytes = volume(prediction, "word-count.reduce");
    double ofSample = value(rows, "reduce_input_records") / value(rows, "reduce_input_bytes");
    double distinct = value(rows, "reduce_output_records") / value(rows, "reduce_input_records");
    double maps = prediction.derived().cut().mapTasks();
    return inputBytes * ofSample * Math.pow(maps, Math.log(distinct) / Math.log(2));
  }

  private static double value(List<Measurement> rows, String metric) {
    return rows.stream()
        .filter(r -> r.operation().equals("word-count.reduce") && r.metric().equals(metric))
        .findFirst()
        .orElseThrow()
        .value();
  }
}
