package io.corebound.collector.runs;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.CryptoUtils;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.ReflectionUtils;

/** What the job of a task asks of sorted runs and their merges, on either side of the shuffle. */
public class TaskJob {
  /**
   * Whether runs, which only this task reads, are compressed as the map output is: {@code true} for
   * all, {@code false} for none. Without it see {@link #runCodec}.
   */
  public static final String COMPRESS_RUNS = "corebound.collector.spill.compress";

  public final JobConf conf;
  public final Progressable progressable;
  public final FileSystem fileSystem;
  public final KeyOrder order;

  /** Of the map output; null without one. */
  public final CompressionCodec codec;

  /** Bytes that each segment has before its data when it is encrypted, else 0. */
  public final int encryptionBytes;

  /** The most bytes of records that the task holds. */
  public final long memoryBytes;

  public final int mergeFactor;

  /** Counts the records of each file that is written. */
  public final Counters.Counter written;

  /** Counts the records of each file that is read. */
  public final Counters.Counter read;

  private final long plainRunBytes;

  /**
   * Reads the job's settings.
   *
   * @throws UnservedJobException when the order of its keys is not known
   */
  public TaskJob(
      JobConf conf,
      Progressable progressable,
      int partitionBits,
      long memoryBytes,
      Counters.Counter written,
      Counters.Counter read)
      throws IOException {
    this.conf = conf;
    this.progressable = progressable;
    this.memoryBytes = memoryBytes;
    this.written = written;
    this.read = read;
    fileSystem = FileSystem.getLocal(conf).getRaw();
    order = KeyOrders.of(conf, partitionBits);
    codec =
        conf.getCompressMapOutput()
            ? ReflectionUtils.newInstance(
                conf.getMapOutputCompressorClass(DefaultCodec.class), conf)
            : null;
    encryptionBytes = CryptoUtils.cryptoPadding(conf);
    // Hadoop's own merges of one segment each would never end
    mergeFactor =
        Math.max(2, conf.getInt(MRJobConfig.IO_SORT_FACTOR, MRJobConfig.DEFAULT_IO_SORT_FACTOR));
    plainRunBytes = plainRunBytes();
  }

  private long plainRunBytes() {
    if (conf.get(COMPRESS_RUNS) == null) {
      return memoryBytes;
    }
    return conf.getBoolean(COMPRESS_RUNS, true) ? -1 : Long.MAX_VALUE;
  }

  public boolean encrypts() {
    return encryptionBytes > 0;
  }

  /**
   * The codec of a run that is about to be written; null for none. Compressing a run and reading it
   * back costs about as much as sorting and merging it. So runs are left as they are until those
   * together take as many bytes of the disk as the task has for records in memory.
   *
   * @param plainBytes of the runs without a codec that are on disk or being written
   * @param bytes about as many as the run has without a codec
   */
  public CompressionCodec runCodec(long plainBytes, long bytes) {
    return plainBytes + bytes <= plainRunBytes ? null : codec;
  }

  /** How many of so many runs are merged first, so that all later merges have as many as may be. */
  public int mergedFirst(int runs) {
    int others = (runs - 1) % (mergeFactor - 1);
    return others == 0 ? mergeFactor : others + 1;
  }
}
