package io.corebound.analysis.pages.page;

import io.corebound.records.run.Measurement;
import io.corebound.records.units.DataSize;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers as people read them: three significant digits, no exponent, a true minus sign. */
public final class Figures {
  /** What stands where there is no figure. */
  public static final String NONE = "–";

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final Pattern SHORT_SIZE = Pattern.compile("([0-9]{1,4})([A-Za-z]+)");
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Figures() {}

  /** Three significant digits; {@link #NONE} where the number is none. */
  public static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return NONE;
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = BigDecimal.valueOf(value).round(THREE_DIGITS);
    int decimals = THREE_DIGITS.getPrecision() - rounded.precision() + rounded.scale();
    return minus(rounded.setScale(Math.max(0, decimals), RoundingMode.HALF_UP).toPlainString());
  }

  /** As {@link #number(double)}; null is no figure. */
  public static String number(Double value) {
    return value == null ? NONE : number(value.doubleValue());
  }

  /** All digits, no exponent: for figures that are rounded already. */
  public static String plain(double value) {
    return minus(BigDecimal.valueOf(value).stripTrailingZeros().toPlainString());
  }

  /**
   * A share of one as a whole percentage, with a decimal below ten: {@code 96 %}, {@code 2.4 %}.
   */
  public static String percent(double share) {
    if (Double.isNaN(share)) {
      return NONE;
    }
    double percent = share * 100;
    String text = String.format(Locale.ROOT, Math.abs(percent) < 9.95 ? "%.1f" : "%.0f", percent);
    return minus(text.equals("-0.0") ? "0.0" : text) + " %";
  }

  /** A relative difference with its sign: {@code +4.7 %}. */
  public static String difference(double share) {
    return Double.isNaN(share)
        ? NONE
        : minus(String.format(Locale.ROOT, "%+.1f", share * 100)) + " %";
  }

  /** An interval: {@code 1.2 to 1.4}. */
  public static String range(double low, double high) {
    return Double.isNaN(low) || Double.isNaN(high) ? NONE : number(low) + " to " + number(high);
  }

  /** As {@link #range(double, double)}; null is no figure. */
  public static String range(Double low, Double high) {
    return low == null || high == null ? NONE : range(low.doubleValue(), high.doubleValue());
  }

  /**
   * {@code 1.2 to 1.4}, or why there is no interval; nothing of a single sample.
   *
   * @param scale of the figures' unit
   */
  public static String interval(Measurement m, double scale) {
    return m.interval()
        .map(i -> range(i.low() / scale, i.high() / scale))
        .orElseGet(() -> Double.isNaN(m.mean().error()) ? "" : noInterval(m.n(), sampleOf(m)));
  }

  private static String sampleOf(Measurement m) {
    return m.jvmFlagsHash().isEmpty() ? "sample" : "fork";
  }

  /** {@code 2 forks: no interval}. */
  public static String noInterval(int n, String sample) {
    return "%s: no interval".formatted(Words.count(n, sample));
  }

  /** An amount of data: exact where that is short ({@code 128 MiB}), else three digits. */
  public static String size(DataSize size) {
    if (size == null) {
      return NONE;
    }
    Matcher exact = SHORT_SIZE.matcher(size.toString());
    return exact.matches() ? exact.group(1) + " " + exact.group(2) : size.display();
  }

  /** A moment in UTC, to the second. */
  public static String moment(Instant moment) {
    return moment == null ? NONE : MOMENT.format(moment);
  }

  private static String minus(String number) {
    return number.startsWith("-") ? "−" + number.substring(1) : number;
  }
}
