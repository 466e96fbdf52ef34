package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.corebound.hosts.Command;
import io.corebound.hosts.Host;
import io.corebound.hosts.Outcome;
import io.corebound.hosts.RunningProgram;
import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.ExitStatus;
import io.corebound.records.Measurement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The real probes on this machine, each for a few seconds. */
class ProbeTest extends RealProbes {
  private static final ProbeBudget TINY =
      ProbeBudget.quick(2, Duration.ofSeconds(1), DataSize.ofMebibytes(64));

  private static void assertRow(Measurement row, String operation, String metric) {
    assertThat(row.suite()).isEqualTo("probe");
    assertThat(row.operation()).isEqualTo(operation);
    assertThat(row.metric()).isEqualTo(metric);
    assertThat(row.value()).isPositive();
    assertThat(row.ciLow()).isLessThanOrEqualTo(row.value());
    assertThat(row.ciHigh()).isGreaterThanOrEqualTo(row.value());
    assertThat(row.n()).isEqualTo(2);
  }

  private List<String> entries(Path place) throws Exception {
    try (Stream<Path> files = Files.list(place)) {
      return files.map(f -> f.getFileName().toString()).toList();
    }
  }

  @Test
  void fioMeasuresBothDirectionsAndLeavesNoFile() throws Exception {
    assumeThere(new Fio());
    Path data = Files.createDirectory(folder.resolve("data"));
    List<Measurement> rows = new Fio().measure(host, data, run(), TINY);
    assertRow(rows.get(0), "disk.write", "rate");
    assertRow(rows.get(1), "disk.read", "rate");
    assertRow(rows.get(2), "disk.read-write", "rate");
    for (Measurement row : rows.subList(0, 3)) {
      assertThat(row.unit()).isEqualTo("MB/s");
      assertThat(row.byteBase()).isEqualTo("file");
      assertThat(row.parameters())
          .containsKeys("tool", "version", "block_size", "io_depth", "direct", "file_size");
      assertThat(run().root().resolve(row.rawFile())).isRegularFile();
    }
    assertThat(entries(data)).isEmpty();
  }

  /** Of a file of its own; idle threads may have taken more while 64 MiB went to a fast disk. */
  @Test
  void theKernelsThreadsHaveTheirCostOfWritingBack() throws Exception {
    assumeThere(new Fio());
    assumeThat(KernelThreads.of(host)).as("threads of the kernel, seen from here").isPresent();
    Path data = Files.createDirectory(folder.resolve("data"));
    Measurement row = new Fio().measure(host, data, run(), TINY).get(3);
    assertThat(row.operation()).isEqualTo("disk.write-back");
    assertThat(row.metric()).isEqualTo("cost");
    assertThat(row.unit()).isEqualTo("ns/B");
    assertThat(row.process()).isEqualTo("kernel");
    assertThat(row.n()).isEqualTo(2);
    assertThat(row.value()).isBetween(0.0, 50.0);
    assertThat(run().root().resolve(row.rawFile())).isRegularFile();
    assertThat(entries(data)).isEmpty();
  }

  /** What is read has been written: fio's own verification would be slower than the disk. */
  @Test
  void theFileThatIsReadWasWrittenInFull() throws Exception {
    assumeThere(new Fio());
    Path data = Files.createDirectory(folder.resolve("data"));
    new Fio().measure(host, data, run(), TINY);
    Path raw = run().rawFolder().resolve("probe");
    String layout = Files.readString(raw.resolve("fio-layout.json"));
    String read = Files.readString(raw.resolve("fio-read-1.json"));
    long written = number(layout, "io_bytes");
    long size = Long.parseLong(read.replaceFirst("(?s).*\"size\" : \"([0-9]+)M\".*", "$1"));
    assertThat(size << 20).isLessThanOrEqualTo(written);
  }

  private static long number(String json, String field) {
    return Stream.of(json.split("\n"))
        .filter(line -> line.contains("\"" + field + "\""))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .max()
        .orElseThrow();
  }

  @Test
  void whereDirectIoIsRefusedFioIsBufferedAndSaysSo() throws Exception {
    assumeThere(new Fio());
    Path ram = Files.createDirectory(folder.resolve("ram"));
    Outcome mounted =
        host.run(Command.of(Duration.ofSeconds(5), "mount", "-t", "ramfs", "none", ram.toString()));
    assumeThat(mounted.ok()).as("mounting a ramfs takes root").isTrue();
    try {
      List<Measurement> rows = new Fio().measure(new RoomyHost(host), ram, run(), TINY);
      assertThat(rows).hasSizeBetween(3, 4);
      assertThat(rows).allSatisfy(r -> assertThat(r.parameters()).containsEntry("direct", "0"));
      assertThat(rows).allSatisfy(r -> assertThat(r.parameters()).containsEntry("io_depth", "1"));
      assertThat(entries(ram)).isEmpty();
    } finally {
      host.run(Command.of(Duration.ofSeconds(5), "umount", ram.toString()));
    }
  }

