package io.corebound.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Machine and workload files, and what is said of wrong ones. */
class ModelFilesTest {
  private static final String MACHINE =
      """
      source: a test
      contention_factor: 1.31
      operations:
        read.hdfs: {rate: 1490 MB/s}
      disk: {read: 500 MB/s, write: 400 MB/s}
      network: {rate: 10 Gbit/s}
      start: not-modelled
      """;
  private static final String WORKLOAD =
      """
      tasks: none
      record: {payload: 100B, serialized: 102B, ifile: 104B, metadata: 16B}
      steps:
        - {interval: map, operation: read.hdfs, volume: input}
      """;

  @TempDir Path folder;

  @Test
  void machineIsReadWithItsUnits() throws IOException {
    MachineFile machine = machine(MACHINE);
    assertThat(machine.operations().get("read.hdfs").rate().megabytesPerSecond()).isEqualTo(1490);
    assertThat(machine.disk().write().megabytesPerSecond()).isEqualTo(400);
    assertThat(machine.network().rate().megabytesPerSecond()).isEqualTo(1250);
  }

  @Test
  void whatIsNotModelledIsSaidByAWord() throws IOException {
    assertThat(
            machine(MACHINE.replace("{read: 500 MB/s, write: 400 MB/s}", "not-modelled"))
                .disk()
                .read())
        .isNull();
    refused(MACHINE.replace("start: not-modelled", "start: quick"), "start is 'not-modelled'");
    refused(MACHINE.replace("start: not-modelled\n", ""), "start is missing; write 'not-modelled'");
  }

  private static final String BASE =
      """
      source: a probe
      disk:
        read: 300 MB/s
        write: 200 MB/s
        by_streams:
          1: {read: 500 MB/s, write: 400 MB/s}
          8: {read: 300 MB/s, write: 200 MB/s}
      network: {rate: 10 Gbit/s}
      start: not-modelled
      """;

  @Test
  void basePerformanceAloneIsAMachineFileAndReadsBackEqual() throws IOException {
    MachineFile machine = machine(BASE);
    assertThat(machine.operations()).isEmpty();
    assertThat(machine.disk().byStreams().get(8).write().megabytesPerSecond()).isEqualTo(200);
    machine.write(folder.resolve("written.yaml"));
    assertThat(StructuredFiles.readYaml(folder.resolve("written.yaml"), MachineFile.class))
        .isEqualTo(machine);
  }

  @Test
  void pageCacheOfAProbeReadsBackEqual() throws IOException {
    MachineFile machine = machine(BASE.replace("by_streams:", "direct: false\n  by_streams:"));
    assertThat(machine.disk().throughPageCache()).isTrue();
    machine.write(folder.resolve("written.yaml"));
    assertThat(folder.resolve("written.yaml")).content().contains("direct: false");
    assertThat(StructuredFiles.readYaml(folder.resolve("written.yaml"), MachineFile.class))
        .isEqualTo(machine);
    assertThat(machine(BASE).disk().throughPageCache()).isFalse();
  }

  @Test
  void rateOfReadingAndWritingAtOnceReadsBackEqualAndIsNotAlone() throws IOException {
    MachineFile machine =
        machine(BASE.replace("by_streams:", "read_write: 120 MB/s\n  by_streams:"));
    assertThat(machine.disk().readWrite()).isEqualTo(DataRate.parse("120 MB/s"));
    machine.write(folder.resolve("written.yaml"));
    assertThat(StructuredFiles.readYaml(folder.resolve("written.yaml"), MachineFile.class))
        .isEqualTo(machine);
    refused(
        "source: a test\ndisk: {read_write: 3 MB/s}\nnetwork: {rate: 1 GB/s}\n"
            + "start: not-modelled\n",
        "disk has read and write beside read_write");
  }

