package io.corebound.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        .hasMessageContaining("interval is one of map, shuffle-tail, reduce, not 'mapp'");
  }

  @Test
  void unknownKeyOfAStepNamesTheNearest() throws IOException {
    Path file =
        Files.writeString(folder.resolve("w.yaml"), WORKLOAD.replace("volume:", "volumes:"));
    assertThatThrownBy(() -> StructuredFiles.readYaml(file, WorkloadFile.class))
        .hasMessageContaining("unknown key 'volumes'; did you mean 'volume'?");
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
