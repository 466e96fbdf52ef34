package io.corebound.microbench.task;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.Collector;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Runs Hadoop's {@code MapTask}, whole, on a split in HDFS; an attempt is a batch. */
public abstract class WholeMapTask extends OperationBenchmark {
  static final JobID JOB = new JobID("corebound", 1);

  @Param("/corebound-micro")
  String dir;

  @Param("2")
  int partitions;

  /** mapreduce.task.io.sort.mb, which are MiB. */
  @Param("100")
  int sortMib;

  @Param("0.8")
  float spillPercent;

  @Param("10")
  int factor;

  /** {@code hadoop} or {@code prefix}. */
  @Param("hadoop")
  String collector;

  LocalDirectory directory;
  private Collector collecting;
  Hdfs hdfs;
  Path submitted;
  private TaskSplitIndex split;
  OperationMeter meter;
  private int attempts;
  private Path work;
  private JobConf job;
  MapTask task;

  abstract String operation();

  abstract String name() throws IOException, InterruptedException;

  abstract Path input(LocalDirectory local) throws IOException, InterruptedException;

  /** The input's name in HDFS; it has everything that the input depends on. */
  abstract String inputName(Path input);

  List<String> partitioning(LocalDirectory local) throws IOException, InterruptedException {
    return Collections.emptyList();
  }

  /** The job, in a working directory that holds what was submitted with it. */
  abstract JobConf job(Configuration hadoop, org.apache.hadoop.fs.Path output);

  /** Makes the task's working directory that of this process, where the job needs it. */
  void workIn(Path directory, JobConf conf) throws IOException {
    // most jobs do not need it
  }

  /** Puts the input into HDFS, and what a job's submission writes. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    collecting = Collector.of(collector);
    directory = LocalDirectory.open();
    hdfs = Hdfs.open(dir);
    if (Hdfs.keepsInput()) {
      submitted = directory.made(name(), this::submit);
    } else {
      submitted = directory.fresh("submitted");
      submit(submitted);
    }
    split = split(submitted);
    meter = new OperationMeter(operation(), ByteBase.PAYLOAD);
  }

  /** Where the split is, of what was submitted. */
  TaskSplitIndex split(Path kept) throws IOException {
    return MapTaskFiles.splitIndex(kept);
  }

  void submit(Path target) throws IOException, InterruptedException {
    Path local = input(directory);
    List<String> arguments = new ArrayList<>();
    arguments.add(hdfs.fileSystem().getUri().toString());
    arguments.add(local.toString());
    arguments.add(hdfs.resolve(Hdfs.UNFINISHED).toString());
    arguments.add(hdfs.input(inputName(local)).toString());
    arguments.add(hdfs.input(name()).toString());
    arguments.add(target.toString());
    arguments.addAll(partitioning(directory));
    ChildJvm.run(MapTaskFiles.class, arguments.toArray(new String[0]));
  }

  /** Makes the next attempt of the task, which is about to run. */
  @Setup(Level.Invocation)
  public void newTask() throws IOException {
    work = directory.fresh("map-task");
    job = job(hdfs.fileSystem().getConf(), output());
    job.setInt(MRJobConfig.IO_SORT_MB, sortMib);
    job.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, spillPercent);
    collecting.useIn(job);
    task =
        new MapTask(
            "",
            new TaskAttemptID(JOB.getJtIdentifier(), JOB.getId(), TaskType.MAP, 0, attempts++),
            0,
            split,
            1);
    TaskJob.localize(job, task, work);
    workIn(submitted, job);
  }

  final void runTask(TaskUmbilicalProtocol umbilical)
      throws IOException, InterruptedException, ClassNotFoundException {
    task.run(job, umbilical);
  }

  JobConf job() {
    return job;
  }

  final org.apache.hadoop.fs.Path output() {
    return hdfs.resolve("output");
  }

  /** Removes the task's local files, and what one of a job without reduces left in HDFS. */
  @TearDown(Level.Invocation)
  public void deleteOutput() throws IOException {
    LocalDirectory.delete(work);
    hdfs.fileSystem().delete(output(), true);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    hdfs.delete();
    if (!Hdfs.keepsInput()) {
      LocalDirectory.delete(submitted);
    }
    directory.close();
  }
}
