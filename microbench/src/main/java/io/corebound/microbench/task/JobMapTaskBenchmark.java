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
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does a map task of any job cost as a whole, and what becomes of its input? The job's own
 * main class sets it up, as for its user, and Hadoop's {@code MapTask} itself runs, with map output
 * compressed by Snappy. The split is one file of text, a sample of the job's input; with {@code
 * bytes=0} it is empty, with {@code partitions=0} the job has no reduces.
 */
@Measures(
    value = "job.map",
    question = "What does a whole map task of a job cost, and how much does it leave?",
    hdfs = true,
    localBytes = 2.1,
    hdfsBytes = 1)
public class JobMapTaskBenchmark extends WholeMapTask {
  /** The operation is this name with {@code .map}. */
  @Param(SampledJob.WORD_COUNT)
  String workload;

  /** Main class and arguments, as {@link SampledJob} has them. */
  @Param(SampledJob.WORD_COUNT_COMMAND)
  String command;

  @Param("")
  String jar;

  /** Bytes of the task's text, at most; 0 for an empty split. */
  @Param("134217728")
  long bytes;

  /** The text that comes with corebound, or the user's own text. */
  @Param(Corpus.OWN)
  String corpus;

  private SampledJob sampled;
  private ClassLoader loader;
  private long splitBytes;

  @Override
  String operation() {
    return SampledJob.mapOf(workload);
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    if (bytes < 0) {
      throw new OneLineException(String.format("bytes: %s is less than 0", bytes));
    }
    sampled = SampledJob.of(command, jar);
    loader = SampledJob.loader(jar);
    super.prepare();
    // a file without records may have a header
    splitBytes = bytes == 0 ? 0 : JobSubmission.splits(submitted).get(0).bytes;
  }

  @Override
  String name() throws IOException, InterruptedException {
    return String.format(
        "job-split-%s-%s-of-%s", sampled.identity(), partitions, inputName(input(directory)));
  }

  @Override
  Path input(LocalDirectory local) throws IOException, InterruptedException {
    return SampledJob.text(local, bytes, corpus);
  }

  @Override
  String inputName(Path input) {
    return bytes == 0
        ? "empty-" + input.getParent().getParent().getFileName()
        : input.getParent().getFileName().toString();
  }

  @Override
  void submit(Path target) throws IOException, InterruptedException {
    Path local = input(directory);
    JobSubmission.run(
        target,
        JobSubmission.arguments(
            hdfs.fileSystem(),
            hdfs.input(name()),
            target,
            sampled,
            hdfs.copy(local, inputName(local)),
            partitions,
            // the whole file is one split
            "mapreduce.input.fileinputformat.split.minsize=" + Files.size(local)));
  }

  @Override
  TaskSplitIndex split(Path kept) throws IOException {
    return JobSubmission.splits(kept).get(0).index;
  }

  @Override
  JobConf job(Configuration hadoop, org.apache.hadoop.fs.Path output) {
    return TaskJob.submitted(hadoop, submitted, loader, output.toString(), factor);
  }

  @Benchmark
  public void run() throws IOException, InterruptedException, ClassNotFoundException {
    LastCounters counters = new LastCounters();
    TaskUmbilicalProtocol umbilical = new TaskMaster(counters).protocol();
    meter.begin();
    runTask(umbilical);
    meter.end(counters.get(TaskCounter.MAP_INPUT_RECORDS), splitBytes);
    report(counters);
  }

  /** What the task left in HDFS; a job may have no output at all. */
  private long outputBytes() throws IOException {
    return hdfs.fileSystem().exists(output())
        ? hdfs.fileSystem().getContentSummary(output()).getLength()
        : 0;
  }

  private void report(LastCounters counters) throws IOException {
    long collected = counters.get(TaskCounter.MAP_OUTPUT_RECORDS);
    // a final merge of three spills and more combines once more what they have combined
    long combinedAgain = counters.get(TaskCounter.COMBINE_INPUT_RECORDS) - collected;
    boolean combines = counters.get(TaskCounter.COMBINE_INPUT_RECORDS) > 0;
    meter.report("text_bytes", splitBytes, "B");
    meter.report("map_output_records", collected, "records");
    if (partitions == 0) {
      meter.report("output_bytes", outputBytes(), "B");
      return;
    }
    meter.report("map_output_bytes", counters.get(TaskCounter.MAP_OUTPUT_BYTES), "B");
    meter.report(
        "kept_records",
        combines ? counters.get(TaskCounter.COMBINE_OUTPUT_RECORDS) - combinedAgain : collected,
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
