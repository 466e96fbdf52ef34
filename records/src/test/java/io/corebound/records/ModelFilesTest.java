package io.corebound.records;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.units.Mean;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  private static final Path WORKLOADS = Path.of("../configs/workload");

  @TempDir Path folder;

  @Test
  void machineIsReadWithItsUnits() throws IOException {
    MachineFile machine = machine(MACHINE);
    assertThat(machine.operations().get("read.hdfs").rate().megabytesPerSecond()).isEqualTo(1490);
    assertThat(machine.disk().write().rate().megabytesPerSecond()).isEqualTo(400);
    assertThat(machine.network().rate().megabytesPerSecond()).isEqualTo(1250);
  }

  @Test
  void whatIsNotModelledIsSaidByAWord() throws IOException {
    assertThat(
            machine(MACHINE.replace("{read: 500 MB/s, write: 400 MB/s}", "not-modelled"))
                .disk()
                .read())
        .isNull();
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
    assertThat(machine.disk().byStreams().get(8).write().rate().megabytesPerSecond())
        .isEqualTo(200);
    assertThat(readBack(machine)).isEqualTo(machine);
  }

  @Test
  void pageCacheOfAProbeReadsBackEqual() throws IOException {
    MachineFile machine = machine(BASE.replace("by_streams:", "direct: false\n  by_streams:"));
    assertThat(machine.disk().throughPageCache()).isTrue();
    assertThat(readBack(machine)).isEqualTo(machine);
    assertThat(folder.resolve("written.yaml")).content().contains("direct: false");
    assertThat(machine(BASE).disk().throughPageCache()).isFalse();
  }

  @Test
  void rateOfReadingAndWritingAtOnceReadsBackEqual() throws IOException {
    MachineFile machine =
        machine(BASE.replace("by_streams:", "read_write: 120 MB/s\n  by_streams:"));
    assertThat(machine.disk().readWrite()).isEqualTo(MachineFile.Rate.parse("120 MB/s"));
    assertThat(readBack(machine)).isEqualTo(machine);
  }

  @Test
  void costOfWritingBackReadsBackEqual() throws IOException {
    MachineFile machine =
        machine(BASE.replace("by_streams:", "write_back_ns_per_byte: 0.85\n  by_streams:"));
    assertThat(machine.disk().writeBackNsPerByte()).isEqualTo(Mean.exact(0.85));
    assertThat(readBack(machine)).isEqualTo(machine);
    assertThat(machine(BASE).disk().writeBackNsPerByte()).isNull();
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
  void intervalsOfOlderFilesAreErrors() throws IOException {
    MachineFile machine = machine(INTERVALS);
    MachineFile.Disk disk = machine.disk();
    // t(0.975, n - 1) is 12.7062 for 2 samples, 4.302653 for 3 and 2.776445 for 5
    assertMean(disk.read().mean(), 300 * 0.1 / 4.302653, 3);
    assertMean(disk.write().mean(), 200 * 0.05 / 2.776445, 5);
    assertMean(disk.readWrite().mean(), 240 * 1.5 / 12.7062, 2);
    assertThat(disk.writeBackNsPerByte()).isEqualTo(new Mean(0.85, 0, 4));
    MachineFile.Streams one = disk.byStreams().get(1);
    assertMean(one.read().mean(), 500 * 0.2 / 4.302653, 3);
    assertThat(one.write()).isEqualTo(MachineFile.Rate.parse("400 MB/s"));
    assertMean(machine.network().mean(), 1250 * 0.3 / 4.302653, 3);
    assertThat(readBack(machine)).isEqualTo(machine);
    assertThat(folder.resolve("written.yaml")).content().doesNotContain("interval");
    readBack(machine(BASE));
    assertThat(folder.resolve("written.yaml")).content().doesNotContain("error");
  }

  private static void assertMean(Mean mean, double error, int n) {
    assertThat(mean.error()).isCloseTo(error, within(1e-4));
    assertThat(mean.n()).isEqualTo(n);
  }

  @Test
  void errorsOfFiguresAreBesideThem() throws IOException {
    MachineFile machine =
        machine(
            """
            source: a probe
            disk:
              read: {rate: 300 MB/s, error_mb_per_s: 7.5, n: 3}
              write: 200 MB/s
              write_back_ns_per_byte: {value: 2, error: 0.25, n: 3}
            network: {rate: 10 Gbit/s, error_mb_per_s: 2, n: 4}
            start: not-modelled
            """);
    assertThat(machine.disk().read().mean()).isEqualTo(new Mean(300, 7.5, 3));
    assertThat(machine.disk().write().mean()).isEqualTo(Mean.exact(200));
    assertThat(machine.disk().writeBackNsPerByte()).isEqualTo(new Mean(2, 0.25, 3));
    assertThat(machine.network().mean()).isEqualTo(new Mean(1250, 2, 4));
    assertThat(readBack(machine)).isEqualTo(machine);
  }

  @Test
  void machineFilesOfTheSampleSweepsAreRead() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("../results/samples"))) {
      List<Path> kept = files.filter(file -> file.endsWith("machine.yaml")).toList();
      assertThat(kept).isNotEmpty();
      for (Path file : kept) {
        assertThat(MachineFile.read(file).disk().read()).isNotNull();
      }
    }
  }

  @Test
  void machineWithOperationsReadsBackEqual() throws IOException {
    MachineFile machine = machine(MACHINE.replace("{rate: 10 Gbit/s}", "not-modelled"));
    assertThat(readBack(machine)).isEqualTo(machine);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          start is another word       | machine   | start: not-modelled | start: quick | start is 'not-modelled'
          start is missing            | machine   | start: not-modelled | "" | start is missing; write 'not-modelled'
          unit is unknown             | machine   | 1490 MB/s | 1490 MX/s | machine.yaml line 4
          key is unknown              | machine   | contention_factor | contention_facter | contention_factor
          contention makes it faster  | machine   | 1.31 | 0.9 | contention_factor is a finite number of at least 1
          operations without a factor | machine   | contention_factor: 1.31 | "" | contention_factor is a finite
          factor without operations   | base      | network: | "contention_factor: 1.2\nnetwork:" | \
              there are no operations
          streams are none            | base      | 1: { | 0: { | by_streams is by how many streams there are
          streams write only          | base      | {read: 500 MB/s, write | {write | by_streams has both read and write
          streams that are left out   | base      | 1: {read: 500 MB/s | 1: {read: not-modelled | \
              disk.by_streams.1: by_streams has both read and write
          both at once is left out    | base      | by_streams: | "read_write: not-modelled\n  by_streams:" | \
              read_write is a rate, or is left out
          interval of nothing         | intervals | read_write: 240 MB/s | read_write: not-modelled | \
              disk.read_write_interval has read_write beside it
          streams with a wrong key    | base      | 1: {read | 1: {raed | unknown key 'raed'; did you mean 'read'?
          both at once is alone       | machine   | read: 500 MB/s, write: 400 MB/s | read_write: 3 MB/s | \
              disk has read and write beside read_write
          write-back is alone         | machine   | read: 500 MB/s, write: 400 MB/s | write_back_ns_per_byte: 3 | \
              disk has read and write beside write_back_ns_per_byte
          write-back is negative      | intervals | 0.85 | -1 | write_back_ns_per_byte is a finite number of at least 0
          write-back is no number     | intervals | 0.85 | .nan | write_back_ns_per_byte is a finite number
          error below nothing         | machine   | read: 500 MB/s | "read: {rate: 500 MB/s, error_mb_per_s: -1, n: 3}" | \
              disk.read: a rate has error_mb_per_s of at least 0
          error of one sample         | machine   | read: 500 MB/s | "read: {rate: 500 MB/s, error_mb_per_s: 1, n: 1}" | \
              disk.read: a rate has error_mb_per_s of at least 0 and n of at least 2
          error without n             | machine   | read: 500 MB/s | "read: {rate: 500 MB/s, error_mb_per_s: 1}" | \
              disk.read: a rate has error_mb_per_s of at least 0 and n of at least 2, or neither
          error without its rate      | machine   | read: 500 MB/s | "read: {error_mb_per_s: 1, n: 3}" | \
              disk.read: a rate has error_mb_per_s of at least 0 and n of at least 2, or neither
          error with a wrong name     | machine   | read: 500 MB/s | "read: {rate: 500 MB/s, eror_mb_per_s: 1}" | \
              unknown key 'eror_mb_per_s'; did you mean 'error_mb_per_s'?
          error of a disk's read only | machine   | read: 500 MB/s | "read: not-modelled" | disk has both read and write
          interval above its mean     | intervals | low: 0.7 | low: 1.01 | \
              machine.yaml: network.rate_interval: low is at most 1, high at least 1, and n at least 2, not 1.01, 1.3 and 3
          interval below its mean     | intervals | high: 1.05 | high: 0.99 | \
              write_interval: low is at most 1, high at least 1, and n at least 2, not 0.95, 0.99 and 5
          interval of one sample      | intervals | high: 1.1, n: 3 | high: 1.1, n: 1 | \
              n at least 2, not 0.9, 1.1 and 1
          interval without n          | intervals | high: 1.1, n: 3 | high: 1.1 | n at least 2, not 0.9, 1.1 and 0
          interval with a wrong name  | intervals | rate_interval: | rate_intervall: | unknown key 'rate_intervall'
          interval of some streams    | intervals | high: 1.2, n: 3 | high: 0.9, n: 3 | \
              disk.by_streams.1.read_interval: low is at most 1
          interval of what has one    | intervals | read: 300 MB/s | "read: {rate: 300 MB/s}" | \
              disk.read_interval has read beside it
          interval without its rate   | intervals | rate: 10 Gbit/s | "" | rate_interval has rate beside it
          interval without both rates | intervals | read_write: 240 MB/s | "" | read_write_interval has read_write beside it
          interval without its cost   | intervals | write_back_ns_per_byte: 0.85 | "" | \
              write_back_interval has write_back_ns_per_byte beside it
          """)
  void wrongMachineIsRefused(String wrong, String file, String part, String instead, String said) {
    String text = Map.of("machine", MACHINE, "base", BASE, "intervals", INTERVALS).get(file);
    assertThat(text).contains(part);
    assertThatRefused(() -> machine(text.replace(part, instead))).hasMessageContaining(said);
  }

  @Test
  void machineThatModelsNothingIsRefused() {
    String nothing =
        "source: a test\ndisk: not-modelled\nnetwork: not-modelled\nstart: not-modelled\n";
    assertThatRefused(() -> machine(nothing))
        .hasMessageContaining(
            "operations has at least one operation where neither disk nor network has a rate");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          interval is unknown        | short      | map, | mapp, | \
              w.yaml line 4: steps[0].interval: 'mapp' is not one of map, shuffle-tail, reduce
          no task is in the overhead | short      | map, | overhead, | interval is map, shuffle-tail or reduce
          key of a step is unknown   | short      | volume: | volumes: | unknown key 'volumes'; did you mean 'volume'?
          key of a sample is unknown | word-count | map: word | mop: word | unknown key 'mop'; did you mean 'map'?
          record is beside a sample  | word-count | tasks: hadoop | \
              "tasks: hadoop\nrecord: {payload: 100B, serialized: 102B, ifile: 104B, metadata: 16B}" | \
              record and sampled_tasks exclude each other
          record is missing          | terasort   | \
              record: {payload: 100B, serialized: 102B, ifile: 104B, metadata: 16B} | "" | \
              w.yaml: record (payload, serialized, ifile, metadata) is missing
          stream has its input only  | word-count-oikawa-2013 | volume: input | volume: split | \
              steps[0].volume: unknown volume 'split' of a job that is not cut into tasks
          """)
  void wrongWorkloadIsRefused(String wrong, String file, String part, String instead, String said)
      throws IOException {
    String text = file.equals("short") ? WORKLOAD : shipped(file);
    assertThat(text).contains(part);
    assertThatRefused(() -> workload(text.replace(part, instead)))
        .hasMessageStartingWith(folder.resolve("w.yaml").toString())
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "volume: split, by_   | volume: splitt, by_   | volume | unknown volume 'splitt' of a map"
            + " task; did you mean 'split'?",
        "volume: fetched,     | volume: fetchd,       | volume | unknown volume 'fetchd' of a"
            + " reduce task; did you mean 'fetched'?",
        "reads: split-on-disk | reads: output         | reads  | unknown volume 'output' of a map"
            + " task; known are collected, combined, hdfs-moved, hdfs-read, hdfs-written,"
            + " map-output, map-output-stored, map-output-written, map-written, partitioned,"
            + " spilled, split, split-on-disk",
        "times: map-merge-passes | times: passes      | times  | unknown times 'passes' of a map"
            + " task; known are map-merge-passes",
        "volume: fetched,     | volume: fetched, times: map-merge-passes, | times | unknown times"
            + " 'map-merge-passes' of a reduce task; leave it out"
      })
  void unknownDataOfAStepIsNamedWithItsLine(String right, String wrong, String key, String said)
      throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(WORKLOADS.resolve("terasort.yaml")));
    int at = 0;
    while (!lines.get(at).contains(right)) {
      at++;
    }
    lines.set(at, lines.get(at).replace(right, wrong));
    Path file = Files.write(folder.resolve("w.yaml"), lines);
    String place = file + " line " + (at + 1) + ": steps[";
    assertThatRefused(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
        .hasMessageStartingWith(place)
        .hasMessageEndingWith("]." + key + ": " + said);
  }

  @Test
  void stepsOfOtherJobsAreCheckedAsItsOwn() throws IOException {
    String text = shipped("terasort");
    assertThatThrownBy(() -> workload(text.replace("volume: combined,", "volume: combind,")))
        .hasMessageContaining("other_steps[2].volume: unknown volume 'combind' of a map task");
    assertThatThrownBy(() -> workload(text.replace("by_record: 0.7", "by_record: 7")))
        .hasMessageContaining("read.tera-records: by_record is 0 to 1, not 7.0");
  }

  @Test
  void jobWhoseSampledTasksHaveNoReduceIsOfMapsAlone() throws IOException {
    String text = shipped("word-count");
    String mapsOnly = text.replace("  reduce: word-count.reduce\n", "");
    WorkloadFile workload = workload(mapsOnly);
    assertThat(workload.mapsOnly()).isTrue();
    assertThat(workload.steps())
        .extracting(WorkloadFile.Step::interval)
        .containsExactly(Interval.MAP);
    assertThat(workload.sampledTasks().parameters("word-count")).containsEntry("partitions", "0");
    ClusterFile cluster =
        StructuredFiles.readYaml(Path.of("../configs/cluster/local.yaml"), ClusterFile.class);
    assertThat(workload.on(cluster).reduceTasks()).isZero();
    assertThat(workload(text).on(cluster)).isSameAs(cluster);
    String reduce = "steps: [{interval: reduce, operation: write.hdfs, volume: output}]\n";
    assertThatThrownBy(() -> workload(mapsOnly + reduce))
        .hasMessageContaining("sampled_tasks have no reduce has steps of its maps alone");
  }

  private MachineFile machine(String text) throws IOException {
    return MachineFile.read(Files.writeString(folder.resolve("machine.yaml"), text));
  }

  /** The machine after it was written and read again. */
  private MachineFile readBack(MachineFile machine) throws IOException {
    Path written = folder.resolve("written.yaml");
    machine.write(written);
    return MachineFile.read(written);
  }

  private WorkloadFile workload(String text) throws IOException {
    return StructuredFiles.readYaml(
        Files.writeString(folder.resolve("w.yaml"), text), WorkloadFile.class);
  }

  private static String shipped(String workload) throws IOException {
    return Files.readString(WORKLOADS.resolve(workload + ".yaml"));
  }
}
