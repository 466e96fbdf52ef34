package io.corebound.microbench.write;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.ChecksumFs;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.permission.FsPermission;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to write a local file through Hadoop's {@code LocalFs}? It is created, written,
 * synced if {@code sync} says so, and closed. With checksums, those of every 512 bytes are computed
 * and written beside it ({@code .NAME.crc}); without, it is {@code RawLocalFs}, the base of
 * LocalFs. A batch writes several files, one after the other, and each is removed before the next,
 * which is not measured.
 */
@Measures(
    value = "write.local-fs",
    question = "What does writing a local file through Hadoop's LocalFs cost?",
    localBytes = 1.01)
public class WriteLocalFsBenchmark extends OperationBenchmark {
  private static final String CHILDREN = "chmod";

  @Param("134217728")
  long bytes;

  @Param("4")
  int passes;

  /** Bytes handed over at a time, and of the stream's buffer. */
  @Param("65536")
  int buffer;

  @Param({"true", "false"})
  boolean checksum;

  @Param({"false", "true"})
  boolean sync;

  @Param("0")
  long seed;

  private LocalDirectory directory;
  private Path own;
  private AbstractFileSystem files;
  byte[] source;
  private OperationMeter meter;

  /** Makes what is written: one buffer, again and again. */
  @Setup(Level.Trial)
  public void prepare() throws IOException {
    if (passes < 1) {
      throw new OneLineException("passes: " + passes + " is not at least 1");
    }
    directory = LocalDirectory.open();
    directory.requireSpace(checksum ? LocalDirectory.withChecksums(bytes) : bytes);
    own = directory.fresh("write");
    ChecksumFs summing =
        (ChecksumFs) AbstractFileSystem.get(URI.create("file:///"), new Configuration());
    files = checksum ? summing : summing.getRawFs();
    source = new byte[buffer];
    new Random(seed).nextBytes(source);
    OperationMeter.watchEndedChildren(CHILDREN);
    meter = new OperationMeter("write.local-fs", ByteBase.FILE);
  }

  @Benchmark
  public void write() throws IOException {
    for (int pass = 0; pass < passes; pass++) {
      delete();
      meter.begin();
      writeFile();
      meter.end(bytes / TeraRecords.RECORD_BYTES, bytes);
    }
  }

  private void writeFile() throws IOException {
    try (FSDataOutputStream out =
        files.create(
            new org.apache.hadoop.fs.Path(file().toUri()),
            EnumSet.of(CreateFlag.CREATE),
            CreateOpts.perms(new FsPermission((short) 0644)),
            CreateOpts.bufferSize(buffer))) {
      for (long left = bytes; left > 0; left -= buffer) {
        out.write(source, 0, (int) Math.min(buffer, left));
      }
      if (sync && !checksum) {
        out.hsync();
      }
    }
    if (sync && checksum) {
      force(file());
      force(checksums());
    }
  }

  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  Path file() {
    return own.resolve("file");
  }

  Path checksums() {
    return own.resolve(".file.crc");
  }

  @TearDown(Level.Invocation)
  public void delete() throws IOException {
    Files.deleteIfExists(file());
    Files.deleteIfExists(checksums());
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    OperationMeter.unwatch(CHILDREN);
    LocalDirectory.delete(own);
    directory.close();
  }
}
