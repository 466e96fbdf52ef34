package io.corebound.microbench.read;

import io.corebound.microbench.Measures;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.ChecksumFs;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does Hadoop's {@code LocalFs} cost above plain Java? With checksums the file and the
 * checksums beside it ({@code .NAME.crc}, one for 512 bytes) are read and compared; without, it is
 * {@code RawLocalFs}, the base of LocalFs. The stream's own buffer is as large as what is asked for
 * at a time, as {@code io.file.buffer.size} makes both. Paper: figures 9 and 10 (variant 4; it does
 * not say whether with checksums). Left out: the disk, when the file lies in memory; looking at the
 * bytes.
 */
@Measures(
    value = "read.local-fs",
    question = "What does reading a local file through Hadoop's LocalFs cost?",
    localBytes = 2.02)
public class LocalFsBenchmark extends LocalReadBenchmark {
  /** Bytes asked for at a time, and of the stream's buffer. */
  @Param({"65536", "4096", "1048576"})
  int buffer;

  @Param({"true", "false"})
  boolean checksum;

  private AbstractFileSystem files;
  private Path path;

  @Override
  String operation() {
    return "read.local-fs";
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    super.prepare();
    ChecksumFs verifying = ChecksummedFile.localFs(new Configuration());
    files = checksum ? verifying : verifying.getRawFs();
    path = new Path(file.toUri());
  }

  @Benchmark
  public void read(Blackhole blackhole) throws IOException, InterruptedException {
    measure(
        () -> {
          byte[] target = new byte[buffer];
          long sum = 0;
          for (int pass = 0; pass < passes; pass++) {
            try (FSDataInputStream in = files.open(path, buffer)) {
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
