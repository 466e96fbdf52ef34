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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    assertThat(job.doubts())
        .containsExactly(
            new Doubt(Doubt.Kind.UNREAD_SETTINGS, 1, "mapreduce.map.output.compress.codec"));
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
      assertThat(JobXml.read(file, JOB, new ArrayList<>())).containsEntry(Setting.SORT_MB, "2");
    }
  }

  private HistoryJob with(String... properties) throws IOException {
    Path file = folder.resolve("made.xml");
    Files.writeString(file, "<configuration>" + String.join("", properties) + "</configuration>");
    return HistoryFile.read(SLEEP, file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "mapreduce.map.output.compress | ` TRUE\n` | MAP_OUTPUT_COMPRESS | true",
        "mapreduce.task.io.sort.mb | ` 200 ` | SORT_MB | 200",
        "mapreduce.task.io.sort.mb | 0xC8 | SORT_MB | 200",
        "mapreduce.task.io.sort.mb | ${site.sort.mb} | SORT_MB | 512",
        "mapreduce.task.io.sort.factor | ${site.sort.mb}0 | SORT_FACTOR | 5120",
        "mapreduce.map.sort.spill.percent | 0.80f | SPILL_PERCENT | 0.8",
        "mapreduce.map.sort.spill.percent | 9e-1 | SPILL_PERCENT | 0.9",
        "mapreduce.input.fileinputformat.split.maxsize | 0x10000000 | SPLIT_MAX | 268435456",
        "mapred.max.split.size | 7 | SPLIT_MAX | 7",
        "dfs.blocksize | 256M | BLOCK_SIZE | 268435456",
        "dfs.block.size | 1k | BLOCK_SIZE | 1024",
        "mapreduce.map.memory.mb | -1 | MAP_MEMORY_MB | -1",
        "mapred.job.reduce.memory.mb | 2048 | REDUCE_MEMORY_MB | 2048",
        "mapreduce.map.resource.memory | 4Gi | MAP_MEMORY | 4096",
        "mapreduce.job.map.output.collector.class | ` a.B ,\n c.D$E ` | COLLECTOR | a.B,c.D$E",
        "mapred.map.child.java.opts | -Xmx${site.sort.mb}m | MAP_HEAP | -Xmx512m",
        "mapreduce.map.java.opts | -Dx=${java.io.tmpdir} -Xmx1g | MAP_HEAP | -Xmx1g",
        "mapreduce.map.java.opts | -XX:MaxRAMPercentage=75 | MAP_HEAP | no -Xmx",
        "mapreduce.map.java.opts | `` | MAP_HEAP | no -Xmx",
      })
  void valuesAreReadAsHadoopReadsThem(String key, String value, Setting setting, String read)
      throws Exception {
    HistoryJob job =
        with(
            property(key, value),
            property("site.sort.mb", "${site.${site.which}}"),
            property("site.which", "large"),
            property("site.large", "512"));
    assertThat(job.settings()).containsExactly(Map.entry(setting, read));
    assertThat(job.doubts()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "mapreduce.task.io.sort.mb, ${user.name}",
    "mapreduce.task.io.sort.mb, ${env.SORT_MB:-100}",
    "mapreduce.task.io.sort.mb, ${mapreduce.task.io.sort.mb}1",
    "mapreduce.task.io.sort.mb, 100m",
    "mapreduce.task.io.sort.mb, 1.5",
    "mapreduce.map.output.compress, yes",
    "mapreduce.map.sort.spill.percent, NaN",
    "mapreduce.input.fileinputformat.split.maxsize, 256m",
    "dfs.blocksize, large",
    "mapreduce.map.java.opts, -Xmx${env.HEAP}m",
  })
  void valueThatCannotBeReadIsADoubtThatNamesItsKey(String key, String value) throws Exception {
    HistoryJob job = with(property(key, value), property("mapreduce.job.reduces", "2"));
    assertThat(job.settings()).containsOnlyKeys(Setting.REDUCES);
    assertThat(job.doubts()).containsExactly(new Doubt(Doubt.Kind.UNREAD_SETTINGS, 1, key));
  }

  @Test
  void variablesGoNoDeeperThanHadoopFollowsThem() throws Exception {
    List<String> chain = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      chain.add(property("v" + i, "${v" + (i + 1) + "}"));
    }
    chain.add(property("v20", "100"));
    chain.add(property("mapreduce.task.io.sort.mb", "${v2}"));
    chain.add(property("mapreduce.task.io.sort.factor", "${v1}"));
    HistoryJob job = with(chain.toArray(String[]::new));
    assertThat(job.settings()).containsExactly(Map.entry(Setting.SORT_MB, "100"));
    assertThat(job.doubts()).hasSize(1);
  }

  @Test
  void finalValueStaysAndElseTheLastCounts() throws Exception {
    String fixed =
        "<property><name>dfs.replication</name><value>2</value><final>true</final></property>";
    HistoryJob job =
        with(
            fixed,
            property("dfs.replication", "3"),
            "<property name='mapreduce.job.reduces' value='4'/>",
            property("mapreduce.job.reduces", "5"));
    assertThat(job.settings())
        .containsOnly(Map.entry(Setting.REPLICATION, "2"), Map.entry(Setting.REDUCES, "5"));
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
