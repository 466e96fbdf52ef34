package io.corebound.microbench.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.LocalDirectory;
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

  private static CompressedFile made(Codec codec) throws Exception {
    try (LocalDirectory directory = LocalDirectory.open()) {
      return CompressedFile.make(directory, codec, CodecBenchmark.Content.text, 100, 0);
    }
  }
}
