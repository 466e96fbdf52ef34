package io.corebound.microbench.task;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import io.corebound.microbench.shuffle.TaskMaster;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does one of TeraSort's map tasks cost as a whole? Hadoop's {@code MapTask} itself runs, as a
 * container's JVM lets it: it fetches its split from HDFS, reads the records by {@code
 * TeraInputFormat}, passes them through the identity mapper and TeraSort's {@code
 * TotalOrderPartitioner}, whose partition file TeraSort's own sampling wrote, sorts, compresses by
 * Snappy, spills, merges, and reports to its master. With {@code records=0} the split is empty:
 * what remains is what a task costs that has nothing to do.
 *
 * <p>Paper: the map task of section 5, there as the sum of its steps.
 *
 * <p>Left out: what a container's JVM does before {@code MapTask.run} (reading its configuration,
 * logging in) and after it; the RPC to the master, which is a call in this process here; the
 * reading of the task's own process tree, for which the NodeManager gives a process id; the disk,
 * when blocks and local files lie in memory.
 */
@Measures(
    value = "task.map",
    question = "What does a whole map task cost, alone in a fresh JVM?",
    hdfs = true,
    localBytes = 4,
    hdfsBytes = 1)
public class MapTaskBenchmark extends OperationBenchmark {
  static final JobID JOB = new JobID("corebound", 1);

  /** TeraSort samples so many keys; so does an empty task's job, whose other tasks have data. */
  private static final int SAMPLE = 100_000;

  /** Payload records of the task; 0 for an empty split. */
  @Param("1342177")
  int records;

  @Param("/corebound-micro")
  String dir;

  @Param("0")
  long seed;

  @Param("2")
  int partitions;

  /** mapreduce.task.io.sort.mb, which are MiB. */
  @Param("100")
  int sortMib;

  /** mapreduce.map.sort.spill.percent, from 0 to 1. */
  @Param("0.8")
  float spillPercent;

  /** mapreduce.task.io.sort.factor: segments merged at a time. */
  @Param("10")
  int factor;

  private LocalDirectory directory;
  private Hdfs hdfs;
  private Path submitted;
  private TaskSplitIndex split;
  private OperationMeter meter;
  private int attempts;
  private Path work;
  private JobConf job;
  private MapTask task;

  /** Puts the records into HDFS, and what a job's submission writes. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    hdfs = Hdfs.open(dir);
    if (Hdfs.keepsInput()) {
      submitted = directory.made(name(), this::submit);
    } else {
      submitted = directory.fresh("submitted");
      submit(submitted);
    }
    split = MapTaskFiles.splitIndex(submitted);
    meter = new OperationMeter("task.map", ByteBase.PAYLOAD);
  }

  private String name() {
    return String.format("map-task-%d-%d-from-%d", records, partitions, seed);
  }

  private void submit(Path target) throws IOException, InterruptedException {
    Path sampled =
        TeraRecords.file(
            directory, records > 0 ? records : SAMPLE, seed, TeraRecords.Order.GENERATED);
    Path local = TeraRecords.file(directory, records, seed, TeraRecords.Order.GENERATED);
    ChildJvm.run(
        MapTaskFiles.class,
        hdfs.fileSystem().getUri().toString(),
        local.toString(),
        hdfs.resolve(Hdfs.UNFINISHED).toString(),
        hdfs.input(local.getFileName().toString()).toString(),
        hdfs.input(name()).toString(),
        sampled.toString(),
        Integer.toString(partitions),
        target.toString());
  }

  /** Makes the next attempt of the task, which is about to run. */
  @Setup(Level.Invocation)
  public void newTask() throws IOException {
    work = directory.fresh("map-task");
    job =
        TeraSortJob.of(hdfs.fileSystem().getConf(), hdfs.resolve("output"), factor, 1, partitions);
    job.setInt(MRJobConfig.IO_SORT_MB, sortMib);
    job.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, spillPercent);
    task =
        new MapTask(
            "",
            new TaskAttemptID(JOB.getJtIdentifier(), JOB.getId(), TaskType.MAP, 0, attempts++),
            0,
            split,
            1);
    TeraSortJob.localize(job, task, work);
    // where the partitioner looks for its file
    TeraSortJob.workIn(submitted, job);
  }

  /** Runs the task. */
  @Benchmark
  public void run() throws IOException, InterruptedException, ClassNotFoundException {
    TaskUmbilicalProtocol umbilical = new TaskMaster().protocol();
    meter.begin();
    task.run(job, umbilical);
    meter.end(records, (long) records * TeraRecords.RECORD_BYTES);
  }

  MapTask task() {
    return task;
  }

  JobConf job() {
    return job;
  }

  /** Removes the task's local files. */
  @TearDown(Level.Invocation)
  public void deleteOutput() throws IOException {
    LocalDirectory.delete(work);
  }

  /** Removes the directories. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    hdfs.delete();
    if (!Hdfs.keepsInput()) {
      LocalDirectory.delete(submitted);
    }
    directory.close();
  }
}
