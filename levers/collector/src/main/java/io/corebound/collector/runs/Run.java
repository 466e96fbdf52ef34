package io.corebound.collector.runs;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.IndexRecord;

/** A sorted run: a file with a segment for each partition. */
public final class Run implements SegmentWriter.Index {
  public final Path path;

  /** Null without one. */
  public final CompressionCodec codec;

  /** Where each segment starts, and after them where the last one ends. */
  private final long[] starts;

  private long rawBytes;
  private int largestRecord;

  /** Takes a file with a codec or, if that is null, without. */
  public Run(Path path, CompressionCodec codec, int partitions) {
    this.path = path;
    this.codec = codec;
    starts = new long[partitions + 1];
  }

  @Override
  public void put(int partition, IndexRecord segment) {
    starts[partition] = segment.startOffset;
    starts[partition + 1] = segment.startOffset + segment.partLength;
    rawBytes += segment.rawLength;
  }

  @Override
  public void end(int largestRecordBytes) {
    largestRecord = largestRecordBytes;
  }

  long start(int partition) {
    return starts[partition];
  }

  long length(int partition) {
    return starts[partition + 1] - starts[partition];
  }

  public long length() {
    return starts[starts.length - 1];
  }

  /** As many as it has without its codec. */
  public long rawBytes() {
    return rawBytes;
  }

  /** Its bytes when it has no codec, else 0. */
  public long plainBytes() {
    return codec == null ? rawBytes : 0;
  }

  /** Bytes of its largest record; a larger one shows that the file is damaged. */
  public int largestRecord() {
    return largestRecord;
  }
}