  @Test
  void costOfWritingBackReadsBackEqualAndIsNeitherNegativeNorAlone() throws IOException {
    String costly = BASE.replace("by_streams:", "write_back_ns_per_byte: 0.85\n  by_streams:");
    MachineFile machine = machine(costly);
    assertThat(machine.disk().writeBackNsPerByte()).isEqualTo(0.85);
    machine.write(folder.resolve("written.yaml"));
    assertThat(StructuredFiles.readYaml(folder.resolve("written.yaml"), MachineFile.class))
        .isEqualTo(machine);
    assertThat(machine(BASE).disk().writeBackNsPerByte()).isNull();
    refused(
        costly.replace("0.85", "-1"), "write_back_ns_per_byte is a finite number of at least 0");
    refused(costly.replace("0.85", ".nan"), "write_back_ns_per_byte is a finite number");
    refused(
        "source: a test\ndisk: {write_back_ns_per_byte: 3}\nnetwork: {rate: 1 GB/s}\n"
            + "start: not-modelled\n",
        "disk has read and write beside write_back_ns_per_byte");
  }

  private static final String INTERVALS =
      """
      source: a probe
      disk:
        read: 300 MB/s
        read_interval: {low: 0.9, high: 1.1, n: 3}
        write: 200 MB/s
        write_interval: {low: 0.95, high: 1.05, n: 5}
        read_write: 240 MB/s
        read_write_interval: {low: -0.5, high: 2.5, n: 2}
        write_back_ns_per_byte: 0.85
        write_back_interval: {low: 1, high: 1, n: 4}
        by_streams:
          1: {read: 500 MB/s, read_interval: {low: 0.8, high: 1.2, n: 3}, write: 400 MB/s}
      network:
        rate: 10 Gbit/s
        rate_interval: {low: 0.7, high: 1.3, n: 3}
      start: not-modelled
      """;

  @Test
  void intervalsOfFiguresReadBackEqual() throws IOException {
    MachineFile machine = machine(INTERVALS);
    MachineFile.Disk disk = machine.disk();
    assertThat(disk.readInterval()).isEqualTo(new MachineFile.Interval(0.9, 1.1, 3));
    assertThat(disk.writeInterval()).isEqualTo(new MachineFile.Interval(0.95, 1.05, 5));
    assertThat(disk.readWriteInterval()).isEqualTo(new MachineFile.Interval(-0.5, 2.5, 2));
    assertThat(disk.writeBackInterval()).isEqualTo(new MachineFile.Interval(1, 1, 4));
    MachineFile.Streams one = disk.byStreams().get(1);
    assertThat(one.readInterval()).isEqualTo(new MachineFile.Interval(0.8, 1.2, 3));
    assertThat(one.writeInterval()).isNull();
    assertThat(machine.network().rateInterval()).isEqualTo(new MachineFile.Interval(0.7, 1.3, 3));
    Path written = folder.resolve("written.yaml");
    machine.write(written);
    assertThat(StructuredFiles.readYaml(written, MachineFile.class)).isEqualTo(machine);
    machine(BASE).write(written);
    assertThat(written).content().doesNotContain("interval");
  }

  @Test
  void intervalThatDoesNotHoldItsMeanIsRefused() {
    refused(
        INTERVALS.replace("low: 0.7", "low: 1.01"),
        "machine.yaml line 15: network.rate_interval: low is a part of the mean, such as 0.95, and"
            + " at most 1, not 1.01");
    refused(
        INTERVALS.replace("high: 1.05", "high: 0.99"),
        "disk.write_interval: high is a part of the mean, such as 1.05, and at least 1, not 0.99");
    refused(
        INTERVALS.replace("high: 1.1, n: 3", "high: 1.1, n: 1"),
        "n is at least 2, for a single sample shows no scatter, not 1");
  }

  @Test
  void intervalIsWholeAndBesideItsFigure() {
    refused(INTERVALS.replace("high: 1.1, n: 3", "high: 1.1"), "key 'n' is missing");
    refused(
        INTERVALS.replace("rate_interval:", "rate_intervall:"),
        "unknown key 'rate_intervall'; did you mean 'rate_interval'?");
    refused(
        INTERVALS.replace("  rate: 10 Gbit/s\n", ""), "network has a rate beside rate_interval");
    refused(
        INTERVALS.replace("  read_write: 240 MB/s\n", ""),
        "disk has read_write beside read_write_interval");
    refused(
        INTERVALS.replace("  write_back_ns_per_byte: 0.85\n", ""),
        "disk has write_back_ns_per_byte beside write_back_interval");
  }

