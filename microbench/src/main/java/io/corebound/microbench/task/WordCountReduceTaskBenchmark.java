package io.corebound.microbench.task;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.corpus.Corpus;
import io.corebound.microbench.shuffle.ServedMapOutputs;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does one of WordCount's reduce tasks cost as a whole, and how many words are left? Hadoop's
 * {@code ReduceTask} itself runs, with the reducer of its example {@code WordCount}, as {@link
 * ReduceTaskBenchmark} lets TeraSort's; it combines nothing, as Hadoop takes only a combiner of the
 * older API there. Every map output has the words of its share of the text, each once. With {@code
 * bytes=0} all of them are empty.
 */
@Measures(
    value = "word-count.reduce",
    question = "What does a whole reduce task of WordCount cost, and how many words are left?",
    hdfs = true,
    localBytes = 2.2,
    hdfsBytes = 1)
public class WordCountReduceTaskBenchmark extends WholeReduceTask {
  /** Bytes of the text of all maps, at most; 0 for empty map outputs. */
  @Param("134217728")
  long bytes;

  /** The text that comes with corebound, or the user's own text. */
  @Param(Corpus.OWN)
  String corpus;

  private long ifileBytes;

  @Override
  OperationMeter newMeter() {
    return new OperationMeter("word-count.reduce", ByteBase.IFILE);
  }

  @Override
  ServedMapOutputs serve(LocalDirectory local) throws IOException, InterruptedException {
    Path text = WordCountJob.text(local, bytes, corpus);
    ServedMapOutputs served = ServedMapOutputs.ofWords(local, text, maps);
    ifileBytes = bytes == 0 ? 0 : served.ifileBytes();
    return served;
  }

  @Override
  JobConf job(Configuration hadoop) {
    return WordCountJob.of(hadoop, output(), factor, maps, 1);
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
    meter.report(
        "output_bytes",
        hdfs.fileSystem()
            .getFileStatus(new org.apache.hadoop.fs.Path(output(), "part-r-00000"))
            .getLen(),
        "B");
    meter.report("maps", maps, "maps");
  }
}
