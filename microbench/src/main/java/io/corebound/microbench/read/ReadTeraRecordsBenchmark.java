package io.corebound.microbench.read;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does it cost to read TeraSort's input, in this process and in the DataNode? {@code
 * TeraInputFormat}'s own record reader takes a split of one file in HDFS record by record. All of
 * {@code read.hdfs} is included; what the reader adds is the difference. Paper: the step "HDFS
 * read" of section 5, of which figure 9 gives the rate without records. Left out: what {@code
 * MapTask} wraps around the reader (counters, statistics); the disk, when the blocks lie in memory;
 * the connection to the NameNode.
 */
@Measures(
    value = "read.tera-records",
    question = "What does it cost to read TeraSort's input, in this process and in the DataNode?",
    hdfs = true,
    localBytes = 1,
    hdfsBytes = 1)
public class ReadTeraRecordsBenchmark extends OperationBenchmark {
  @Param("1342177")
  int records;

  @Param("/corebound-micro")
  String dir;

  @Param("0")
  long seed;

  private Hdfs hdfs;
  private FileSplit split;
  private OperationMeter meter;

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    hdfs = Hdfs.open(dir);
    try (LocalDirectory directory = LocalDirectory.open()) {
      Path file =
          hdfs.copy(TeraRecords.file(directory, records, seed, TeraRecords.Order.GENERATED));
      split = new FileSplit(file, 0, (long) records * TeraRecords.RECORD_BYTES, new String[] {});
    }
    meter = new OperationMeter("read.tera-records", ByteBase.PAYLOAD);
  }

  @Benchmark
  public void read(Blackhole blackhole) throws IOException, InterruptedException {
    Configuration configuration = hdfs.fileSystem().getConf();
    TaskAttemptContext task =
        new TaskAttemptContextImpl(
            configuration, new TaskAttemptID("corebound", 1, TaskType.MAP, 0, 0));
    TeraInputFormat format = new TeraInputFormat();
    long count = 0;
    meter.begin();
    try (RecordReader<Text, Text> reader = format.createRecordReader(split, task)) {
      reader.initialize(split, task);
      while (reader.nextKeyValue()) {
        count++;
        consume(reader.getCurrentKey(), reader.getCurrentValue(), blackhole);
      }
    }
    meter.end(count, count * TeraRecords.RECORD_BYTES);
  }

  void consume(Text key, Text value, Blackhole blackhole) {
    blackhole.consume(key);
    blackhole.consume(value);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    hdfs.delete();
  }
}
