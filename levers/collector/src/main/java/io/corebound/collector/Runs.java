package io.corebound.collector;

import io.corebound.collector.runs.Inputs;
import io.corebound.collector.runs.Merge;
import io.corebound.collector.runs.Run;
import io.corebound.collector.runs.SegmentWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.SpillRecord;

/**
 * The sorted runs of a task. It writes the buffer's records as one more, and merges all runs to the
 * task's output. Records that are in the buffer at the end become no run: they are merged from
 * where they are, as long as there is memory to read the runs beside them.
 */
final class Runs<K, V> {
  /** About as much as Hadoop expects a segment to need beside its records. */
  private static final int SEGMENT_BYTES = 150;

  private static final long INDEX_RECORD_BYTES = 3L * Long.BYTES;

  /** Beside the sort buffer's memory, for what is read of all runs. */
  private static final int READ_BYTES = 1 << 20;

  private final MapJob job;
  private final RecordBuffer buffer;
  private final RecordSorter sorter;
  private final Combiner<K, V> combiner;
  private final List<Run> runs = new ArrayList<>();
  private int filesBegun;
  private int spills;

  /** Takes a combiner, or null. */
  Runs(MapJob job, RecordBuffer buffer, Combiner<K, V> combiner) {
    this.job = job;
    this.buffer = buffer;
    this.combiner = combiner;
    sorter = new RecordSorter(buffer, job.order, job.partitionBits);
  }

  int spills() {
    return spills;
  }

  /** Sorts the buffer's records and writes them as a run. */
  void spill() throws IOException, InterruptedException, ClassNotFoundException {
    sorter.sort();
    spillSorted();
  }

  private void spillSorted() throws IOException, InterruptedException, ClassNotFoundException {
    writeRun(new MemorySource(job, buffer), Collections.emptyList(), combiner != null);
    spills++;
    job.requireSpillFiles(spills);
  }

  /**
   * Writes the task's output and its index from all runs and the buffer's records; the runs are
   * deleted then.
   *
   * @return the files of both
   */
  Path[] writeOutput() throws IOException, InterruptedException, ClassNotFoundException {
    sorter.sort();
    boolean combines = combiner != null;
    MemorySource memory = new MemorySource(job, buffer);
    if (!runs.isEmpty()) {
      if (buffer.count() > 0 && (combines || !canReadBesideMemory())) {
        spillSorted();
        memory = null;
      } else if (buffer.count() == 0) {
        memory = null;
      }
      combines = combines && combiner.runsAtMergeOf(spills);
      job.sortPhase.addPhases(job.partitions);
    }
    if (memory == null) {
      buffer.release();
      mergeToFactor();
    } else {
      buffer.releaseOthers();
    }
    Path output = job.files.getOutputFileForWrite(withSegments(bytes(memory, runs, Run::length)));
    OutputIndex index = new OutputIndex();
    write(output, job.codec, memory, runs, combines, index);
    Path indexFile = writeIndex(index.record, output);
    deleteRuns();
    job.sortPhase.complete();
    return new Path[] {output, indexFile};
  }

  private Path writeIndex(SpillRecord index, Path output) throws IOException {
    Path path = null;
    boolean complete = false;
    try {
      path = job.files.getOutputIndexFileForWrite(job.partitions * INDEX_RECORD_BYTES);
      index.writeToFile(path, job.conf);
      complete = true;
      return path;
    } finally {
      if (!complete) {
        job.fileSystem.delete(output, false);
        if (path != null) {
          job.fileSystem.delete(path, false);
        }
      }
    }
  }

  private void mergeToFactor() throws IOException, InterruptedException, ClassNotFoundException {
    while (runs.size() > job.mergeFactor) {
      runs.sort(Comparator.comparingLong(Run::length));
      List<Run> smallest = new ArrayList<>(runs.subList(0, job.mergedFirst(runs.size())));
      writeRun(null, smallest, false);
      for (Run run : smallest) {
        delete(run);
      }
    }
  }

  private boolean canReadBesideMemory() {
    return runs.size() < job.mergeFactor
        && runs.size() * (long) Math.max(Inputs.LEAST_READ_BYTES, largestRecord(runs))
            <= READ_BYTES + buffer.otherBytes();
  }

  private long readBytes(MemorySource memory) {
    return READ_BYTES + (memory == null ? job.memoryBytes : buffer.otherBytes());
  }

  private static int largestRecord(List<Run> runs) {
    return runs.stream().mapToInt(Run::largestRecord).max().orElse(0);
  }

  private long bytes(MemorySource memory, List<Run> from, ToLongFunction<Run> of) {
    return (memory == null ? 0 : buffer.end()) + from.stream().mapToLong(of).sum();
  }

  private long withSegments(long bytes) {
    return bytes + (long) job.partitions * SEGMENT_BYTES;
  }

  private void writeRun(MemorySource memory, List<Run> from, boolean combines)
      throws IOException, InterruptedException, ClassNotFoundException {
    long rawBytes = bytes(memory, from, Run::rawBytes);
    CompressionCodec codec = job.runCodec(bytes(null, runs, Run::plainBytes), rawBytes);
    long bytes = codec == null ? rawBytes : bytes(memory, from, Run::length);
    Path path = job.files.getSpillFileForWrite(filesBegun++, withSegments(bytes));
    Run run = new Run(path, codec, job.partitions);
    write(path, codec, memory, from, combines, run);
    runs.add(run);
  }

  private void write(
      Path path,
      CompressionCodec codec,
      MemorySource memory,
      List<Run> from,
      boolean combines,
      SegmentWriter.Index index)
      throws IOException, InterruptedException, ClassNotFoundException {
    List<MemorySource> inMemory =
        memory == null ? Collections.emptyList() : Collections.singletonList(memory);
    boolean complete = false;
    try (Inputs inputs = new Inputs(job, inMemory, from, readBytes(memory));
        SegmentWriter writer = new SegmentWriter(job, path, codec)) {
      for (int partition = 0; partition < job.partitions; partition++) {
        writer.begin();
        Merge records = inputs.open(partition);
        // at a merge Hadoop runs it for partitions without records, too
        if (combines && (records.top() != null || !from.isEmpty())) {
          combiner.run(records, writer);
        } else {
          records.copyTo(writer);
        }
        index.put(partition, writer.end());
      }
      index.end(writer.largestRecord());
      complete = true;
    } finally {
      if (!complete) {
        job.fileSystem.delete(path, false);
      }
    }
  }

  /** Deletes the files of all runs. */
  void deleteRuns() throws IOException {
    while (!runs.isEmpty()) {
      delete(runs.get(runs.size() - 1));
    }
  }

  private void delete(Run run) throws IOException {
    job.fileSystem.delete(run.path, false);
    runs.remove(run);
  }

  /** The index that the shuffle reads. */
  private final class OutputIndex implements SegmentWriter.Index {
    private final SpillRecord record = new SpillRecord(job.partitions);

    @Override
    public void put(int partition, IndexRecord segment) {
      record.putIndex(segment, partition);
      job.sortPhase.startNextPhase();
    }
  }
}
