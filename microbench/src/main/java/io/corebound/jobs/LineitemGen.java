package io.corebound.jobs;

import io.trino.tpch.GenerateUtils;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.OrderGenerator;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Makes the LINEITEM table of TPC-H of a scale factor, as dbgen does, in a number of files, a map
 * each, and counts the rows that a selection will find, by their dates and not by their text. A map
 * needs about a GB of heap, for the text that comments are taken from.
 */
public final class LineitemGen extends Configured implements Tool {
  private static final String SCALE_FACTOR = "corebound.lineitem.scale-factor";
  private static final String FILES = "corebound.lineitem.files";
  private static final String SELECTIVITY = "corebound.lineitem.selectivity";

  /** What it counts of the rows that it makes. */
  public enum Made {
    ROWS,
    BYTES,
    SELECTED
  }

  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new LineitemGen(), arguments));
  }

  @Override
  public int run(String[] arguments)
      throws IOException, InterruptedException, ClassNotFoundException {
    if (arguments.length != 4) {
      System.err.println(
          "usage: " + LineitemGen.class.getName() + " SCALE-FACTOR FILES SELECTIVITY OUTPUT");
      return 2;
    }
    return job(arguments).waitForCompletion(true) ? 0 : 1;
  }

  /** The job of a scale factor, a number of files, a selectivity and an output. */
  Job job(String... arguments) throws IOException {
    Job job = Job.getInstance(getConf(), "lineitem-gen");
    job.getConfiguration().setDouble(SCALE_FACTOR, Double.parseDouble(arguments[0]));
    job.getConfiguration().setInt(FILES, Integer.parseInt(arguments[1]));
    job.getConfiguration().setDouble(SELECTIVITY, Double.parseDouble(arguments[2]));
    job.setJarByClass(LineitemGen.class);
    job.setInputFormatClass(Parts.class);
    job.setMapperClass(Lines.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    FileOutputFormat.setOutputPath(job, new Path(arguments[3]));
    return job;
  }

  /** Writes rows as text. */
  public static final class Lines extends Mapper<NullWritable, LineItem, NullWritable, Text> {
    private final Text line = new Text();
    private ShipDates dates;
    private long rows;
    private long bytes;
    private long selected;

    @Override
    protected void setup(Context context) {
      dates = ShipDates.of(context.getConfiguration().getDouble(SELECTIVITY, 0));
    }

    @Override
    protected void map(NullWritable key, LineItem row, Context context)
        throws IOException, InterruptedException {
      line.set(row.toLine());
      context.write(key, line);
      rows++;
      bytes += line.getLength() + 1;
      selected += dates.has(row.getShipDate()) ? 1 : 0;
    }

    @Override
    protected void cleanup(Context context) {
      context.getCounter(Made.ROWS).increment(rows);
      context.getCounter(Made.BYTES).increment(bytes);
      context.getCounter(Made.SELECTED).increment(selected);
    }
  }

  /** The table in parts of equally many orders. */
  public static final class Parts extends InputFormat<NullWritable, LineItem> {
    @Override
    public List<InputSplit> getSplits(JobContext job) {
      List<InputSplit> parts = new ArrayList<>();
      for (int number = 1; number <= job.getConfiguration().getInt(FILES, 1); number++) {
        parts.add(new Part(number));
      }
      return parts;
    }

    @Override
    public RecordReader<NullWritable, LineItem> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new Rows();
    }
  }

  /** One of them, counted from 1. */
  public static final class Part extends InputSplit implements Writable {
    private int number;

    /** For Hadoop, which then reads its fields. */
    public Part() {}

    Part(int number) {
      this.number = number;
    }

    @Override
    public long getLength() {
      return 0;
    }

    @Override
    public String[] getLocations() {
      return new String[0];
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeInt(number);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      number = in.readInt();
    }
  }

  /** The rows of a part. */
  private static final class Rows extends RecordReader<NullWritable, LineItem> {
    private Iterator<LineItem> rows;
    private LineItem row;
    private long firstOrder;
    private long orders;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {
      double scale = context.getConfiguration().getDouble(SCALE_FACTOR, 0);
      int files = context.getConfiguration().getInt(FILES, 1);
      int part = ((Part) split).number;
      firstOrder = GenerateUtils.calculateStartIndex(OrderGenerator.SCALE_BASE, scale, part, files);
      orders = GenerateUtils.calculateRowCount(OrderGenerator.SCALE_BASE, scale, part, files);
      rows = new LineItemGenerator(scale, part, files).iterator();
    }

    @Override
    public boolean nextKeyValue() {
      row = rows.hasNext() ? rows.next() : null;
      return row != null;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public LineItem getCurrentValue() {
      return row;
    }

    @Override
    public float getProgress() {
      return row == null || orders == 0 ? 0 : (float) (row.getRowNumber() - firstOrder) / orders;
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
