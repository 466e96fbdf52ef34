package io.corebound.collector;

import io.corebound.collector.runs.Inputs;
import io.corebound.collector.runs.MergedRecords;
import io.corebound.collector.runs.Run;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.util.Progress;

/** The records of a reduce task, which are merged as the reduce function asks for them. */
final class ReduceInput extends MergedRecords {
  private static final int RECORDS_TO_PROGRESS = 1 << 10;

  private final ReduceJob job;
  private final Inputs inputs;
  private final List<Run> runs;
  private final long bytes;
  private final Progress progress = new Progress();
  private long passedBytes;
  private long records;

  /** Takes the inputs, the runs among them, and the bytes of all. */
  ReduceInput(ReduceJob job, Inputs inputs, List<Run> runs, long bytes) throws IOException {
    super(inputs.open(0));
    this.job = job;
    this.inputs = inputs;
    this.runs = runs;
    this.bytes = bytes;
  }

  @Override
  public boolean next() throws IOException {
    if (!super.next()) {
      progress.set(1);
      close();
      return false;
    }
    passedBytes += recordBytes();
    if (++records % RECORDS_TO_PROGRESS == 0) {
      progress.set((float) passedBytes / bytes);
    }
    return true;
  }

  @Override
  public Progress getProgress() {
    return progress;
  }

  /** Deletes the runs, unless the job keeps its files. */
  @Override
  public void close() throws IOException {
    inputs.close();
    if (!job.conf.getKeepFailedTaskFiles()) {
      for (Run run : runs) {
        job.fileSystem.delete(run.path, false);
      }
    }
  }
}
