package io.corebound.records.format;

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

  @Test
  void unknownKeyNamesFileLineAndNearestKey() throws IOException {
    assertThatThrownBy(() -> cluster("merge_factor: 10", "merge_facto: 10"))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessage(
            folder.resolve("c.yaml")
                + " line "
                + lineOf("merge_factor")
                + ": unknown key 'merge_facto'; did you mean 'merge_factor'?");
  }

  @Test
  void unknownUnitNamesFileLineAndKey() throws IOException {
    assertThatThrownBy(() -> cluster("block_size: 128MiB", "block_size: 128MX"))
        .hasMessageStartingWith(folder.resolve("c.yaml") + " line " + lineOf("block_size"))
        .hasMessageContaining("block_size: '128MX' has an unknown unit 'MX'");
  }

  @Test
  void valueThatHadoopCouldNotWorkWithIsRefusedWithItsLine() throws IOException {
    assertThatThrownBy(() -> cluster("spill_threshold: 0.80", "spill_threshold: 80"))
        .hasMessageContaining(
            "c.yaml line "
                + lineOf("spill_threshold")
                + ": spill_threshold is above 0 and at most 1, not 80");
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
            folder.resolve("c.yaml")
                + " line "
                + (lineOf("nodes") + 1)
                + ": the key 'nodes' is given twice in its group; keep one");
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
      assertThatThrownBy(() -> clusterWith(key, given))
          .isInstanceOfSatisfying(
              CoreboundException.class,
              e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
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
    Path file = folder.resolve("w.yaml");
    String right = Files.readString(Path.of("../configs/workload/terasort.yaml"));
    Files.writeString(file, right.replaceFirst("steps:\n", "steps:\n  -\n"));
    assertThatThrownBy(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
        .hasMessageContaining("steps[0] is empty");
  }

  @Test
  void questionIsFollowedByASentence() throws IOException {
    assertRefused("{\"run_i\": 1}")
        .hasMessageContaining("did you mean 'run_id'? The files of a run belong together");
  }

  @Test
  void wordOfAListIsToldAsFilesWriteItWithTheNearest() throws IOException {
    Path file = folder.resolve("w.yaml");
    String right = Files.readString(Path.of("../configs/workload/terasort.yaml"));
    Files.writeString(file, right.replace("tasks: hadoop", "tasks: hadop"));
    assertThatThrownBy(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
        .hasMessageStartingWith(file + " line ")
        .hasMessageEndingWith(
            ": tasks: 'hadop' is not one of hadoop, none; did you mean 'hadoop'?");
    Files.writeString(file, right.replace("tasks: hadoop", "tasks: mesosphere"));
    assertThatThrownBy(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
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
  void wrongTypesAreToldInTheWordsOfTheFile() {
    assertThatThrownBy(() -> cluster("merge_factor: 10", "merge_factor: ten"))
        .hasMessageEndingWith("merge_factor: 'ten' is not a whole number");
    assertThatThrownBy(() -> cluster("slow_start: 1.0", "slow_start: [1]"))
        .hasMessageEndingWith("slow_start: is not a number");
    // as in Hadoop's own files
    assertThatThrownBy(() -> cluster("task_memory: 1024MiB", "task_memory: 4096"))
        .hasMessageEndingWith("task_memory: is not an amount with its unit, such as '1024MiB'");
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
    assertThatThrownBy(() -> StructuredFiles.readYaml(empty, ClusterFile.class))
        .isInstanceOf(CoreboundException.class)
        .hasMessage(empty + ": is empty");
  }

  private void cluster(String line, String replacement) throws IOException {
    Path file = folder.resolve("c.yaml");
    Files.writeString(file, Files.readString(LOCAL).replace(line, replacement));
    StructuredFiles.readYaml(file, ClusterFile.class);
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
