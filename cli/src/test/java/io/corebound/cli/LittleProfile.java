package io.corebound.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The quick profile on little data, as short as it can be: its figures are worth nothing. */
final class LittleProfile {
  private LittleProfile() {}

  /** Writes it to a folder. */
  static Path in(Path folder) throws IOException {
    String quick = Files.readString(Corebound.ROOT.resolve("configs/profile/quick.yaml"));
    return Files.writeString(
        folder.resolve("little.yaml"),
        quick
            .replaceAll("size: .*", "size: 20MB")
            .replaceAll("probe_seconds: .*", "probe_seconds: 1")
            .replaceAll("probe_repetitions: .*", "probe_repetitions: 2")
            .replaceAll("batch_records: .*", "batch_records: 100000")
            .replaceAll("records: \\['(671088|894784)'\\]", "records: ['100000']")
            .replaceAll("records: \\['335544', '0'\\]", "records: ['50000', '0']")
            .replaceAll("forks: \\d+, iterations: \\d+", "forks: 1, iterations: 2")
            // a sort buffer in which little data spill several times
            .replace(
                "[MapOutputBufferBenchmark], model: true,",
                "[MapOutputBufferBenchmark], parameters: {sortMib: ['5']}, model: true,")
            .replaceAll("remeasure_seconds: .*", "remeasure_seconds: 0")
            .replaceAll("confirm_seconds: .*", "confirm_seconds: 0")
            .replaceAll("contention_iterations: .*", "contention_iterations: 2")
            .replaceAll("start_waves: .*", "start_waves: 2")
            .replaceAll("start_repetitions: .*", "start_repetitions: 1")
            .replaceAll("idle_seconds: .*", "idle_seconds: 2"));
  }
}
