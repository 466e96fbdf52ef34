package io.corebound.collector;

import java.util.Random;
import java.util.function.BiFunction;
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
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;

/** Keys that the collector serves, with values near the borders of each type. */
enum KeyType {
  TEXT(Text.class, (r, size) -> new Text(text(r, size))),
  BYTES(BytesWritable.class, (r, size) -> new BytesWritable(bytes(r, size))),
  BYTE(ByteWritable.class, (r, size) -> new ByteWritable((byte) r.nextInt())),
  SHORT(ShortWritable.class, (r, size) -> new ShortWritable((short) r.nextInt())),
  INT(IntWritable.class, (r, size) -> new IntWritable((int) number(r))),
  LONG(LongWritable.class, (r, size) -> new LongWritable(number(r))),
  DECREASING(
      LongWritable.class,
      (r, size) -> new LongWritable(number(r)),
      LongWritable.DecreasingComparator.class),
  FLOAT(FloatWritable.class, (r, size) -> new FloatWritable(Float.intBitsToFloat((int) number(r)))),
  DOUBLE(DoubleWritable.class, (r, size) -> new DoubleWritable(real(r))),
  VINT(VIntWritable.class, (r, size) -> new VIntWritable((int) number(r))),
  VLONG(VLongWritable.class, (r, size) -> new VLongWritable(number(r))),
  BOOLEAN(BooleanWritable.class, (r, size) -> new BooleanWritable(r.nextBoolean())),
  MD5(MD5Hash.class, (r, size) -> new MD5Hash(exactly(r, MD5Hash.MD5_LEN))),
  NULL(NullWritable.class, (r, size) -> NullWritable.get());

  private static final double[] REALS = {
    0.0,
    -0.0,
    1,
    -1,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE
  };

  final Class<? extends Writable> keyClass;
  private final BiFunction<Random, Integer, Writable> maker;
  private final @SuppressWarnings("rawtypes") Class<? extends RawComparator> comparator;

  KeyType(Class<? extends Writable> keyClass, BiFunction<Random, Integer, Writable> maker) {
    this(keyClass, maker, null);
  }

  KeyType(
      Class<? extends Writable> keyClass,
      BiFunction<Random, Integer, Writable> maker,
      @SuppressWarnings("rawtypes") Class<? extends RawComparator> comparator) {
    this.keyClass = keyClass;
    this.maker = maker;
    this.comparator = comparator;
  }

  /** A key; those without a fixed size have at most so many bytes. */
  Writable key(Random random, int mostBytes) {
    return maker.apply(random, mostBytes);
  }

  void set(JobConf job) {
    job.setMapOutputKeyClass(keyClass);
    if (comparator != null) {
      job.setOutputKeyComparatorClass(comparator);
    }
  }

  private static byte[] text(Random random, int mostBytes) {
    byte[] bytes = bytes(random, mostBytes);
    for (int i = 0; i < bytes.length; i++) {
      // few letters, so that beginnings are equal; and 0, which ends no text
      bytes[i] = bytes[i] == 0 ? 0 : (byte) ('a' + (bytes[i] == 1 ? 1 : 0));
    }
    return bytes;
  }

  static byte[] bytes(Random random, int mostBytes) {
    return exactly(random, random.nextInt(mostBytes + 1));
  }

  private static byte[] exactly(Random random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    for (int i = 0; i < count; i++) {
      bytes[i] = random.nextInt(4) == 0 ? 0 : bytes[i];
    }
    return bytes;
  }

  private static long number(Random random) {
    // of every magnitude and both signs
    return random.nextLong() >> random.nextInt(Long.SIZE);
  }

  private static double real(Random random) {
    int which = random.nextInt(2 * REALS.length);
    return which < REALS.length ? REALS[which] : Double.longBitsToDouble(random.nextLong());
  }
}
