package io.corebound.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.history.Doubt;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.Setting;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job's configuration, of which nothing but known settings is kept. */
class JobXmlTest {
  private static final Path SLEEP = Path.of("src/test/resources/histories/0.23.1-sleep.jhist");
  private static final String SECRET = "AKIA-never-to-be-seen";

  private static final String JOB = "job_1329348432655_0001";

  @TempDir Path folder;

  /** As Hadoop itself writes it. */
  private Path written() throws IOException {
    Configuration job = new Configuration(false);
    job.set("mapreduce.task.io.sort.mb", "200");
    job.set("mapreduce.map.output.compress", "true");
    job.set("mapred.child.java.opts", "-Xmx200m -Dfs.s3a.secret.key=" + SECRET + " -Xmx820m");
    job.set("mapreduce.map.output.compress.codec", "${codec." + SECRET + "}");
    job.set("fs.s3a.secret.key", SECRET);
    job.set("mapreduce.job.user.name", SECRET);
    Path file = folder.resolve("job.xml");
    try (var out = Files.newOutputStream(file)) {
      job.writeXml(out);
    }
    return file;
  }

  @Test
  void knownSettingsAreReadAndNothingElseIs() throws Exception {
    HistoryJob job = HistoryFile.read(SLEEP, written());

    assertThat(job.settings())
        .containsOnlyKeys(Setting.SORT_MB, Setting.MAP_OUTPUT_COMPRESS, Setting.TASK_HEAP)
        .containsEntry(Setting.SORT_MB, "200")
        .containsEntry(Setting.TASK_HEAP, "-Xmx820m");
    assertThat(job.toString()).doesNotContain(SECRET);
    assertThat(job.doubts()).isEmpty();
  }

  @Test
  void configurationBesideAHistoryBelongsToIt() throws Exception {
    Path history = Files.copy(SLEEP, folder.resolve("job_1329348432655_0001-1-user.jhist"));
    assertThat(HistoryFile.read(history).doubts())
        .containsExactly(Doubt.of(Doubt.Kind.NO_CONFIGURATION));
    Path beside = Files.move(written(), folder.resolve("job_1329348432655_0001_conf.xml"));
    assertThat(HistoryFile.read(history).settings()).containsKey(Setting.SORT_MB);
    Files.writeString(beside, "<configuration><property>");
    assertThat(HistoryFile.read(history).doubts())
        .extracting(Doubt::kind)
        .containsExactly(Doubt.Kind.BROKEN_CONFIGURATION);
    assertThat(HistoryFile.read(history).doubts().get(0).example())
        .startsWith(beside.getFileName() + " line 1");
  }

  @Test
  void nameOfTodayCountsMoreThanAnOlderOne() throws Exception {
    String old = property("io.sort.mb", "1");
    String today = property("mapreduce.task.io.sort.mb", "2");
    for (String both : new String[] {old + today, today + old}) {
      Path file =
          Files.writeString(
              folder.resolve("both.xml"), "<configuration>" + both + "</configuration>");
      assertThat(JobXml.read(file, JOB)).containsEntry(Setting.SORT_MB, "2");
    }
  }

  private static String property(String name, String value) {
    return "<property><name>%s</name><value>%s</value><final>false</final></property>"
        .formatted(name, value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        SECRET,
        "<configuration><property><name>" + SECRET + "</name>",
        "<project><name>" + SECRET + "</name></project>",
        "<!DOCTYPE c [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><configuration>&x;</configuration>",
        "<configuration><property><name>a</name><value>" + SECRET + "</configuration>",
      })
  void whatIsNoConfigurationIsRefusedWithoutQuotingIt(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("broken.xml"), text);
    assertThatThrownBy(() -> HistoryFile.read(SLEEP, file))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessageStartingWith(file + " line ")
        .hasMessageNotContaining(SECRET)
        .hasMessageNotContaining("root:");
  }

  @Test
  void configurationOfAnotherJobIsRefused() throws Exception {
    String text = "<configuration>" + property("mapreduce.job.dir", "/staging/%s");
    Path file = folder.resolve("job.xml");
    Files.writeString(file, text.formatted(JOB) + "</configuration>");
    assertThat(HistoryFile.read(SLEEP, file).settings()).isEmpty();
    Files.writeString(file, text.formatted(JOB + "7") + "</configuration>");
    assertThatThrownBy(() -> HistoryFile.read(SLEEP, file))
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(JOB + "7")
        .hasMessageNotContaining("staging");
  }

  @Test
  void fileThatIsNotThereIsSaid() {
    assertThatThrownBy(() -> HistoryFile.read(SLEEP, folder.resolve("none.xml")))
        .hasMessage(folder.resolve("none.xml") + ": no such file");
  }
}
