package io.corebound.microbench.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.microbench.Contents;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.RunningHdfs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WriteBenchmarksTest {
  private static final int BYTES = 123_457;

  @TempDir private Path recordings;

  @BeforeAll
  static void startHdfs() throws Exception {
    RunningHdfs.use();
  }

  @ParameterizedTest
  @CsvSource({
    "123457, true, true, 65536",
    "123458, true, false, 65536",
    "123459, false, true, 65536",
    "123460, false, false, 65536",
    "123461, true, true, 1000"
  })
  void bytesWrittenCanBeReadBack(int bytes, boolean checksum, boolean sync, int buffer)
      throws Exception {
    WriteHdfsBenchmark benchmark = hdfs(bytes, checksum, sync);
    benchmark.buffer = buffer;
    benchmark.prepare();
    benchmark.write();
    assertThat(read(benchmark.hdfs, benchmark.file())).isEqualTo(expected(benchmark.source, bytes));
    FileStatus status = benchmark.hdfs.fileSystem().getFileStatus(benchmark.file());
    assertThat(status.getReplication()).isEqualTo((short) 1);
    assertThat(status.getBlockSize()).isEqualTo(128 << 20);
    // the DataNode keeps 7 bytes before the checksums, of which each is 4 bytes for 512
    Path block = RunningHdfs.use().block(bytes);
    try (Stream<Path> files = Files.list(block.getParent())) {
      assertThat(
              files.filter(
                  file -> file.getFileName().toString().startsWith(block.getFileName() + "_")))
          .singleElement()
          .satisfies(
              meta -> assertThat(meta).hasSize(7 + (checksum ? 4 * ((bytes + 511) / 512) : 0)));
    }
    benchmark.delete();
    assertThat(benchmark.hdfs.fileSystem().exists(benchmark.file())).isFalse();
    benchmark.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fileOfSeveralBlocksHasBlocksOfTheLengthAskedFor(boolean checksum) throws Exception {
    int bytes = (3 << 20) + 12_345;
    WriteHdfsBenchmark benchmark = hdfs(bytes, checksum, true);
    benchmark.block = 1 << 20;
    benchmark.prepare();
    benchmark.write();
    assertThat(read(benchmark.hdfs, benchmark.file())).isEqualTo(expected(benchmark.source, bytes));
    FileSystem files = benchmark.hdfs.fileSystem();
    FileStatus status = files.getFileStatus(benchmark.file());
    assertThat(status.getBlockSize()).isEqualTo(1 << 20);
    BlockLocation[] blocks = files.getFileBlockLocations(status, 0, bytes);
    assertThat(Stream.of(blocks).map(BlockLocation::getLength))
        .containsExactly(1L << 20, 1L << 20, 1L << 20, 12_345L);
    benchmark.delete();
    benchmark.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1_048_576, 0, 524_288, 1_048_575, 1_048_577})
  void blockThatHdfsDoesNotTakeIsRefused(long block) {
    WriteHdfsBenchmark benchmark = hdfs(BYTES, true, true);
    benchmark.block = block;
    assertThatThrownBy(benchmark::prepare)
        .isInstanceOf(OneLineException.class)
        .hasMessage(
            "block: "
                + block
                + " is not a multiple of 512 bytes, a checksum's chunk, and at least 1048576"
                + " (dfs.namenode.fs-limits.min-block-size)");
  }

  private static WriteHdfsBenchmark hdfs(int bytes, boolean checksum, boolean sync) {
    WriteHdfsBenchmark benchmark = new WriteHdfsBenchmark();
    benchmark.bytes = bytes;
    benchmark.block = 128 << 20;
    benchmark.buffer = 65536;
    benchmark.checksum = checksum;
    benchmark.sync = sync;
    benchmark.dir = "/write-hdfs";
    return benchmark;
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "false, 0"})
  void fileInHdfsIsSyncedIfAskedFor(boolean sync, int times) throws Exception {
    WriteHdfsBenchmark benchmark = hdfs(BYTES, true, sync);
    benchmark.prepare();
    long syncs = RunningHdfs.use().syncs();
    benchmark.write();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (RunningHdfs.use().syncs() - syncs < times && System.nanoTime() < end) {
      // the DataNode tells it by a timer of its own
    }
    assertThat(RunningHdfs.use().syncs() - syncs).as("syncs of the DataNode").isEqualTo(times);
    benchmark.close();
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void localFileIsWrittenWithItsChecksumsIfAskedFor(boolean checksum, boolean sync)
      throws Exception {
    WriteLocalFsBenchmark benchmark = new WriteLocalFsBenchmark();
    benchmark.bytes = BYTES;
    benchmark.passes = 2;
    benchmark.buffer = 65536;
    benchmark.checksum = checksum;
    benchmark.sync = sync;
    benchmark.prepare();
    List<String> forced = forcedIn(benchmark::write);
    // RawLocalFs syncs a file descriptor, which nothing tells
    assertThat(forced)
        .as("files that were synced, in each of two passes")
        .isEqualTo(
            sync && checksum
                ? Collections.nCopies(2, List.of("file", ".file.crc")).stream()
                    .flatMap(List::stream)
                    .toList()
                : List.of());
    assertThat(Contents.of(Files.readAllBytes(benchmark.file())))
        .isEqualTo(expected(benchmark.source, BYTES));
    if (checksum) {
      assertThat(Files.readAllBytes(benchmark.checksums()))
          .isEqualTo(crcFile(Files.readAllBytes(benchmark.file())));
    } else {
      assertThat(benchmark.checksums()).doesNotExist();
    }
    benchmark.delete();
    assertThat(benchmark.file()).doesNotExist();
    assertThat(benchmark.checksums()).doesNotExist();
    benchmark.close();
    assertThat(benchmark.file().getParent()).doesNotExist();
  }

  @Test
  void localFileThatDoesNotFitIsRefusedBeforeItIsWritten(@TempDir Path directory) {
    WriteLocalFsBenchmark benchmark = new WriteLocalFsBenchmark();
    benchmark.bytes = 1L << 60;
    benchmark.passes = 1;
    benchmark.buffer = 65536;
    benchmark.checksum = true;
    System.setProperty(LocalDirectory.PROPERTY, directory.toString());
    try {
      // with 4 bytes for every 512: 2^60 + 2^53
      assertThatThrownBy(benchmark::prepare)
          .isInstanceOf(OneLineException.class)
          .hasMessageStartingWith(directory + ": 1161928703.86 GB are needed and ")
          .hasMessageContaining(" GB are free; ");
    } finally {
      System.clearProperty(LocalDirectory.PROPERTY);
    }
    assertThat(directory).isEmptyDirectory();
  }

  private interface Writing {
    void run() throws IOException;
  }

  /** Names of the files that FileChannels forced meanwhile, in order. */
  private List<String> forcedIn(Writing writing) throws IOException {
    Path file = recordings.resolve("forced.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.FileForce").withoutThreshold().withoutStackTrace();
      recording.start();
      writing.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("jdk.FileForce"))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .map(event -> Path.of(event.getString("path")).getFileName().toString())
        .toList();
  }

  /** "crc", a zero, the chunk's length; then the CRC32 of every chunk (ChecksumFs). */
  private static byte[] crcFile(byte[] bytes) {
    int chunks = (bytes.length + 511) / 512;
    ByteBuffer file = ByteBuffer.allocate(8 + 4 * chunks);
    file.put(new byte[] {'c', 'r', 'c', 0}).putInt(512);
    for (int chunk = 0; chunk < chunks; chunk++) {
      CRC32 sum = new CRC32();
      sum.update(bytes, chunk * 512, Math.min(512, bytes.length - chunk * 512));
      file.putInt((int) sum.getValue());
    }
    return file.array();
  }

  private static String expected(byte[] source, int bytes) {
    return Contents.of(source).repeat(bytes / source.length + 1).substring(0, bytes);
  }

  @Test
  void recordsWrittenCanBeReadBack() throws Exception {
    WriteTeraRecordsBenchmark benchmark = new WriteTeraRecordsBenchmark();
    benchmark.records = 5_000;
    benchmark.dir = "/write-tera-records";
    benchmark.prepare();
    for (int i = 0; i < 2; i++) {
      benchmark.newTask();
      benchmark.write();
      assertThat(read(benchmark.hdfs, benchmark.file()))
          .isEqualTo(String.join("", Contents.of(benchmark.input)));
      assertThat(benchmark.hdfs.fileSystem().getFileStatus(benchmark.file()).getReplication())
          .isEqualTo((short) 1);
      benchmark.delete();
    }
    benchmark.close();
    assertThat(
            benchmark
                .hdfs
                .fileSystem()
                .listStatus(new org.apache.hadoop.fs.Path("/write-tera-records")))
        .isEmpty();
  }

  private static String read(Hdfs hdfs, org.apache.hadoop.fs.Path file) throws IOException {
    try (FSDataInputStream in = hdfs.fileSystem().open(file)) {
      return Contents.of(in.readAllBytes());
    }
  }
}
