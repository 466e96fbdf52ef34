package io.corebound.microbench.task;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import io.corebound.microbench.shuffle.ServedMapOutputs;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.TaskType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does one of TeraSort's reduce tasks cost as a whole? Hadoop's {@code ReduceTask} itself
 * runs, as a container's JVM lets it: its {@code Shuffle} fetches map outputs, compressed by
 * Snappy, from Hadoop's {@code ShuffleHandler} in a JVM of its own ({@code shuffle-handler} in the
 * results), merges them, hands the records to the identity reducer and to {@code TeraOutputFormat},
 * which writes them into HDFS with replication 1 and syncs at the end, and commits. With {@code
 * records=0} all map outputs are empty: what remains is what a task costs that has nothing to do.
 *
 * <p>Its parts {@code shuffle}, {@code sort} and {@code reduce} are the phases by its own status:
 * wall time, and the CPU time of its own process. The final merge streams into the reducer, so that
 * {@code sort} is the preparation of it only.
 *
 * <p>Paper: the reduce task of section 5, there as the sum of its steps.
 *
 * <p>Left out: what a container's JVM does before {@code ReduceTask.run} (reading its
 * configuration, logging in) and after it; the RPC to the master, which is a call in this process
 * here; the reading of the task's own process tree, for which the NodeManager gives a process id;
 * waiting for maps; the network (loopback here); the disk, when blocks and local files lie in
 * memory.
 */
@Measures(
    value = "task.reduce",
    question = "What does a whole reduce task cost, alone in a fresh JVM?",
    hdfs = true,
    localBytes = 4,
    hdfsBytes = 1)
public class ReduceTaskBenchmark extends OperationBenchmark {
  /** Payload records of the task; 0 for empty map outputs. */
  @Param("1342177")
  int records;

  @Param("/corebound-micro")
  String dir;

  @Param("0")
  long seed;

  /** Map outputs, each with an equal share of the records. */
  @Param("8")
  int maps;

  /** mapreduce.task.io.sort.factor: segments merged at a time. */
  @Param("10")
  int factor;

  private LocalDirectory directory;
  private Hdfs hdfs;
  private ServedMapOutputs outputs;
  private OperationMeter meter;
  private int attempts;
  private Path work;
  private JobConf job;
  private ReduceTask task;

  /** Starts the server of the map outputs. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    hdfs = Hdfs.open(dir);
    outputs = new ServedMapOutputs(directory, records, seed, maps, true);
    meter = new OperationMeter("task.reduce", ByteBase.PAYLOAD);
  }

  /** Makes the next attempt of the task, which is about to run. */
  @Setup(Level.Invocation)
  public void newTask() throws IOException {
    work = directory.fresh("reduce-task");
    job = TeraSortJob.of(hdfs.fileSystem().getConf(), output(), factor, maps, 1);
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
    TeraSortJob.localize(job, task, work);
    task.setShuffleSecret(outputs.secret());
  }

  /** Runs the task. */
  @Benchmark
  public void run() throws IOException, InterruptedException, ClassNotFoundException {
    Phases phases = new Phases();
    TaskUmbilicalProtocol umbilical = outputs.master(phases).protocol();
    meter.begin();
    phases.begin();
    task.run(job, umbilical);
    phases.end();
    meter.end(records, (long) records * TeraRecords.RECORD_BYTES);
    phases.report(meter);
  }

  org.apache.hadoop.fs.Path output() {
    return hdfs.resolve("output");
  }

  Hdfs hdfs() {
    return hdfs;
  }

  /** Removes the task's local files, and its output, whether committed or not. */
  @TearDown(Level.Invocation)
  public void deleteOutput() throws IOException {
    LocalDirectory.delete(work);
    hdfs.fileSystem().delete(output(), true);
  }

  /** Ends the server and removes the directories. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    outputs.close();
    hdfs.delete();
    directory.close();
  }
}
