package io.corebound.microbench.serialize;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.VLongWritable;

/**
 * Hadoop's Writables of the basic types. A value of any of them is kept as a {@code long}: integers
 * as they are, a boolean as 0 or 1, a floating-point number as its bits. Each constant has loops of
 * its own, so that nothing in them depends on the type but Hadoop's calls.
 */
enum BasicType {
  BOOLEAN {
    @Override
    long draw(SplittableRandom random) {
      return random.nextInt(2);
    }

    @Override
    void lay(long value, ByteBuffer target) {
      target.put((byte) value);
    }

    @Override
    void write(long[] values, int count, DataOutputBuffer out) throws IOException {
      BooleanWritable writable = new BooleanWritable();
      for (int i = 0; i < count; i++) {
        writable.set(values[i] != 0);
        writable.write(out);
      }
    }

    @Override
    long read(int count, DataInputBuffer in) throws IOException {
      BooleanWritable writable = new BooleanWritable();
      long sum = 0;
      for (int i = 0; i < count; i++) {
        writable.readFields(in);
        sum = mix(sum, writable.get() ? 1 : 0);
      }
      return sum;
    }
  },

  BYTE {
    @Override
    long draw(SplittableRandom random) {
      return (byte) random.nextInt();
    }

    @Override
    void lay(long value, ByteBuffer target) {
      target.put((byte) value);
    }

    @Override
    void write(long[] values, int count, DataOutputBuffer out) throws IOException {
      ByteWritable writable = new ByteWritable();
      for (int i = 0; i < count; i++) {
        writable.set((byte) values[i]);
        writable.write(out);
      }
    }

    @Override
    long read(int count, DataInputBuffer in) throws IOException {
      ByteWritable writable = new ByteWritable();
      long sum = 0;
      for (int i = 0; i < count; i++) {
        writable.readFields(in);
        sum = mix(sum, writable.get());
      }
      return sum;
    }
  },

  SHORT {
    @Override
    long draw(SplittableRandom random) {
      return (short) random.nextInt();
    }

    @Override
    void lay(long value, ByteBuffer target) {
      target.putShort((short) value);
    }

    @Override
    void write(long[] values, int count, DataOutputBuffer out) throws IOException {
      ShortWritable writable = new ShortWritable();
      for (int i = 0; i < count; i++) {
        writable.set((short) values[i]);
        writable.write(out);
      }
    }

    @Override
    long read(int count, DataInputBuffer in) throws IOException {
      ShortWritable writable = new ShortWritable();
      long sum = 0;
      for (int i = 0; i < count; i++) {
        writable.readFields(in);
        sum = mix(sum, writable.get());
      }
      return sum;
    }
  },

  INT {
    @Override
    long draw(SplittableRandom random) {
      return random.nextInt();
    }

    @Override
    void lay(long value, ByteBuffer target) {
      target.putInt((int) value);
    }

    @Override
    void write(long[] values, int count, DataOutputBuffer out) throws IOException {
      IntWritable writable = new IntWritable();
      for (int i = 0; i < count; i++) {
        writable.set((int) values[i]);
        writable.write(out);
      }
    }

    @Override
    long read(int count, DataInputBuffer in) throws IOException {
      IntWritable writable = new IntWritable();
      long sum = 0;
      for (int i = 0; i < count; i++) {
        writable.readFields(in);
        sum = mix(sum, writable.get());
      }
      return sum;
    }
  },

  /** Magnitudes of 0 to 31 bits, each as frequent, of either sign: 1 to 5 bytes. */
  VINT {
    @Override
    long draw(SplittableRandom random) {
      return ofAnyLength(random, Integer.SIZE - 1);
    }

    @Override
    void lay(long value, ByteBuffer target) {
      layVariable(value, target);
    }

    @Override
    void write(long[] values, int count, DataOutputBuffer out) throws IOException {
      VIntWritable writable = new VIntWritable();
      for (int i = 0; i < count; i++) {
        writable.set((int) values[i]);
        writable.write(out);
      }
    }

    @Override
    long read(int count, DataInputBuffer in) throws IOException {
      VIntWritable writable = new VIntWritable();
      long sum = 0;
      for (int i = 0; i < count; i++) {
        writable.readFields(in);
        sum = mix(sum, writable.get());
      }
      return sum;
    }
  },

  LONG {
    @Override
    long draw(SplittableRandom random) {
      return random.nextLong();
    }

    @Override
    void lay(long value, ByteBuffer target) {
      target.putLong(value);
    }

    @Override
    void write(long[] values, int count, DataOutputBuffer out) throws IOException {
      LongWritable writable = new LongWritable();
      for (int i = 0; i < count; i++) {
        writable.set(values[i]);
        writable.write(out);
      }
    }

    @Override
    long read(int count, DataInputBuffer in) throws IOException {
      LongWritable writable = new LongWritable();
      long sum = 0;
      for (int i = 0; i < count; i++) {
        writable.readFields(in);
        sum = mix(sum, writable.get());
      }
      return sum;
    }
  },

