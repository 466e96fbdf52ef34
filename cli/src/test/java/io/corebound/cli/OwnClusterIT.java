package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.app.run.Version;
import io.corebound.hosts.Checkout;
import io.corebound.hosts.LoopbackSshd;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Environment;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code corebound sweep} as a process on a cluster that another user runs. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class OwnClusterIT extends OneRun {
  private static final Path CLUSTER =
      Checkout.ROOT.resolve("configs/cluster/my-cluster.yaml").toAbsolutePath();

  /** A cell of little data, each of Hadoop's commands a JVM on a machine that may be busy. */
  private static final Duration SWEEP = Duration.ofMinutes(15);

  private Path sweep;
  private Path operations;
  private Path little;

  @BeforeEach
  void files() throws IOException {
    operations = Files.createDirectory(folder.resolve("operations"));
    Files.copy(
        Checkout.ROOT.resolve("results/samples/measured-2-cores/run.json"),
        operations.resolve("run.json"));
    try (InputStream rows = OwnClusterIT.class.getResourceAsStream("operations.csv")) {
      Files.copy(rows, operations.resolve("measurements.csv"));
    }
    little =
        Files.writeString(
            folder.resolve("little.yaml"),
            Files.readString(Checkout.ROOT.resolve("configs/profile/quick.yaml"))
                .replaceAll("probe_seconds: .*", "probe_seconds: 1")
                .replaceAll("probe_repetitions: .*", "probe_repetitions: 2"));
    write(CLUSTER, "my-disk", "my-network");
  }

  private void write(Path cluster, String storage, String network) throws IOException {
    write(cluster.toString(), storage, network);
  }

  private void write(String cluster, String storage, String network) throws IOException {
    sweep =
        Files.writeString(
            folder.resolve("own.yaml"),
            """
            description: a cell of little data
            workload: terasort
            cluster: %s
            storage: [%s]
            network: [%s]
            profiles:
              quick: {size: 20MB, repetitions: 1}
            """
                .formatted(cluster, storage, network));
  }

  @Test
  void dryRunOfTheTemplateSaysTheSpaceThatTheClusterNeeds() throws Exception {
    Corebound.Result result = Corebound.run("sweep", "my-cluster", "--dry-run");
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.out())
        .containsPattern("1 cell of 10GB, .*3 workers .*16 cores")
        // 10 GB by 48 cores
        .containsPattern("\\d+ min \\d+ s for the cells")
        .contains("my-disk_my-network_1")
        .contains("/mnt/disk1")
        // input and output, once each
        .contains("20.0 GB in the cluster's file system")
        .contains("'corebound micro --host'");
  }

  @Test
  void tiersThatAClusterCannotBeGivenAreRefused() throws Exception {
    write(CLUSTER, "hdd", "my-network");
    Corebound.assertRefuses("sweep --dry-run " + sweep, "storage hdd has figures");
    // beside the sweep
    Files.copy(CLUSTER, folder.resolve("mine.yaml"));
    write("mine.yaml", "my-disk", "ethernet-1g, my-network");
    Corebound.assertRefuses("sweep --dry-run " + sweep, "'interface'");
  }

  @Test
  void clusterThatCannotBeReachedIsMissingBeforeAnythingIsMeasured() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path ssh =
        Files.writeString(bin.resolve("ssh"), "#!/bin/sh\necho 'no route to host' >&2\nexit 255\n");
    assertThat(ssh.toFile().setExecutable(true)).isTrue();
    start(b -> b.environment().merge("PATH", bin + ":", (path, ours) -> ours + path));
    ends(3);
    assertThat(err()).containsPattern("me@worker1: .*no route to host");
    assertThat(runDirectory().environmentFile()).doesNotExist();
    nothingIsLeft();
  }

  private void start(java.util.function.Consumer<ProcessBuilder> change, String... more)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("sweep"));
    all.addAll(
        more.length > 0
            ? List.of(more)
            : List.of(
                sweep.toString(),
                "--machine",
                operations.toString(),
                "--measure",
                little.toString(),
                "--results",
                folder.resolve("results").toString()));
    all.addAll(List.of("--data-dir", data.toString()));
    process = Corebound.start(folder, change, all.toArray(new String[0]));
  }

  private static void requireLab() {
    LabSupport support = LabSupport.check(new LocalHost("own-cluster-it", "localhost"));
    assumeTrue(support.possible(), "needs a lab: " + support.reasons());
    assumeTrue(LoopbackSshd.available(), LoopbackSshd.MISSING);
  }

  @Test
  @Tag("long")
  @Timeout(value = 40, unit = TimeUnit.MINUTES)
  void sweepRunsByTheClustersCommandsGoesOnAfterAKillAndLeavesTheClusterAsItWas() throws Exception {
    requireLab();
    try (OwnCluster own = OwnCluster.start()) {
      rememberTemporary();
      List<String> before = own.files();
      List<String> onDisks = own.onDisks();
      write(own.file(), "my-disk", "my-network");
      start(own::reachableBy);
      kill("cell 1 of 1: teragen");
      RunDirectory run = runDirectory();
      List<RunManifest.FrozenPrediction> frozen = run.manifest().predictions();
      assertThat(own.files()).as("what the kill left").hasSizeGreaterThan(before.size());
      start(own::reachableBy, "--resume", run.root().toString());
      ends(0, SWEEP);
      assertThat(run.manifest().predictions()).hasSize(1).isEqualTo(frozen);
      isWhole(run, own);
      reportIsWhole(run, Version.hadoop());
      assertThat(own.files()).as("the cluster's file system").isEqualTo(before);
      assertThat(own.onDisks())
          .as("the workers' disks")
          .containsExactlyInAnyOrderElementsOf(onDisks);
      nothingIsLeft();
    }
  }

  /** Daemons, commands and tasks of another version; corebound's own is nowhere in the cluster. */
  @ParameterizedTest
  @CsvSource({"3.3.6, true", "3.4.2, false"})
  @Tag("long")
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void sweepRunsOnDaemonsOfAnotherHadoop(String version, boolean gateway) throws Exception {
    requireLab();
    try (OwnCluster own = OwnCluster.start(version)) {
      rememberTemporary();
      assertThat(own.versionsByDaemon())
          .containsOnlyKeys(
              "namenode@master",
              "resourcemanager@master",
              "datanode@worker1",
              "datanode@worker2",
              "nodemanager@worker1",
              "nodemanager@worker2")
          .allSatisfy((daemon, said) -> assertThat(said).as(daemon).isEqualTo(version));
      List<String> before = own.files();
      write(gateway ? own.file() : own.fileWithoutGateway(), "my-disk", "my-network");
      start(
          builder -> {
            own.reachableBy(builder);
            OwnCluster.asUser(builder);
          });
      ends(0, SWEEP);
      isWhole(runDirectory(), own);
      reportIsWhole(runDirectory(), version);
      assertThat(own.files()).as("the cluster's file system").isEqualTo(before);
      nothingIsLeft();
    }
  }

  /** As the history server of the cluster names it; nobody else knows where it is. */
  @Test
  @Tag("long")
  void historyOfAJobIsFetchedByTheClustersCommandsAndExplained() throws Exception {
    requireLab();
    try (OwnCluster own = OwnCluster.start()) {
      String job = own.jobOfItsHistoryServer(Version.hadoop());
      String cluster = own.file().toString();
      rememberTemporary();
      explain(own, cluster, job);
      ends(1);
      assertThat(err().strip().lines()).hasSize(1);
      assertThat(err()).contains(job, "Permission denied", "for a copy");
      own.openHistories();
      explain(own, cluster, job);
      ends(0);
      assertThat(out()).contains("TeraGen");
      // its configuration came with it
      assertThat(out()).doesNotContain("job.xml");
      explain(own, cluster, job + "9");
      ends(2);
      assertThat(err().strip().lines()).hasSize(1);
      assertThat(err()).contains(job + "9: ");
      assertThat(newTemporary()).isEmpty();
    }
  }

  private void explain(OwnCluster own, String cluster, String job) throws IOException {
    process = Corebound.start(folder, own::reachableBy, "explain", "--cluster", cluster, job);
  }

  private void kill(String when) throws Exception {
    Instant end = Instant.now().plus(Duration.ofMinutes(6));
    while (!err().contains(when)) {
      assertThat(process.isAlive()).as(err()).isTrue();
      assertThat(Instant.now()).as("waited for '%s' in%n%s", when, err()).isBefore(end);
      Thread.sleep(100);
    }
    process.destroyForcibly().waitFor();
  }

  private static void isWhole(RunDirectory run, OwnCluster own) {
    CellResult cell =
        StructuredFiles.readJson(run.cellFile("my-disk_my-network_1"), CellResult.class);
    assertThat(cell.state()).as(cell.reason()).isEqualTo(State.OK);
    assertThat(cell.checks()).isNotEmpty().allMatch(CellResult.Check::passed);
    assertThat(cell.tasks()).extracting(CellResult.Task::host).containsOnly("worker1", "worker2");
    assertThat(cell.tier().devicesByNode()).isEqualTo(own.devices());
    assertThat(cell.tier().hostsByNode()).containsOnlyKeys("master", "worker1", "worker2");
    assertThat(cell.tier().linksByNode()).containsEntry("worker2", "eth0");
    assertThat(run.samples(cell.cell()))
        .filteredOn(s -> s.source().equals("sar-network"))
        .extracting(Samples::host)
        .containsExactlyInAnyOrder("master", "worker1", "worker2");
    // of one machine: its CPUs count once
    assertThat(run.samples(cell.cell()))
        .filteredOn(s -> s.source().equals("roles"))
        .extracting(Samples::host)
        .containsExactly("worker1");
    assertThat(cell.coreSByRole()).containsKeys("map", "reduce", "datanode", "machine");
    double byIntervals = cell.intervals().stream().mapToDouble(MeasuredInterval::coreS).sum();
    assertThat(byIntervals).isPositive().isLessThan(1.5 * cell.coreSByRole().get("machine"));
    assertThat(own.cachesWereDropped()).isTrue();
  }

  private static void reportIsWhole(RunDirectory run, String version) throws IOException {
    assertThat(Files.readString(run.reportMarkdown()))
        .contains("What bounds each worker")
        .contains("same kernel")
        .containsPattern("the cluster \\w+ Hadoop " + Pattern.quote(version));
    assertThat(StructuredFiles.readJson(run.environmentFile(), Environment.class).doubts())
        .noneMatch(d -> d.contains("page caches of the workers"));
    assertThat(run.manifest().stages()).extracting(s -> s.name()).contains("connect", "base");
  }
}
