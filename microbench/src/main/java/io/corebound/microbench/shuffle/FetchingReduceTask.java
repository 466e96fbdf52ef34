package io.corebound.microbench.shuffle;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.util.Progress;

/** A reduce task as its shuffle sees it. */
final class FetchingReduceTask extends ReduceTask {
  private final JobConf job;

  FetchingReduceTask(JobConf job, int maps) {
    super(
        "",
        new TaskAttemptID(
            ShuffleServer.job().getJtIdentifier(),
            ShuffleServer.job().getId(),
            TaskType.REDUCE,
            0,
            0),
        0,
        maps,
        1);
    this.job = job;
    setConf(job);
  }

  /** What {@code ReduceTask.run} gives its shuffle. */
  ShuffleConsumerPlugin.Context<Text, Text> shuffleContext(
      TaskUmbilicalProtocol umbilical, Progress copyPhase, Counters.Counter fetchedBytes)
      throws IOException {
    TaskReporter reporter = new TaskReporter(getProgress(), umbilical);
    return new ShuffleConsumerPlugin.Context<>(
        getTaskID(),
        job,
        FileSystem.getLocal(job),
        umbilical,
        lDirAlloc,
        reporter,
        null,
        null,
        null,
        reporter.getCounter(TaskCounter.SPILLED_RECORDS),
        reporter.getCounter(TaskCounter.COMBINE_INPUT_RECORDS),
        reporter.getCounter(TaskCounter.SHUFFLED_MAPS),
        fetchedBytes,
        reporter.getCounter(TaskCounter.FAILED_SHUFFLE),
        reporter.getCounter(TaskCounter.MERGED_MAP_OUTPUTS),
        new Status(),
        copyPhase,
        new Progress(),
        this,
        mapOutputFile,
        null);
  }

  /** The state of a reduce task; Hadoop's own class for it is not public. */
  private static final class Status extends TaskStatus {
    @Override
    public boolean getIsMap() {
      return false;
    }

    @Override
    public void addFetchFailedMap(TaskAttemptID map) {
      throw new IllegalStateException("the output of " + map + " could not be fetched");
    }
  }
}
