package io.corebound.microbench.task;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.corpus.Corpus;
import io.corebound.microbench.shuffle.TaskMaster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SpillRecord;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does one of WordCount's map tasks cost as a whole, and what becomes of its input? Hadoop's
 * {@code MapTask} itself runs, with the mapper and the combiner of its example {@code WordCount},
 * as {@link MapTaskBenchmark} lets TeraSort's. With {@code bytes=0} the split is empty. The text is
 * a sample of a job's input.
 */
@Measures(
    value = "word-count.map",
    question = "What does a whole map task of WordCount cost, and how much does it leave?",
    hdfs = true,
    localBytes = 2.1,
    hdfsBytes = 1)
public class WordCountMapTaskBenchmark extends WholeMapTask {
  /** Bytes of the task's text, at most; 0 for an empty split. */
  @Param("134217728")
  long bytes;

  /** The text that comes with corebound, or the user's own text. */
  @Param(Corpus.OWN)
  String corpus;

  private long textBytes;

  @Override
  String operation() {
    return "word-count.map";
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    if (bytes < 0) {
      throw new OneLineException("bytes: " + bytes + " is less than 0");
    }
    super.prepare();
    textBytes = Files.size(input(directory));
  }

  @Override
  String name() throws IOException, InterruptedException {
    return "word-count-split-" + partitions + "-of-" + inputName(input(directory));
  }

  @Override
  Path input(LocalDirectory local) throws IOException, InterruptedException {
    return WordCountJob.text(local, bytes, corpus);
  }

  @Override
  String inputName(Path input) {
    return input.getParent().getFileName().toString();
  }

  @Override
  JobConf job(Configuration hadoop, org.apache.hadoop.fs.Path output) {
    return WordCountJob.of(hadoop, output, factor, 1, partitions);
  }

  @Benchmark
  public void run() throws IOException, InterruptedException, ClassNotFoundException {
    LastCounters counters = new LastCounters();
    TaskUmbilicalProtocol umbilical = new TaskMaster(counters).protocol();
    meter.begin();
    runTask(umbilical);
    meter.end(counters.get(TaskCounter.MAP_INPUT_RECORDS), textBytes);
    report(counters);
  }

  private void report(LastCounters counters) throws IOException {
    long collected = counters.get(TaskCounter.MAP_OUTPUT_RECORDS);
    // a final merge of three spills and more combines once more what they have combined
    long combinedAgain = counters.get(TaskCounter.COMBINE_INPUT_RECORDS) - collected;
    meter.report("text_bytes", textBytes, "B");
    meter.report("map_output_records", collected, "records");
    meter.report("map_output_bytes", counters.get(TaskCounter.MAP_OUTPUT_BYTES), "B");
    meter.report(
        "kept_records",
        counters.get(TaskCounter.COMBINE_OUTPUT_RECORDS) - combinedAgain,
        "records");
    meter.report("spilled_records", counters.get(TaskCounter.SPILLED_RECORDS), "records");
    SpillRecord index = new SpillRecord(task.getMapOutputFile().getOutputIndexFile(), job());
    long ifile = 0;
    long compressed = 0;
    for (int partition = 0; partition < index.size(); partition++) {
      ifile += index.getIndex(partition).rawLength;
      compressed += index.getIndex(partition).partLength;
    }
    meter.report("kept_ifile_bytes", ifile, "B");
    meter.report("kept_compressed_bytes", compressed, "B");
  }
}
