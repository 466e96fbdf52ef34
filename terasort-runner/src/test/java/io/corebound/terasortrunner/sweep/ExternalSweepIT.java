package io.corebound.terasortrunner.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.collectors.probe.Link;
import io.corebound.hosts.LoopbackSshd;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.machine.BlockDevices;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import io.corebound.terasortrunner.ExternalRequests;
import io.corebound.terasortrunner.workload.WatchedNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The hosts of somebody's cluster, reached by a real ssh; they are all this machine. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ExternalSweepIT {
  @TempDir Path folder;

  private final LocalHost host =
      new LocalHost("it-" + ProcessHandle.current().pid() + "-" + System.nanoTime(), "localhost");
  private Ledger ledger;
  private LoopbackSshd nodes;
  private Path disk;

  @BeforeEach
  void startServer() throws Exception {
    assumeTrue(LoopbackSshd.available(), LoopbackSshd.MISSING);
    nodes = LoopbackSshd.start(host, folder.resolve("n"));
    ledger = Ledger.open(folder.resolve("ledger"), host.runId());
    disk = Files.createDirectory(folder.resolve("disk"));
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    if (nodes == null) {
      return;
    }
    nodes.close();
    host.stopAll(Duration.ofSeconds(1));
    ledger.close();
    assertThat(host.alive()).isZero();
    assertThat(files()).as("in the directory on the workers").isEmpty();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(disk)) {
      return files.toList();
    }
  }

  private ExternalSweep reach(SweepRequest request) throws InterruptedException {
    ExternalSweep sweep = new ExternalSweep(host, ledger, request, nodes::open);
    try {
      sweep.reach();
      return sweep;
    } catch (CoreboundException e) {
      sweep.close();
      throw e;
    }
  }

  private SweepRequest request(String network) {
    return ExternalRequests.request(disk.toString(), network);
  }

  @Test
  void diskIsProbedInAFolderOfItsOwnThatGoesWithTheProbe() throws Exception {
    try (ExternalSweep sweep = reach(request("lo"))) {
      SweepCluster.Disk probed = sweep.disk("disks");
      assertThat(probed.host().name()).isEqualTo("worker1");
      assertThat(probed.folder().getParent()).isEqualTo(disk);
      Files.writeString(probed.folder().resolve("what fio left"), "x");
      Link link = sweep.link("lan");
      assertThat(files()).isEmpty();
      assertThat(link.client().name()).isEqualTo("worker1");
      assertThat(link.server().name()).isEqualTo("worker2");
      assertThat(link.address()).isEqualTo("127.0.0.1");
      assertThat(sweep.doubts())
          .anyMatch(d -> d.contains("worker1, worker2, master") && d.contains("kernel"))
          .anyMatch(d -> d.contains("page caches"));
    }
  }

  @Test
  void hostThatIsLostWhileItsDiskIsProbedRemovesTheFolderByItself() throws Exception {
    try (ExternalSweep sweep = reach(request("lo"))) {
      Path probed = sweep.disk("disks").folder();
      nodes.cutConnections();
      Instant end = Instant.now().plusSeconds(30);
      while (Files.exists(probed) && Instant.now().isBefore(end)) {
        Thread.sleep(50);
      }
      assertThat(probed).doesNotExist();
      // and is connected to again when it is needed
      assertThat(sweep.disk("disks").folder()).isDirectory();
    }
  }

  @Test
  void interfaceAndDirectoryThatAreNotThereAreRefusedByName() {
    assertThatThrownBy(() -> reach(request("lp")))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> {
              assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT);
              assertThat(e).hasMessageContainingAll("worker1: ", "interface lp", "'lo'?");
            });
    assertThatThrownBy(
            () -> reach(ExternalRequests.request(disk.resolve("not/there").toString(), "lo")))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("worker1: cannot enter " + disk.resolve("not/there"));
  }

  @Test
  void hostThatCannotBeReachedIsMissing() {
    nodes.close();
    assertThatThrownBy(() -> reach(request("lo")))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> {
              assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS);
              assertThat(e).hasMessageContaining("worker1: cannot be reached: ");
            });
  }

  @Test
  void watchedAreWorkersThenTheMasterAndAKernelCountsOnce() throws Exception {
    try (ExternalHosts hosts =
        new ExternalHosts(host, ledger, request("lo").cluster().external(), nodes::open)) {
      hosts.connect();
      WatchedNodes watched = hosts.watched();
      assertThat(watched.hosts())
          .extracting(w -> w.host().name(), WatchedNodes.Watched::counts)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("worker1", true),
              org.assertj.core.groups.Tuple.tuple("worker2", false),
              org.assertj.core.groups.Tuple.tuple("master", false));
      assertThat(watched.hostsByNode())
          .containsEntry("worker2", "worker2")
          .containsEntry("master", "master");
      assertThat(BlockDevices.of(hosts.workers().get(0), disk.toString()))
          .isEqualTo(BlockDevices.of(disk));
    }
  }
}
