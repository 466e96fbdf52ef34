package io.corebound.records.units;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An amount of data, zero bytes or more. 1 MB is 10^6 bytes, 1 MiB is 2^20. */
public record DataSize(long bytes) implements Comparable<DataSize> {
  private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([A-Za-z]*)");
  private static final String UNITS = "B, kB, KiB, MB, MiB, GB, GiB, TB, TiB";

  public DataSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("a data size is zero or more bytes, not " + bytes);
    }
  }

  /** An amount of decimal megabytes (10^6 bytes). */
  public static DataSize ofMegabytes(double megabytes) {
    return new DataSize(Math.round(megabytes * 1e6));
  }

  /** An amount of binary mebibytes (2^20 bytes). */
  public static DataSize ofMebibytes(long mebibytes) {
    return new DataSize(Math.multiplyExact(mebibytes, 1L << 20));
  }

  /** Reads a number with its unit: {@code 1GB}, {@code 1.5 GiB}, {@code 4096B}. */
  @JsonCreator
  public static DataSize parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a data size; write a number and a unit of " + UNITS);
    }
    BigDecimal unit = BigDecimal.valueOf(bytesOf(matcher.group(2), text));
    BigDecimal bytes =
        new BigDecimal(matcher.group(1)).multiply(unit).setScale(0, RoundingMode.HALF_UP);
    try {
      return new DataSize(bytes.longValueExact());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is too large; a data size is below 8 EiB", e);
    }
  }

  private static long bytesOf(String unit, String text) {
    return switch (unit) {
      case "B" -> 1L;
      case "kB" -> 1_000L;
      case "MB" -> 1_000_000L;
      case "GB" -> 1_000_000_000L;
      case "TB" -> 1_000_000_000_000L;
      case "KiB" -> 1L << 10;
      case "MiB" -> 1L << 20;
      case "GiB" -> 1L << 30;
      case "TiB" -> 1L << 40;
      case "" ->
          throw new IllegalArgumentException(
              "'" + text + "' has no unit; write one of " + UNITS + " after the number");
      default ->
          throw new IllegalArgumentException(
              "'" + text + "' has an unknown unit '" + unit + "'; it may be " + UNITS);
    };
  }

  public double megabytes() {
    return bytes / 1e6;
  }

  public double mebibytes() {
    return bytes / (double) (1L << 20);
  }

  @Override
  public int compareTo(DataSize other) {
    return Long.compare(bytes, other.bytes);
  }

  /** Exact: {@code 1GB}, {@code 128MiB}, {@code 1234B}; {@link #parse} reads it back. */
  @JsonValue
  @Override
  public String toString() {
    String[] names = {"TB", "TiB", "GB", "GiB", "MB", "MiB", "kB", "KiB"};
    for (String name : names) {
      long unit = bytesOf(name, name);
      if (bytes >= unit && bytes % unit == 0) {
        return bytes / unit + name;
      }
    }
    return bytes + "B";
  }

  /** For people: three digits and the largest decimal unit below the amount. */
  public String display() {
    String[] names = {"TB", "GB", "MB", "kB"};
    for (String name : names) {
      long unit = bytesOf(name, name);
      if (bytes >= unit) {
        double amount = bytes / (double) unit;
        return String.format(Locale.ROOT, amount < 1000 ? "%.3g %s" : "%.0f %s", amount, name);
      }
    }
    return bytes + " B";
  }
}
