package io.corebound.cluster.external;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.cluster.job.JobRequest;
import io.corebound.hosts.ledger.HadoopCommands;
import io.corebound.hosts.process.Command;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What jobs on an external cluster are given. */
class ExternalSettingsTest {
  private static final ClusterFile FILE =
      StructuredFiles.readYaml(Path.of("../configs/cluster/my-cluster.yaml"), ClusterFile.class)
          .on(2, DataSize.parse("8GiB"));
  private static final Map<String, String> SETTINGS =
      ExternalSettings.of(FILE, "/user/me/corebound/run-1", "corebound-run-1");

  @Test
  void allThatIsWrittenLiesInTheRunsFolder() {
    assertThat(SETTINGS)
        .containsEntry("yarn.app.mapreduce.am.staging-dir", "/user/me/corebound/run-1/staging")
        .containsEntry(
            "mapreduce.jobhistory.intermediate-done-dir", "/user/me/corebound/run-1/history")
        .containsEntry("mapreduce.jobhistory.address", "")
        .containsEntry("mapreduce.job.tags", "corebound-run-1");
  }

  @Test
  void jobsAreThoseOfThePrediction() {
    assertThat(SETTINGS)
        .containsEntry("mapreduce.map.memory.mb", "1024")
        .containsEntry("mapreduce.reduce.java.opts", "-Xmx820m")
        .containsEntry("mapreduce.task.io.sort.mb", "100")
        .containsEntry("mapreduce.job.reduces", "24")
        .containsEntry("mapreduce.map.output.compress", "true")
        .containsEntry("dfs.blocksize", "134217728")
        .containsEntry("mapreduce.terasort.output.replication", "1");
  }

  @Test
  void nothingOfTheClustersOwnPlacesIsSaid() {
    assertThat(SETTINGS.keySet())
        .noneMatch(key -> key.startsWith("fs.") || key.startsWith("yarn.resourcemanager"))
        .doesNotContain("mapreduce.application.classpath", "mapreduce.admin.map.child.java.opts")
        // left out in the file
        .doesNotContain("mapreduce.client.completion.pollinterval")
        .doesNotContain("mapreduce.job.queuename");
  }

  @Test
  void jobsGoToTheQueueThatTheFileNames() {
    ClusterFile file =
        StructuredFiles.parseYaml(
            StructuredFiles.toYaml(FILE).replace("mapred: ", "queue: root.batch\n  mapred: "),
            "cluster",
            ClusterFile.class);
    assertThat(ExternalSettings.of(file, "/user/me/corebound/run-1", "corebound-run-1"))
        .containsEntry("mapreduce.job.queuename", "root.batch");
  }

  @Test
  void jobIsOneOfTheExamplesByTheCommandHadoop() {
    HadoopCommands commands = new HadoopCommands("me@edge", "/etc/hadoop/conf", "/h/hadoop", "y");
    Command command =
        new CommandClient(commands, "/examples.jar")
            .command(
                JobRequest.of(
                    "sort",
                    "org.apache.hadoop.examples.terasort.TeraSort",
                    Duration.ofMinutes(1),
                    Path.of("folder")),
                List.of("-D", "a=b", "in", "out"),
                Path.of("times"),
                Duration.ofMinutes(2));
    assertThat(command.arguments())
        .containsExactly("/h/hadoop", "jar", "/examples.jar", "terasort", "-D", "a=b", "in", "out");
    assertThat(command.environment())
        .containsEntry("HADOOP_CONF_DIR", "/etc/hadoop/conf")
        .containsEntry("HADOOP_ROOT_LOGGER", "INFO,console");
  }
}
