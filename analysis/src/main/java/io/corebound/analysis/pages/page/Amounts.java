package io.corebound.analysis.pages.page;

import io.corebound.records.units.DataSize;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Times and core-seconds as a person says them. */
public final class Amounts {
  /** Less is nothing, to a person. */
  private static final double LEAST = 0.0005;

  private static final MathContext THREE_DIGITS = new MathContext(3);

  private Amounts() {}

  /** A unit of time. */
  private enum Unit {
    S("s", 1),
    MIN("min", 60),
    H("h", 3600);

    private final String word;
    private final double seconds;

    Unit(String word, double seconds) {
      this.word = word;
      this.seconds = seconds;
    }

    /** That of which there are one to a hundred or so. */
    static Unit of(double seconds) {
      double size = Math.abs(seconds);
      return size < 120 ? S : size < 7200 ? MIN : H;
    }

    /** Whole numbers from ten on, a decimal below. */
    String number(double seconds) {
      double number = seconds / this.seconds;
      return String.format(Locale.ROOT, Math.abs(number) < 9.95 ? "%.1f" : "%.0f", number)
          .replaceFirst("\\.0$", "")
          .replace('-', '−');
    }
  }

  /** {@code 47 min}; a dash where there is none. */
  public static String time(Double seconds) {
    return seconds == null || seconds.isNaN()
        ? Figures.NONE
        : Unit.of(seconds).number(seconds) + " " + unit(seconds);
  }

  /** Three digits, thousands apart: {@code 3,120}; a dash where there is none. */
  static String coreSeconds(Double coreS) {
    if (coreS != null && Math.abs(coreS) < LEAST) {
      return "0";
    }
    if (coreS == null || coreS.isNaN() || Math.abs(coreS) < 1000) {
      return Figures.number(coreS);
    }
    return String.format(Locale.ROOT, "%,.0f", new BigDecimal(coreS).round(THREE_DIGITS))
        .replace('-', '−');
  }

  /** {@code 7 to 11}, in the {@link #unit} of a time in between. */
  static String range(double low, double high, double between) {
    Unit unit = Unit.of(between);
    return unit.number(low) + " to " + unit.number(high);
  }

  /** The symbol of the unit that a time is said in. */
  static String unit(double seconds) {
    return Unit.of(seconds).word;
  }

  /** {@code 1.2 GB}; a dash where there is none. */
  static String data(Double bytes) {
    return bytes == null || !(bytes >= 0)
        ? Figures.NONE
        : new DataSize(Math.round(bytes)).display();
  }
}
