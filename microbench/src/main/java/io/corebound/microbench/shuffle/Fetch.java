package io.corebound.microbench.shuffle;

import java.io.IOException;
import java.nio.file.Path;
import javax.crypto.SecretKey;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.apache.hadoop.util.Progress;

/** One reduce task's shuffle, set up as {@code ReduceTask.run} does, and not begun. */
abstract class Fetch {
  private final Shuffle<Text, Text> shuffle = new Shuffle<>();
  private final Counters.Counter fetchedBytes = new Counters.Counter();

  Fetch(Path localDirectory, int maps, TaskMaster master, SecretKey secret, boolean snappy)
      throws IOException {
    JobConf job = new JobConf();
    job.set(MRConfig.LOCAL_DIR, localDirectory.toString());
    job.setNumMapTasks(maps);
    job.setNumReduceTasks(1);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Text.class);
    // the job's configuration is loaded by now, as that of a running task is
    CompressionCodec codec = ShuffleServer.codec(snappy, job);
    Task task = new Task(job, maps);
    task.setShuffleSecret(secret);
    shuffle.init(task.shuffleContext(master.protocol(), codec, new CopyPhase(), fetchedBytes));
  }

  /** Fetches everything, and merges it as far as the reduce task does before its first record. */
  RawKeyValueIterator run() throws IOException, InterruptedException {
    return shuffle.run();
  }

  /** Everything is fetched: so many bytes of map output, with their checksums. */
  abstract void copied(long bytes);

  private final class CopyPhase extends Progress {
    @Override
    public void complete() {
      super.complete();
      copied(fetchedBytes.getCounter());
    }
  }

  private static final class Task extends ReduceTask {
    private final JobConf job;

    Task(JobConf job, int maps) {
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

    ShuffleConsumerPlugin.Context<Text, Text> shuffleContext(
        TaskUmbilicalProtocol umbilical,
        CompressionCodec codec,
        Progress copyPhase,
        Counters.Counter fetchedBytes)
        throws IOException {
      TaskReporter reporter = new TaskReporter(getProgress(), umbilical);
      return new ShuffleConsumerPlugin.Context<>(
          getTaskID(),
          job,
          FileSystem.getLocal(job),
          umbilical,
          lDirAlloc,
          reporter,
          codec,
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
}
