package io.corebound.collector;

import io.corebound.collector.runs.KeyOrder;
import io.corebound.collector.runs.Source;
import io.corebound.collector.runs.StoredSource;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.mapred.IFileInputStream;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.reduce.MapHost;
import org.apache.hadoop.mapreduce.task.reduce.MapOutput;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleClientMetrics;

/** A map output that is fetched into memory, without its codec. */
final class MemoryOutput<K, V> extends MapOutput<K, V> {
  private final ReduceJob job;
  private final PrefixMergeManager<K, V> manager;
  private final int length;
  private byte[] bytes;

  MemoryOutput(ReduceJob job, PrefixMergeManager<K, V> manager, TaskAttemptID map, int length) {
    super(map, length, true);
    this.job = job;
    this.manager = manager;
    this.length = length;
    bytes = new byte[length + KeyOrder.READABLE_BEHIND];
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
    Decompressor decompressor = job.codec == null ? null : CodecPool.getDecompressor(job.codec);
    try {
      InputStream in =
          decompressor == null ? checked : job.codec.createInputStream(checked, decompressor);
      IOUtils.readFully(in, bytes, 0, length);
      metrics.inputBytes(length);
      reporter.progress();
      // to the end, where the checksum is verified, and what comes next in the stream begins
      if (in.read() >= 0) {
        throw new IOException(
            String.format(
                "%s has more than the %s bytes that were announced",
                ReduceJob.nameOf(getMapId()), length));
      }
    } finally {
      CodecPool.returnDecompressor(decompressor);
    }
  }

  @Override
  public void commit() {
    manager.add(this);
  }

  @Override
  public void abort() {
    bytes = null;
    manager.release(length);
  }

  @Override
  public String getDescription() {
    return "MEMORY";
  }

  /** Its records, once; the memory is given back behind the last of them. */
  Source records() {
    byte[] taken = bytes;
    bytes = null;
    return new Records(taken);
  }

  private final class Records extends StoredSource {
    Records(byte[] bytes) {
      super(job.order, length);
      lieIn(bytes);
      limit = length;
    }

    @Override
    public void open(int partition) {
      // there is one, and it is read once
    }

    @Override
    public void require(int count) {
      // all are there
    }

    @Override
    public void end() {
      lieIn(new byte[0]);
      manager.release(length);
    }

    @Override
    public Object name() {
      return ReduceJob.nameOf(getMapId());
    }
  }
}
