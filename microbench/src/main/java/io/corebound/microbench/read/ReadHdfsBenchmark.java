package io.corebound.microbench.read;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.security.UserGroupInformation;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does it cost to read a file from HDFS, in this process and in the DataNode? {@code
 * org.apache.hadoop.fs.Hdfs} opens the file and reads it to its end, several times a batch.
 *
 * <ul>
 *   <li>{@code path=socket}: a real DataNode sends it, and with it the checksums, if they are asked
 *       for; the reader verifies them;
 *   <li>{@code path=short-circuit}: the DataNode only says where the block lies, and this process
 *       reads it (HDFS-2246, the older way, which needs no native library). The DataNode has to
 *       allow it: {@code dfs.block.local-path-access.user}.
 * </ul>
 *
 * <p>Paper: figures 9 and 10 (variant 5; it does not say whether with checksums).
 *
 * <p>Left out: the disk, when the blocks lie in memory (by a storage policy on {@code dir}); the
 * connection to the NameNode, which a task has before it opens its input; short circuit through a
 * domain socket, which needs native code. There are no records: as many are reported as TeraSort's
 * records would fill the bytes.
 */
@Measures(
    value = "read.hdfs",
    question = "What does it cost to read a file from HDFS, in this process and in the DataNode?",
    hdfs = true,
    localBytes = 1.01,
    hdfsBytes = 1.01)
public class ReadHdfsBenchmark extends OperationBenchmark {
  private static final String SOCKET = "socket";
  private static final String SHORT_CIRCUIT = "short-circuit";

  @Param("134217728")
  long bytes;

  @Param("4")
  int passes;

  @Param({"65536", "4096", "1048576"})
  int buffer;

  @Param({"true", "false"})
  boolean checksum;

  /** How the bytes come: {@code socket} or {@code short-circuit}. */
  @Param({SOCKET, SHORT_CIRCUIT})
  String path;

  @Param("/corebound-micro")
  String dir;

  @Param("0")
  long seed;

  private Hdfs hdfs;
  private AbstractFileSystem files;
  Path file;
  private OperationMeter meter;

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    if (!path.equals(SOCKET) && !path.equals(SHORT_CIRCUIT)) {
      throw new OneLineException(
          "path: '" + path + "' is neither " + SOCKET + " nor " + SHORT_CIRCUIT);
    }
    hdfs = Hdfs.open(dir);
    try (LocalDirectory directory = LocalDirectory.open()) {
      file = hdfs.copy(ChecksummedFile.of(directory, bytes, seed));
    }
    files = AbstractFileSystem.get(hdfs.fileSystem().getUri(), configuration());
    files.setVerifyChecksum(checksum);
    files.getFileStatus(file); // connects to the NameNode
    meter = new OperationMeter("read.hdfs", ByteBase.FILE);
  }

  private Configuration configuration() {
    boolean direct = path.equals(SHORT_CIRCUIT);
    Configuration configuration = new Configuration(hdfs.fileSystem().getConf());
    configuration.setBoolean("dfs.client.read.shortcircuit", direct);
    configuration.setBoolean("dfs.client.use.legacy.blockreader.local", direct);
    configuration.setBoolean("dfs.client.read.shortcircuit.skip.checksum", !checksum);
    // a client remembers by this name how blocks are read
    configuration.set("dfs.client.context", "corebound-" + path + "-" + checksum);
    return configuration;
  }

  @Benchmark
  public void read(Blackhole blackhole) throws IOException {
    byte[] target = new byte[buffer];
    long sum = 0;
    long direct = 0;
    meter.begin();
    for (int pass = 0; pass < passes; pass++) {
      HdfsDataInputStream in = (HdfsDataInputStream) files.open(file, buffer);
      try {
        for (int n = in.read(target); n >= 0; n = in.read(target)) {
          sum += n;
          consume(target, n, blackhole);
        }
      } finally {
        in.close();
      }
      direct += in.getReadStatistics().getTotalShortCircuitBytesRead();
    }
    meter.end(sum / TeraRecords.RECORD_BYTES, sum);
    check(sum, direct);
  }

  /** HDFS silently falls back to the socket when short circuit is not allowed. */
  private void check(long sum, long direct) throws IOException {
    if (sum != passes * bytes) {
      throw new IOException("read " + sum + " bytes instead of " + passes + " times " + bytes);
    }
    if (direct != (path.equals(SHORT_CIRCUIT) ? sum : 0)) {
      throw new OneLineException(
          String.format(
              "%s: %s of %s bytes were read by short circuit; the DataNode has to be on this"
                  + " machine and to"
                  + " have dfs.block.local-path-access.user=%s; leave"
                  + " it out with -p path=%s",
              path, direct, sum, UserGroupInformation.getCurrentUser().getShortUserName(), SOCKET));
    }
  }

  void consume(byte[] target, int length, Blackhole blackhole) {
    blackhole.consume(target);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    hdfs.delete();
  }
}
