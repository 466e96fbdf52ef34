package io.corebound.jobs;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ToolRunner;

/**
 * Keeps the requests that a web server failed (status 5xx), of an access log in the common or the
 * combined format, and sorts them: a job that parses much and passes on little. Its counters say
 * how many lines have no status where it should be and how many are not UTF-8.
 */
public final class LogFilter extends TextTool {
  /** Lines that are counted and not kept. */
  public enum Left {
    /** It has no status of three digits as its ninth field. */
    WITHOUT_STATUS,
    /** It is not UTF-8; its fields are looked at all the same. */
    NOT_UTF8
  }

  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new LogFilter(), arguments));
  }

  /** As a {@code Tool}. */
  public LogFilter() {
    super("log-filter");
  }

  @Override
  void set(Job job) {
    job.setMapperClass(FailedRequests.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
  }

  /** Takes every line apart, and passes on those with a status from 500 to 599. */
  public static final class FailedRequests extends Mapper<LongWritable, Text, Text, NullWritable> {
    /** Counted from 0; a time has two fields, a request three. */
    private static final int STATUS = 8;

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      StringTokenizer fields = new StringTokenizer(text(line, context));
      String status = "";
      for (int field = 0; fields.hasMoreTokens(); field++) {
        String value = fields.nextToken();
        if (field == STATUS) {
          status = value;
        }
      }
      if (!isStatus(status)) {
        context.getCounter(Left.WITHOUT_STATUS).increment(1);
      } else if (status.charAt(0) == '5') {
        context.write(line, NullWritable.get());
      }
    }

    private static String text(Text line, Context context) {
      try {
        return Text.decode(line.getBytes(), 0, line.getLength(), false);
      } catch (CharacterCodingException e) {
        context.getCounter(Left.NOT_UTF8).increment(1);
        return line.toString();
      }
    }

    private static boolean isStatus(String field) {
      return field.length() == 3
          && field.charAt(0) >= '1'
          && field.charAt(0) <= '5'
          && Character.isDigit(field.charAt(1))
          && Character.isDigit(field.charAt(2));
    }
  }
}
