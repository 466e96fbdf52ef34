package io.corebound.app.run;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.machine.Jdk;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before anything is written. */
class WorkspaceTest {
  private static final Workspace.Needs NEEDS =
      new Workspace.Needs(new DataSize(0), MemoryNeed.NONE, true);

  @TempDir Path folder;
  private Path data;
  private Path results;

  @BeforeEach
  void data() throws Exception {
    data = Files.createDirectory(folder.resolve("data"));
    results = folder.resolve("results");
  }

  private ThrowingCallable open(Path dataDirectory, Path resultsFolder, Path javaHome) {
    Software software =
        new Software(
            new Jdk(javaHome, 17, "JDK"),
            new HadoopLibraries(folder, "3.5.0", 8, List.of(), Optional.empty()));
    ClusterFile cluster =
        StructuredFiles.readYaml(Path.of("../configs/cluster/local.yaml"), ClusterFile.class);
    RunRequest request =
        new RunRequest(
            List.of(),
            null,
            null,
            cluster,
            software,
            dataDirectory,
            resultsFolder,
            false,
            Map.of());
    return () -> Workspace.open(new Installation(folder), request, NEEDS);
  }

  private void assertRefused(ThrowingCallable opening, String message) {
    assertThatRefused(opening).hasMessageStartingWith(message);
    assertThat(results).doesNotExist();
    assertThat(data).isEmptyDirectory();
    assertThat(folder.resolve(".corebound")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"d:1", "d,1", "d 1", "d*1"})
  void dataDirectoryThatHadoopWouldSplitIsRefused(String name) throws Exception {
    Path split = Files.createDirectory(folder.resolve(name));
    String character = name.substring(1, 2);
    assertRefused(
        open(split, results, Path.of("/jdk")),
        "data directory %s: Hadoop gives '%s' a special meaning".formatted(split, character));
    assertThat(split).isEmptyDirectory();
  }

  @Test
  void linkToSuchADataDirectoryIsRefusedByItsRealName() throws Exception {
    Path split = Files.createDirectory(folder.resolve("d:1"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), split);
    assertRefused(open(link, results, Path.of("/jdk")), "data directory " + split + ": Hadoop");
  }

  @Test
  void resultsFolderThatHadoopWouldSplitIsRefusedAndNotMade() {
    Path split = folder.resolve("r,1");
    assertRefused(open(data, split, Path.of("/jdk")), "results folder " + split + ": Hadoop");
    assertThat(split).doesNotExist();
  }

  @Test
  void jdkThatNoScriptOfATaskCouldStartIsRefused() {
    assertRefused(open(data, results, Path.of("/opt/my jdk")), "JDK /opt/my jdk: Hadoop gives ' '");
  }

  @Test
  void dataDirectoryThatIsNotThereLeavesNoResultsFolder() {
    assertRefused(
        open(folder.resolve("none"), results, Path.of("/jdk")),
        "data directory " + folder.resolve("none") + ": does not exist");
  }
}
