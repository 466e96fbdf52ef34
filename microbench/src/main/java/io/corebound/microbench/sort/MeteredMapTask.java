package io.corebound.microbench.sort;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MROutputFiles;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.apache.hadoop.util.Progress;

/**
 * A map task as its output buffer sees it. The buffer asks where each spill is to be written, and
 * where the spills lie when it begins to merge them: so both are known without touching it.
 */
final class MeteredMapTask extends MapTask {
  private final Progress sortPhase = new Progress();
  private final Files files;

  MeteredMapTask(JobConf job, Runnable mergeBegins) {
    super("", new TaskAttemptID("corebound", 1, TaskType.MAP, 0, 0), 0, new TaskSplitIndex(), 1);
    setConf(job);
    files = new Files(mergeBegins);
    files.setConf(job);
  }

  TaskReporter reporter() {
    return new TaskReporter(getProgress(), null);
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

  private static final class Files extends MROutputFiles {
    private final Runnable mergeBegins;
    private int spills;
    private boolean merging;

    Files(Runnable mergeBegins) {
      this.mergeBegins = mergeBegins;
    }

    /** Called by the collecting thread and by the spilling thread, never by both at once. */
    @Override
    public Path getSpillFileForWrite(int spillNumber, long size) throws IOException {
      spills = Math.max(spills, spillNumber + 1);
      return super.getSpillFileForWrite(spillNumber, size);
    }

    @Override
    public Path getSpillFile(int spillNumber) throws IOException {
      if (!merging) {
        merging = true;
        mergeBegins.run();
      }
      return super.getSpillFile(spillNumber);
    }
  }
}
