package io.corebound.jobs;

import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ToolRunner;

/**
 * Counts each pair of adjacent words of a line, with a combiner: BiGram Count of Daikoku,
 * Kawashima, Tatebe, a study of the shuffle for in-memory MapReduce, section 5.3. As in the paper's
 * code the pairs of a line overlap, and the word of a line with one word counts alone.
 */
public final class BigramCount extends TextTool {
  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new BigramCount(), arguments));
  }

  /** As a {@code Tool}. */
  public BigramCount() {
    super("bigram-count");
  }

  @Override
  void set(Job job) {
    job.setMapperClass(BigramMapper.class);
    job.setCombinerClass(WordCount.IntSumReducer.class);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
  }

  /** Writes 1 for each pair. */
  public static final class BigramMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);

    private final Text bigram = new Text();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      StringTokenizer words = new StringTokenizer(line.toString());
      if (!words.hasMoreTokens()) {
        return;
      }
      String first = words.nextToken();
      if (!words.hasMoreTokens()) {
        bigram.set(first);
        context.write(bigram, ONE);
      }
      while (words.hasMoreTokens()) {
        String second = words.nextToken();
        bigram.set(first + " " + second);
        context.write(bigram, ONE);
        first = second;
      }
    }
  }
}
