package io.corebound.jobs;

import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Reads what a sort of sequence files had as its input and left as its output, each file whole and
 * in order. For each file it writes a line: the folder's name, the file's, its records, those that
 * are less than the one before, and the sum of the checksums of all records.
 */
public final class SortCheck extends Configured implements Tool {
  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new SortCheck(), arguments));
  }

  @Override
  public int run(String[] arguments)
      throws IOException, InterruptedException, ClassNotFoundException {
    if (arguments.length != 3) {
      System.err.println("usage: " + SortCheck.class.getName() + " INPUT SORTED RESULT");
      return 2;
    }
    Job job = Job.getInstance(getConf(), "sort-check");
    job.setJarByClass(SortCheck.class);
    job.setInputFormatClass(WholeFiles.class);
    job.setMapperClass(Sums.class);
    job.setNumReduceTasks(1);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    WholeFiles.addInputPath(job, new Path(arguments[0]));
    WholeFiles.addInputPath(job, new Path(arguments[1]));
    FileOutputFormat.setOutputPath(job, new Path(arguments[2]));
    return job.waitForCompletion(true) ? 0 : 1;
  }

  /** Sequence files that are not split, as the order goes on from block to block. */
  public static final class WholeFiles
      extends SequenceFileInputFormat<BytesWritable, BytesWritable> {
    @Override
    protected boolean isSplitable(JobContext job, Path file) {
      return false;
    }
  }

  /** Sums up a file. */
  public static final class Sums extends Mapper<BytesWritable, BytesWritable, Text, NullWritable> {
    private final BytesWritable last = new BytesWritable();
    private final CRC32 checksum = new CRC32();
    private long records;
    private long outOfOrder;
    private long sum;

    @Override
    protected void map(BytesWritable key, BytesWritable value, Context context) {
      if (records++ > 0 && key.compareTo(last) < 0) {
        outOfOrder++;
      }
      last.set(key);
      checksum.reset();
      checksum.update(key.getBytes(), 0, key.getLength());
      checksum.update(value.getBytes(), 0, value.getLength());
      sum += checksum.getValue();
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      InputSplit split = context.getInputSplit();
      Path file = ((FileSplit) split).getPath();
      context.write(
          new Text(
              String.format(
                  "%s %s %s %s %s",
                  file.getParent().getName(), file.getName(), records, outOfOrder, sum)),
          NullWritable.get());
    }
  }
}
