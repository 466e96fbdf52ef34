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
 * Snappy, from Hadoop's {@code ShuffleHandler} in another JVM ({@code shuffle-handler} in the
 * results), merges them, hands the records to the identity reducer and to {@code TeraOutputFormat},
 * which writes them into HDFS with replication 1 and syncs at the end, and commits.
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

  String operation() {
    return "task.reduce";
  }

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

  @Benchmark
  public void run() throws IOException, InterruptedException, ClassNotFoundException {
    Phases phases = new Phases();
    TaskUmbilicalProtocol umbilical = outputs.master(phases).protocol();
    meter.begin();
    phases.begin();
    runTask(umbilical);
    phases.end();
    meter.end(records, (long) records * TeraRecords.RECORD_BYTES);
    phases.report(meter);
  }
}
