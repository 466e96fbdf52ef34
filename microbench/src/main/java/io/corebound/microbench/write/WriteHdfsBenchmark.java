package io.corebound.microbench.write;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Random;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.DataChecksum;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to write a file to HDFS, in this process and in the DataNode? {@code
 * org.apache.hadoop.fs.Hdfs} creates it in blocks of {@code block} bytes, writes it, syncs it if
 * {@code sync} says so, and closes it; replication 1. Paper: none (it judged writing to memory
 * meaningless); section 5 uses the rate of reading for "HDFS write". Left out: the disk, when the
 * blocks lie in memory (by a storage policy on {@code dir}; then {@code hsync} costs a round trip
 * and no waiting); further replicas; the connection to the NameNode.
 */
@Measures(
    value = "write.hdfs",
    question = "What does it cost to write a file to HDFS, in this process and in the DataNode?",
    hdfs = true,
    hdfsBytes = 2.02)
public class WriteHdfsBenchmark extends OperationBenchmark {
  /** What one checksum is of; HDFS takes no block that ends within such a chunk. */
  private static final int CHUNK_BYTES = 512;

  /** A NameNode's default {@code dfs.namenode.fs-limits.min-block-size}: it takes no less. */
  private static final long LEAST_BLOCK_BYTES = 1L << 20;

  @Param("134217728")
  long bytes;

  /** The length of its blocks, of which the last one may be shorter. */
  @Param("134217728")
  long block;

  @Param("65536")
  int buffer;

  /** Whether checksums are computed, sent, verified and kept: CRC32C of 512 bytes each. */
  @Param({"true", "false"})
  boolean checksum;

  /** Whether the file is synced ({@code hsync}) before it is closed, as TeraSort's output is. */
  @Param({"true", "false"})
  boolean sync;

  @Param("/corebound-micro")
  String dir;

  @Param("0")
  long seed;

  Hdfs hdfs;
  private AbstractFileSystem files;
  byte[] source;
  private OperationMeter meter;

  /** Makes what is written: one buffer, again and again. */
  @Setup(Level.Trial)
  public void prepare() throws IOException {
    if (block < LEAST_BLOCK_BYTES || block % CHUNK_BYTES != 0) {
      throw new OneLineException(
          String.format(
              "block: %s is not a multiple of %s bytes, a checksum's chunk, and at least %s"
                  + " (dfs.namenode.fs-limits.min-block-size)",
              block, CHUNK_BYTES, LEAST_BLOCK_BYTES));
    }
    hdfs = Hdfs.open(dir);
    files = AbstractFileSystem.get(hdfs.fileSystem().getUri(), hdfs.fileSystem().getConf());
    files.getServerDefaults(file()); // connects to the NameNode; a client asks once an hour
    source = new byte[buffer];
    new Random(seed).nextBytes(source);
    meter = new OperationMeter("write.hdfs", ByteBase.FILE);
  }

  @Benchmark
  public void write() throws IOException {
    DataChecksum.Type type = checksum ? DataChecksum.Type.CRC32C : DataChecksum.Type.NULL;
    meter.begin();
    try (FSDataOutputStream out =
        files.create(
            file(),
            EnumSet.of(CreateFlag.CREATE),
            CreateOpts.perms(new FsPermission((short) 0644)),
            CreateOpts.blockSize(block),
            CreateOpts.repFac((short) 1),
            CreateOpts.checksumParam(new ChecksumOpt(type, CHUNK_BYTES)))) {
      for (long left = bytes; left > 0; left -= buffer) {
        out.write(source, 0, (int) Math.min(buffer, left));
      }
      if (sync) {
        out.hsync();
      }
    }
    meter.end(bytes / TeraRecords.RECORD_BYTES, bytes);
  }

  Path file() {
    return hdfs.resolve("file");
  }

  @TearDown(Level.Invocation)
  public void delete() throws IOException {
    hdfs.fileSystem().delete(file(), false);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    hdfs.delete();
  }
}