  /** Magnitudes of 0 to 63 bits, each as frequent, of either sign: 1 to 9 bytes. */
  VLONG {
    @Override
    long draw(SplittableRandom random) {
      return ofAnyLength(random, Long.SIZE - 1);
    }

    @Override
    void lay(long value, ByteBuffer target) {
      layVariable(value, target);
    }

    @Override
    void write(long[] values, int count, DataOutputBuffer out) throws IOException {
      VLongWritable writable = new VLongWritable();
      for (int i = 0; i < count; i++) {
        writable.set(values[i]);
        writable.write(out);
      }
    }

    @Override
    long read(int count, DataInputBuffer in) throws IOException {
      VLongWritable writable = new VLongWritable();
      long sum = 0;
      for (int i = 0; i < count; i++) {
        writable.readFields(in);
        sum = mix(sum, writable.get());
      }
      return sum;
    }
  },

  FLOAT {
    @Override
    long draw(SplittableRandom random) {
      return Float.floatToRawIntBits((float) random.nextDouble(-1e6, 1e6));
    }

    @Override
    void lay(long value, ByteBuffer target) {
      target.putInt((int) value);
    }

    @Override
    void write(long[] values, int count, DataOutputBuffer out) throws IOException {
      FloatWritable writable = new FloatWritable();
      for (int i = 0; i < count; i++) {
        writable.set(Float.intBitsToFloat((int) values[i]));
        writable.write(out);
      }
    }

    @Override
    long read(int count, DataInputBuffer in) throws IOException {
      FloatWritable writable = new FloatWritable();
      long sum = 0;
      for (int i = 0; i < count; i++) {
        writable.readFields(in);
        sum = mix(sum, Float.floatToRawIntBits(writable.get()));
      }
      return sum;
    }
  },

  DOUBLE {
    @Override
    long draw(SplittableRandom random) {
      return Double.doubleToRawLongBits(random.nextDouble(-1e6, 1e6));
    }

    @Override
    void lay(long value, ByteBuffer target) {
      target.putLong(value);
    }

    @Override
    void write(long[] values, int count, DataOutputBuffer out) throws IOException {
      DoubleWritable writable = new DoubleWritable();
      for (int i = 0; i < count; i++) {
        writable.set(Double.longBitsToDouble(values[i]));
        writable.write(out);
      }
    }

    @Override
    long read(int count, DataInputBuffer in) throws IOException {
      DoubleWritable writable = new DoubleWritable();
      long sum = 0;
      for (int i = 0; i < count; i++) {
        writable.readFields(in);
        sum = mix(sum, Double.doubleToRawLongBits(writable.get()));
      }
      return sum;
    }
  };

  /** The most bytes that a value of any type takes. */
  static final int MOST_BYTES = 9;

  /** As operations and parameters name it: {@code vint}. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A value at random. */
  abstract long draw(SplittableRandom random);

  /** Lays a value out as Hadoop serializes it, without Hadoop's help. */
  abstract void lay(long value, ByteBuffer target);

  /** Serializes values, one after the other. */
  abstract void write(long[] values, int count, DataOutputBuffer out) throws IOException;

  /** Deserializes values, and {@linkplain #mix mixes} them all. */
  abstract long read(int count, DataInputBuffer in) throws IOException;

  /**
   * Takes one more value into a sum: every value has to be deserialized for it, for the price of an
   * addition; handing each to a {@code Blackhole} is a call on JDKs before 17.
   */
  static long mix(long sum, long value) {
    return sum + value;
  }

  private static long ofAnyLength(SplittableRandom random, int mostBits) {
    int bits = random.nextInt(mostBits + 1);
    long magnitude = bits == 0 ? 0 : 1L << bits - 1 | random.nextLong() & (1L << bits - 1) - 1;
    return random.nextBoolean() ? magnitude : ~magnitude;
  }

  /**
   * The format of {@code WritableUtils.writeVLong}: -112 to 127 in one byte; else a byte that says
   * sign and length (-113 to -120: 1 to 8 bytes follow; -121 to -128: of a negative number's
   * complement), then the magnitude, most significant byte first.
   */
  private static void layVariable(long value, ByteBuffer target) {
    if (value >= -112 && value <= 127) {
      target.put((byte) value);
      return;
    }
    long magnitude = value < 0 ? ~value : value;
    int bytes = (Long.SIZE - Long.numberOfLeadingZeros(magnitude) + 7) / 8;
    target.put((byte) ((value < 0 ? -120 : -112) - bytes));
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
      target.put((byte) (magnitude >> shift));
    }
  }
}
