package io.corebound.microbench.task;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.corpus.Corpus;
import io.corebound.microbench.shuffle.ServedMapOutputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does a reduce task of any job cost as a whole, and how much is left? The job's own main
 * class sets it up, as for its user, and its maps make the outputs, from equal shares of a text.
 * Hadoop's {@code ReduceTask} itself runs, as {@link ReduceTaskBenchmark} lets TeraSort's. With
 * {@code bytes=0} all outputs are empty.
 */
@Measures(
    value = "job.reduce",
    question = "What does a whole reduce task of a job cost, and how much is left?",
    hdfs = true,
    localBytes = 3.2,
    hdfsBytes = 1)
public class JobReduceTaskBenchmark extends WholeReduceTask {
  /** The operation is this name with {@code .reduce}. */
  @Param(SampledJob.WORD_COUNT)
  String workload;

  /** Main class and arguments, as {@link SampledJob} has them. */
  @Param(SampledJob.WORD_COUNT_COMMAND)
  String command;

  @Param("")
  String jar;

  /** Bytes of the text of all maps, at most; 0 for empty map outputs. */
  @Param("134217728")
  long bytes;

  /** The text that comes with corebound, or the user's own text. */
  @Param(Corpus.OWN)
  String corpus;

  private SampledJob sampled;
  private ClassLoader loader;
  private long ifileBytes;

  @Override
  OperationMeter newMeter() {
    return new OperationMeter(SampledJob.reduceOf(workload), ByteBase.IFILE);
  }

  @Override
  ServedMapOutputs serve(LocalDirectory local) throws IOException, InterruptedException {
    sampled = SampledJob.of(command, jar);
    loader = SampledJob.loader(jar);
    Path text = text(local);
    ServedMapOutputs served =
        ServedMapOutputs.of(
            local,
            String.format(
                "job-outputs-%s-%s-of-%s",
                sampled.identity(), maps, text.getParent().getFileName()),
            maps,
            target -> make(target, text));
    int made = JobSubmission.splits(served.directory()).size();
    if (made != maps) {
      throw new OneLineException(
          String.format(
              "maps: the input format cuts %s into %s splits, not %s; take text that it can split",
              text, made, maps));
    }
    ifileBytes = bytes == 0 ? 0 : served.ifileBytes();
    return served;
  }

  /** The text; for empty outputs, as many files as there are maps, each without any. */
  private Path text(LocalDirectory local) throws IOException, InterruptedException {
    return bytes > 0
        ? SampledJob.text(local, bytes, corpus)
        : SampledJob.empty(local, maps, corpus);
  }

  private void make(Path target, Path text) throws IOException, InterruptedException {
    FileSystem local = FileSystem.getLocal(new Configuration());
    long share = Math.max(1, (Files.size(text) + maps - 1) / maps);
    JobSubmission.run(
        target,
        JobSubmission.arguments(
            local,
            new org.apache.hadoop.fs.Path(target.resolve("submitted").toUri()),
            target,
            sampled,
            new org.apache.hadoop.fs.Path(text.toUri()),
            1,
            "fs.local.block.size=" + share,
            "mapreduce.input.fileinputformat.split.maxsize=" + share));
    ChildJvm.run(JobMapOutputs.class, target.toString(), jar);
    LocalDirectory.delete(target.resolve("submitted"));
  }

  @Override
  JobConf job(Configuration hadoop) {
    return TaskJob.submitted(hadoop, outputs.directory(), loader, output().toString(), factor);
  }

  @Benchmark
  public void run() throws IOException, InterruptedException, ClassNotFoundException {
    LastCounters counters = new LastCounters();
    TaskUmbilicalProtocol umbilical = outputs.master(counters).protocol();
    meter.begin();
    runTask(umbilical);
    meter.end(counters.get(TaskCounter.REDUCE_INPUT_RECORDS), ifileBytes);
    meter.report("reduce_input_records", counters.get(TaskCounter.REDUCE_INPUT_RECORDS), "records");
    meter.report(
        "reduce_output_records", counters.get(TaskCounter.REDUCE_OUTPUT_RECORDS), "records");
    meter.report("reduce_input_bytes", ifileBytes, "B");
    meter.report("output_bytes", hdfs.fileSystem().getContentSummary(output()).getLength(), "B");
    meter.report("maps", maps, "maps");
  }
}
