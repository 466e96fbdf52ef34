package io.corebound.app.sweep;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.pages.page.Words;
import io.corebound.app.run.Installation;
import io.corebound.records.config.LeverFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong only together with another file names the file that asks for it. */
class SweepRequestsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder;

  @Test
  void profileThatASweepHasNotIsToldWithItsFile() throws IOException {
    Path sweep = sweep("");
    refused(sweep, "ful", sweep + ": the sweep has no profile 'ful'; did you mean 'full'?");
  }

  @Test
  void settingsThatDoNotFitTheClusterAreToldWithTheSweepsFile() throws IOException {
    Path sweep = sweep("settings: {replication: 3}\n");
    refused(
        sweep,
        "quick",
        sweep
            + ": the sweep's settings over cluster 'lab': replication is at most nodes (2), not 3");
    Path varied = sweep("variants: {a: {settings: {task_heap: 2GiB}}}\n");
    refused(
        varied,
        "quick",
        varied
            + ": the settings of variant 'a' over cluster 'lab': task_heap (2GiB) must be smaller"
            + " than task_memory (1GiB)");
  }

  @Test
  void nodesThatThisMachineCannotBeAreRefusedWithTheFile() throws IOException {
    int cpus = Runtime.getRuntime().availableProcessors();
    Path large = sweep("settings: {cores_per_node: 4096}\n");
    refused(
        large,
        "quick",
        large
            + ": cores_per_node: the nodes are on this machine, which has "
            + Words.count(cpus, "logical CPU")
            + ", not 4096; 'corebound plan' predicts larger ones");
    Path all = sweep("settings: {memory_per_node: 1024TiB}\n");
    assertThatRefused(() -> read(all, "quick"))
        .hasMessageStartingWith(
            all + ": memory_per_node: the nodes are on this machine, which has ");
  }

  @Test
  void sizeTakesThePlaceOfTheProfilesAndVariantsSortTheirPartOfIt() throws IOException {
    Path sweep = sweep("variants: {a: {size_factor: 0.5}, b: {}}\n");
    SweepRequest asked = read(sweep, "full");
    SweepRequest other = asked.of(DataSize.parse("300MB"));
    assertThat(other.plan()).isEqualTo(asked.plan());
    assertThat(other.plan().cells())
        .extracting(cell -> cell.variant() + " " + other.size(cell))
        .containsExactly("a 150MB", "b 300MB");
    assertThatRefused(() -> asked.of(DataSize.parse("1MB")))
        .hasMessageStartingWith("--size 1MB: variants.a: size_factor 0.5");
  }

  @Test
  void workloadThatCannotRunIsRefusedWithItsLine() throws IOException {
    Path unknown = sweep("");
    Files.writeString(unknown, Files.readString(unknown).replace("terasort", "word-cuont"));
    refused(
        unknown,
        "quick",
        unknown
            + " line 2: workload: no 'word-cuont' in configs/workload; did you mean 'word-count'?");
    Files.writeString(
        unknown, Files.readString(unknown).replace("word-cuont", "terasort-oikawa-2013"));
    assertThatRefused(() -> read(unknown, "quick"))
        .hasMessageContaining(unknown + " line 2: workload:")
        .hasMessageContaining("'terasort-oikawa-2013'")
        .hasMessageContaining("log-filter")
        .hasMessageContaining("sampled_tasks.job.jar");
  }

  @Test
  void textGoesWithWordCountAlone() throws IOException {
    Path words = sweep("");
    SweepRequest sort = read(words, "quick");
    assertThatRefused(() -> sort.of(folder))
        .hasMessageContaining("workload 'terasort' reads no text");
    Files.writeString(words, Files.readString(words).replace("terasort", "word-count"));
    SweepRequest count = read(words, "quick");
    assertThat(count.of(folder).corpus()).isEqualTo(folder.toString());
    assertThat(StructuredFiles.fromTree(StructuredFiles.toTree(count), SweepRequest.class, words))
        .isEqualTo(count);
  }

  @Test
  void leversOfCellsThatChangeStartsAreMeasured() throws IOException {
    Path axis = sweep("lever: [hadoop, c1, c1+prefix]\n");
    SweepRequest asked = read(axis, "quick");
    assertThat(SweepRequests.measured(asked))
        .extracting(LeverFile::name)
        .containsExactly("c1", "c1+prefix");
    // kept whole, so that a resumed sweep measures the same
    assertThat(StructuredFiles.fromTree(StructuredFiles.toTree(asked), SweepRequest.class, axis))
        .isEqualTo(asked);
    assertThat(SweepRequests.measured(read(sweep("settings: {lever: c1}\n"), "quick"))).isEmpty();
  }

  @Test
  void startsWithoutTheClustersOwnLeverWouldNotBeMeasured() throws IOException {
    Path own = folder.resolve("own.yaml");
    Files.writeString(
        own, Files.readString(ROOT.resolve("configs/cluster/lab.yaml")) + "lever: c1\n");
    Path axis = sweep("lever: [hadoop, c1]\n");
    Files.writeString(axis, Files.readString(axis).replace("cluster: lab", "cluster: own.yaml"));
    assertThatRefused(() -> SweepRequests.measured(read(axis, "quick")))
        .hasMessageContaining("the cluster has c1")
        .hasMessageContaining("lever: [c1, ...]");
  }

  private Path sweep(String more) throws IOException {
    return Files.writeString(
        folder.resolve("s.yaml"),
        """
        description: a test
        workload: terasort
        cluster: lab
        storage: [hdd]
        network: [ethernet-1g]
        profiles:
          quick: {size: 1GB, repetitions: 1}
          full: {size: 2GB, repetitions: 1}
        """
            + more);
  }

  private static SweepRequest read(Path sweep, String profile) {
    return SweepRequests.read(new Installation(ROOT), sweep.toString(), profile, List.of(), null);
  }

  private static void refused(Path sweep, String profile, String said) {
    assertThatRefused(() -> read(sweep, profile)).hasMessage(said);
  }
}
