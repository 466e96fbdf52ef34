package io.corebound.records.run;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Figures in the fewest bytes that hold each of them exactly. Tools print few decimals: figures
 * that are whole numbers of hundredths (or of any power of ten down to a thousand-millionth) are
 * kept as those whole numbers, in one, two, four or eight bytes each as far as they lie apart;
 * others as they are.
 */
abstract class Column {
  private static final int MOST_DECIMALS = 9;

  /** Up to this, a figure times a power of ten, rounded, is the whole number that it stands for. */
  private static final double EXACT = 1L << 51;

  private static final double[] POWERS = powers(MOST_DECIMALS);

  static double[] powers(int most) {
    double[] powers = new double[most + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * 10;
    }
    return powers;
  }

  /** The figure at an index; NaN where there is none. */
  abstract double get(int index);

  /** Of how many decimals a figure is a whole number; -1 when it is kept as it is. */
  int decimals(int index) {
    return -1;
  }

  /**
   * The figure in units of a one with {@link #decimals} zeros behind the point; meaningless for
   * NaN.
   */
  long whole(int index) {
    return 0;
  }

  /** Keeps the first of some figures. */
  static Column of(double[] figures, int count) {
    int decimals = 0;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      double figure = figures[i];
      if (!Double.isNaN(figure)) {
        while (decimals <= MOST_DECIMALS && !isWhole(figure, POWERS[decimals])) {
          decimals++;
        }
        if (decimals > MOST_DECIMALS) {
          return new Plain(Arrays.copyOf(figures, count));
        }
        low = Math.min(low, figure);
        high = Math.max(high, figure);
      }
    }
    double power = POWERS[decimals];
    if (low <= high && Math.max(Math.abs(low), Math.abs(high)) * power >= EXACT) {
      // a large figure that came before one with many decimals
      return new Plain(Arrays.copyOf(figures, count));
    }
    // 0 is for NaN
    long base = low <= high ? Math.round(low * power) - 1 : 0;
    long range = low <= high ? Math.round(high * power) - base : 0;
    long[] codes = new long[count];
    for (int i = 0; i < count; i++) {
      codes[i] = Double.isNaN(figures[i]) ? 0 : Math.round(figures[i] * power) - base;
    }
    return packed(codes, range, base, decimals);
  }

  /** Whether a figure is given back exactly by a whole number of that fraction of one. */
  private static boolean isWhole(double figure, double power) {
    double scaled = Math.rint(figure * power);
    // the cast takes the sign of a zero, so that a negative zero is not taken for a zero
    return Math.abs(scaled) < EXACT
        && Double.doubleToRawLongBits((long) scaled / power) == Double.doubleToRawLongBits(figure);
  }

  private static Column packed(long[] codes, long range, long base, int decimals) {
    if (range <= 0xFF) {
      byte[] bytes = new byte[codes.length];
      for (int i = 0; i < codes.length; i++) {
        bytes[i] = (byte) codes[i];
      }
      return new Decimals(base, decimals, i -> bytes[i] & 0xFF);
    }
    if (range <= 0xFFFF) {
      char[] chars = new char[codes.length];
      for (int i = 0; i < codes.length; i++) {
        chars[i] = (char) codes[i];
      }
      return new Decimals(base, decimals, i -> chars[i]);
    }
    if (range <= 0xFFFFFFFFL) {
      int[] ints = new int[codes.length];
      for (int i = 0; i < codes.length; i++) {
        ints[i] = (int) codes[i];
      }
      return new Decimals(base, decimals, i -> ints[i] & 0xFFFFFFFFL);
    }
    return new Decimals(base, decimals, i -> codes[i]);
  }

  /** Columns one after the other, each of {@code 2^shift} figures but for the last. */
  static Column of(List<Column> parts, int shift) {
    return new Parts(parts.toArray(Column[]::new), shift);
  }

  private static final class Parts extends Column {
    private final Column[] parts;
    private final int shift;
    private final int mask;

    Parts(Column[] parts, int shift) {
      this.parts = parts;
      this.shift = shift;
      this.mask = (1 << shift) - 1;
    }

    @Override
    double get(int index) {
      return parts[index >> shift].get(index & mask);
    }

    @Override
    int decimals(int index) {
      return parts[index >> shift].decimals(index & mask);
    }

    @Override
    long whole(int index) {
      return parts[index >> shift].whole(index & mask);
    }
  }

  private static final class Plain extends Column {
    private final double[] figures;

    Plain(double[] figures) {
      this.figures = figures;
    }

    @Override
    double get(int index) {
      return figures[index];
    }
  }

  private static final class Decimals extends Column {
    private final long base;
    private final int decimals;
    private final double power;
    private final IntToLongFunction codes;

    Decimals(long base, int decimals, IntToLongFunction codes) {
      this.base = base;
      this.decimals = decimals;
      this.power = POWERS[decimals];
      this.codes = codes;
    }

    @Override
    int decimals(int index) {
      return decimals;
    }

    @Override
    long whole(int index) {
      return base + codes.applyAsLong(index);
    }

    @Override
    double get(int index) {
      long code = codes.applyAsLong(index);
      return code == 0 ? Double.NaN : (base + code) / power;
    }
  }
}
