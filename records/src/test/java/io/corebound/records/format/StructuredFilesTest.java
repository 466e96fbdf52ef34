package io.corebound.records.format;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.run.RunManifest;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StructuredFilesTest {
  private static final Path LOCAL = Path.of("../configs/cluster/local.yaml");
  private static final Path TERASORT = Path.of("../configs/workload/terasort.yaml");

  @TempDir Path folder;

  static Stream<Path> clusterFiles() throws IOException {
    try (Stream<Path> files = Files.list(LOCAL.getParent())) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("clusterFiles")
  void everyShippedClusterFileIsValid(Path file) {
    assertThat(StructuredFiles.readYaml(file, ClusterFile.class).blockSize())
        .isEqualTo(DataSize.ofMebibytes(128));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          unknown key has the nearest  | merge_factor: 10     | merge_facto: 10     | \
              unknown key 'merge_facto'; did you mean 'merge_factor'?
          unit is unknown              | block_size: 128MiB   | block_size: 128MX   | \
              block_size: '128MX' has an unknown unit 'MX'; it may be B, kB, KiB, MB, MiB, GB, GiB, TB, TiB
          Hadoop could not work so     | spill_threshold: 0.80 | spill_threshold: 80 | \
              spill_threshold is above 0 and at most 1, not 80.0
          word is not a number         | merge_factor: 10     | merge_factor: ten   | merge_factor: 'ten' is not a whole number
          list is not a number         | slow_start: 1.0      | slow_start: [1]     | slow_start: is not a number
          amount has no unit           | task_memory: 1024MiB | task_memory: 4096   | \
              task_memory: is not an amount with its unit, such as '1024MiB'
          """)
  void wrongValueNamesFileLineAndKey(String wrong, String right, String instead, String said)
      throws IOException {
    int line = lineOf(right.substring(0, right.indexOf(':')));
    assertThatRefused(() -> cluster(right, instead))
        .hasMessage("%s line %s: %s", folder.resolve("c.yaml"), line, said);
  }

  @Test
  void numberThatIsNeededAndMissingIsNamed() {
    assertThatThrownBy(() -> cluster("merge_factor: 10", ""))
        .hasMessageContaining("key 'merge_factor' is missing");
  }

  @Test
  void keyGivenTwiceIsRefused() throws IOException {
    assertThatThrownBy(() -> cluster("nodes: 1", "nodes: 1\nnodes: 2"))
        .hasMessage(
            "%s line %s: the key 'nodes' is given twice in its group; keep one",
            folder.resolve("c.yaml"), lineOf("nodes") + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "1.5, is not a whole number",
    "-0.5, is not a whole number",
    ".nan, is not a whole number",
    ".inf, is not a whole number",
    "99999999999, is too far from 0; the maximum is 2147483647",
    "-99999999999, is too far from 0; the maximum is 2147483647",
    "1e99999999999, is out of range; the maximum is 2147483647"
  })
  void wholeNumberIsNeverCut(String given, String said) throws IOException {
    for (String key : List.of("nodes", "replication", "heartbeat_ms")) {
      assertThatRefused(() -> clusterWith(key, given))
          .hasMessage(
              "%s line %s: %s: %s %s", folder.resolve("c.yaml"), lineOf(key), key, given, said);
    }
  }

  @Test
  void wholeNumberMayBeWrittenWithAPoint() throws IOException {
    assertThat(clusterWith("heartbeat_ms", "250.0").heartbeatMs()).isEqualTo(250);
    assertThat(clusterWith("heartbeat_ms", "2e2").heartbeatMs()).isEqualTo(200);
    assertThat(
            StructuredFiles.fromTree(
                    StructuredFiles.parseJson("{\"operation\": \"o\", \"records\": 5.0}"),
                    WorkloadFile.Client.class,
                    Path.of("w"))
                .records())
        .isEqualTo(5);
  }

  @Test
  void keyThatIsMissingIsNotToldWithTheLastLine() {
    for (String key : List.of("kind", "block_size", "task_memory", "task_heap", "sort_buffer")) {
      assertThatThrownBy(() -> clusterWith(key, null))
          .hasMessageStartingWith(folder.resolve("c.yaml") + ": " + key + " is missing, ");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\n",
        "{\"run_id\": \"r\"",
        "{\"run_id\": \"r\",",
        "{\"run_id\": \"r",
        "{\"run_id",
        "{\"run_id\":",
        "{\"reason\": nul",
        "{\"stages\": [",
        "{\"schema_version\": 0."
      })
  void jsonThatIsCutOffSaysSoInPlainWords(String text) throws IOException {
    assertRefused(text)
        .hasMessageMatching(
            java.util.regex.Pattern.quote(folder.resolve("run.json").toString())
                + " line \\d: the file ends too early, in the middle of its text; the files of a"
                + " run belong together, as corebound wrote them: copy the run whole, or measure it"
                + " again");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"stages\": [}",
        "{\"reason\": \"a\"]",
        "{\"reason\": NaN}",
        "{reason: 1}",
        "hello"
      })
  void brokenJsonTellsNothingOfItsParser(String text) throws IOException {
    assertRefused(text)
        .hasMessageStartingWith(folder.resolve("run.json") + " line 1: is not valid JSON: ")
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .doesNotContain("\n", "Source", "StreamReadFeature", "JsonReadFeature"));
  }

  @Test
  void exponentBeyondAllNumbersIsNoDefectOfOurs() throws IOException {
    assertRefused("{\"schema_version\": 1e99999999999}")
        .isInstanceOf(CoreboundException.class)
        .hasMessageStartingWith(
            folder.resolve("run.json") + " line 1: schema_version: 1e99999999999 is out of range");
  }

  @Test
  void stepThatIsEmptyIsToldByItsNumber() throws IOException {
    assertThatThrownBy(() -> workload("\nsteps:\n", "\nsteps:\n  -\n"))
        .hasMessageContaining("steps[0] is empty");
  }

  @Test
  void questionIsFollowedByASentence() throws IOException {
    assertRefused("{\"run_i\": 1}")
        .hasMessageContaining("did you mean 'run_id'? The files of a run belong together");
  }

  @Test
  void wordOfAListIsToldAsFilesWriteItWithTheNearest() throws IOException {
    assertThatThrownBy(() -> workload("tasks: hadoop", "tasks: hadop"))
        .hasMessageStartingWith(folder.resolve("w.yaml") + " line ")
        .hasMessageEndingWith(
            ": tasks: 'hadop' is not one of hadoop, none; did you mean 'hadoop'?");
    assertThatThrownBy(() -> workload("tasks: hadoop", "tasks: mesosphere"))
        .hasMessageEndingWith(": tasks: 'mesosphere' is not one of hadoop, none");
  }

  @Test
  void fileThatMayNotBeReadIsNoDamagedOne() {
    Path file = folder.resolve("run.json");
    // root reads what it likes, so the file system's answer is given here
    CoreboundException forbidden =
        StructuredFiles.unreadable(file, new AccessDeniedException(file.toString()));
    assertThat(forbidden.status()).isEqualTo(ExitStatus.INVALID_INPUT);
    assertThat(StructuredFiles.damaged(forbidden))
        .hasMessage(
            "%s: user '%s' has no permission to read it; give it, as its owner or as root, with"
                + " 'chmod a+r %s' (and 'chmod a+x' of the folders above it), or run corebound as"
                + " its owner",
            file, System.getProperty("user.name"), file);
    assertThat(
            StructuredFiles.damaged(StructuredFiles.unreadable(file, new IOException("I/O error"))))
        .hasMessageContaining("cannot be read: I/O error; the files of a run belong together");
  }

  @Test
  void brokenYamlIsOneLineWithItsPlace() throws IOException {
    assertThatThrownBy(() -> cluster("nodes: 1", "nodes: [1"))
        .hasMessageContaining("c.yaml line ")
        .hasMessageContaining("is not valid YAML: expected ',' or ']'")
        .hasMessageContaining("look at the indentation, the colons, the brackets and the quotes")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    assertThatThrownBy(() -> cluster("nodes: 1", "\tnodes: 1"))
        .hasMessageContaining("c.yaml line " + lineOf("nodes") + ": ")
        .hasMessageContaining("TAB")
        .hasMessageEndingWith("; indent with spaces")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @Test
  void binaryFileSaysSo() throws IOException {
    Path binary = Files.write(folder.resolve("b.yaml"), new byte[] {(byte) 0xff, 0, 1});
    assertThatThrownBy(() -> StructuredFiles.readYaml(binary, ClusterFile.class))
        .hasMessage(binary + ": is not UTF-8 text");
  }

  @Test
  void missingAndEmptyFilesSaySo() throws IOException {
    Path missing = folder.resolve("none.yaml");
    assertThatThrownBy(() -> StructuredFiles.readYaml(missing, ClusterFile.class))
        .hasMessage(missing + ": no such file");
    Path empty = Files.createFile(folder.resolve("empty.yaml"));
    assertThatRefused(() -> StructuredFiles.readYaml(empty, ClusterFile.class))
        .hasMessage(empty + ": is empty");
  }

  private void cluster(String part, String instead) throws IOException {
    read(LOCAL, part, instead, "c.yaml", ClusterFile.class);
  }

  private void workload(String part, String instead) throws IOException {
    read(TERASORT, part, instead, "w.yaml", WorkloadFile.class);
  }

  private <T> void read(Path shipped, String part, String instead, String name, Class<T> type)
      throws IOException {
    String text = Files.readString(shipped).replace(part, instead);
    StructuredFiles.readYaml(Files.writeString(folder.resolve(name), text), type);
  }

  /** A run's file with this text is not read. */
  private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(String text)
      throws IOException {
    Path file = Files.writeString(folder.resolve("run.json"), text);
    return assertThatThrownBy(() -> StructuredFiles.readJson(file, RunManifest.class));
  }

  /** The cluster file with another value of a key; null for without. */
  private ClusterFile clusterWith(String key, String value) throws IOException {
    String line = value == null ? "" : key + ": " + value;
    Path file = folder.resolve("c.yaml");
    Files.writeString(file, Files.readString(LOCAL).replaceFirst("(?m)^" + key + ":.*$", line));
    return StructuredFiles.readYaml(file, ClusterFile.class);
  }

  private static int lineOf(String key) throws IOException {
    return 1
        + Files.readAllLines(LOCAL).stream()
            .map(l -> l.startsWith(key + ":"))
            .toList()
            .indexOf(true);
  }
}
