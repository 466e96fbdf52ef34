package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.Jdk;
import io.corebound.hosts.NumaNodes;
import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.Measurement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Base performance in full, of little: several streams, random reads, round trips, memory. */
class WholeProbeTest extends RealProbes {
  private static final ProbeBudget WHOLE =
      new ProbeBudget(1, Duration.ofSeconds(1), DataSize.ofMebibytes(64), List.of(4, 1, 4), true);

  @Test
  void fioMeasuresEveryNumberOfStreamsOnceAndRandomReads() throws Exception {
    assumeThere(new Fio());
    Path data = Files.createDirectory(folder.resolve("data"));
    List<Measurement> rows = new Fio().measure(host, data, run(), WHOLE);
    assertThat(rows)
        .extracting(m -> m.operation() + " " + m.threads() + " " + m.metric() + " " + m.unit())
        .startsWith(
            "disk.write 1 rate MB/s",
            "disk.write 4 rate MB/s",
            "disk.read 1 rate MB/s",
            "disk.read 4 rate MB/s",
            "disk.read-write 1 rate MB/s",
            "disk.read-random 1 rate MB/s",
            "disk.read-random 1 iops 1/s")
        .hasSize(KernelThreads.of(host).isPresent() ? 8 : 7)
        .allMatch(row -> !row.contains("cost") || row.equals("disk.write-back 1 cost ns/B"));
    // idle threads of the kernel may have taken more than 64 MiB did
    assertThat(rows).allMatch(m -> m.value() > 0 || m.metric().equals("cost"));
    // 4 KiB a block
    assertThat(rows.get(6).value()).isCloseTo(rows.get(5).value() * 1e6 / 4096, within(1e-3));
    assertThat(rows.get(5).parameters()).containsEntry("block_size", "4KiB");
    assertThat(data).isEmptyDirectory();
  }

  /** As fio itself tells in its output: four jobs, each in a quarter of its own. */
  @Test
  void eachStreamHasASectionOfTheFileToItself() throws Exception {
    assumeThere(new Fio());
    Path data = Files.createDirectory(folder.resolve("data"));
    List<Measurement> rows = new Fio().measure(host, data, run(), WHOLE);
    String raw = Files.readString(run().root().resolve(rows.get(3).rawFile()));
    DataSize file = DataSize.parse(rows.get(3).parameters().get("file_size"));
    String quarter = "\"" + (long) file.mebibytes() / 4 + "M\"";
    assertThat(raw)
        .contains("\"numjobs\" : \"4\"")
        .contains("\"size\" : " + quarter)
        .contains("\"offset_increment\" : " + quarter);
  }

  @Test
  void netperfMeasuresRequestAndResponseToo() {
    assumeThere(new Netperf());
    List<Measurement> rows = new Netperf().measure(host, folder, run(), WHOLE);
    assertThat(rows)
        .extracting(m -> m.operation() + " " + m.metric() + " " + m.unit())
        .containsExactly("network.stream rate MB/s", "network.request-response transactions 1/s");
    assertThat(rows.get(1).value()).isGreaterThan(100);
  }

  /** 59575.55, as it stands in the file. */
  @Test
  void netperfTransactionsAreReadAndOtherUnitsRefused() throws MalformedOutput {
    String text = Fixture.text("netperf-2.7.0-rr.txt");
    assertThat(Netperf.parseTransactions(text)).isEqualTo(59_575.55);
    assertThat(Netperf.parseTransactions(Fixture.text("netperf-2.6.0-rr.txt"))).isGreaterThan(1000);
    assertThatThrownBy(() -> Netperf.parseTransactions(Fixture.text("netperf-2.7.0.txt")))
        .isInstanceOf(MalformedOutput.class)
        .hasMessageContaining("10^6bits/s");
    assertThatThrownBy(() -> Netperf.parseTransactions(text.strip()))
        .isInstanceOf(MalformedOutput.class);
  }

  @Test
  void memoryIsMeasuredOnOneThreadAndOnAll() throws Exception {
    MemoryBandwidth memory =
        new MemoryBandwidth(
            Jdk.own(), DataSize.ofMebibytes(16), 2, new NumaNodes(2, List.of(0, 1)));
    List<Measurement> rows = memory.measure(host, folder, run(), WHOLE);
    assertThat(rows)
        .extracting(m -> m.operation() + " " + m.threads())
        .containsExactly("memory.copy 1", "memory.copy 2", "memory.triad 1", "memory.triad 2");
    // slower than any memory since 1995, faster than any cache
    assertThat(rows).allMatch(m -> m.value() > 100 && m.value() < 10_000_000);
    assertThat(rows).allMatch(m -> m.byteBase().equals("memory") && m.unit().equals("MB/s"));
    assertThat(rows)
        .allSatisfy(
            m ->
                assertThat(m.parameters())
                    .containsEntry("numa_nodes", "2")
                    .containsEntry("numa_nodes_used", "0 1"));
  }

  @Test
  void arrayIsFourTimesTheCacheWhereMemoryGoesThatFar() {
    DataSize cache = DataSize.ofMebibytes(32);
    assertThat(MemoryBandwidth.arraySize(cache, DataSize.parse("8GiB")))
        .isEqualTo(DataSize.ofMebibytes(128));
    assertThat(MemoryBandwidth.arraySize(cache, DataSize.parse("512MiB")))
        .isEqualTo(DataSize.ofMebibytes(64));
    assertThat(MemoryBandwidth.arraySize(new DataSize(0), DataSize.parse("8GiB")))
        .isEqualTo(DataSize.ofMebibytes(64));
    assertThatThrownBy(() -> MemoryBandwidth.arraySize(cache, DataSize.parse("100MiB")))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("105 MB of memory are available");
  }

  @Test
  void jvmWithoutRoomForItsArraysIsToldInItsOwnWords() {
    MemoryBandwidth memory =
        new MemoryBandwidth(Jdk.own(), DataSize.parse("8000TB"), 1, NumaNodes.here());
    assertThatThrownBy(() -> memory.measure(host, folder, run(), WHOLE))
        .isInstanceOf(CoreboundException.class)
        .hasMessageStartingWith("the JVM that measures the memory of host node failed: ")
        .hasMessageContaining("memory-1.txt");
  }
}
