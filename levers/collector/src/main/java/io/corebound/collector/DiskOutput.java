package io.corebound.collector;

import io.corebound.collector.runs.Run;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.mapred.IFileInputStream;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.CryptoUtils;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.reduce.MapHost;
import org.apache.hadoop.mapreduce.task.reduce.MapOutput;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleClientMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A map output that is fetched to a file, as it was sent. */
final class DiskOutput<K, V> extends MapOutput<K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(DiskOutput.class);
  private static final int BUFFER_BYTES = 1 << 16;

  /** An array has at most about so many. */
  private static final int MOST_RECORD_BYTES = Integer.MAX_VALUE - 64;

  private final ReduceJob job;
  private final PrefixMergeManager<K, V> manager;
  private final Path path;

  /** The file's name as long as it is not complete. */
  private final Path fetched;

  private final FSDataOutputStream file;
  private long fetchedBytes;

  DiskOutput(
      ReduceJob job, PrefixMergeManager<K, V> manager, TaskAttemptID map, long length, int fetcher)
      throws IOException {
    super(map, length, true);
    this.job = job;
    this.manager = manager;
    path = job.files.getInputFileForWrite(map.getTaskID(), length);
    fetched = path.suffix(Integer.toString(fetcher));
    file = CryptoUtils.wrapIfNecessary(job.conf, job.fileSystem.create(fetched));
  }

  @Override
  public void shuffle(
      MapHost host,
      InputStream input,
      long compressedLength,
      long decompressedLength,
      ShuffleClientMetrics metrics,
      Reporter reporter)
      throws IOException {
    IFileInputStream checked = new IFileInputStream(input, compressedLength, job.conf);
    byte[] buffer = new byte[BUFFER_BYTES];
    try (FSDataOutputStream out = file) {
      while (fetchedBytes < compressedLength) {
        long left = compressedLength - fetchedBytes;
        int got = checked.readWithChecksum(buffer, 0, (int) Math.min(left, BUFFER_BYTES));
        if (got < 0) {
          throw new IOException(
              String.format("%s: %s bytes are missing", ReduceJob.nameOf(getMapId()), left));
        }
        out.write(buffer, 0, got);
        fetchedBytes += got;
        metrics.inputBytes(got);
        reporter.progress();
      }
    }
  }

  @Override
  public void commit() throws IOException {
    if (!job.fileSystem.rename(fetched, path)) {
      throw new IOException(String.format("%s could not be renamed to %s", fetched, path));
    }
    Run run = new Run(path, job.codec, 1);
    run.put(0, new IndexRecord(0, getSize(), fetchedBytes + job.encryptionBytes));
    run.end((int) Math.min(MOST_RECORD_BYTES, getSize()));
    manager.addFetched(run);
  }

  @Override
  public void abort() {
    IOUtils.closeStream(file);
    try {
      job.fileSystem.delete(fetched, false);
    } catch (IOException e) {
      LOG.warn("{} could not be deleted: {}", fetched, e.toString());
    }
  }

  @Override
  public String getDescription() {
    return "DISK";
  }
}
