package io.corebound.cluster.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.cluster.history.HistoryFile;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.Setting;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands are scripts that answer as Hadoop's do; real ones are in OwnClusterIT of cli. */
class ExternalHistoryTest {
  private static final String JOB = "job_1329348432655_0001";
  private static final Path HISTORY = Path.of("src/test/resources/histories/0.23.1-sleep.jhist");

  @TempDir Path folder;

  private Path done;
  private ClusterFile.External cluster;

  @BeforeEach
  void cluster() throws IOException {
    done = Files.createDirectories(folder.resolve("done/2026/11/28/000000"));
    cluster =
        StructuredFiles.readYaml(Path.of("../configs/cluster/my-cluster.yaml"), ClusterFile.class)
            .external()
            .with(
                b ->
                    b.hadoop(folder.resolve("hadoop").toString())
                        .yarn(folder.resolve("yarn").toString())
                        .hdfs(folder.resolve("hdfs").toString())
                        .mapred(folder.resolve("mapred").toString())
                        .gateway(null)
                        .configuration(null));
    command(
        "hadoop",
        """
        case "$2" in
          -ls) ls -t "$5" | sed "s|^|$5/|" ;;
          -get) cp "$3" "$4" ;;
        esac
        """);
  }

  private void command(String name, String script) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private void serverNames(String file) throws IOException {
    command("mapred", "echo; echo 'Job: %s'; echo 'Job File: %s'".formatted(JOB, file));
  }

  private Path fetched() {
    return ExternalHistory.fetch(
        new LocalHost("history-test", "here"), cluster, JOB, folder.resolve("here"));
  }

  @Test
  void historyAndConfigurationComeFromWhereTheServerHasThem() throws Exception {
    serverNames(done + "/" + JOB + "_conf.xml");
    Files.copy(HISTORY, done.resolve(JOB + "-1329348443227-user-Sleep+job-1-10-1-SUCCEEDED.jhist"));
    Files.copy(HISTORY, done.resolve(JOB + "9-1329348443227-user-another.jhist"));
    Files.writeString(
        done.resolve(JOB + "_conf.xml"),
        "<configuration><property><name>io.sort.mb</name><value>7</value></property>"
            + "</configuration>");
    Files.writeString(done.resolve(JOB + "9_conf.xml"), "of another job, and newer");

    HistoryJob job = HistoryFile.read(fetched());

    assertThat(job.identity().id()).isEqualTo(JOB);
    assertThat(job.settings()).containsEntry(Setting.SORT_MB, "7");
  }

  private void refusesAsUnknown() {
    assertThatThrownBy(this::fetched)
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessageStartingWith(JOB + ": ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void jobThatRunsOrIsUnknownHasNoHistory() throws Exception {
    serverNames("hdfs://master/me/.staging/" + JOB + "/job.xml");
    refusesAsUnknown();
    serverNames(done + "/" + JOB + "_conf.xml");
    refusesAsUnknown();
    command("mapred", "echo 'INFO some log' >&2; echo 'Could not find job " + JOB + "'; exit 255");
    refusesAsUnknown();
  }

  @Test
  void reasonOfTheClusterIsSaid() throws Exception {
    command("mapred", "echo 'Call From edge to history:10020 failed' >&2; exit 255");
    assertThatThrownBy(this::fetched)
        .isInstanceOfSatisfying(
            CoreboundException.class, e -> assertThat(e.status()).isEqualTo(ExitStatus.FAILED))
        .hasMessageContaining("Call From edge to history:10020 failed");
  }
}
