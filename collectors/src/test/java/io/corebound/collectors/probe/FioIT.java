package io.corebound.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.collectors.RealProbes;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.hosts.process.Watch;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** fio on this machine's disk, measured once in full but of little, and on a ramfs. */
class FioIT extends RealProbes {
  private static final ProbeBudget WHOLE =
      new ProbeBudget(1, Duration.ofSeconds(1), DataSize.ofMebibytes(64), List.of(4, 1, 4));

  private static RunDirectory run;
  private static Path data;
  private static List<Measurement> rows;

  @BeforeAll
  static void measureOnce(@TempDir Path shared) throws Exception {
    LocalHost here = new LocalHost("test-" + UUID.randomUUID(), "node");
    assumeThere(here, new Fio());
    run = new RunDirectory(shared.resolve("run"));
    data = Files.createDirectory(shared.resolve("data"));
    rows = new Fio().measure(here, data, run, WHOLE, Watch.blind());
  }

  @Test
  void everyNumberOfStreamsIsMeasuredOnce() {
    assertThat(rows)
        .extracting(m -> m.operation() + " " + m.threads() + " " + m.metric() + " " + m.unit())
        .startsWith(
            "disk.write 1 rate MB/s",
            "disk.write 4 rate MB/s",
            "disk.read 1 rate MB/s",
            "disk.read 4 rate MB/s",
            "disk.read-write 1 rate MB/s")
        .hasSize(KernelThreads.of(host).isPresent() ? 6 : 5)
        .allMatch(row -> !row.contains("cost") || row.equals("disk.write-back 1 cost ns/B"));
    // idle threads of the kernel may have taken more than 64 MiB did
    assertThat(rows).allMatch(m -> m.value() > 0 || m.metric().equals("cost"));
  }

  @Test
  void everyRateSaysHowItWasMeasuredAndNoFileIsLeft() {
    for (Measurement row : rows.subList(0, 5)) {
      assertThat(row.suite()).isEqualTo("probe");
      assertThat(row.byteBase()).isEqualTo("file");
      assertThat(row.parameters())
          .containsKeys("tool", "version", "block_size", "io_depth", "direct", "file_size");
      assertThat(run.root().resolve(row.rawFile())).isRegularFile();
    }
    assertThat(data).isEmptyDirectory();
  }

  /** As fio itself tells in its output: four jobs, each in a quarter of its own. */
  @Test
  void eachStreamHasASectionOfTheFileToItself() throws Exception {
    String raw = Files.readString(run.root().resolve(rows.get(3).rawFile()));
    DataSize file = DataSize.parse(rows.get(3).parameters().get("file_size"));
    String quarter = "\"" + (long) file.mebibytes() / 4 + "M\"";
    assertThat(raw)
        .contains("\"numjobs\" : \"4\"")
        .contains("\"size\" : " + quarter)
        .contains("\"offset_increment\" : " + quarter);
  }

  /** Of a file of its own; idle threads may have taken more while 64 MiB went to a fast disk. */
  @Test
  void theKernelsThreadsHaveTheirCostOfWritingBack() {
    assumeTrue(KernelThreads.of(host).isPresent(), "no thread of the kernel is seen from here");
    Measurement row = rows.get(5);
    assertThat(row.operation()).isEqualTo("disk.write-back");
    assertThat(row.metric()).isEqualTo("cost");
    assertThat(row.unit()).isEqualTo("ns/B");
    assertThat(row.process()).isEqualTo("kernel");
    assertThat(row.n()).isEqualTo(1);
    assertThat(row.value()).isBetween(0.0, 50.0);
    assertThat(run.root().resolve(row.rawFile())).isRegularFile();
  }

  /** What is read has been written: fio's own verification would be slower than the disk. */
  @Test
  void theFileThatIsReadWasWrittenInFull() throws Exception {
    Path raw = run.rawFolder().resolve("probe");
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
    Path ram = Files.createDirectory(folder.resolve("ram"));
    Outcome mounted =
        host.run(Command.of(Duration.ofSeconds(5), "mount", "-t", "ramfs", "none", ram.toString()));
    assumeTrue(mounted.ok(), "mounting a ramfs takes root");
    try {
      List<Measurement> buffered =
          new Fio().measure(new RoomyHost(host), ram, run(), TINY, Watch.blind());
      assertRate(buffered.get(0), "disk.write");
      assertRate(buffered.get(1), "disk.read");
      assertRate(buffered.get(2), "disk.read-write");
      assertThat(buffered).hasSizeBetween(3, 4);
      assertThat(buffered)
          .extracting(Measurement::parameters)
          .allSatisfy(
              p -> assertThat(p).containsEntry("direct", "0").containsEntry("io_depth", "1"));
      assertThat(ram).isEmptyDirectory();
    } finally {
      host.run(Command.of(Duration.ofSeconds(5), "umount", ram.toString()));
    }
  }

  @Test
  void aFailureOfFioIsToldInItsOwnWordsAndLeavesNoFile() {
    Host roomy = new RoomyHost(host);
    assertThatThrownBy(
            () -> new Fio().measure(roomy, Path.of("/proc/self"), run(), TINY, Watch.blind()))
        .isInstanceOfSatisfying(
            CoreboundException.class, e -> assertThat(e.status()).isEqualTo(ExitStatus.FAILED))
        .hasMessageContaining("fio write of /proc/self/")
        .hasMessageContaining("No such file or directory")
        .hasMessageNotContaining("\n");
  }

  /** This machine, but df says that there is room: a ramfs has no size. */
  private record RoomyHost(Host host) implements Host {
    @Override
    public String name() {
      return host.name();
    }

    @Override
    public Outcome run(Command command) {
      return switch (command.arguments().get(0)) {
        case "df" -> said("Avail\n1000000000\n");
        // a ramfs gives the kernel's threads nothing to do: how idle they are need not be seen
        case "sleep" -> said("");
        default -> host.run(command);
      };
    }

    private static Outcome said(String out) {
      return new Outcome(0, false, Duration.ZERO, out, "");
    }

    @Override
    public RunningProgram start(Command command, Path out, Path err) {
      return host.start(command, out, err);
    }
  }
}
