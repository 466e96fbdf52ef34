package io.corebound.microbench.serialize;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
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
import org.apache.hadoop.io.Writable;

/**
 * Hadoop's Writables of the basic types. A value is kept as a {@code long}: integers as they are, a
 * boolean as 0 or 1, a floating-point number as its bits. The loops are shared: a fork has one type
 * only, so that the compiler inlines its calls.
 */
enum BasicType {
  BOOLEAN(
      new Loops<>(BooleanWritable::new, (w, v) -> w.set(v != 0), w -> w.get() ? 1 : 0),
      random -> random.nextInt(2),
      1),
  BYTE(
      new Loops<>(ByteWritable::new, (w, v) -> w.set((byte) v), ByteWritable::get),
      random -> (byte) random.nextInt(),
      Byte.BYTES),
  SHORT(
      new Loops<>(ShortWritable::new, (w, v) -> w.set((short) v), ShortWritable::get),
      random -> (short) random.nextInt(),
      Short.BYTES),
  INT(
      new Loops<>(IntWritable::new, (w, v) -> w.set((int) v), IntWritable::get),
      SplittableRandom::nextInt,
      Integer.BYTES),
  /** Magnitudes of 0 to 31 bits, each as frequent, of either sign: 1 to 5 bytes. */
  VINT(
      new Loops<>(VIntWritable::new, (w, v) -> w.set((int) v), VIntWritable::get),
      random -> ofAnyLength(random, Integer.SIZE - 1),
      0),
  LONG(
      new Loops<>(LongWritable::new, LongWritable::set, LongWritable::get),
      SplittableRandom::nextLong,
      Long.BYTES),
  /** Magnitudes of 0 to 63 bits, each as frequent, of either sign: 1 to 9 bytes. */
  VLONG(
      new Loops<>(VLongWritable::new, VLongWritable::set, VLongWritable::get),
      random -> ofAnyLength(random, Long.SIZE - 1),
      0),
  FLOAT(
      new Loops<>(
          FloatWritable::new,
          (w, v) -> w.set(Float.intBitsToFloat((int) v)),
          w -> Float.floatToRawIntBits(w.get())),
      random -> Float.floatToRawIntBits((float) random.nextDouble(-1e6, 1e6)),
      Float.BYTES),
  DOUBLE(
      new Loops<>(
          DoubleWritable::new,
          (w, v) -> w.set(Double.longBitsToDouble(v)),
          w -> Double.doubleToRawLongBits(w.get())),
      random -> Double.doubleToRawLongBits(random.nextDouble(-1e6, 1e6)),
      Double.BYTES);

  /** The most bytes that a value of any type takes. */
  static final int MOST_BYTES = 9;

  private final Loops<?> loops;
  private final ToLongFunction<SplittableRandom> draw;

  /** Bytes of a value; 0 where that depends on the value. */
  private final int bytes;

  BasicType(Loops<?> loops, ToLongFunction<SplittableRandom> draw, int bytes) {
    this.loops = loops;
    this.draw = draw;
    this.bytes = bytes;
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  long draw(SplittableRandom random) {
    return draw.applyAsLong(random);
  }

  /** Lays a value out as Hadoop serializes it, without Hadoop's code. */
  void lay(long value, ByteBuffer target) {
    if (bytes == 0) {
      layVariable(value, target);
      return;
    }
    for (int shift = Byte.SIZE * (bytes - 1); shift >= 0; shift -= Byte.SIZE) {
      target.put((byte) (value >> shift));
    }
  }

  void write(long[] values, int count, DataOutputBuffer out) throws IOException {
    loops.write(values, count, out);
  }

  /**
   * Deserializes values and adds them up, so that each has to be deserialized; handing each to a
   * {@code Blackhole} is a call on JDKs before 17.
   */
  long read(int count, DataInputBuffer in) throws IOException {
    return loops.read(count, in);
  }

  private static final class Loops<W extends Writable> {
    private final Supplier<W> writables;
    private final ObjLongConsumer<W> setter;
    private final ToLongFunction<W> getter;

    Loops(Supplier<W> writables, ObjLongConsumer<W> setter, ToLongFunction<W> getter) {
      this.writables = writables;
      this.setter = setter;
      this.getter = getter;
    }

    void write(long[] values, int count, DataOutputBuffer out) throws IOException {
      W writable = writables.get();
      ObjLongConsumer<W> set = setter;
      for (int i = 0; i < count; i++) {
        set.accept(writable, values[i]);
        writable.write(out);
      }
    }

    long read(int count, DataInputBuffer in) throws IOException {
      W writable = writables.get();
      ToLongFunction<W> get = getter;
      long sum = 0;
      for (int i = 0; i < count; i++) {
        writable.readFields(in);
        sum += get.applyAsLong(writable);
      }
      return sum;
    }
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
    int length = (Long.SIZE - Long.numberOfLeadingZeros(magnitude) + 7) / 8;
    target.put((byte) ((value < 0 ? -120 : -112) - length));
    for (int shift = 8 * (length - 1); shift >= 0; shift -= 8) {
      target.put((byte) (magnitude >> shift));
    }
  }
}
