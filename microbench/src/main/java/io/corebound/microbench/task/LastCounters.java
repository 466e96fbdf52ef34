package io.corebound.microbench.task;

import java.util.function.Consumer;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.TaskCounter;

/** A task's counters, as it last reported them to its master. */
final class LastCounters implements Consumer<TaskStatus> {
  private volatile Counters counters = new Counters();

  @Override
  public void accept(TaskStatus status) {
    counters = status.getCounters();
  }

  long get(TaskCounter name) {
    return counters.getCounter(name);
  }
}
