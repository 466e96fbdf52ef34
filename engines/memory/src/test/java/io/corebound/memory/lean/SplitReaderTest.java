package io.corebound.memory.lean;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.corebound.memory.job.JobFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a file is split, its splits together are the file. */
class SplitReaderTest {
  @TempDir Path folder;

  /** The pieces of all splits; each piece is whole lines or records. */
  private static String read(Path file, long splitBytes, int recordBytes, int buffer)
      throws IOException {
    FileSystem system = FileSystem.getLocal(new Configuration());
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    StringBuilder all = new StringBuilder();
    long size = Files.size(file);
    for (long start = 0; start < size; start += splitBytes) {
      FileSplit split =
          new FileSplit(path, start, Math.min(splitBytes, size - start), new String[0]);
      try (SplitReader reader =
          new SplitReader(split, system.open(path), recordBytes, new byte[buffer])) {
        while (reader.next()) {
          String piece =
              new String(reader.bytes(), reader.from(), reader.to() - reader.from(), UTF_8);
          if (recordBytes == 0) {
            assertThat(piece).endsWith("\n");
          } else {
            assertThat(piece.length() % recordBytes).isZero();
          }
          assertThat(reader.bytes().length).isGreaterThanOrEqualTo(reader.to() + 8);
          all.append(piece);
        }
      }
    }
    return all.toString();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 7, 64, 100, 999, 100_000})
  void everyLineIsReadOnce(long splitBytes) throws Exception {
    Random random = new Random(splitBytes);
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < 200; line++) {
      text.append("x".repeat(random.nextInt(60))).append(line).append('\n');
    }
    text.append("\n\n").append("a line longer than the buffer ".repeat(20)).append('\n');
    Path ended = Files.writeString(folder.resolve("ended"), text);
    assertThat(read(ended, splitBytes, 0, 80)).isEqualTo(text.toString());
    Path open = Files.writeString(folder.resolve("open"), text + "no line feed");
    assertThat(read(open, splitBytes, 0, 80)).isEqualTo(text + "no line feed\n");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 9, 10, 11, 95, 1000})
  void everyRecordIsReadOnce(long splitBytes) throws Exception {
    StringBuilder text = new StringBuilder();
    for (int record = 0; record < 50; record++) {
      text.append(String.format(Locale.ROOT, "record %03d", record));
    }
    Path file = Files.writeString(folder.resolve("records"), text);
    assertThat(read(file, splitBytes, 10, 35)).isEqualTo(text.toString());
  }

  @Test
  void aRecordThatIsCutOffIsRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("records"), "record 001record 0");
    assertThatExceptionOfType(JobFailure.class)
        .isThrownBy(() -> read(file, 100, 10, 35))
        .withMessageContaining("records")
        .satisfies(e -> assertThat(e.status()).isEqualTo(JobFailure.WRONG));
  }
}
