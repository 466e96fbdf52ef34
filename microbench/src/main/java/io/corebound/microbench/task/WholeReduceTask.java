package io.corebound.microbench.task;

import io.corebound.microbench.Hdfs;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.shuffle.ServedMapOutputs;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.TaskType;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Runs Hadoop's {@code ReduceTask}, whole, on map outputs that Hadoop's {@code ShuffleHandler}
 * serves; an attempt is a batch.
 */
public abstract class WholeReduceTask extends OperationBenchmark {
  @Param("/corebound-micro")
  String dir;

  /** Map outputs, each with an equal share of the data. */
  @Param("8")
  int maps;

  @Param("10")
  int factor;

  private LocalDirectory directory;
  Hdfs hdfs;
  ServedMapOutputs outputs;
  OperationMeter meter;
  private int attempts;
  private Path work;
  private JobConf job;
  private ReduceTask task;

  abstract OperationMeter newMeter();

  /** The map outputs, which are found or made, and served. */
  abstract ServedMapOutputs serve(LocalDirectory local) throws IOException, InterruptedException;

  abstract JobConf job(Configuration hadoop);

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    hdfs = Hdfs.open(dir);
    outputs = serve(directory);
    meter = newMeter();
  }

  /** Makes the next attempt of the task, which is about to run. */
  @Setup(Level.Invocation)
  public void newTask() throws IOException {
    work = directory.fresh("reduce-task");
    job = job(hdfs.fileSystem().getConf());
    task =
        new ReduceTask(
            "",
            new TaskAttemptID(
                outputs.job().getJtIdentifier(),
                outputs.job().getId(),
                TaskType.REDUCE,
                0,
                attempts++),
            0,
            maps,
            1);
    TaskJob.localize(job, task, work);
    task.setShuffleSecret(outputs.secret());
  }

  final void runTask(TaskUmbilicalProtocol umbilical)
      throws IOException, InterruptedException, ClassNotFoundException {
    task.run(job, umbilical);
  }

  org.apache.hadoop.fs.Path output() {
    return hdfs.resolve("output");
  }

  /** Removes the task's local files, and its output, whether committed or not. */
  @TearDown(Level.Invocation)
  public void deleteOutput() throws IOException {
    LocalDirectory.delete(work);
    hdfs.fileSystem().delete(output(), true);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    outputs.close();
    hdfs.delete();
    directory.close();
  }
}
