package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.format.StructuredFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code corebound micro --list}, and what it says of a profile. */
class MicroListTest {
  @ParameterizedTest
  @ValueSource(strings = {"quick", "model", "standard", "full"})
  void profilesNameWhatThereIs(String name) throws Exception {
    assertThat(Corebound.run("micro", "--list", "--profile", name).err()).isEmpty();
  }

  @Test
  void listTellsSuitesOperationsNeedsAndTime(@TempDir Path folder) throws Exception {
    String profile = MicroIT.profile(folder).toString();
    Corebound.Result text = Corebound.run("micro", "--list", "--profile", profile);
    assertThat(text.status()).isZero();
    assertThat(text.out())
        .containsPattern("(?m)^read +about \\d+ s, needs the local cluster$")
        .containsPattern("(?m)^sort +about \\d+ s$")
        .contains("start.container start.job", "idle", "contention", "merge.reduce");
    assertThat(Corebound.run("micro", "sort", "--list").out())
        .containsPattern("(?m)^sort +about \\d+ s$")
        .doesNotContain("merge.reduce", "read.hdfs");
    Corebound.Result csv = Corebound.run("micro", "--list", "--format", "csv");
    assertThat(csv.out().lines())
        .contains("suite,benchmark,operations,cluster,expected_s,question")
        .anyMatch(l -> l.startsWith("read,ReadHdfsBenchmark,read.hdfs,true,"));
    Corebound.Result json = Corebound.run("micro", "--list", "--format", "json");
    assertThat(StructuredFiles.parseJson(json.out()))
        .anyMatch(line -> line.path("benchmark").asString().equals("MapOutputBufferBenchmark"));
  }

  @Test
  void profileWithAnUnknownParameterSuggestsTheNearest(@TempDir Path folder) throws Exception {
    Path profile = MicroIT.profile(folder);
    Files.writeString(
        profile, Files.readString(profile).replace("{sortMib: [1]}", "{recods: [5]}"));
    Corebound.Result result = Corebound.run("micro", "--profile", profile.toString());
    assertThat(result.err()).contains("has no parameter 'recods'; did you mean 'records'?");
    assertThat(result.status()).isEqualTo(2);
  }
}
