package io.corebound.collector;

import io.corebound.collector.runs.Inputs;
import io.corebound.collector.runs.Run;
import io.corebound.collector.runs.SegmentWriter;
import io.corebound.collector.runs.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.reduce.ExceptionReporter;
import org.apache.hadoop.mapreduce.task.reduce.MapOutput;
import org.apache.hadoop.mapreduce.task.reduce.MergeManager;

/**
 * Takes the map outputs of a reduce task and merges them when Hadoop's {@code MergeManagerImpl}
 * does: those in memory when they reach a limit, runs on disk when there are nearly twice as many
 * as one merge may have, and at the end until one merge, which the reduce function reads, is left.
 */
final class PrefixMergeManager<K, V> implements MergeManager<K, V> {
  /** For what is read of all runs of a merge. */
  private static final int READ_BYTES = 1 << 20;

  private final ReduceJob job;
  private final MergeThread memoryMerges;
  private final MergeThread diskMerges;

  // guarded by this
  private final List<Run> runs = new ArrayList<>();
  private List<MemoryOutput<K, V>> outputs = new ArrayList<>();
  private long outputBytes;
  private long reservedBytes;

  /** Of runs without a codec, also those that are being merged or written. */
  private long plainBytes;

  PrefixMergeManager(ReduceJob job, ExceptionReporter failures) throws IOException {
    this.job = job;
    memoryMerges = new MergeThread("merges of map outputs in memory", failures);
    diskMerges = new MergeThread("merges of runs on disk", failures);
  }

  @Override
  public void waitForResource() throws InterruptedException {
    memoryMerges.awaitAll();
  }

  @Override
  public synchronized MapOutput<K, V> reserve(TaskAttemptID map, long length, int fetcher)
      throws IOException {
    if (length > job.largestInMemory) {
      return new DiskOutput<>(job, this, map, length, fetcher);
    }
    if (reservedBytes > job.memoryBytes) {
      // not before, so that what is being fetched starts a merge, which makes room
      return null;
    }
    reservedBytes += length;
    return new MemoryOutput<>(job, this, map, (int) length);
  }

  /** Memory of a map output is free again. */
  synchronized void release(long length) {
    reservedBytes -= length;
  }

  /** A map output has been fetched into memory. */
  synchronized void add(MemoryOutput<K, V> output) {
    job.merged.increment(1);
    outputs.add(output);
    outputBytes += output.getSize();
    if (outputBytes >= job.mergeBytes) {
      List<MemoryOutput<K, V>> all = outputs;
      outputs = new ArrayList<>();
      outputBytes = 0;
      memoryMerges.start(() -> add(merge(all, Collections.emptyList())));
    }
  }

  /** A map output has been fetched to disk. */
  void addFetched(Run run) {
    job.merged.increment(1);
    add(run);
  }

  private synchronized void add(Run run) {
    runs.add(run);
    if (runs.size() >= 2 * job.mergeFactor - 1) {
      List<Run> smallest = takeSmallest(job.mergeFactor);
      diskMerges.start(() -> add(merge(Collections.emptyList(), smallest)));
    }
  }

  private List<Run> takeSmallest(int count) {
    runs.sort(Comparator.comparingLong(Run::length));
    return take(runs, count);
  }

  private static <T> List<T> take(List<T> from, int count) {
    List<T> first = from.subList(0, count);
    List<T> taken = new ArrayList<>(first);
    first.clear();
    return taken;
  }

  /** Merges map outputs in memory and runs into a new run; the old ones are deleted then. */
  private Run merge(List<MemoryOutput<K, V>> memory, List<Run> from) throws IOException {
    long bytes = bytes(memory, from);
    Run run = newRun(bytes);
    boolean complete = false;
    try (Inputs inputs = new Inputs(job, records(memory), from, READ_BYTES);
        SegmentWriter writer = new SegmentWriter(job, run.path, run.codec)) {
      writer.begin();
      inputs.open(0).copyTo(writer);
      run.put(0, writer.end());
      run.end(writer.largestRecord());
      complete = true;
    } finally {
      if (!complete) {
        job.fileSystem.delete(run.path, false);
      }
    }
    for (Run old : from) {
      job.fileSystem.delete(old.path, false);
    }
    merged(from);
    return run;
  }

  private static long bytes(List<? extends MapOutput<?, ?>> memory, List<Run> from) {
    return memory.stream().mapToLong(MapOutput::getSize).sum()
        + from.stream().mapToLong(Run::rawBytes).sum();
  }

  private static List<Source> records(List<? extends MemoryOutput<?, ?>> memory) {
    List<Source> records = new ArrayList<>(memory.size());
    for (MemoryOutput<?, ?> output : memory) {
      records.add(output.records());
    }
    return records;
  }

  private synchronized Run newRun(long bytes) throws IOException {
    Run run = new Run(job.newFile(bytes), job.runCodec(plainBytes, bytes), 1);
    plainBytes += run.codec == null ? bytes : 0;
    return run;
  }

  private synchronized void merged(List<Run> gone) {
    plainBytes -= gone.stream().mapToLong(Run::plainBytes).sum();
  }

  @Override
  public RawKeyValueIterator close() throws IOException, InterruptedException {
    // these first: they may start others
    memoryMerges.close();
    diskMerges.close();
    return mergeLast();
  }

  private synchronized RawKeyValueIterator mergeLast() throws IOException {
    List<MemoryOutput<K, V>> vacated = takeVacated();
    if (!vacated.isEmpty()) {
      runs.add(merge(vacated, Collections.emptyList()));
    }
    while (runs.size() > job.mergeFactor) {
      runs.add(merge(Collections.emptyList(), takeSmallest(job.mergedFirst(runs.size()))));
    }
    long bytes = bytes(outputs, runs);
    Inputs inputs = new Inputs(job, records(outputs), runs, READ_BYTES);
    return new ReduceInput(job, inputs, runs, bytes);
  }

  /** The smallest of those that may not stay in memory while the reduce function runs. */
  private List<MemoryOutput<K, V>> takeVacated() {
    outputs.sort(Comparator.comparingLong(MapOutput::getSize));
    long left = bytes(outputs, Collections.emptyList());
    int count = 0;
    while (left > job.keptBytes) {
      left -= outputs.get(count++).getSize();
    }
    return take(outputs, count);
  }
}
