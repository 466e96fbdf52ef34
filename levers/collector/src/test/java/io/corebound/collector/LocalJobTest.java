package io.corebound.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs of Hadoop's local runner, with its own list of collectors and its shuffle. */
class LocalJobTest {
  private static final String HADOOP = MapTask.MapOutputBuffer.class.getName();
  private static final String BOTH = PrefixCollector.class.getName() + "," + HADOOP;

  @TempDir Path directory;

  /** Words with a 1. */
  public static final class Words extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      StringTokenizer words = new StringTokenizer(line.toString());
      while (words.hasMoreTokens()) {
        context.write(new Text(words.nextToken()), new LongWritable(1));
      }
    }
  }

  private Job job(String collectors, String output) throws IOException {
    Job job = Job.getInstance();
    job.getConfiguration().set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    job.getConfiguration().set("fs.defaultFS", "file:///");
    job.getConfiguration().set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    job.getConfiguration().set(MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, collectors);
    job.getConfiguration().setInt(MRJobConfig.IO_SORT_MB, 1);
    job.setMapperClass(Words.class);
    job.setCombinerClass(LongSumReducer.class);
    job.setReducerClass(LongSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input().toUri()));
    FileOutputFormat.setOutputPath(
        job, new org.apache.hadoop.fs.Path(directory.resolve(output).toUri()));
    return job;
  }

  private Path input() throws IOException {
    Path input = directory.resolve("input");
    if (!Files.exists(input)) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < 60_000; i++) {
        lines.add("word" + i * 0x9E3779B9L % 5000 + " of line " + i % 100);
      }
      Files.write(input, lines);
    }
    return input;
  }

  private byte[] output(String output) throws IOException {
    return Files.readAllBytes(directory.resolve(output).resolve("part-r-00000"));
  }

  @Test
  void wordCountIsThatOfHadoop() throws Exception {
    Job hadoop = job(HADOOP, "hadoop");
    Job prefix = job(BOTH, "prefix");

    assertThat(hadoop.waitForCompletion(false)).isTrue();
    assertThat(prefix.waitForCompletion(false)).isTrue();

    assertThat(output("prefix")).isEqualTo(output("hadoop"));
    assertThat(prefix.getCounters().findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue())
        .isEqualTo(4L * 60_000);
    assertThat(prefix.getCounters().findCounter("FileSystemCounters", "FILE_BYTES_WRITTEN"))
        .extracting(org.apache.hadoop.mapreduce.Counter::getValue)
        .isNotEqualTo(0L);
  }

  @Test
  void mergesOfSeveralMapsMakeWhatHadoopsMake() throws Exception {
    // of the same map outputs: the combiner's depend on the collector
    Job hadoop = job(BOTH, "hadoop");
    Job prefix = job(BOTH, "prefix");
    for (Job job : List.of(hadoop, prefix)) {
      FileInputFormat.setMaxInputSplitSize(job, 200_000);
      // less than all map outputs
      job.getConfiguration().setLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, 200_000);
    }
    prefix.getConfiguration().set(MRConfig.SHUFFLE_CONSUMER_PLUGIN, PrefixShuffle.class.getName());

    assertThat(hadoop.waitForCompletion(false)).isTrue();
    assertThat(prefix.waitForCompletion(false)).isTrue();

    assertThat(output("prefix")).isEqualTo(output("hadoop"));
    for (TaskCounter same :
        List.of(
            TaskCounter.SHUFFLED_MAPS,
            TaskCounter.MERGED_MAP_OUTPUTS,
            TaskCounter.REDUCE_SHUFFLE_BYTES,
            TaskCounter.REDUCE_INPUT_GROUPS,
            TaskCounter.REDUCE_INPUT_RECORDS)) {
      assertThat(counter(prefix, same)).as(same.name()).isEqualTo(counter(hadoop, same));
    }
    assertThat(counter(prefix, TaskCounter.SHUFFLED_MAPS)).isGreaterThan(3);
  }

  private static long counter(Job job, TaskCounter counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }

  @Test
  void jobThatOurMergesRefuseHasHadoopsAndTheLogSaysSoOnce() throws Exception {
    Job job = job(HADOOP, "refused");
    job.setSortComparatorClass(RefusalTest.OwnComparator.class);
    job.getConfiguration().set(MRConfig.SHUFFLE_CONSUMER_PLUGIN, PrefixShuffle.class.getName());

    List<String> warnings = warnings(PrefixShuffle.class, job);

    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0)).contains(RefusalTest.OwnComparator.class.getName());
  }

  @Test
  void jobThatIsRefusedRunsWithTheNextCollectorAndTheLogSaysSoOnce() throws Exception {
    Job job = job(BOTH, "refused");
    job.setSortComparatorClass(RefusalTest.OwnComparator.class);

    List<String> warnings = warnings(MapTask.class, job);

    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0))
        .contains(PrefixCollector.class.getName())
        .contains(RefusalTest.OwnComparator.class.getName());
  }

  /** What a class logs while a job runs to its end. */
  private static List<String> warnings(Class<?> of, Job job) throws Exception {
    Warnings warnings = new Warnings();
    Logger logger = Logger.getLogger(of);
    logger.addAppender(warnings);
    try {
      assertThat(job.waitForCompletion(false)).isTrue();
    } finally {
      logger.removeAppender(warnings);
    }
    return warnings.lines;
  }

  private static final class Warnings extends AppenderSkeleton {
    final List<String> lines = new ArrayList<>();

    @Override
    protected void append(LoggingEvent event) {
      if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
        String[] thrown = event.getThrowableStrRep();
        String trace = thrown == null ? "" : String.join("\n", thrown);
        lines.add("%s: %s".formatted(event.getRenderedMessage(), trace));
      }
    }

    @Override
    public void close() {}

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }
}
