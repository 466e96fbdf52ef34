package io.corebound.microbench.sort;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MROutputFiles;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.apache.hadoop.util.Progress;

/**
 * A map task as its output buffer sees it. The buffer asks where each spill is to be written, and
 * where the spills lie when it begins to merge them, and counts the records of each partition when
 * it has written it, which shows its phases without changing it.
 */
final class MeteredMapTask extends MapTask {
  private final Progress sortPhase = new Progress();
  private final Files files;
  private final Runnable mergeBegins;
  private PhaseTimes times;

  MeteredMapTask(JobConf job, Runnable mergeBegins) {
    super("", new TaskAttemptID("corebound", 1, TaskType.MAP, 0, 0), 0, new TaskSplitIndex(), 1);
    setConf(job);
    this.mergeBegins = mergeBegins;
    files = new Files();
    files.setConf(job);
  }

  /** The calling thread is about to collect the first record. */
  PhaseTimes collectBegins() {
    times = new PhaseTimes();
    return times;
  }

  TaskReporter reporter() {
    return new Reporter();
  }

  int spills() {
    return files.spills;
  }

  @Override
  public Progress getSortPhase() {
    return sortPhase;
  }

  @Override
  public MapOutputFile getMapOutputFile() {
    return files;
  }

  final class Reporter extends TaskReporter {
    private final Counters.Counter spilled = new SpilledRecords();

    Reporter() {
      super(MeteredMapTask.this.getProgress(), null);
    }

    PhaseTimes times() {
      return times;
    }

    @Override
    public Counters.Counter getCounter(Enum<?> name) {
      return name == TaskCounter.SPILLED_RECORDS ? spilled : super.getCounter(name);
    }
  }

  /** Incremented once for every partition that is complete, of a spill and of the merge. */
  private final class SpilledRecords extends Counters.Counter {
    @Override
    public void increment(long records) {
      super.increment(records);
      times.partitionWritten();
    }
  }

  private final class Files extends MROutputFiles {
    private int spills;
    private boolean merging;

    /** Called by the collecting thread and by the spilling thread, never by both at once. */
    @Override
    public Path getSpillFileForWrite(int spillNumber, long size) throws IOException {
      spills = Math.max(spills, spillNumber + 1);
      times.spillBegins();
      return super.getSpillFileForWrite(spillNumber, size);
    }

    @Override
    public Path getSpillFile(int spillNumber) throws IOException {
      if (!merging) {
        merging = true;
        times.end();
        mergeBegins.run();
      }
      return super.getSpillFile(spillNumber);
    }
  }
}
