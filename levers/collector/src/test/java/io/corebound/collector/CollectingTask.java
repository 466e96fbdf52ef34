package io.corebound.collector;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.apache.hadoop.util.Progress;

/** A map task as its collector sees it. */
final class CollectingTask extends MapTask {
  private final Progress sortPhase = new Progress();
  private final TaskReporter reporter;

  CollectingTask(JobConf job) {
    super("", new TaskAttemptID("collector", 1, TaskType.MAP, 0, 0), 0, new TaskSplitIndex(), 1);
    setConf(job);
    reporter = new TaskReporter(getProgress(), null);
  }

  /** What a collector is given. */
  MapOutputCollector.Context context() {
    return new MapOutputCollector.Context(this, (JobConf) getConf(), reporter);
  }

  long counter(TaskCounter counter) {
    return reporter.getCounter(counter).getValue();
  }

  @Override
  public Progress getSortPhase() {
    return sortPhase;
  }

  /** As it is written in the job's local directory. */
  Path output() throws IOException {
    return Path.of(getMapOutputFile().getOutputFile().toUri().getPath());
  }

  Path index() throws IOException {
    return Path.of(getMapOutputFile().getOutputIndexFile().toUri().getPath());
  }
}
