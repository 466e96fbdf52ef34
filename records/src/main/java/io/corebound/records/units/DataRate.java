package io.corebound.records.units;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Data per time, in decimal megabytes (10^6 bytes) per second, finite and above zero. */
public record DataRate(double megabytesPerSecond) {
  private static final Pattern FORM =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([kMG]i?B/s|[kMG]bit/s)");

  public DataRate {
    if (!(megabytesPerSecond > 0) || Double.isInfinite(megabytesPerSecond)) {
      throw new IllegalArgumentException(
          "a data rate is a finite number of MB/s above zero, not " + megabytesPerSecond);
    }
  }

  /** Reads a number with its unit: {@code 1490 MB/s}, {@code 2 GB/s}, {@code 10 Gbit/s}. */
  @JsonCreator
  public static DataRate parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a data rate; write a number and a unit of kB/s, MB/s, GB/s, MiB/s, GiB/s,"
              + " Mbit/s, Gbit/s");
    }
    double number = Double.parseDouble(matcher.group(1));
    String unit = matcher.group(2);
    if (unit.endsWith("bit/s")) {
      double megabits =
          switch (unit.charAt(0)) {
            case 'k' -> number / 1e3;
            case 'M' -> number;
            default -> number * 1e3;
          };
      return new DataRate(megabits / 8);
    }
    String size = unit.substring(0, unit.length() - 2);
    return new DataRate(number * DataSize.parse("1" + size.replace("kiB", "KiB")).megabytes());
  }

  @JsonValue
  @Override
  public String toString() {
    String number = Double.toString(megabytesPerSecond);
    return (number.endsWith(".0") ? number.substring(0, number.length() - 2) : number) + " MB/s";
  }

  /** For people: three digits. */
  public String display() {
    return megabytesPerSecond >= 1000
        ? String.format(Locale.ROOT, "%.2f GB/s", megabytesPerSecond / 1000)
        : String.format(Locale.ROOT, "%.3g MB/s", megabytesPerSecond);
  }
}
