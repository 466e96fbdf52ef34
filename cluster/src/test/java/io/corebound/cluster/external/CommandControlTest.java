package io.corebound.cluster.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.cluster.job.ApplicationState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code yarn application -status} of several versions prints. Those of 3.x are what the
 * commands printed of a ResourceManager of 3.5.0; those of 2.x are written as their {@code
 * printApplicationReport} does it.
 */
class CommandControlTest {
  private static final Path TEXTS = Path.of("src/test/resources/application-status");

  private static ApplicationState read(String name) throws IOException {
    return CommandControl.applicationState(Files.readString(TEXTS.resolve(name + ".txt")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.7", "2.10", "3.3.6", "3.4.2", "3.5.0"})
  void applicationThatSucceededHasNoDiagnostics(String version) throws IOException {
    ApplicationState succeeded = read(version + "-succeeded");
    String queue = succeeded.queue();
    assertThat(queue).matches("(root\\.)?default");
    assertThat(succeeded)
        .isEqualTo(new ApplicationState(true, "FINISHED", "SUCCEEDED", "", "100%", queue));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.7", "2.10", "3.3.6", "3.4.2", "3.5.0"})
  void applicationThatWasKilledHasEndedAndSaysWhy(String version) throws IOException {
    ApplicationState killed = read(version + "-killed");
    assertThat(killed.ended()).isTrue();
    assertThat(killed.state()).isEqualTo("KILLED");
    assertThat(killed.finalStatus()).isEqualTo("KILLED");
    assertThat(killed.diagnostics()).contains("killed by user").doesNotContain("Unmanaged", " : ");
  }

  @Test
  void diagnosticsOfSeveralLinesAreWhole() throws IOException {
    ApplicationState failed =
        CommandControl.applicationState(
            Files.readString(TEXTS.resolve("3.5.0-killed.txt"))
                .replaceFirst("Final-State : KILLED", "Final-State : FAILED")
                .replaceFirst(
                    "Diagnostics : .*", "Diagnostics : Task failed task_1_1_m_000001\nJob failed"));
    assertThat(failed.finalStatus()).isEqualTo("FAILED");
    assertThat(failed.diagnostics()).isEqualTo("Task failed task_1_1_m_000001\nJob failed");
  }

  @Test
  void applicationThatRunsHasNotEnded() throws IOException {
    ApplicationState runs =
        CommandControl.applicationState(
            Files.readString(TEXTS.resolve("3.5.0-killed.txt"))
                .replaceFirst("\tState : KILLED", "\tState : RUNNING")
                .replaceFirst("Final-State : KILLED", "Final-State : UNDEFINED"));
    assertThat(runs.ended()).isFalse();
    assertThat(runs.finalStatus()).isEqualTo("UNDEFINED");
  }

  @Test
  void whatIsNoReportIsSaid() {
    assertThatThrownBy(
            () ->
                CommandControl.applicationState(
                    "Application with id 'application_1_1' doesn't exist in RM or Timeline"
                        + " Server.\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("doesn't exist in RM");
  }

  /** As {@code Job.toString} of Hadoop 3 writes it; counters follow. */
  private static String status(String file) {
    return """

        Job: job_1795314580930_0002
        Job File: %s
        Job Tracking URL : http://history:19888/jobhistory/job/job_1795314580930_0002
        Uber job : false
        Number of maps: 2
        """
        .formatted(file);
  }

  @Test
  void historyLiesBesideTheConfigurationThatItsServerNames() {
    String done = "hdfs://master:8020/mr-history/done/2026/11/28/000000";
    assertThat(
            CommandControl.historyFolder(
                "job_1795314580930_0002", status(done + "/job_1795314580930_0002_conf.xml")))
        .contains(done);
    // while it runs, and without a history server
    for (String file :
        new String[] {"hdfs://m/me/.staging/job_1795314580930_0002/job.xml", "null"}) {
      assertThat(CommandControl.historyFolder("job_1795314580930_0002", status(file))).isEmpty();
    }
  }
}
