package io.corebound.app.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.config.MachineFile;
import io.corebound.records.config.MachineFile.Streams;
import io.corebound.records.format.StructuredFiles;
import org.junit.jupiter.api.Test;

/** What a node's devices carry together, of what one of them carries. */
class SweepBaseTest {
  private static final MachineFile ONE =
      StructuredFiles.parseYaml(
          """
          source: a test
          disk:
            read: 10 MB/s
            write: 8 MB/s
            by_streams:
              1: {read: 11 MB/s, write: 9 MB/s}
              2: {read: 10 MB/s, write: 8 MB/s}
          network: {rate: 1 GB/s}
          start: not-modelled
          """,
          "one.yaml",
          MachineFile.class);

  @Test
  void fewerStreamsThanDevicesHaveOneEach() {
    MachineFile.Disk disk = SweepBase.ofNode(ONE, 4).disk();
    assertThat(disk.read().rate().megabytesPerSecond()).isEqualTo(40);
    assertThat(disk.byStreams()).containsOnlyKeys(1, 2, 4, 8);
    assertThat(read(disk.byStreams().get(1))).isEqualTo(11);
    assertThat(read(disk.byStreams().get(2))).isEqualTo(22);
    assertThat(read(disk.byStreams().get(4))).isEqualTo(44);
    assertThat(read(disk.byStreams().get(8))).isEqualTo(40);
  }

  @Test
  void singleDeviceIsTheNodes() {
    assertThat(SweepBase.ofNode(ONE, 1)).isEqualTo(ONE);
  }

  private static double read(Streams streams) {
    return streams.read().rate().megabytesPerSecond();
  }
}
