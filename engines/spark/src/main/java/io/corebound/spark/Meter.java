package io.corebound.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.spark.TaskEndReason;
import org.apache.spark.TaskFailedReason;
import org.apache.spark.executor.ShuffleReadMetrics;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.TaskInfo;

/** Counts what the tasks of one job at a time did, and notes when they began and ended. */
final class Meter extends SparkListener {
  private static final String MAP = "ShuffleMapTask";
  private static final String CAUSE = "Caused by: ";
  private static final long EVENTS_LIMIT_S = 30;

  private final Semaphore ended = new Semaphore(0);
  private Sums sums = new Sums();

  /** Ends the job, which Spark would go on with. */
  private final Runnable cancel;

  /** What makes the job's figures those of another job; null for nothing. */
  private String lost;

  Meter(Runnable cancel) {
    this.cancel = cancel;
  }

  /** Of a job; times are milliseconds since the Unix epoch. */
  private static final class Sums {
    private long firstMap = Long.MAX_VALUE;
    private long lastMap;
    private long lastReduce;
    private int maps;
    private int localMaps;
    private long inputBytes;
    private long inputRecords;
    private long shuffleRecords;
    private long shuffleBytes;
    private long networkBytes;
    private long outputRecords;
    private long outputBytes;
    private final Map<String, Long> counts = new TreeMap<>();

    private void count(String name, long number) {
      counts.merge(name, number, Long::sum);
    }
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
    TaskInfo task = end.taskInfo();
    TaskMetrics metrics = end.taskMetrics();
    if (!task.successful() || metrics == null) {
      lose("a task failed: %s".formatted(cause(end.reason())));
      return;
    }
    sums.count("SPILLED_MEMORY_BYTES", metrics.memoryBytesSpilled());
    sums.count("SPILLED_DISK_BYTES", metrics.diskBytesSpilled());
    if (end.taskType().equals(MAP)) {
      sums.firstMap = Math.min(sums.firstMap, task.launchTime());
      sums.lastMap = Math.max(sums.lastMap, task.finishTime());
      sums.maps++;
      sums.localMaps += task.taskLocality().toString().endsWith("_LOCAL") ? 1 : 0;
      sums.inputBytes += metrics.inputMetrics().bytesRead();
      sums.inputRecords += metrics.inputMetrics().recordsRead();
      sums.count("MAP_TASKS_MS", metrics.executorRunTime());
      sums.count("SHUFFLE_WRITE_MS", metrics.shuffleWriteMetrics().writeTime() / 1_000_000);
      sums.count("SHUFFLE_WRITTEN_BYTES", metrics.shuffleWriteMetrics().bytesWritten());
    } else {
      ShuffleReadMetrics read = metrics.shuffleReadMetrics();
      sums.lastReduce = Math.max(sums.lastReduce, task.finishTime());
      sums.shuffleRecords += read.recordsRead();
      sums.shuffleBytes += read.remoteBytesRead() + read.localBytesRead();
      sums.networkBytes += read.remoteBytesRead();
      sums.outputRecords += metrics.outputMetrics().recordsWritten();
      sums.outputBytes += metrics.outputMetrics().bytesWritten();
      sums.count("REDUCE_TASKS_MS", metrics.executorRunTime());
      sums.count("FETCH_WAIT_MS", read.fetchWaitTime());
    }
  }

  /** Spark would start another one and run its tasks again. */
  @Override
  public synchronized void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
    lose("executor %s ended: %s".formatted(removed.executorId(), removed.reason()));
  }

  private void lose(String why) {
    if (lost == null) {
      lost = why;
      cancel.run();
    }
  }

  /** The last exception of a chain, without the stack. */
  private static String cause(TaskEndReason reason) {
    String all =
        reason instanceof TaskFailedReason failed ? failed.toErrorString() : reason.toString();
    String last = all.lines().findFirst().orElse(all);
    for (String line : all.lines().toList()) {
      last = line.startsWith(CAUSE) ? line.substring(CAUSE.length()) : last;
    }
    return last;
  }

  /** Why the job's figures are not its own, null where they are. */
  synchronized String lost() {
    return lost;
  }

  @Override
  public void onJobEnd(SparkListenerJobEnd end) {
    ended.release();
  }

  /**
   * What the job did that ran between two moments, as the result of a run has it. Reduces fetch
   * while they reduce: the tasks' own counts tell what the shuffle took of them.
   */
  Map<String, Object> take(long startMs, long finishMs, long pairs) throws InterruptedException {
    // the events of its tasks come before that of its end, and both after it has ended
    if (!ended.tryAcquire(EVENTS_LIMIT_S, TimeUnit.SECONDS)) {
      throw new IllegalStateException("Spark did not say how its job ended");
    }
    synchronized (this) {
      if (lost != null) {
        throw new IllegalStateException(lost);
      }
      double elapsedS = (finishMs - startMs) / 1e3;
      double mapS = (sums.lastMap - sums.firstMap) / 1e3;
      double reduceS = (sums.lastReduce - sums.lastMap) / 1e3;
      Map<String, Object> run = new LinkedHashMap<>();
      run.put("start_at", startMs / 1e3);
      run.put("map_start_at", sums.firstMap / 1e3);
      run.put("map_end_at", sums.lastMap / 1e3);
      run.put("shuffled_at", sums.lastMap / 1e3);
      run.put("reduced_at", sums.lastReduce / 1e3);
      run.put("finish_at", finishMs / 1e3);
      run.put("elapsed_s", elapsedS);
      run.put("map_s", mapS);
      run.put("shuffle_s", 0.0);
      run.put("reduce_s", reduceS);
      run.put("overhead_s", elapsedS - mapS - reduceS);
      run.put("maps", sums.maps);
      run.put("local_maps", sums.localMaps);
      run.put("input_bytes", sums.inputBytes);
      run.put("input_records", sums.inputRecords);
      run.put("map_output_records", pairs);
      run.put("shuffle_records", sums.shuffleRecords);
      run.put("shuffle_bytes", sums.shuffleBytes);
      run.put("network_bytes", sums.networkBytes);
      run.put("output_records", sums.outputRecords);
      run.put("output_bytes", sums.outputBytes);
      run.put("steps", List.of());
      run.put("workers", List.of());
      run.put("counts", Map.copyOf(sums.counts));
      sums = new Sums();
      return run;
    }
  }
}
