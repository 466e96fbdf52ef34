package io.corebound.microbench.task;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.TeraRecords;
import io.corebound.microbench.shuffle.TaskMaster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does one of TeraSort's map tasks cost as a whole? Hadoop's {@code MapTask} itself runs, as a
 * container's JVM lets it: it fetches its split from HDFS, reads the records by {@code
 * TeraInputFormat}, passes them through the identity mapper and TeraSort's {@code
 * TotalOrderPartitioner}, whose partition file TeraSort's own sampling wrote, sorts, compresses by
 * Snappy, spills, merges, and reports to its master. With {@code records=0} the split is empty, and
 * the fixed cost of a task remains.
 */
@Measures(
    value = "task.map",
    question = "What does a whole map task cost, alone in a fresh JVM?",
    hdfs = true,
    localBytes = 4,
    hdfsBytes = 1)
public class MapTaskBenchmark extends WholeMapTask {
  /** TeraSort samples so many keys; so does an empty task's job, whose other tasks have data. */
  private static final int SAMPLE = 100_000;

  /** Payload records of the task; 0 for an empty split. */
  @Param("1342177")
  int records;

  @Param("0")
  long seed;

  @Override
  String operation() {
    return "task.map";
  }

  @Override
  String name() {
    return String.format("map-task-%s-%s-from-%s", records, partitions, seed);
  }

  @Override
  Path input(LocalDirectory local) throws IOException, InterruptedException {
    return records(local, records);
  }

  @Override
  String inputName(Path input) {
    return input.getFileName().toString();
  }

  @Override
  List<String> partitioning(LocalDirectory local) throws IOException, InterruptedException {
    return Arrays.asList(
        records(local, records > 0 ? records : SAMPLE).toString(), Integer.toString(partitions));
  }

  private Path records(LocalDirectory local, int count) throws IOException, InterruptedException {
    return TeraRecords.file(local, count, seed, TeraRecords.Order.GENERATED);
  }

  @Override
  JobConf job(Configuration hadoop, org.apache.hadoop.fs.Path output) {
    JobConf job = TeraSortJob.of(hadoop, output, factor, 1, partitions);
    job.setCompressMapOutput(compressed());
    return job;
  }

  boolean compressed() {
    return true;
  }

  /** The partitioner looks for its file there. */
  @Override
  void workIn(Path directory, JobConf conf) throws IOException {
    TeraSortJob.workIn(directory, conf);
  }

  @Benchmark
  public void run() throws IOException, InterruptedException, ClassNotFoundException {
    TaskUmbilicalProtocol umbilical = new TaskMaster().protocol();
    meter.begin();
    runTask(umbilical);
    meter.end(records, (long) records * TeraRecords.RECORD_BYTES);
  }
}
