package io.corebound.analysis.report.explain;

import io.corebound.analysis.page.Figures;
import io.corebound.records.units.DataSize;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Times and core-seconds as a person says them. */
final class Amounts {
  /** Less is nothing, to a person. */
  private static final double LEAST = 0.0005;

  private static final MathContext THREE_DIGITS = new MathContext(3);

  private Amounts() {}

  /** A unit of time. */
  enum Unit {
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

    /** Its symbol. */
    String word() {
      return word;
    }

    /** Whole numbers from ten on, a decimal below. */
    String of(double seconds, boolean withUnit) {
      double number = seconds / this.seconds;
      String text =
          String.format(Locale.ROOT, Math.abs(number) < 9.95 ? "%.1f" : "%.0f", number)
              .replaceFirst("\\.0$", "")
              .replace('-', '−');
      return withUnit ? text + " " + word : text;
    }
  }

  /** {@code 47 min}; a dash where there is none. */
  static String time(Double seconds) {
    return seconds == null || seconds.isNaN() ? Figures.NONE : Unit.of(seconds).of(seconds, true);
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

  /** Seconds for a column of them. */
  static Double seconds(Double seconds) {
    return seconds != null && Math.abs(seconds) < LEAST ? Double.valueOf(0) : seconds;
  }

  /** {@code 1.2 GB}; a dash where there is none. */
  static String data(Double bytes) {
    return bytes == null || !(bytes >= 0)
        ? Figures.NONE
        : new DataSize(Math.round(bytes)).display();
  }
}
