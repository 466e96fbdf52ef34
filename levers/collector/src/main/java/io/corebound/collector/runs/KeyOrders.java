package io.corebound.collector.runs;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;

/** The comparators whose order of serialized keys is known. */
public final class KeyOrders {
  /**
   * The user's own comparators that compare serialized keys, all their bytes, as numbers from 0 to
   * 255: names of classes with commas between. Nothing checks that they do.
   */
  public static final String BYTEWISE = "corebound.collector.bytewise.comparators";

  private static final Map<Class<?>, Known> OF_COMPARATOR = new HashMap<>();

  /** Keys without a comparator of their own for bytes: Hadoop deserializes and compares them. */
  private static final Map<Class<?>, Known> OF_KEY = new HashMap<>();

  static {
    bytes(Text.class, Text.Comparator.class, BytesOrder.Header.VARIABLE);
    bytes(BytesWritable.class, BytesWritable.Comparator.class, BytesOrder.Header.FOUR_BYTES);
    bytes(MD5Hash.class, MD5Hash.Comparator.class, BytesOrder.Header.NONE);
    bytes(BooleanWritable.class, BooleanWritable.Comparator.class, BytesOrder.Header.NONE);
    bytes(NullWritable.class, NullWritable.Comparator.class, BytesOrder.Header.NONE);
    number(ByteWritable.class, ByteWritable.Comparator.class, NumberOrder.Kind.BYTE, false);
    number(ShortWritable.class, ShortWritable.Comparator.class, NumberOrder.Kind.SHORT, false);
    number(IntWritable.class, IntWritable.Comparator.class, NumberOrder.Kind.INT, false);
    number(LongWritable.class, LongWritable.Comparator.class, NumberOrder.Kind.LONG, false);
    number(
        LongWritable.class, LongWritable.DecreasingComparator.class, NumberOrder.Kind.LONG, true);
    number(FloatWritable.class, FloatWritable.Comparator.class, NumberOrder.Kind.FLOAT, false);
    number(DoubleWritable.class, DoubleWritable.Comparator.class, NumberOrder.Kind.DOUBLE, false);
    for (Class<?> key : Arrays.<Class<?>>asList(VIntWritable.class, VLongWritable.class)) {
      OF_KEY.put(key, new Known(key, p -> new NumberOrder(NumberOrder.Kind.VARIABLE, false, p)));
    }
  }

  private KeyOrders() {}

  private static void bytes(Class<?> key, Class<?> comparator, BytesOrder.Header header) {
    OF_COMPARATOR.put(comparator, new Known(key, p -> new BytesOrder(header, p)));
  }

  private static void number(
      Class<?> key, Class<?> comparator, NumberOrder.Kind kind, boolean decreasing) {
    OF_COMPARATOR.put(comparator, new Known(key, p -> new NumberOrder(kind, decreasing, p)));
  }

  /**
   * The order of a job's keys.
   *
   * @throws UnservedJobException when it is not known
   */
  public static KeyOrder of(JobConf job, int partitionBits) throws UnservedJobException {
    RawComparator<?> comparator = job.getOutputKeyComparator();
    Class<?> name = comparator.getClass();
    Class<?> key = job.getMapOutputKeyClass();
    Known known =
        (name == WritableComparator.class ? OF_KEY : OF_COMPARATOR)
            .get(name == WritableComparator.class ? key : name);
    if (known != null && known.key == key) {
      return known.order.apply(partitionBits);
    }
    if (bytewise(job).contains(name.getName())) {
      return new BytesOrder(BytesOrder.Header.NONE, partitionBits);
    }
    throw new UnservedJobException(
        String.format(
            "no order of bytes is known for keys %s with comparator %s; %s names those that"
                + " compare serialized keys byte by byte",
            key.getName(), name.getName(), BYTEWISE));
  }

  private static Collection<String> bytewise(JobConf job) {
    String[] names = job.getTrimmedStrings(BYTEWISE);
    return names == null ? Collections.emptyList() : Arrays.asList(names);
  }

  private static final class Known {
    final Class<?> key;
    final IntFunction<KeyOrder> order;

    Known(Class<?> key, IntFunction<KeyOrder> order) {
      this.key = key;
      this.order = order;
    }
  }
}
