package io.corebound.collector;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.IOUtils;

/** Runs and the records in memory, which are merged partition by partition. */
final class Inputs implements Closeable {
  private final KeyOrder order;
  private final List<RunReader> readers = new ArrayList<>();
  private final MemorySource memory;

  /** Takes sorted records in memory, or null, and runs with the buffer that each is read by. */
  Inputs(MapJob job, MemorySource memory, List<Run> runs, int bufferBytes) {
    order = job.order;
    this.memory = memory;
    for (Run run : runs) {
      readers.add(new RunReader(job, run, bufferBytes));
    }
  }

  /** The records of a partition; they are asked for in their order. */
  Merge open(int partition) throws IOException {
    List<Source> sources = new ArrayList<>(readers.size() + 1);
    for (RunReader reader : readers) {
      reader.open(partition);
      sources.add(reader);
    }
    if (memory != null) {
      memory.open(partition);
      if (sources.isEmpty() || !memory.isEmpty()) {
        // the last: its records came after those of all runs
        sources.add(memory);
      }
    }
    return new Merge(sources, order);
  }

  @Override
  public void close() {
    IOUtils.closeStreams(readers.toArray(new Closeable[0]));
  }
}
