package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.Checkout;
import io.corebound.hosts.LoopbackSshd;
import io.corebound.hosts.lab.DeviceLimit;
import io.corebound.hosts.lab.LabNetwork;
import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.lab.LoopDevice;
import io.corebound.hosts.ledger.ControlGroups;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Three nodes behind ssh, each a network namespace with a disk of its own: one has half a core, one
 * a slow disk, one a slow link. They share the machine, so they are measured in turns.
 */
@Tag("long")
@Timeout(value = 25, unit = TimeUnit.MINUTES)
class NodesIT {
  private static final String PROFILE =
      """
      size: 20MB
      probe_seconds: 1
      probe_repetitions: 1
      batch_records: 20000
      suites:
        - {suite: serialize, benchmarks: [TeraRecordBenchmark], model: true, forks: 5, iterations: 4}
        - {suite: parse, benchmarks: [ParseLinesBenchmark], model: false, forks: 5, iterations: 4, parameters: {reader: [buffered-reader, text-input-format], bytes: [10000000], corpus: ['']}}
      remeasure_seconds: 0
      contention_iterations: 2
      start_waves: 2
      start_repetitions: 1
      idle_seconds: 2
      """;

  private static final List<String> NODES = List.of("node1", "node2", "node3");
  private static final String SLOW_CPU = "node2";
  private static final String SLOW_DISK = "node3";
  private static final String SLOW_LINK = "node1";
  private static final DataRate USUAL = DataRate.parse("200 MB/s");
  private static final DataRate SLOW = DataRate.parse("50 MB/s");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir Path results;
  private final String id = "nodes-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(id, "here");
  private final Path quota = Path.of("/sys/fs/cgroup/cpu/corebound-" + id);
  private final List<LoopDevice> disks = new ArrayList<>();
  private Ledger ledger;
  private LabNetwork network;
  private Path folder;

  @BeforeEach
  void makeNodes() throws Exception {
    LabSupport support = LabSupport.check(host);
    assumeTrue(support.possible(), "needs a lab: " + support.reasons());
    assumeTrue(LoopbackSshd.available(), LoopbackSshd.MISSING);
    assumeTrue(
        ControlGroups.here().first() && Files.isDirectory(quota.getParent()),
        "throttles its nodes by control groups of version 1");
    Path state = Files.createDirectories(Path.of("target/nodes-state").toAbsolutePath());
    Ledger.cleanUp(state);
    ledger = Ledger.open(state, id);
    folder = ledger.folder(Path.of("/var/tmp/corebound-" + id));
    network = LabNetwork.make(host, ledger, NODES);
    for (String node : NODES) {
      LoopDevice disk =
          LoopDevice.make(
              host,
              ledger,
              folder.resolve(node + ".image"),
              DataSize.parse("3GiB"),
              folder.resolve(network.node(node).namespace()));
      disk.limit(DeviceLimit.of(node.equals(SLOW_DISK) ? SLOW : USUAL));
      disks.add(disk);
    }
    network.shape(DataRate.parse("125 MB/s"));
    network.shape(SLOW_LINK, DataRate.parse("25 MB/s"));
    Files.createDirectory(quota);
    Files.writeString(quota.resolve("cpu.cfs_quota_us"), "50000");
    reach();
  }

  /** By ssh each in its namespace, with its own disk at the same place. */
  private void reach() throws Exception {
    Path ssh = Files.createDirectory(folder.resolve("ssh"));
    String sshd = LoopbackSshd.program(ssh).toString();
    List<String> reach =
        new ArrayList<>(
            List.of(
                Checkout.ROOT.resolve("cluster/src/test/gateway/reach").toString(),
                ssh.toString(),
                sshd));
    NODES.forEach(node -> reach.add(node + "=" + network.node(node).namespace()));
    Outcome made = host.run(new Command(reach, Map.of(), null, LIMIT));
    assertThat(made.ok()).as(made.err()).isTrue();
    Files.writeString(
        ssh.resolve("bin/connect"),
        """
        #!/bin/sh
        mkdir -p /run/sshd
        [ "$1" != %s ] || echo $$ >%s/cgroup.procs
        exec ip netns exec "$1" sh -c '
          mount -t tmpfs none /mnt && mkdir /mnt/disk1 && mount --bind "$1" /mnt/disk1 || exit 1
          exec "$3" -i -f "$2"' sh "%s/$1" "%s/sshd_config" "%s"
        """
            .formatted(network.node(SLOW_CPU).namespace(), quota, folder, ssh, sshd));
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    if (ledger == null) {
      return;
    }
    host.stopAll(Duration.ofSeconds(5));
    disks.forEach(LoopDevice::close);
    if (network != null) {
      network.close();
    }
    Files.deleteIfExists(quota);
    ledger.remove(folder);
    ledger.close();
  }

  @Test
  void theSlowDiskTheSlowCpuAndTheSlowLinkAreNamedAndNothingElse() throws Exception {
    Path profile = Files.writeString(results.resolve("little.yaml"), PROFILE);
    List<String> arguments = new ArrayList<>(List.of("nodes", "serialize", "parse"));
    NODES.forEach(node -> arguments.addAll(List.of("--host", node)));
    arguments.addAll(List.of("--in-turns", "--data-dir", "/mnt/disk1"));
    arguments.addAll(List.of("--profile", profile.toString(), "--format", "json"));
    arguments.addAll(List.of("--results", results.resolve("results").toString()));
    Process process =
        Corebound.start(
            results,
            b ->
                b.environment()
                    .merge("PATH", folder.resolve("ssh/bin") + ":", (path, bin) -> bin + path),
            arguments.toArray(new String[0]));
    assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
    String err = Corebound.text(results, "err");
    assertThat(process.exitValue()).as(err + Corebound.text(results, "out")).isEqualTo(1);
    JsonNode off = StructuredFiles.parseJson(Corebound.text(results, "out")).path("off");
    List<String> named = new ArrayList<>();
    off.forEach(o -> named.add(o.path("node").asString() + " " + o.path("group").asString()));
    assertThat(named)
        .as(err + Corebound.text(results, "out"))
        .containsExactlyInAnyOrder(SLOW_CPU + " CORE", SLOW_DISK + " DISK", SLOW_LINK + " LINK");
    try (Stream<Path> jobs = Files.list(results.resolve("results"))) {
      Corebound.Result again =
          Corebound.run("nodes", "--show", jobs.findFirst().orElseThrow() + "");
      assertThat(again.status()).isEqualTo(1);
      assertThat(again.out()).contains(NODES);
    }
  }
}
