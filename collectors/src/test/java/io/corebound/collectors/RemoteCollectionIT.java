package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.collectors.sampler.Collection;
import io.corebound.collectors.sampler.Collector;
import io.corebound.collectors.sampler.CpuByRole;
import io.corebound.collectors.sampler.IoStat;
import io.corebound.collectors.sampler.PidStat;
import io.corebound.collectors.sampler.Pressure;
import io.corebound.collectors.sampler.Sar;
import io.corebound.hosts.LoopbackSshd;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.CommandResult.HostClock;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real tools over a real ssh, on a node that is this machine. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RemoteCollectionIT {
  private static final LocalHost SERVER = new LocalHost("test-" + UUID.randomUUID(), "server");
  private static LoopbackSshd node;

  @TempDir Path folder;

  private final LocalHost host = new LocalHost("test-" + UUID.randomUUID(), "localhost");
  private RunDirectory run;

  @BeforeAll
  static void startServer(@TempDir Path shared) throws Exception {
    assumeTrue(LoopbackSshd.available(), LoopbackSshd.MISSING);
    assumeTrue(
        LocalHost.find("sar", System.getenv("PATH"), null).isPresent(),
        "sysstat is not installed: apt-get install sysstat");
    node = LoopbackSshd.start(SERVER, shared.resolve("n"));
  }

  @AfterAll
  static void endServer() {
    if (node != null) {
      node.close();
    }
    SERVER.stopAll(Duration.ofSeconds(1));
    assertThat(SERVER.alive()).isZero();
  }

  @BeforeEach
  void makeRun() {
    run = new RunDirectory(folder.resolve("run"));
  }

  @AfterEach
  void nothingOfTheTestIsLeft() {
    host.stopAll(Duration.ofSeconds(1));
    assertThat(host.alive()).isZero();
  }

  private SshHost open() throws Exception {
    return node.open(host, "node", Files.createTempDirectory(folder, "s"));
  }

  private void awaitSamples(Host where, List<Collector> collectors) throws Exception {
    Written written = new Written(where, run.rawFolder("cell").resolve(where.name()));
    for (Collector collector : collectors) {
      written.awaitSample(collector, 0);
    }
  }

  private static List<Collector> all(long pid) {
    List<Collector> collectors =
        new ArrayList<>(
            List.of(new Sar(), new IoStat(), new PidStat(Map.of(pid, "loop")), new CpuByRole()));
    if (Files.exists(Path.of("/proc/pressure/cpu"))) {
      collectors.add(new Pressure());
    }
    return collectors;
  }

  @Test
  void everyCollectorDeliversItsSamplesAndItsRawOutputFromANode() throws Exception {
    try (SshHost remote = open();
        BusyLoad busy = new BusyLoad(host, folder);
        Collection collection =
            Collection.start(remote, all(busy.pid()), run, run.rawFolder("cell"))) {
      awaitSamples(remote, all(busy.pid()));
      assertThat(collection.notRunning()).isEmpty();
      Collection.Delivered delivered = collection.stop();

      assertThat(delivered.reports()).extracting(CollectorReport::reason).containsOnly("");
      assertThat(delivered.reports()).extracting(CollectorReport::host).containsOnly("node");
      assertThat(delivered.reports()).extracting(CollectorReport::notUnderstood).containsOnly(0);
      assertThat(delivered.samples())
          .extracting(Samples::source)
          .contains("sar-cpu", "sar-disk", "iostat-disk", "pidstat", "roles");
      for (CollectorReport report : delivered.reports()) {
        assertThat(run.root().resolve(report.raw())).isNotEmptyFile();
      }
      assertThat(run.rawFolder("cell").resolve("node/sar.sa")).isNotEmptyFile();
      // the node's clock is ours
      HostClock clock = delivered.clock();
      assertThat(clock.start().offsetS()).isCloseTo(0, within(clock.start().uncertaintyS() + 1e-5));
      assertThat(clock.end().timeS()).isGreaterThan(clock.start().timeS() + 1);
      assertThat(new Sar().parse("here", here(run.rawFolder("cell").resolve("node/sar.sa"))).rows())
          .as("rows of the binary file that was brought")
          .isEqualTo(
              delivered.reports().stream()
                  .filter(r -> r.name().equals("sar"))
                  .mapToInt(CollectorReport::samples)
                  .sum());
    }
  }

  private String here(Path binary) {
    return host.run(
            Command.of(
                Duration.ofSeconds(20),
                "sadf",
                "-j",
                binary.toString(),
                "--",
                "-u",
                "ALL",
                "-P",
                "ALL",
                "-r",
                "-B",
                "-q",
                "-d",
                "-p",
                "-n",
                "DEV"))
        .out();
  }

  @Test
  void hostThatGoesAwayFailsItsCollectorsKeepsWhatCameAndHarmsNoOther() throws Exception {
    List<Collector> three = List.of(new Sar(), new IoStat(), new CpuByRole());
    try (SshHost remote = open();
        Collection there = Collection.start(remote, three, run, run.rawFolder("cell"));
        Collection here = Collection.start(host, three, run, run.rawFolder("cell"))) {
      awaitSamples(remote, three);
      awaitSamples(host, three);
      node.cutConnections();
      // a busy machine ends the clients of three programs one after the other
      Written.await(
          "the connection is lost",
          () -> there.notRunning().size() == three.size() && remote.lost().isPresent());
      assertThat(there.notRunning()).containsExactly("sar", "iostat", "roles");
      long before = System.nanoTime();
      Collection.Delivered lost = there.stop();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(15));

      assertThat(lost.reports())
          .allSatisfy(
              report -> {
                assertThat(report.state()).isEqualTo(State.FAILED);
                assertThat(report.reason()).contains("node: ", "connection");
              });
      assertThat(lost.reports().get(0).reason()).contains("sar had recorded");
      assertThat(lost.reports().get(1).reason()).containsPattern("[0-9] rows of samples");
      assertThat(lost.samples()).extracting(Samples::source).contains("iostat-disk", "roles");
      assertThat(lost.clock().end()).isNull();
      assertThat(here.stop().reports()).extracting(CollectorReport::reason).containsOnly("");
    }
  }
}
