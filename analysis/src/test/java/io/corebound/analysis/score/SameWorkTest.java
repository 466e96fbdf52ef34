package io.corebound.analysis.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.config.MapOutputCollector;
import io.corebound.records.format.Records;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunDirectory;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which jobs are taken to be of one kind. */
class SameWorkTest {
  private static final CellResult OLDER =
      StructuredFiles.readJson(
          RunDirectory.open(Path.of("../results/samples/terasort-1gb-2-cores"))
              .cellFile("terasort-local"),
          CellResult.class);

  private static CellResult with(MapOutputCollector collector) {
    Map<String, String> settings = new TreeMap<>(OLDER.configuration());
    settings.put(MapOutputCollector.SETTING, collector.className());
    return Records.with(OLDER, "configuration", settings);
  }

  @Test
  void jobOfARunThatDoesNotSayItsCollectorHadHadoops() {
    CellResult hadoops = with(MapOutputCollector.hadoop);
    assertThat(SameWork.same(hadoops, OLDER)).isTrue();
    assertThat(SameWork.alike(hadoops, OLDER)).isTrue();
    assertThat(SameWork.settings(hadoops)).isEqualTo(SameWork.settings(OLDER));
  }

  @Test
  void jobWithAnotherCollectorIsAnotherJob() {
    CellResult prefix = with(MapOutputCollector.prefix);
    for (CellResult other : new CellResult[] {OLDER, with(MapOutputCollector.hadoop)}) {
      assertThat(SameWork.same(prefix, other)).isFalse();
      assertThat(SameWork.same(other, prefix)).isFalse();
      assertThat(SameWork.alike(prefix, other)).isFalse();
    }
    assertThat(SameWork.same(prefix, with(MapOutputCollector.prefix))).isTrue();
  }
}
