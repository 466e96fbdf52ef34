package io.corebound.cluster.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import io.corebound.cluster.job.Standstill;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Setting;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is said of an external cluster that cannot be used. The commands are scripts that answer as
 * Hadoop's do; real ones are in {@link ExternalClusterIT}.
 */
class ExternalClusterTest {
  private static final String VERSION = "echo 'Hadoop 3.4.2'; echo 'Source code repository x'";
  private static final String SIMPLE = "echo simple";

  /** What the capacity scheduler says of an application whose queue is full. */
  private static final String FULL =
      "[Sun Nov 22 04:20:00 +0000 2026] Application is added to the scheduler and is not yet"
          + " activated. Queue AM resource limit exceeded.";

  @TempDir Path folder;

  private final String run = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();

  private void command(String name, String script) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private ClusterFile file() throws IOException {
    ClusterFile shipped =
        StructuredFiles.readYaml(Path.of("../configs/cluster/my-cluster.yaml"), ClusterFile.class);
    String text =
        StructuredFiles.toYaml(shipped)
            .replaceAll("(hadoop|yarn|hdfs|mapred): \"\\1\"", "$1: \"" + folder + "/$1\"")
            .replace(shipped.external().examplesJar(), folder.resolve("examples.jar").toString())
            .replaceFirst(" *gateway: .*\\R", "");
    return StructuredFiles.readYaml(
            Files.writeString(folder.resolve("c.yaml"), text), ClusterFile.class)
        .on(2, DataSize.parse("8GiB"));
  }

  private CoreboundException refused() throws IOException {
    ClusterFile file = file();
    LocalHost host = new LocalHost(run, "here");
    try (Ledger ledger = Ledger.open(folder.resolve("state"), run)) {
      CoreboundException[] thrown = new CoreboundException[1];
      assertThatThrownBy(() -> ExternalCluster.connect(host, List.of(), file, ledger))
          .isInstanceOfSatisfying(CoreboundException.class, e -> thrown[0] = e);
      return thrown[0];
    } finally {
      assertThat(folder.resolve("state")).isEmptyDirectory();
    }
  }

