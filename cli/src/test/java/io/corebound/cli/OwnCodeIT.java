package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.corebound.cluster.daemons.ClusterFolders;
import io.corebound.cluster.daemons.LocalCluster;
import io.corebound.cluster.history.HistoryFile;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.Checkout;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A job of a user's own jar, whose mapper measures what it takes itself: that much is explained as
 * its own code, by costs that were measured here just before, as this machine's speed changes.
 */
@Tag("long")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class OwnCodeIT {
  private static final long ROWS = 1_300_000;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /**
   * For each record 50 microseconds, of the mapper's own thread; more than all of Hadoop's work.
   */
  private static final String BUSY =
      """
      package own;

      import java.io.IOException;
      import java.lang.management.ManagementFactory;
      import java.lang.management.ThreadMXBean;
      import org.apache.hadoop.conf.Configuration;
      import org.apache.hadoop.examples.terasort.TeraInputFormat;
      import org.apache.hadoop.fs.Path;
      import org.apache.hadoop.io.Text;
      import org.apache.hadoop.mapreduce.Job;
      import org.apache.hadoop.mapreduce.Mapper;
      import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
      import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
      import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
      import org.apache.hadoop.util.GenericOptionsParser;

      public class Busy extends Mapper<Text, Text, Text, Text> {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        private long ownNs;

        @Override
        protected void map(Text key, Text value, Context context)
            throws IOException, InterruptedException {
          long start = THREADS.getCurrentThreadCpuTime();
          long now = start;
          while (now - start < 50_000) {
            now = THREADS.getCurrentThreadCpuTime();
          }
          ownNs += now - start;
          context.write(key, value);
        }

        @Override
        protected void cleanup(Context context) {
          context.getCounter("own", "MILLISECONDS").increment(ownNs / 1_000_000);
        }

        public static void main(String[] args) throws Exception {
          GenericOptionsParser options = new GenericOptionsParser(new Configuration(), args);
          String[] paths = options.getRemainingArgs();
          Job job = Job.getInstance(options.getConfiguration());
          job.setJarByClass(Busy.class);
          job.setMapperClass(Busy.class);
          job.setInputFormatClass(TeraInputFormat.class);
          job.setOutputFormatClass(SequenceFileOutputFormat.class);
          job.setOutputKeyClass(Text.class);
          job.setOutputValueClass(Text.class);
          job.setNumReduceTasks(1);
          FileInputFormat.setInputPaths(job, new Path(paths[0]));
          FileOutputFormat.setOutputPath(job, new Path(paths[1]));
          System.exit(job.waitForCompletion(false) ? 0 : 1);
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void ownCodeIsWhatItMeasuredOfItself() throws Exception {
    Path machine = measured();
    JobOutcome outcome = run();
    Path history = outcome.history().orElseThrow();
    double measuredS =
        HistoryFile.readEveryCounter(history).counters().entrySet().stream()
                .filter(c -> c.getKey().endsWith("own/MILLISECONDS"))
                .mapToLong(Map.Entry::getValue)
                .findFirst()
                .orElseThrow()
            / 1e3;
    Corebound.Result result =
        Corebound.run(
            "explain",
            history.toString(),
            "--conf",
            outcome.configuration().orElseThrow().toString(),
            "--machine",
            machine.toString(),
            "--format",
            "json");
    assertThat(result.status()).as(result.err()).isZero();
    JsonNode own = StructuredFiles.parseJson(result.out()).path("account").path("own");
    System.out.println("own code " + own + ", measured by itself " + measuredS);
    assertThat(own.path("core_s").asDouble()).isCloseTo(measuredS, withinPercentage(10));
    assertThat(own.path("low_core_s").asDouble()).isLessThan(measuredS);
    assertThat(own.path("high_core_s").asDouble()).isGreaterThan(0.95 * measuredS);
  }

  private Path measured() throws Exception {
    Path results = folder.resolve("results");
    Corebound.Result result =
        Corebound.run(
            "micro",
            "--profile",
            Corebound.resource("own-costs.yaml").toString(),
            "--results",
            results.toString());
    assertThat(result.status()).as(result.err()).isZero();
    return Corebound.onlyRun(results).root();
  }

  private JobOutcome run() throws Exception {
    LocalHost host = new LocalHost("it-" + UUID.randomUUID(), "local");
    Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "corebound-it");
    ClusterFile file =
        StructuredFiles.readYaml(
                Checkout.ROOT.resolve("configs/cluster/local.yaml"), ClusterFile.class)
            .on(2, DataSize.parse("8GiB"));
    try (LocalCluster cluster =
        LocalCluster.start(
            host,
            file,
            HadoopLibraries.gathered(OwnJar.LIBRARIES),
            Jdk.own(),
            new ClusterFolders(
                folder.resolve("hdfs"), memory, folder.resolve("logs"), folder.resolve("conf")),
            List.of(OwnJar.of(folder, "Busy", BUSY)))) {
      JobOutcome generated =
          cluster.run(
              JobRequest.of(
                  "teragen",
                  "org.apache.hadoop.examples.terasort.TeraGen",
                  LIMIT,
                  Files.createDirectories(folder.resolve("teragen")),
                  String.valueOf(ROWS),
                  "/in"));
      assertThat(generated.state()).as(generated.reason()).isEqualTo(State.OK);
      JobOutcome busy =
          cluster.run(
              JobRequest.of(
                  "busy",
                  "own.Busy",
                  LIMIT,
                  Files.createDirectories(folder.resolve("busy")),
                  "/in",
                  "/out"));
      assertThat(busy.state()).as(busy.reason()).isEqualTo(State.OK);
      return busy;
    } finally {
      host.stopAll(Duration.ofSeconds(1));
      Deletion.of(memory);
    }
  }
}
