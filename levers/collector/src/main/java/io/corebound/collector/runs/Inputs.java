package io.corebound.collector.runs;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.IOUtils;

/** Runs and records in memory, which are merged partition by partition. */
public final class Inputs implements Closeable {
  public static final int LEAST_READ_BYTES = 1 << 12;
  private static final int MOST_READ_BYTES = 1 << 18;

  private final KeyOrder order;
  private final List<RunReader> readers = new ArrayList<>();
  private final List<Source> sources = new ArrayList<>();

  /** Takes sorted records in memory, runs, and the bytes of all buffers to read the runs by. */
  public Inputs(TaskJob job, List<? extends Source> memory, List<Run> runs, long readBytes) {
    order = job.order;
    long each = readBytes / Math.max(1, runs.size());
    int bufferBytes = (int) Math.min(MOST_READ_BYTES, Math.max(LEAST_READ_BYTES, each));
    for (Run run : runs) {
      readers.add(new RunReader(job, run, bufferBytes));
    }
    sources.addAll(readers);
    // the last: a map task's records in memory came after those of all runs
    sources.addAll(memory);
  }

  /** The records of a partition; they are asked for in their order. */
  public Merge open(int partition) throws IOException {
    List<Source> opened = new ArrayList<>(sources.size());
    for (Source source : sources) {
      source.open(partition);
      if (!source.isEmpty()) {
        opened.add(source);
      }
    }
    return new Merge(opened, order);
  }

  @Override
  public void close() {
    IOUtils.closeStreams(readers.toArray(new Closeable[0]));
  }
}
