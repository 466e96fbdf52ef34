package io.corebound.microbench.read;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Reads a local file to its end, several times a batch, so that a batch is long enough for the
 * clocks; every time counts. Each fork reads its own copy. There are no records: as many are
 * reported as TeraSort's records would fill the bytes.
 */
public abstract class LocalReadBenchmark extends OperationBenchmark {
  @Param("134217728")
  long bytes;

  @Param("12")
  int passes;

  @Param("0")
  long seed;

  private LocalDirectory directory;
  private Path own;
  Path file;
  OperationMeter meter;

  interface Batch {
    long read() throws IOException, InterruptedException;
  }

  abstract String operation();

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    if (passes < 1) {
      throw new OneLineException("passes: " + passes + " is not at least 1");
    }
    directory = LocalDirectory.open();
    Path made = ChecksummedFile.of(directory, bytes, seed);
    own = directory.fresh("read");
    file = ChecksummedFile.copy(made, own);
    meter = new OperationMeter(operation(), ByteBase.FILE);
  }

  /** Measures a batch, which has to read the whole file as often as is asked for. */
  final void measure(Batch batch) throws IOException, InterruptedException {
    meter.begin();
    long read = batch.read();
    meter.end(read / TeraRecords.RECORD_BYTES, read);
    if (read != passes * bytes) {
      throw new IOException(
          operation() + " read " + read + " bytes instead of " + passes + " times " + bytes);
    }
  }

  /** Removes the copy, and the file if its directory is our own. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    LocalDirectory.delete(own);
    directory.close();
  }
}