  @Test
  void machineFilesOfTheSampleSweepsAreRead() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("../results/samples"))) {
      List<Path> kept = files.filter(file -> file.endsWith("machine.yaml")).toList();
      assertThat(kept).isNotEmpty();
      for (Path file : kept) {
        assertThat(StructuredFiles.readYaml(file, MachineFile.class).disk().read()).isNotNull();
      }
    }
  }

  @Test
  void machineWithOperationsReadsBackEqual() throws IOException {
    MachineFile machine = machine(MACHINE.replace("{rate: 10 Gbit/s}", "not-modelled"));
    machine.write(folder.resolve("written.yaml"));
    assertThat(StructuredFiles.readYaml(folder.resolve("written.yaml"), MachineFile.class))
        .isEqualTo(machine);
  }

  @Test
  void streamsWithoutNumberOrHalfOfThemAreRefused() {
    refused(BASE.replace("  1: {", "  0: {"), "by_streams is by how many streams there are");
    refused(BASE.replace("{read: 500 MB/s, write", "{write"), "by_streams has both read and write");
    refused(BASE.replace("1: {read", "1: {raed"), "unknown key 'raed'; did you mean 'read'?");
  }

  @Test
  void machineThatModelsNothingIsRefused() {
    refused(
        "source: a test\ndisk: not-modelled\nnetwork: not-modelled\nstart: not-modelled\n",
        "operations has at least one operation where neither disk nor network has a rate");
    refused(BASE + "contention_factor: 1.2\n", "there are no operations");
    refused(MACHINE.replace("contention_factor: 1.31\n", ""), "contention_factor is a finite");
  }

  @Test
  void wrongUnitNamesFileAndLine() {
    refused(MACHINE.replace("1490 MB/s", "1490 MX/s"), "machine.yaml line 4");
  }

  @Test
  void unknownKeyOfAMachineNamesTheNearest() {
    refused(MACHINE.replace("contention_factor", "contention_facter"), "contention_factor");
  }

  @Test
  void machineThatGainsByContentionIsRefused() {
    refused(MACHINE.replace("1.31", "0.9"), "contention_factor is a finite number of at least 1");
  }

  @Test
  void stepOutsideTheIntervalsIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("w.yaml"), WORKLOAD.replace("map,", "mapp,"));
    assertThatThrownBy(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("w.yaml line 4")
        .hasMessageContaining("interval: 'mapp' is not one of map, shuffle-tail, reduce");
  }

  @Test
  void stepOfTheOverheadIsRefusedForNoTaskWorksInIt() throws IOException {
    Path file = Files.writeString(folder.resolve("w.yaml"), WORKLOAD.replace("map,", "overhead,"));
    assertThatThrownBy(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("interval is map, shuffle-tail or reduce");
  }

  @Test
  void unknownKeyOfAStepNamesTheNearest() throws IOException {
    Path file =
        Files.writeString(folder.resolve("w.yaml"), WORKLOAD.replace("volume:", "volumes:"));
    assertThatThrownBy(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
        .hasMessageContaining("unknown key 'volumes'; did you mean 'volume'?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "volume: split, reads | volume: splitt, reads | volume | unknown volume 'splitt' of a map"
            + " task; did you mean 'split'?",
        "volume: fetched,     | volume: fetchd,       | volume | unknown volume 'fetchd' of a"
            + " reduce task; did you mean 'fetched'?",
        "reads: split         | reads: output         | reads  | unknown volume 'output' of a map"
            + " task; known are hdfs-moved, hdfs-read, map-output, map-output-stored, map-output-written,"
            + " partitioned, split",
        "times: map-merge-passes | times: passes      | times  | unknown times 'passes' of a map"
            + " task; known are map-merge-passes",
        "volume: fetched,     | volume: fetched, times: map-merge-passes, | times | unknown times"
            + " 'map-merge-passes' of a reduce task; leave it out"
      })
  void unknownDataOfAStepIsNamedWithItsLine(String right, String wrong, String key, String said)
      throws IOException {
    List<String> lines =
        new ArrayList<>(Files.readAllLines(Path.of("../configs/workload/terasort.yaml")));
    int at = 0;
    while (!lines.get(at).contains(right)) {
      at++;
    }
    lines.set(at, lines.get(at).replace(right, wrong));
    Path file = Files.write(folder.resolve("w.yaml"), lines);
    String place = file + " line " + (at + 1) + ": steps[";
    assertThatThrownBy(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
        .isInstanceOf(CoreboundException.class)
        .hasMessageStartingWith(place)
        .hasMessageEndingWith("]." + key + ": " + said);
  }

  @Test
  void streamHasItsInputOnly() throws IOException {
    String text = Files.readString(Path.of("../configs/workload/word-count-oikawa-2013.yaml"));
    Path file =
        Files.writeString(
            folder.resolve("w.yaml"), text.replaceFirst("volume: input", "volume: split"));
    assertThatThrownBy(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
        .hasMessageContaining(
            "steps[0].volume: unknown volume 'split' of a job that is not cut into tasks");
  }

  @Test
  void workloadWithoutItsRecordIsNamedWithoutALine() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("w.yaml"),
            Files.readString(Path.of("../configs/workload/terasort.yaml"))
                .replaceFirst("(?m)^record:.*$", ""));
    assertThatThrownBy(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
        .hasMessageStartingWith(
            file + ": record (payload, serialized, ifile, metadata) is missing");
  }

  @Test
  void recordBesideASampleIsRefused() throws IOException {
    String text = Files.readString(Path.of("../configs/workload/word-count.yaml"));
    Path file =
        Files.writeString(
            folder.resolve("w.yaml"),
            text.replace(
                "tasks: hadoop",
                "tasks: hadoop\n"
                    + "record: {payload: 100B, serialized: 102B, ifile: 104B, metadata: 16B}"));
    assertThatThrownBy(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
        .hasMessageContaining("record and sampled_tasks exclude each other");
    Path none = Files.writeString(folder.resolve("w.yaml"), text.replace("map: word", "mop: word"));
    assertThatThrownBy(() -> StructuredFiles.readYaml(none, WorkloadFile.class))
        .hasMessageContaining("unknown key 'mop'; did you mean 'map'?");
  }

  @Test
  void jobWhoseSampledTasksHaveNoReduceIsOfMapsAlone() throws IOException {
    String text = Files.readString(Path.of("../configs/workload/word-count.yaml"));
    Path file =
        Files.writeString(
            folder.resolve("w.yaml"), text.replace("  reduce: word-count.reduce\n", ""));
    WorkloadFile workload = StructuredFiles.readYaml(file, WorkloadFile.class);
    assertThat(workload.mapsOnly()).isTrue();
    assertThat(workload.steps())
        .extracting(WorkloadFile.Step::interval)
        .containsExactly(Interval.MAP);
    assertThat(workload.sampledTasks().parameters("word-count")).containsEntry("partitions", "0");
    ClusterFile cluster =
        StructuredFiles.readYaml(Path.of("../configs/cluster/local.yaml"), ClusterFile.class);
    assertThat(workload.on(cluster).reduceTasks()).isZero();
    WorkloadFile withReduces =
        StructuredFiles.readYaml(
            Path.of("../configs/workload/word-count.yaml"), WorkloadFile.class);
    assertThat(withReduces.on(cluster)).isSameAs(cluster);

    Path steps =
        Files.writeString(
            folder.resolve("s.yaml"),
            Files.readString(file)
                + "steps: [{interval: reduce, operation: write.hdfs, volume: output}]\n");
    assertThatThrownBy(() -> StructuredFiles.readYaml(steps, WorkloadFile.class))
        .hasMessageContaining("sampled_tasks have no reduce has steps of its maps alone");
  }

  private MachineFile machine(String text) throws IOException {
    return StructuredFiles.readYaml(
        Files.writeString(folder.resolve("machine.yaml"), text), MachineFile.class);
  }

  private void refused(String text, String message) {
    assertThatThrownBy(() -> machine(text))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining(message);
  }
}
