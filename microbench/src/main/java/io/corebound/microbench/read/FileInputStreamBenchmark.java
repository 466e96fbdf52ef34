package io.corebound.microbench.read;

import io.corebound.microbench.Measures;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;

/**
 * How fast is a local file read by {@code java.io.FileInputStream}? It reads into an array on the
 * heap, a buffer at a time; the JDK copies every buffer once more, out of its own memory. Paper:
 * figures 9 and 10 (variant 2). Left out: the disk, when the file lies in memory; looking at the
 * bytes.
 */
@Measures(
    value = "read.file-input-stream",
    question = "How fast is a local file read by java.io.FileInputStream?",
    localBytes = 2.02)
public class FileInputStreamBenchmark extends LocalReadBenchmark {
  @Param({"65536", "4096", "1048576"})
  int buffer;

  @Override
  String operation() {
    return "read.file-input-stream";
  }

  @Benchmark
  public void read(Blackhole blackhole) throws IOException, InterruptedException {
    measure(
        () -> {
          byte[] target = new byte[buffer];
          long sum = 0;
          for (int pass = 0; pass < passes; pass++) {
            try (InputStream in = new FileInputStream(file.toFile())) {
              for (int n = in.read(target); n >= 0; n = in.read(target)) {
                sum += n;
                consume(target, n, blackhole);
              }
            }
          }
          return sum;
        });
  }

  void consume(byte[] target, int length, Blackhole blackhole) {
    blackhole.consume(target);
  }
}
