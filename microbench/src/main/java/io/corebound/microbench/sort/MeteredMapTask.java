package io.corebound.microbench.sort;

import io.corebound.microbench.Collector;
import io.corebound.microbench.OperationMeter;
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
 * A map task as its collector sees it. Hadoop's buffer asks where each spill is to be written, and
 * where the spills lie when it begins to merge them, and counts the records of each partition when
 * it has written it, which shows its phases without changing it. The prefix collector asks the
 * first, too, and divides the sort phase when it begins to merge.
 */
final class MeteredMapTask extends MapTask {
  private final Progress sortPhase =
      new Progress() {
        @Override
        public void addPhases(int n) {
          mergeBegins();
          super.addPhases(n);
        }
      };

  private final Files files;
  private final boolean keepsTheRest;
  private final Runnable merging;
  private boolean collected;
  private boolean merges;

  /** Null where phases are not measured. */
  private PhaseTimes times;

  /**
   * Makes a task.
   *
   * @param merging called once, when all is sorted that is merged
   */
  MeteredMapTask(JobConf job, Collector collector, Runnable merging) {
    super("", new TaskAttemptID("corebound", 1, TaskType.MAP, 0, 0), 0, new TaskSplitIndex(), 1);
    setConf(job);
    this.keepsTheRest = collector == Collector.prefix;
    this.merging = merging;
    files = new Files();
    files.setConf(job);
  }

  /** The calling thread is about to collect the first record. */
  void collectBegins() {
    times = keepsTheRest ? null : new PhaseTimes();
  }

  /** The last record has been collected; what is left is about to be sorted, and all merged. */
  void collectEnds() {
    collected = true;
    if (times != null) {
      times.collectEnds();
    }
  }

  /** The output is there; where nothing was merged, this ends the sort. */
  void flushed() {
    mergeBegins();
  }

  private void mergeBegins() {
    if (merges) {
      return;
    }
    merges = true;
    if (times != null) {
      times.end();
    }
    merging.run();
  }

  /** Adds phases and threads to the figures of the sort, where they were measured. */
  void report(OperationMeter sort) {
    if (times != null) {
      times.report(sort);
    }
  }

  TaskReporter reporter() {
    return new Reporter();
  }

  /** Sorted runs; what the prefix collector still has in memory is one. */
  int spills() {
    return files.spills + (keepsTheRest && !files.wroteTheRest ? 1 : 0);
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
      if (times != null) {
        times.partitionWritten();
      }
    }
  }

  private final class Files extends MROutputFiles {
    private int spills;
    private boolean wroteTheRest;

    /** Called by the collecting thread and by the spilling thread, never by both at once. */
    @Override
    public Path getSpillFileForWrite(int spillNumber, long size) throws IOException {
      if (!merges) {
        spills = Math.max(spills, spillNumber + 1);
        wroteTheRest |= collected;
      }
      if (times != null) {
        times.spillBegins();
      }
      return super.getSpillFileForWrite(spillNumber, size);
    }

    @Override
    public Path getSpillFile(int spillNumber) throws IOException {
      mergeBegins();
      return super.getSpillFile(spillNumber);
    }
  }
}
