package io.corebound.microbench.task;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.shuffle.ServedMapOutputs;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;

/**
 * What does one of TeraSort's reduce tasks cost as a whole whose map outputs are not compressed?
 * {@link ReduceTaskBenchmark} but for the codec of the map output.
 *
 * <p>Paper: the reduce task of section 5, there as the sum of its steps.
 *
 * <p>Left out: as of {@link ReduceTaskBenchmark}.
 */
@Measures(
    value = "task.reduce.none",
    question = "What does a whole reduce task cost whose map outputs are not compressed?",
    hdfs = true,
    localBytes = 4,
    hdfsBytes = 1)
public class PlainReduceTaskBenchmark extends ReduceTaskBenchmark {
  @Override
  OperationMeter newMeter() {
    return new OperationMeter("task.reduce.none", ByteBase.PAYLOAD);
  }

  @Override
  ServedMapOutputs serve(LocalDirectory local) throws IOException, InterruptedException {
    return new ServedMapOutputs(local, records, seed, maps, false);
  }

  @Override
  JobConf job(Configuration hadoop) {
    JobConf job = super.job(hadoop);
    job.setCompressMapOutput(false);
    return job;
  }
}
