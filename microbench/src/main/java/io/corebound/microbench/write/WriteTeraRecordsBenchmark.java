package io.corebound.microbench.write;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import org.apache.hadoop.examples.terasort.TeraOutputFormat;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to write TeraSort's output, in this process and in the DataNode? {@code
 * TeraOutputFormat}'s own record writer writes sorted records into one file in HDFS, syncs it (its
 * default) and closes it; replication 1, TeraSort's own default. All of {@code write.hdfs} is
 * included; what the writer adds is the difference. Paper: the step "HDFS write" of section 5. Left
 * out: what {@code ReduceTask} wraps around the writer (counters, statistics), the commit of the
 * output; the disk, when the blocks lie in memory; the connection to the NameNode.
 */
@Measures(
    value = "write.tera-records",
    question = "What does it cost to write TeraSort's output?",
    hdfs = true,
    localBytes = 1,
    hdfsBytes = 1)
public class WriteTeraRecordsBenchmark extends OperationBenchmark {
  @Param("1342177")
  int records;

  @Param("/corebound-micro")
  String dir;

  @Param("0")
  long seed;

  private LocalDirectory directory;
  TeraRecords input;
  Hdfs hdfs;
  private TeraOutputFormat format;
  private TaskAttemptContext task;
  private OperationMeter meter;

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    input = TeraRecords.load(directory, records, seed, TeraRecords.Order.SORTED);
    hdfs = Hdfs.open(dir);
    meter = new OperationMeter("write.tera-records", ByteBase.PAYLOAD);
  }

  /** Makes a reduce task's context; its output format knows one output only. */
  @Setup(Level.Invocation)
  public void newTask() throws IOException {
    Job job = Job.getInstance(hdfs.fileSystem().getConf());
    FileOutputFormat.setOutputPath(job, hdfs.resolve("output"));
    format = new TeraOutputFormat();
    task =
        new TaskAttemptContextImpl(
            job.getConfiguration(), new TaskAttemptID("corebound", 1, TaskType.REDUCE, 0, 0));
  }

  @Benchmark
  public void write() throws IOException, InterruptedException {
    Text key = new Text();
    Text value = new Text();
    meter.begin();
    RecordWriter<Text, Text> writer = format.getRecordWriter(task);
    for (int i = 0; i < input.count(); i++) {
      input.get(i, key, value);
      writer.write(key, value);
    }
    writer.close(task);
    meter.end(input.count(), input.bytes());
  }

  Path file() throws IOException {
    return format.getDefaultWorkFile(task, "");
  }

  @TearDown(Level.Invocation)
  public void delete() throws IOException {
    hdfs.fileSystem().delete(hdfs.resolve("output"), true);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    hdfs.delete();
    directory.close();
  }
}
