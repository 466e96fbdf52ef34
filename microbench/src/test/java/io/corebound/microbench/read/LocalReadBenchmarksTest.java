package io.corebound.microbench.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.microbench.Contents;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.fs.ChecksumException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.Blackhole;

final class LocalReadBenchmarksTest {
  private static final int BYTES = 1_234_567;
  private static final long SEED = 7;

  @TempDir private static Path directory;
  private final StringBuilder read = new StringBuilder();

  @BeforeEach
  void useDirectory() {
    System.setProperty(LocalDirectory.PROPERTY, directory.toString());
  }

  @AfterEach
  void useNoDirectory() {
    System.clearProperty(LocalDirectory.PROPERTY);
  }

  @Test
  void catReadsTheWholeFileInEveryPass() throws Exception {
    File output = new File(directory.toFile(), "output");
    CatBenchmark benchmark =
        new CatBenchmark() {
          @Override
          File output() {
            return output;
          }
        };
    prepare(benchmark);
    benchmark.read();
    benchmark.close();
    assertThat(Contents.of(Files.readAllBytes(output.toPath()))).isEqualTo(expected().repeat(2));
  }

  @Test
  void catThatFailsIsNoResult() throws Exception {
    CatBenchmark benchmark = new CatBenchmark();
    prepare(benchmark, 1);
    Files.delete(benchmark.file);
    assertThatThrownBy(benchmark::read).isInstanceOf(IOException.class).hasMessageContaining("cat");
    benchmark.close();
  }

  @Test
  void versionOfCatIsPartOfTheResultsName() {
    assertThat(CatBenchmark.implementation("cat (GNU coreutils) 9.1"))
        .isEqualTo("gnu-coreutils-9.1");
    assertThat(CatBenchmark.implementation("cat: unrecognized option: version"))
        .isEqualTo("unknown");
  }

  @ParameterizedTest
  @ValueSource(ints = {65536, 4096, 1048576, 1000})
  void fileInputStreamReadsTheWholeFileInEveryPass(int buffer) throws Exception {
    FileInputStreamBenchmark benchmark =
        new FileInputStreamBenchmark() {
          @Override
          void consume(byte[] target, int length, Blackhole blackhole) {
            read.append(Contents.of(target, length));
          }
        };
    benchmark.buffer = buffer;
    prepare(benchmark);
    benchmark.read(null);
    benchmark.close();
    assertThat(read.toString()).isEqualTo(expected().repeat(2));
  }

  @ParameterizedTest
  @CsvSource({
    "65536, direct",
    "4096, direct",
    "1048576, direct",
    "65536, heap",
    "4096, heap",
    "1048576, heap"
  })
  void fileChannelReadsTheWholeFileInEveryPass(int buffer, String memory) throws Exception {
    boolean[] direct = new boolean[1];
    FileChannelBenchmark benchmark =
        new FileChannelBenchmark() {
          @Override
          void consume(ByteBuffer target, Blackhole blackhole) {
            direct[0] = target.isDirect();
            target.flip();
            byte[] bytes = new byte[target.remaining()];
            target.get(bytes);
            read.append(Contents.of(bytes));
          }
        };
    benchmark.buffer = buffer;
    benchmark.memory = memory;
    prepare(benchmark);
    benchmark.read(null);
    benchmark.close();
    assertThat(read.toString()).isEqualTo(expected().repeat(2));
    assertThat(direct[0]).isEqualTo(memory.equals("direct"));
  }

  @Test
  void unknownMemoryIsRefused() {
    FileChannelBenchmark benchmark = new FileChannelBenchmark();
    benchmark.memory = "mapped";
    assertThatThrownBy(benchmark::prepare)
        .isInstanceOf(OneLineException.class)
        .hasMessage("memory: 'mapped' is neither direct nor heap");
  }

  @ParameterizedTest
  @CsvSource({
    "65536, true",
    "4096, true",
    "1048576, true",
    "65536, false",
    "4096, false",
    "1048576, false"
  })
  void localFsReadsTheWholeFileInEveryPass(int buffer, boolean checksum) throws Exception {
    LocalFsBenchmark benchmark = localFs(buffer, checksum);
    prepare(benchmark);
    benchmark.read(null);
    benchmark.close();
    assertThat(read.toString()).isEqualTo(expected().repeat(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {65536, 4096, 1048576})
  void flippedByteIsNoticedWithChecksums(int buffer) throws Exception {
    LocalFsBenchmark benchmark = localFs(buffer, true);
    prepare(benchmark, buffer);
    flipByte(benchmark.file, 700_000);
    assertThatThrownBy(() -> benchmark.read(null)).isInstanceOf(ChecksumException.class);
    benchmark.close();
  }

  @Test
  void flippedByteIsNotNoticedWithoutChecksums() throws Exception {
    LocalFsBenchmark benchmark = localFs(65536, false);
    prepare(benchmark, 2);
    flipByte(benchmark.file, 700_000);
    benchmark.read(null);
    benchmark.close();
    assertThat(read).hasSize(2 * BYTES);
  }

  @Test
  void lostChecksumsAreMadeAnew() throws Exception {
    LocalFsBenchmark benchmark = localFs(65536, true);
    prepare(benchmark, 3);
    benchmark.close();
    Files.delete(directory.resolve("." + benchmark.file.getFileName() + ".crc"));
    benchmark.prepare();
    flipByte(benchmark.file, 0);
    assertThatThrownBy(() -> benchmark.read(null)).isInstanceOf(ChecksumException.class);
    benchmark.close();
  }

  @Test
  void fileIsKeptForTheNextForkAndTheForksOwnCopyIsNot() throws Exception {
    LocalFsBenchmark benchmark = localFs(65536, true);
    prepare(benchmark, 99);
    assertThat(benchmark.file.getParent().getParent()).isEqualTo(directory);
    assertThat(benchmark.file).hasSize(BYTES);
    benchmark.close();
    assertThat(benchmark.file.getParent()).doesNotExist();
    String name = benchmark.file.getFileName().toString();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(f -> f.contains(name)))
          .containsExactlyInAnyOrder(name, "." + name + ".crc");
    }
  }

  private LocalFsBenchmark localFs(int buffer, boolean checksum) {
    LocalFsBenchmark benchmark =
        new LocalFsBenchmark() {
          @Override
          void consume(byte[] target, int length, Blackhole blackhole) {
            read.append(Contents.of(target, length));
          }
        };
    benchmark.buffer = buffer;
    benchmark.checksum = checksum;
    return benchmark;
  }

  private static void prepare(LocalReadBenchmark benchmark) throws Exception {
    prepare(benchmark, SEED);
  }

  private static void prepare(LocalReadBenchmark benchmark, long seed) throws Exception {
    benchmark.bytes = BYTES;
    benchmark.passes = 2;
    benchmark.seed = seed;
    benchmark.prepare();
  }

  private static String expected() {
    byte[] bytes = new byte[BYTES];
    new Random(SEED).nextBytes(bytes);
    return Contents.of(bytes);
  }

  private static void flipByte(Path file, int position) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[position] ^= 1;
    Files.write(file, bytes);
  }
}
