package io.corebound.microbench.task;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import io.corebound.microbench.shuffle.ServedMapOutputs;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

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
public class ReduceTaskBenchmark extends WholeReduceTask {
  /** Payload records of the task; 0 for empty map outputs. */
  @Param("1342177")
  int records;

  @Param("0")
  long seed;

  @Override
  OperationMeter newMeter() {
    return new OperationMeter(operation(), ByteBase.PAYLOAD);
  }

  /** The operation's id. */
  String operation() {
    return "task.reduce";
  }

  /** Whether the map outputs are compressed. */
  boolean compressed() {
    return true;
  }

  @Override
  ServedMapOutputs serve(LocalDirectory local) throws IOException, InterruptedException {
    return new ServedMapOutputs(local, records, seed, maps, compressed());
  }

  @Override
  JobConf job(Configuration hadoop) {
    JobConf job = TeraSortJob.of(hadoop, output(), factor, maps, 1);
    job.setCompressMapOutput(compressed());
    return job;
  }

  /** Runs the task. */
  @Benchmark
  public void run() throws IOException, InterruptedException, ClassNotFoundException {
    Phases phases = new Phases();
    TaskUmbilicalProtocol umbilical = outputs().master(phases).protocol();
    meter().begin();
    phases.begin();
    runTask(umbilical);
    phases.end();
    meter().end(records, (long) records * TeraRecords.RECORD_BYTES);
    phases.report(meter());
  }
}
