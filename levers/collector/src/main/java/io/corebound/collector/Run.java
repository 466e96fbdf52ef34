package io.corebound.collector;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.IndexRecord;

/** A sorted run: a file with a segment for each partition. */
final class Run implements SegmentWriter.Index {
  final Path path;

  /** Where each segment starts, and after them where the last one ends. */
  private final long[] starts;

  private int largestRecord;

  Run(Path path, int partitions) {
    this.path = path;
    starts = new long[partitions + 1];
  }

  @Override
  public void put(int partition, IndexRecord segment) {
    starts[partition] = segment.startOffset;
    starts[partition + 1] = segment.startOffset + segment.partLength;
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

  long length() {
    return starts[starts.length - 1];
  }

  /** Bytes of its largest record; a larger one shows that the file is damaged. */
  int largestRecord() {
    return largestRecord;
  }
}
