package io.corebound.microbench.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.SmallTmpfs;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.util.NativeCodeLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CompressedFileTest {
  @Test
  void implementationIsWhatHadoopFound() throws Exception {
    boolean nativeHadoop = NativeCodeLoader.isNativeCodeLoaded();
    assertThat(made(Codec.snappy).compressor).isEqualTo("snappy-java");
    assertThat(made(Codec.gzip).decompressor)
        .isEqualTo(nativeHadoop ? "hadoop-native" : "jdk-zlib");
    assertThat(made(Codec.lz4).compressor).isEqualTo("lz4-java-jni");
  }

  @Test
  void libraryThatIsMissingIsTheReason(@TempDir Path work) throws Exception {
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("lz4-java"))
            .collect(Collectors.joining(File.pathSeparator));
    int status =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                CompressedFile.class.getName(),
                "lz4",
                "tera",
                "100",
                "0",
                work.toString(),
                work.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).isZero();
    assertThat(Files.readAllLines(work.resolve("answer")))
        .hasSize(2)
        .startsWith("unavailable")
        .last()
        .asString()
        .startsWith("its library is not on the class path: net")
        .contains("LZ4Factory");
  }

  @Test
  void dataForWhichThereIsNoRoomAreNotCompressed(@TempDir Path directory) throws Exception {
    SmallTmpfs.Outcome outcome = SmallTmpfs.of(TooMuch.class, directory);
    assertThat(outcome.refusal())
        .startsWith(directory + ": 2.00 GB are needed and 0.00 GB are free; ");
    assertThat(outcome.left()).isEmpty();
  }

  /** Asks for 2 GB of text to be compressed. */
  static final class TooMuch {
    private TooMuch() {}

    public static void main(String[] arguments) throws Exception {
      SmallTmpfs.attempt(
          arguments[0],
          directory ->
              CompressedFile.make(
                  directory, Codec.gzip, CodecBenchmark.Content.text, 20_000_000, 0));
    }
  }

  private static CompressedFile made(Codec codec) throws Exception {
    try (LocalDirectory directory = LocalDirectory.open()) {
      return CompressedFile.make(directory, codec, CodecBenchmark.Content.tera, 100, 0);
    }
  }
}
