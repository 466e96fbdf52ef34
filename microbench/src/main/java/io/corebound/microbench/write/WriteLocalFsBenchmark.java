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
 * and written beside it ({@code .NAME.crc}); without, it is {@code RawLocalFs}, which LocalFs is
 * built upon.
 *
 * <p>A batch writes several files, one after the other, and each is removed before the next, which
 * is not measured. Where Hadoop has no native library it starts the program {@code chmod} for every
 * file that it creates; that is included, the program's own time as process {@code chmod}.
 *
 * <p>The sync of RawLocalFs is {@code hsync}, an {@code fsync}. The streams of LocalFs cannot sync
 * (their {@code hsync} only flushes, and not even everything), so both of its files are forced
 * after they were closed. On tmpfs {@code fsync} does nothing: what is seen there is the call.
 *
 * <p>Paper: none (it judged writing to memory meaningless).
 *
 * <p>Left out: the disk, when the file lies in memory. There are no records: as many are reported
 * as TeraSort's records would fill the bytes.
 */
@Measures(
    value = "write.local-fs",
    question = "What does writing a local file through Hadoop's LocalFs cost?",
    localBytes = 1.01)
public class WriteLocalFsBenchmark extends OperationBenchmark {
  private static final String CHILDREN = "chmod";

  /** A file's length. */
  @Param("134217728")
  long bytes;

  /** How many files a batch writes. */
  @Param("4")
  int passes;

  /** Bytes handed over at a time, and of the stream's buffer. */
  @Param("65536")
  int buffer;

  /** Whether checksums are computed and written. */
  @Param({"true", "false"})
  boolean checksum;

  /** Whether the file is synced. */
  @Param({"false", "true"})
  boolean sync;

  @Param("0")
  long seed;

  private LocalDirectory directory;
  private Path own;
  private AbstractFileSystem files;
  private byte[] source;
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

  /** Writes the files. */
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

  /** Where LocalFs keeps the checksums of {@link #file}. */
  Path checksums() {
    return own.resolve(".file.crc");
  }

  byte[] source() {
    return source;
  }

  /** Removes the file. */
  @TearDown(Level.Invocation)
  public void delete() throws IOException {
    Files.deleteIfExists(file());
    Files.deleteIfExists(checksums());
  }

  /** Removes the directory. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    OperationMeter.unwatch(CHILDREN);
    LocalDirectory.delete(own);
    directory.close();
  }
}
