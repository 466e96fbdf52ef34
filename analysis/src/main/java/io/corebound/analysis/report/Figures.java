package io.corebound.analysis.report;

import io.corebound.records.DataSize;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers as people read them: three significant digits, no exponent, a true minus sign. */
final class Figures {
  /** What stands where there is no figure. */
  static final String NONE = "–";

  private static final int DIGITS = 3;
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Figures() {}

  /** Three significant digits; {@link #NONE} where the number is none. */
  static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return NONE;
    }
    if (value == 0) {
      return "0";
    }
    int decimals = DIGITS - 1 - (int) Math.floor(Math.log10(Math.abs(value)));
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    return minus(rounded.setScale(Math.max(0, decimals), RoundingMode.HALF_UP).toPlainString());
  }

  /** As {@link #number(double)}; null is no figure. */
  static String number(Double value) {
    return value == null ? NONE : number(value.doubleValue());
  }

  /**
   * A share of one as a whole percentage, with a decimal below ten: {@code 96 %}, {@code 2.4 %}.
   */
  static String percent(double share) {
    if (Double.isNaN(share)) {
      return NONE;
    }
    double percent = share * 100;
    String text = String.format(Locale.ROOT, Math.abs(percent) < 9.95 ? "%.1f" : "%.0f", percent);
    return minus(text.equals("-0.0") ? "0.0" : text) + " %";
  }

  /** A relative difference with its sign: {@code +4.7 %}. */
  static String difference(double share) {
    return Double.isNaN(share)
        ? NONE
        : minus(String.format(Locale.ROOT, "%+.1f", share * 100)) + " %";
  }

  /** An interval: {@code 1.2 to 1.4}. */
  static String range(double low, double high) {
    return Double.isNaN(low) || Double.isNaN(high) ? NONE : number(low) + " to " + number(high);
  }

  /** As {@link #range(double, double)}; null is no figure. */
  static String range(Double low, Double high) {
    return low == null || high == null ? NONE : range(low.doubleValue(), high.doubleValue());
  }

  /** An amount of data; none where there is none. */
  static String size(DataSize size) {
    return size == null ? NONE : size.display();
  }

  /** A moment in UTC, to the second. */
  static String moment(Instant moment) {
    return moment == null ? NONE : MOMENT.format(moment);
  }

  private static String minus(String number) {
    return number.startsWith("-") ? "−" + number.substring(1) : number;
  }
}
