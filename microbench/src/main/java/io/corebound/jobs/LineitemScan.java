package io.corebound.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Reads TPC-H's LINEITEM, as text with bars between the fields, and leaves nothing: a job of maps
 * alone that do nothing with a row, or with a selectivity select that part of the rows by {@code
 * l_shipdate} and count them. (Yamada, Goda, Kitsuregawa: An Experimental Study on I/O Performance
 * in Parallel Data Processing Platform, Job1 and Job2.)
 */
public final class LineitemScan extends Configured implements Tool {
  /** Whether checksums are read and verified. */
  static final String CHECKSUM = "corebound.lineitem.checksum";

  private static final String SELECTIVITY = "corebound.lineitem.selectivity";

  /** Rows that the selection counts. */
  public enum Rows {
    SELECTED,
    /** It has no date where {@code l_shipdate} should be. */
    WITHOUT_DATE
  }

  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new LineitemScan(), arguments));
  }

  @Override
  public int run(String[] arguments)
      throws IOException, InterruptedException, ClassNotFoundException {
    if (arguments.length != 1 && arguments.length != 2) {
      System.err.println("usage: " + LineitemScan.class.getName() + " INPUT [SELECTIVITY]");
      return 2;
    }
    return job(arguments).waitForCompletion(true) ? 0 : 1;
  }

  /** The job of an input and, where rows are selected, a selectivity. */
  Job job(String... arguments) throws IOException {
    Job job = Job.getInstance(getConf(), "lineitem-scan");
    job.setJarByClass(LineitemScan.class);
    job.setInputFormatClass(Lines.class);
    job.setMapperClass(Nothing.class);
    if (arguments.length == 2) {
      double selectivity = Double.parseDouble(arguments[1]);
      // refused here, before a map is
      ShipDates.of(selectivity);
      job.getConfiguration().setDouble(SELECTIVITY, selectivity);
      job.setMapperClass(Selection.class);
    }
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(NullOutputFormat.class);
    FileInputFormat.addInputPath(job, new Path(arguments[0]));
    return job;
  }

  /** Lines of text, as TextInputFormat has them, with or without checksums. */
  public static final class Lines extends FileInputFormat<LongWritable, Text> {
    @Override
    public RecordReader<LongWritable, Text> createRecordReader(
        InputSplit split, TaskAttemptContext context) throws IOException {
      Configuration settings = context.getConfiguration();
      // of the file system that the reader gets, too: there is one for all of a task
      ((FileSplit) split)
          .getPath()
          .getFileSystem(settings)
          .setVerifyChecksum(settings.getBoolean(CHECKSUM, true));
      return new LineRecordReader();
    }
  }

  /** Leaves every row out. */
  public static final class Nothing extends Mapper<LongWritable, Text, NullWritable, NullWritable> {
    @Override
    protected void map(LongWritable offset, Text row, Context context) {
      // reading is all
    }
  }

  /** Counts the rows that were shipped on one of some days. */
  public static final class Selection
      extends Mapper<LongWritable, Text, NullWritable, NullWritable> {
    /** Fields before {@code l_shipdate}. */
    private static final int BEFORE = 10;

    private byte[] from;
    private byte[] until;
    private long selected;
    private long withoutDate;

    @Override
    protected void setup(Context context) {
      ShipDates dates = ShipDates.of(context.getConfiguration().getDouble(SELECTIVITY, 0));
      from = dates.from.toString().getBytes(StandardCharsets.US_ASCII);
      until = dates.until.toString().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    protected void map(LongWritable offset, Text row, Context context) {
      byte[] bytes = row.getBytes();
      int length = row.getLength();
      int date = dateAt(bytes, length);
      if (date < 0) {
        withoutDate++;
      } else if (compare(bytes, date, from) >= 0 && compare(bytes, date, until) < 0) {
        selected++;
      }
    }

    /** Where {@code l_shipdate} begins; -1 without such a field of a date's length. */
    private int dateAt(byte[] row, int length) {
      int bars = 0;
      int at = 0;
      while (at < length && bars < BEFORE) {
        bars += row[at++] == '|' ? 1 : 0;
      }
      int end = at + from.length;
      return bars == BEFORE && end < length && row[end] == '|' ? at : -1;
    }

    /** Dates of the form 1995-06-05 are in order as text. */
    private static int compare(byte[] row, int at, byte[] date) {
      for (int i = 0; i < date.length; i++) {
        if (row[at + i] != date[i]) {
          return row[at + i] - date[i];
        }
      }
      return 0;
    }

    @Override
    protected void cleanup(Context context) {
      context.getCounter(Rows.SELECTED).increment(selected);
      context.getCounter(Rows.WITHOUT_DATE).increment(withoutDate);
    }
  }
}