  @Test
  void commandThatIsNotThereIsToBeNamedInTheClusterFile() throws IOException {
    CoreboundException e = refused();
    assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS);
    assertThat(e)
        .hasMessage(
            "no command '%s/hadoop' on this machine; give its path in the cluster file: external.hadoop"
                .formatted(folder));
  }

  @Test
  void commandThatFailsIsSaidWithItsReason() throws IOException {
    command("hadoop", "echo 'ERROR: JAVA_HOME is not set and could not be found.' >&2; exit 1");
    CoreboundException e = refused();
    assertThat(e.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(e).hasMessageContaining("hadoop version' failed: ERROR: JAVA_HOME is not set");
  }

  @Test
  void withKerberosTheUsersTicketIsAskedForBeforeAnythingElse() throws IOException {
    command("hadoop", VERSION);
    command("hdfs", "echo kerberos");
    CoreboundException e = refused();
    assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS);
    // a machine without klist says that instead
    assertThat(e).hasMessageStartingWith("the cluster asks for Kerberos, and ");
  }

  @Test
  void jarThatIsNotThereIsToBeNamedInTheClusterFile() throws IOException {
    command("hadoop", VERSION);
    command("hdfs", SIMPLE);
    CoreboundException e = refused();
    assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS);
    assertThat(e)
        .hasMessageContaining("no jar of Hadoop's examples at " + folder.resolve("examples.jar"));
  }

  @Test
  void workDirectoryThatIsNotThereIsInvalidInputWithTheCommandThatMakesIt() throws IOException {
    Files.createFile(folder.resolve("examples.jar"));
    command("hdfs", SIMPLE);
    command(
        "hadoop",
        "[ $1 = fs ] || { "
            + VERSION
            + "; exit; }; echo \"stat: \\`$4': No such file or directory\" >&2; exit 1");
    CoreboundException e = refused();
    assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT);
    assertThat(e)
        .hasMessageContaining("folder /user/me/corebound does not exist")
        .hasMessageEndingWith("fs -mkdir /user/me/corebound");
  }

  @Test
  void fileSystemThatDoesNotAnswerIsSaidWithItsReason() throws IOException {
    Files.createFile(folder.resolve("examples.jar"));
    command("hdfs", SIMPLE);
    command(
        "hadoop",
        "[ $1 = fs ] || { "
            + VERSION
            + "; exit; }; echo 'stat: Call From edge to master:8020 failed on connection"
            + " exception: java.net.ConnectException: Connection refused' >&2; exit 1");
    CoreboundException e = refused();
    assertThat(e.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(e).hasMessageContaining("does not answer: stat: Call From edge to master:8020");
  }

  /** A cluster whose ResourceManager takes every job and starts none. */
  private void fullCluster(String state, String progress) throws IOException {
    Files.createFile(folder.resolve("examples.jar"));
    command("hdfs", "[ \"$3\" = fs.defaultFS ] && echo hdfs://master:8020 || echo simple");
    command(
        "hadoop",
        """
        case "$1 $2 $3" in
          version*) %s ;;
          'fs -stat %%F') [ "$4" = /user/me/corebound ] && echo directory || {
            echo "stat: \\`$4': No such file or directory" >&2; exit 1; } ;;
          'fs -stat %%u') echo me ;;
          'fs -ls '*) echo "ls: \\`$5': No such file or directory" >&2; exit 1 ;;
          jar*) echo 'INFO mapreduce.Job: Running job: job_1795314580930_0002' >&2; exec sleep 600 ;;
        esac
        """
            .formatted(VERSION));
    command(
        "yarn",
        """
        echo "$*" >>%s
        [ "$2" != -status ] || printf '%%b' '\\tQueue : root.batch\\n\\tProgress : %s\\n\\tState : %s\\n\\tFinal-State : \
        UNDEFINED\\n\\tDiagnostics : %s\\n\\tUnmanaged Application : false\\n'
        """
            .formatted(folder.resolve("asked"), progress, state, FULL));
    command("mapred", "echo 'Queue Name : batch '; echo 'Scheduling Info : Capacity: 10.0 '");
  }

  private static final String WARNS =
      "echo 'WARNING: HADOOP_PREFIX has been replaced by HADOOP_HOME.';"
          + " echo '2026-11-26 12:00:00,001 INFO util.Shell: setsid is available'\n";

  @Test
  void linesThatCommandsPrintBesideTheirAnswersAreNotTheAnswers() throws Exception {
    fullCluster("ACCEPTED", "0%");
    command("hadoop", WARNS + Files.readString(folder.resolve("hadoop")));
    command(
        "hdfs",
        WARNS
            + """
            case $3 in
              fs.defaultFS) echo 'hdfs://nameservice-1' ;;
              *) echo simple ;;
            esac
            echo 'DEPRECATED: use another'
            """);
    LocalHost host = new LocalHost(run, "here");
    try (Ledger ledger = Ledger.open(folder.resolve("state"), run);
        ExternalCluster cluster = ExternalCluster.connect(host, List.of(), file(), ledger)) {
      assertThat(cluster.version()).isEqualTo("3.4.2");
      assertThat(cluster.fileSystem()).isEqualTo(URI.create("hdfs://nameservice-1"));
    }
  }

  @Test
  void userWhoseNameIsNotAmongWhatIsPrintedIsRefusedBeforeAnyJobRuns() throws Exception {
    fullCluster("ACCEPTED", "0%");
    Path hadoop = folder.resolve("hadoop");
    Files.writeString(
        hadoop, Files.readString(hadoop).replace("echo me", "echo 'the owner is not known here'"));
    assertThat(refused())
        .hasMessageContaining("fs -stat %u /user/me/corebound/" + run)
        .hasMessageContaining("printed 'the owner is not known here', but no line is the name");
  }

  @Test
  void jarOfALeverIsPutIntoTheRunsFolderWhereItsJobsFindIt() throws Exception {
    fullCluster("ACCEPTED", "0%");
    Path hadoop = folder.resolve("hadoop");
    String put = "  'fs -put -') echo \"$4\" >%1$s/to; cat >%1$s/put ;;\n".formatted(folder);
    Files.writeString(
        hadoop, Files.readString(hadoop).replace("  'fs -ls '*)", put + "  'fs -ls '*)"));
    Path jar = Files.writeString(folder.resolve("collector.jar"), "a jar");
    LeverFile lever =
        StructuredFiles.readYaml(Path.of("../configs/lever/prefix.yaml"), LeverFile.class);
    ClusterFile prefix = file().withLever(lever.of("prefix", jar.toString()));
    LocalHost host = new LocalHost(run, "here");
    try (Ledger ledger = Ledger.open(folder.resolve("state"), run);
        ExternalCluster cluster = ExternalCluster.connect(host, List.of(), prefix, ledger)) {
      assertThat(folder.resolve("put")).hasContent("a jar");
      String there = Files.readString(folder.resolve("to")).strip();
      assertThat(there).startsWith(cluster.home() + "/");
      assertThat(cluster.settings())
          .containsEntry(Setting.COLLECTOR.key(), "io.corebound.collector.PrefixCollector")
          .containsEntry("mapreduce.job.cache.files", there)
          .containsEntry("mapreduce.job.classpath.files", there);
    }
  }

  private JobOutcome run(Duration patience, Duration limit, List<String> waited) throws Exception {
    LocalHost host = new LocalHost(run, "here");
    try (Ledger ledger = Ledger.open(folder.resolve("state"), run);
        ExternalCluster cluster =
            ExternalCluster.connect(
                host,
                List.of(),
                file(),
                ledger,
                new Standstill.Patience(
                    Duration.ofMillis(50),
                    patience,
                    Duration.ZERO,
                    ExternalCluster.WITHOUT_CONTAINERS))) {
      JobRequest.Listener listener =
          new JobRequest.Listener() {
            @Override
            public void progress(int mapPercent, int reducePercent) {
              throw new AssertionError("it got nowhere");
            }

            @Override
            public void waits(String state) {
              waited.add(state);
            }
          };
      return cluster.run(
          new JobRequest(
              "teragen",
              "org.apache.hadoop.examples.terasort.TeraGen",
              List.of("1", "out"),
              Map.of(),
              List.of(),
              limit,
              folder.resolve("job"),
              listener));
    } finally {
      host.stopAll(Duration.ZERO);
    }
  }

  @Test
  void jobThatGetsNoContainerIsGivenUpWithWhatYarnSaysOfItAndTheRemedy() throws Exception {
    fullCluster("ACCEPTED", "0%");
    List<String> waited = new ArrayList<>();
    JobOutcome outcome = run(Duration.ofSeconds(1), Duration.ofMinutes(5), waited);
    assertThat(outcome.state()).isEqualTo(State.FAILED);
    assertThat(outcome.reason())
        .startsWith(
            "it made no progress for 1 s and was killed: YARN reports it as ACCEPTED, in queue"
                + " root.batch (Capacity: 10.0): "
                + FULL
                + "; it gets no container to start in; wait until the queue is free, name another"
                + " (external.queue in the cluster file), or ask for less (task_memory); its log:"
                + " ");
    assertThat(waited).contains("ACCEPTED");
    assertThat(Files.readAllLines(folder.resolve("asked")))
        .contains("application -kill application_1795314580930_0002");
  }

  @Test
  void jobWhoseTasksGetNoContainersIsToldAtItsLimit() throws Exception {
    fullCluster("RUNNING", "5%");
    List<String> waited = new ArrayList<>();
    JobOutcome outcome = run(Duration.ofMinutes(5), Duration.ofSeconds(2), waited);
    assertThat(outcome.reason())
        .startsWith(
            "it had not ended after 2 s and was killed: YARN reports it as RUNNING at 5%, in queue"
                + " root.batch")
        .contains("; its tasks get no containers, or hang; wait until the queue is free");
    assertThat(waited).isEmpty();
  }
}
