package io.corebound.terasortrunner.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.Checkout;
import io.corebound.hosts.machine.BlockDevices;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.StorageFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tiers of a sweep that are no tiers of their own. */
class LabSweepTest {
  @TempDir Path folder;

  /** The paper's sweep with folders in place of some of its tiers. */
  private static List<String> said(Map<String, Path> directories) {
    SweepRequest paper = SweepEstimateTest.paper("quick");
    Map<String, StorageFile> storage = new HashMap<>(paper.storage());
    directories.forEach(
        (name, directory) -> storage.put(name, Checkout.storageIn(directory.toString())));
    return LabSweep.sharedDisks(paper.withStorage(storage), LocalHost.forQuestions());
  }

  @Test
  void directoriesOfOneDiskAreNamedWithIt() throws Exception {
    Path one = Files.createDirectory(folder.resolve("one"));
    Path two = Files.createDirectory(folder.resolve("two"));
    Optional<String> disk = BlockDevices.of(LocalHost.forQuestions(), folder.toString());
    assumeTrue(disk.isPresent(), folder + " lies on no disk that the kernel names");

    assertThat(said(Map.of("ssd-sata", two, "hdd", one)))
        .singleElement()
        .asString()
        .startsWith("storage hdd (" + one + "), ssd-sata (" + two + "): all on disk " + disk.get());
  }

  @Test
  void oneDirectoryTwiceIsSaidAlsoWhereItIsNotThere() {
    Path nowhere = folder.resolve("nowhere");

    assertThat(said(Map.of("ssd-sata", nowhere, "hdd", nowhere)))
        .singleElement()
        .asString()
        .contains("all in " + nowhere);
  }

  @Test
  void nodesWithMoreTasksThanCoresAreCrowded() {
    SweepRequest one = SweepEstimateTest.paper("quick");
    assertThat(one.crowds()).isFalse();
    ClusterFile two = one.cluster().withContainersPerNode(2);
    assertThat(one.withCluster(two).crowds()).isTrue();
  }

  @Test
  void workersThatShareCpusAreToldOnlyWhereTheyDo() {
    SweepRequest twoOfOneCore = SweepEstimateTest.paper("quick");
    assertThat(LabSweep.sharedCpus(twoOfOneCore, 2)).isEmpty();
    assertThat(LabSweep.sharedCpus(twoOfOneCore, 1))
        .singleElement()
        .asString()
        .startsWith("2 workers of cores_per_node 1 share this machine's logical CPUs, 1 of them");
  }

  @Test
  void tiersOfFiguresAndASingleDirectoryShareNothing() {
    assertThat(said(Map.of())).isEmpty();
    assertThat(said(Map.of("hdd", folder))).isEmpty();
  }
}
