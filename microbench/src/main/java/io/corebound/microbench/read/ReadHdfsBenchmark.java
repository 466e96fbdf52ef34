package io.corebound.microbench.read;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does it cost to read a file from HDFS, in this process and in the DataNode? The DFS client
 * opens the file and reads it to its end through a socket of a real DataNode, checksums verified.
 *
 * <p>Paper: figures 9 and 10 (variant 5).
 *
 * <p>Left out: the disk, when the blocks lie in memory (a storage policy on {@code directory} sees
 * to that); the connection to the NameNode, which a task has before it opens its input. There are
 * no records: as many are reported as TeraSort's records would fill the bytes.
 */
@Measures(
    value = "read.hdfs",
    question = "What does it cost to read a file from HDFS, in this process and in the DataNode?",
    hdfs = true,
    localBytes = 2,
    hdfsBytes = 1)
public class ReadHdfsBenchmark extends OperationBenchmark {
  @Param("134217728")
  long bytes;

  /** Bytes asked for at a time. */
  @Param("65536")
  int buffer;

  @Param("/corebound-micro")
  String dir;

  @Param("0")
  long seed;

  private Hdfs hdfs;
  private Path file;
  private OperationMeter meter;

  /** Puts the file into HDFS. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    hdfs = Hdfs.open(dir);
    try (LocalDirectory directory = LocalDirectory.open()) {
      int records =
          Math.toIntExact((bytes + TeraRecords.RECORD_BYTES - 1) / TeraRecords.RECORD_BYTES);
      java.nio.file.Path whole =
          TeraRecords.file(directory, records, seed, TeraRecords.Order.GENERATED);
      java.nio.file.Path cut = directory.fresh("read").resolve("file");
      Files.copy(whole, cut);
      try (FileChannel channel = FileChannel.open(cut, StandardOpenOption.WRITE)) {
        channel.truncate(bytes);
      }
      file = hdfs.copy(cut, "file");
      LocalDirectory.delete(cut.getParent());
    }
    meter = new OperationMeter("read.hdfs", ByteBase.FILE);
  }

  /** Reads the file. */
  @Benchmark
  public void read(Blackhole blackhole) throws IOException {
    byte[] target = new byte[buffer];
    long sum = 0;
    meter.begin();
    try (FSDataInputStream in = hdfs.fileSystem().open(file)) {
      for (int n = in.read(target); n >= 0; n = in.read(target)) {
        sum += n;
        consume(target, n, blackhole);
      }
    }
    meter.end(sum / TeraRecords.RECORD_BYTES, sum);
  }

  /** Takes what was read. */
  void consume(byte[] target, int length, Blackhole blackhole) {
    blackhole.consume(target);
  }

  /** Removes the file. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    hdfs.delete();
  }
}
