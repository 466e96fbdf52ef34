package io.corebound.analysis.study.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Setting;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which jobs are taken to be of one kind. */
class WorkTest {
  private static final CellResult RESULT =
      StructuredFiles.readJson(
          RunDirectory.open(Path.of("../results/samples/terasort-1gb-2-cores"))
              .cellFile("terasort-local"),
          CellResult.class);

  private static final Work OLDER = Work.of(RESULT);

  private static final String HADOOP = "org.apache.hadoop.mapred.MapTask$MapOutputBuffer";
  private static final String PREFIX = "io.corebound.collector.PrefixCollector";

  private static Work with(String collector) {
    Map<String, String> settings = new TreeMap<>(RESULT.configuration());
    settings.put(Setting.COLLECTOR.key(), collector);
    return Work.of(RESULT.withConfiguration(settings));
  }

  @Test
  void jobOfARunThatDoesNotSayItsCollectorHadHadoops() {
    Work hadoops = with(HADOOP);
    assertThat(hadoops.same(OLDER)).isTrue();
    assertThat(hadoops.alike(OLDER)).isTrue();
    assertThat(hadoops.settings()).isEqualTo(OLDER.settings());
  }

  @Test
  void jobWithAnotherCollectorIsAnotherJob() {
    Work prefix = with(PREFIX);
    for (Work other : List.of(OLDER, with(HADOOP))) {
      assertThat(prefix.same(other)).isFalse();
      assertThat(other.same(prefix)).isFalse();
      assertThat(prefix.alike(other)).isFalse();
    }
    assertThat(prefix.same(with(PREFIX))).isTrue();
  }
}
