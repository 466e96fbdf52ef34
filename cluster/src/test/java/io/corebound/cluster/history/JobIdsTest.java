package io.corebound.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.history.Attempt;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Doubt.Kind;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histories that have events of another job among theirs. */
class JobIdsTest {
  private static final Path SLEEP = Path.of("src/test/resources/histories/0.23.1-sleep.jhist");
  private static final String OWN = "1329348432655_0001";
  private static final String OTHER = "1329348432655_0002";

  @TempDir Path folder;

  /** The ten maps and the reduce with an id changed in the lines that have a text. */
  private HistoryJob changed(String having, String from, String to) throws IOException {
    List<String> lines =
        Files.readAllLines(SLEEP).stream()
            .map(line -> line.contains(having) ? line.replace(from, to) : line)
            .toList();
    return HistoryFile.read(Files.write(folder.resolve("job.jhist"), lines));
  }

  private static List<Doubt> ofIds(HistoryJob job) {
    return job.doubts().stream()
        .filter(d -> d.kind() == Kind.OTHER_JOB || d.kind() == Kind.TWO_TASKS)
        .toList();
  }

  @Test
  void historyOfOneJobHasNoSuchDoubt() {
    assertThat(ofIds(HistoryFile.read(SLEEP))).isEmpty();
  }

  @Test
  void endOfAnotherJobIsNotThisOnes() throws Exception {
    HistoryJob job = changed("\"type\":\"JOB_FINISHED\"", OWN, OTHER);
    assertThat(ofIds(job)).containsExactly(new Doubt(Kind.OTHER_JOB, 1, "job_" + OTHER));
    assertThat(job.ending()).isEqualTo(Ending.UNFINISHED);
    assertThat(job.times().finishMs()).isEqualTo(Attempt.Times.NEVER);
  }

  @Test
  void tasksOfAnotherJobAreLeftOut() throws Exception {
    // of a map: its start, its attempt's start and end
    HistoryJob job = changed("_m_000004", OWN, OTHER);
    assertThat(ofIds(job))
        .containsExactly(new Doubt(Kind.OTHER_JOB, 3, "task_" + OTHER + "_m_000004"));
    assertThat(job.attempts()).hasSize(10).noneMatch(a -> a.brief().equals("m_000004_0"));
    // an id that only begins alike
    assertThat(ofIds(changed("_m_000004", OWN, OWN + "2"))).hasSize(1);
  }

  @Test
  void masterOfAnotherApplicationIsNotThisOnes() throws Exception {
    HistoryJob job = changed("\"type\":\"AM_STARTED\"", OWN, OTHER);
    assertThat(ofIds(job)).containsExactly(new Doubt(Kind.OTHER_JOB, 1, "application_" + OTHER));
    assertThat(job.identity().id()).isEqualTo("job_" + OWN);
    assertThat(job.times().masterStartsMs()).isEmpty();
    assertThat(job.attempts()).hasSize(11);
  }

  @Test
  void secondSubmissionWithoutItsHeaderDoesNotRenameTheJob() throws Exception {
    List<String> lines = Files.readAllLines(SLEEP);
    String joined =
        String.join("\n", lines)
            + "\n"
            + String.join("\n", lines.subList(2, lines.size()))
                .replace(OWN, OTHER)
                .replace("Sleep job", "Another");
    HistoryJob job = HistoryFile.read(Files.writeString(folder.resolve("job.jhist"), joined));
    HistoryJob one = HistoryFile.read(SLEEP);
    assertThat(job.identity()).isEqualTo(one.identity());
    assertThat(job.attempts()).isEqualTo(one.attempts());
    assertThat(job.counters()).isEqualTo(one.counters());
    assertThat(ofIds(job)).hasSize(1);
  }

  @Test
  void historyWhoseTasksAreAllOfAnotherJobIsRefused() {
    assertThatThrownBy(() -> changed("\"type\":\"JOB_SUBMITTED\"", OWN, OTHER))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessageContaining("job_" + OTHER)
        .hasMessageContaining(OWN);
  }

  @Test
  void attemptBesideAnotherTaskIsNamed() throws Exception {
    HistoryJob job =
        changed(
            "\"attemptId\":\"attempt_" + OWN + "_m_000003_0\"",
            "task_" + OWN + "_m_000003",
            "task_" + OWN + "_m_000007");
    // its start and its end
    assertThat(ofIds(job))
        .containsExactly(new Doubt(Kind.TWO_TASKS, 2, "task_" + OWN + "_m_000007"));
    assertThat(job.attempts()).hasSize(11);
  }
}