  @Test
  void aFailureOfFioIsToldInItsOwnWordsAndLeavesNoFile() throws Exception {
    assumeThere(new Fio());
    Host roomy = new RoomyHost(host);
    assertThatThrownBy(() -> new Fio().measure(roomy, Path.of("/proc/self"), run(), TINY))
        .isInstanceOfSatisfying(
            CoreboundException.class, e -> assertThat(e.status()).isEqualTo(ExitStatus.FAILED))
        .hasMessageContaining("fio write of /proc/self/")
        .hasMessageContaining("No such file or directory")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aFullDiskIsToldBeforeAnythingIsWritten() {
    assumeThere(new Fio());
    assertThatThrownBy(() -> new Fio().measure(host, Path.of("/proc/self"), run(), TINY))
        .hasMessage(
            "/proc/self on host node has 0 B free; fio takes a quarter of it and at least 16MiB:"
                + " make room or name another folder");
  }

  @Test
  void aFileTooSmallIsSaidToBeThatAndNotTheRoom() {
    assumeThere(new Fio());
    ProbeBudget small = ProbeBudget.quick(1, Duration.ofSeconds(1), DataSize.ofMebibytes(15));
    assertThatThrownBy(() -> new Fio().measure(host, folder, run(), small))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessage("fio's file of 15MiB is too small; 1 stream takes at least --size 16MiB");
    ProbeBudget many =
        new ProbeBudget(1, Duration.ofSeconds(1), DataSize.ofMebibytes(20), List.of(1, 32), false);
    assertThatThrownBy(() -> new Fio().measure(host, folder, run(), many))
        .hasMessage("fio's file of 20MiB is too small; 32 streams take at least --size 32MiB");
  }

  @Test
  void iperfMeasuresLoopbackOnly() throws Exception {
    assertLoopbackStream(new Iperf3(), 2);
  }

  @Test
  void netperfMeasuresLoopbackOnly() throws Exception {
    assertLoopbackStream(new Netperf(), 1);
  }

  private void assertLoopbackStream(Probe probe, int rowCount) throws Exception {
    assumeThere(probe);
    Set<String> seen = new HashSet<>();
    Thread watcher = watchListeners(seen);
    List<Measurement> rows = probe.measure(host, folder, run(), TINY);
    watcher.interrupt();
    watcher.join();
    assertThat(rows).hasSize(rowCount);
    assertRow(rows.get(0), "network.stream", "rate");
    assertThat(rows.get(0).unit()).isEqualTo("MB/s");
    assertThat(rows.get(0).byteBase()).isEqualTo("payload");
    assertThat(run().root().resolve(rows.get(0).rawFile())).isRegularFile();
    assertThat(seen).isNotEmpty().allMatch(address -> address.startsWith("127.0.0.1:"));
  }

  /** Addresses that netserver or iperf3 listen on, by ss, until the thread is interrupted. */
  private Thread watchListeners(Set<String> seen) {
    Thread thread =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                try {
                  Outcome sockets = host.run(Command.of(Duration.ofSeconds(5), "ss", "-Hltnp"));
                  sockets
                      .out()
                      .lines()
                      .filter(line -> line.contains("netserver") || line.contains("iperf3"))
                      .forEach(line -> seen.add(line.strip().split("\\s+")[3]));
                  Thread.sleep(100);
                } catch (InterruptedException | CoreboundException e) {
                  return;
                }
              }
            });
    thread.start();
    return thread;
  }

  @Test
  void aToolThatIsMissingIsNamedWithItsRemedy() {
    assertThatThrownBy(() -> ToolVersion.ask(host, "no-such-tool", "-V", Sysstat.VERSION, "get it"))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS))
        .hasMessage("no-such-tool is not on host node; get it");
  }

  @Test
  void aNetworkProbeIsFoundWhereEitherToolIs() {
    assumeThere(new Iperf3());
    assertThat(Probe.network(host).name()).isIn("netperf", "iperf3");
  }

  /** This machine, but df says that there is room: a ramfs has no size. */
  private record RoomyHost(Host host) implements Host {
    @Override
    public String name() {
      return host.name();
    }

    @Override
    public Outcome run(Command command) {
      return command.arguments().get(0).equals("df")
          ? new Outcome(0, false, Duration.ZERO, "Avail\n1000000000\n", "")
          : host.run(command);
    }

    @Override
    public RunningProgram start(Command command, Path out, Path err) {
      return host.start(command, out, err);
    }
  }
}
