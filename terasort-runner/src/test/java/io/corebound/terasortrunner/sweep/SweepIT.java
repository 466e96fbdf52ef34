package io.corebound.terasortrunner.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.cluster.daemons.ClusterFolders;
import io.corebound.cluster.daemons.LocalCluster;
import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.collectors.probe.Link;
import io.corebound.collectors.sampler.Sar;
import io.corebound.hosts.Checkout;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.SweepFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.workload.Engines;
import io.corebound.terasortrunner.workload.WatchedNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cells one after the other on real daemons, here without limits to disk and network. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class SweepIT {
  @TempDir Path folder;

  private final LocalHost host = new LocalHost("it-" + UUID.randomUUID(), "localhost");
  private final Path memory = memory();

  private static Path memory() {
    try {
      return Files.createTempDirectory(Path.of("/dev/shm"), "corebound-it");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    int alive = host.alive();
    host.stopAll(Duration.ofSeconds(1));
    try (Stream<Path> walk = Files.walk(memory)) {
      for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    assertThat(alive).as("processes that were left").isZero();
  }

  /** One local cluster a storage; that of {@code broken} never gets ready. */
  private final class Loopback implements SweepCluster {
    private final ClusterFile file;
    private final List<String> discarded = new ArrayList<>();
    private LocalCluster cluster;
    private String storage = "";
    private String content = "";

    Loopback(ClusterFile file) {
      this.file = file;
    }

    @Override
    public Disk disk(String wanted) {
      return new Disk(host, folder);
    }

    @Override
    public Link link(String wanted) {
      return Link.loopback(host);
    }

    @Override
    public Ground prepare(SweepCell cell) throws InterruptedException {
      String wanted = cell.storage();
      if (wanted.equals("broken")) {
        throw CoreboundException.failed("the tier cannot be built");
      }
      if (!wanted.equals(storage)) {
        close();
        cluster =
            LocalCluster.start(
                host,
                file,
                HadoopLibraries.gathered(Path.of("../cluster/hadoop/target/lib")),
                Jdk.own(),
                new ClusterFolders(
                    folder.resolve("data"), memory, folder.resolve("logs"), folder.resolve("conf")),
                List.of());
        storage = wanted;
        content = UUID.randomUUID().toString();
      }
      return new Ground(
          cluster, true, WatchedNodes.of(host), content, null, null, Map.of(), Map.of());
    }

    @Override
    public void discard(String unwanted) {
      discarded.add(unwanted);
      if (unwanted.equals(storage)) {
        close();
      }
    }

    @Override
    public void close() {
      if (cluster != null) {
        cluster.close();
        cluster = null;
        storage = "";
      }
    }
  }

  private static SweepRequest request() {
    StorageFile disk = Checkout.storageIn("/tmp");
    NetworkFile link = new NetworkFile("l", null, null, null, "lo", null);
    return SweepEstimateTest.on(
        new TreeMap<>(Map.of("broken", disk, "plain", disk)),
        new TreeMap<>(Map.of("one", link, "two", link)),
        Checkout.config("cluster/local", ClusterFile.class).on(2, DataSize.parse("8GiB")),
        new SweepFile.Profile(DataSize.ofMegabytes(20), 1));
  }

  @Test
  @Tag("long")
  void tiersInputServesItsNetworksAndAFailedCellDoesNotEndTheSweep() throws Exception {
    RunDirectory run = new RunDirectory(folder.resolve("run"));
    SweepRequest request = request();
    List<String> told = new ArrayList<>();
    Sweep.Listener listener =
        new Sweep.Listener() {
          @Override
          public void begin(SweepCell cell, int done, int all) {
            told.add("begin " + cell.name() + " " + done + "/" + all);
          }

          @Override
          public void progress(SweepCell cell, String job, int map, int reduce) {
            if (job.equals("terasort") && map == 0 && reduce == 0) {
              // what a kill would leave now
              CellResult soFar = Sweep.found(run, cell).orElseThrow();
              told.add(soFar.state() + " after " + soFar.stages().get(0).name());
            }
          }

          @Override
          public void end(SweepCell cell, CellResult result) {
            told.add("end " + cell.name() + " " + result.state());
          }
        };
    try (Loopback clusters = new Loopback(request.cluster())) {
      new Sweep(
              request,
              clusters,
              Engines.HADOOP_ALONE,
              run,
              List.of(new Sar()),
              cell -> null,
              listener)
          .run(request.plan().cells());
      assertThat(clusters.discarded).containsExactly("broken", "broken");
    }
    assertThat(told.stream().distinct())
        .containsExactly(
            "begin broken_one_1 0/4",
            "end broken_one_1 FAILED",
            "begin broken_two_1 1/4",
            "end broken_two_1 FAILED",
            "begin plain_one_1 2/4",
            "RUNNING after teragen",
            "end plain_one_1 OK",
            "begin plain_two_1 3/4",
            "end plain_two_1 OK");
    CellResult first = cell(run, "plain_one_1");
    CellResult second = cell(run, "plain_two_1");
    assertThat(first.stages()).extracting(CellResult.Job::state).containsOnly(State.OK);
    assertThat(second.stages())
        .extracting(CellResult.Job::state)
        .containsExactly(State.SKIPPED, State.OK, State.OK);
    assertThat(second.stages().get(0).reason()).contains("cell plain_one_1 ");
    assertThat(run.rawFolder("plain_one_1").resolve("warm-up")).doesNotExist();
    assertThat(run.rawFolder("plain_two_1").resolve("warm-up")).isNotEmptyDirectory();
    // the checksum that TeraGen counted in the first cell is the second one's, too
    assertThat(second.checks()).isNotEmpty().allMatch(CellResult.Check::passed);
    assertThat(second.tier().network()).isEqualTo("two");
    CellResult broken = cell(run, "broken_one_1");
    assertThat(broken.reason()).isEqualTo("the tier cannot be built");
    assertThat(broken.tier().storage()).isEqualTo("broken");
    assertThat(request.plan().left(c -> Sweep.found(run, c), false).cells()).isEmpty();
    assertThat(request.plan().left(c -> Sweep.found(run, c), true).cells())
        .extracting(SweepCell::storage)
        .containsExactly("broken", "broken");
  }

  private static CellResult cell(RunDirectory run, String name) {
    return StructuredFiles.readJson(run.cellFile(name), CellResult.class);
  }
}
