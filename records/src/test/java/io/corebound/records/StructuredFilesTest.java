package io.corebound.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
        .hasMessageContaining("no key 'merge_factor'; it is needed");
  }

  @Test
  void keyGivenTwiceIsRefused() {
    assertThatThrownBy(() -> cluster("nodes: 1", "nodes: 1\nnodes: 2"))
        .hasMessageContaining("line ")
        .hasMessageContaining("uplicate");
  }

  @Test
  void brokenYamlIsOneLineWithItsPlace() throws IOException {
    assertThatThrownBy(() -> cluster("nodes: 1", "nodes: [1"))
        .hasMessageContaining("c.yaml line ")
        .hasMessageContaining("expected ',' or ']'")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    assertThatThrownBy(() -> cluster("nodes: 1", "\tnodes: 1"))
        .hasMessageContaining("c.yaml line " + lineOf("nodes") + ": ")
        .hasMessageContaining("TAB")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @Test
  void wrongTypesAreToldInTheWordsOfTheFile() {
    assertThatThrownBy(() -> cluster("merge_factor: 10", "merge_factor: ten"))
        .hasMessageEndingWith("merge_factor: is not a whole number");
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
        .hasMessage(binary + ": is not text in UTF-8");
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

  private static int lineOf(String key) throws IOException {
    return 1
        + Files.readAllLines(LOCAL).stream()
            .map(l -> l.startsWith(key + ":"))
            .toList()
            .indexOf(true);
  }
}
