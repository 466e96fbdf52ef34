package io.corebound.jobs;

import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.ToolRunner;

/**
 * Groups words by their length, without a combiner, so that the whole input is shuffled: GroupBy of
 * Daikoku, Kawashima, Tatebe, section 5.1. Instead of the groups it writes how many words each has
 * and a checksum of them.
 */
public final class GroupBy extends TextTool {
  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new GroupBy(), arguments));
  }

  /** As a {@code Tool}. */
  public GroupBy() {
    super("group-by");
  }

  @Override
  void set(Job job) {
    job.setMapperClass(LengthMapper.class);
    job.setReducerClass(GroupReducer.class);
    job.setOutputKeyClass(IntWritable.class);
    job.setOutputValueClass(Text.class);
  }

  /** Writes each word under its length in bytes. */
  public static final class LengthMapper extends Mapper<LongWritable, Text, IntWritable, Text> {
    private final IntWritable length = new IntWritable();
    private final Text word = new Text();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      StringTokenizer words = new StringTokenizer(line.toString());
      while (words.hasMoreTokens()) {
        word.set(words.nextToken());
        length.set(word.getLength());
        context.write(length, word);
      }
    }
  }

  /** Writes the number of words, a tab, and the sum of their {@link String#hashCode}. */
  public static final class GroupReducer extends Reducer<IntWritable, Text, IntWritable, Text> {
    @Override
    protected void reduce(IntWritable length, Iterable<Text> words, Context context)
        throws IOException, InterruptedException {
      long count = 0;
      long sum = 0;
      for (Text word : words) {
        count++;
        sum += word.toString().hashCode();
      }
      context.write(length, new Text(count + "\t" + sum));
    }
  }
}
