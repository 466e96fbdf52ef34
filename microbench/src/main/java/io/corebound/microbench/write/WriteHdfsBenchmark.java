package io.corebound.microbench.write;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to write a file to HDFS, in this process and in the DataNode? The DFS client
 * creates it, writes it with checksums, syncs it if {@code finalSync} says so, and closes it;
 * replication 1.
 *
 * <p>Paper: none (it judged writing to memory meaningless); section 5 uses a rate for "HDFS write".
 *
 * <p>Left out: the disk, when the blocks lie in memory (a storage policy on {@code dir} sees to
 * that); further replicas; the connection to the NameNode. There are no records: as many are
 * reported as TeraSort's records would fill the bytes.
 */
@Measures(
    value = "write.hdfs",
    question = "What does it cost to write a file to HDFS, in this process and in the DataNode?",
    hdfs = true,
    hdfsBytes = 1)
public class WriteHdfsBenchmark extends OperationBenchmark {
  @Param("134217728")
  long bytes;

  /** Bytes handed over at a time. */
  @Param("65536")
  int buffer;

  /** Whether the file is synced before it is closed, as TeraSort's output is. */
  @Param("true")
  boolean finalSync;

  @Param("/corebound-micro")
  String dir;

  @Param("0")
  long seed;

  private Hdfs hdfs;
  private byte[] source;
  private OperationMeter meter;

  /** Makes what is written: one buffer, again and again. */
  @Setup(Level.Trial)
  public void prepare() throws IOException {
    hdfs = Hdfs.open(dir);
    source = new byte[buffer];
    new Random(seed).nextBytes(source);
    meter = new OperationMeter("write.hdfs", ByteBase.FILE);
  }

  /** Writes the file. */
  @Benchmark
  public void write() throws IOException {
    meter.begin();
    try (FSDataOutputStream out = hdfs.fileSystem().create(file())) {
      for (long left = bytes; left > 0; left -= buffer) {
        out.write(source, 0, (int) Math.min(buffer, left));
      }
      if (finalSync) {
        out.hsync();
      }
    }
    meter.end(bytes / TeraRecords.RECORD_BYTES, bytes);
  }

  Path file() {
    return hdfs.resolve("file");
  }

  Hdfs hdfs() {
    return hdfs;
  }

  byte[] source() {
    return source;
  }

  /** Removes the file. */
  @TearDown(Level.Invocation)
  public void delete() throws IOException {
    hdfs.fileSystem().delete(file(), false);
  }

  /** Removes the directory. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    hdfs.delete();
  }
}
