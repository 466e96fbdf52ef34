package io.corebound.cli.option;

import io.corebound.records.units.DataSize;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** How words of the command line become values. */
public final class Converters {
  private Converters() {}

  public static DataSize dataSize(String text) {
    try {
      return DataSize.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static final Pattern DURATION =
      Pattern.compile("(?:([0-9]+)h)?(?:([0-9]+)min)?(?:([0-9]+)s)?");

  /** {@code 30min}, {@code 1h30min}, {@code 90s}. */
  public static Duration duration(String text) {
    Matcher matcher = DURATION.matcher(text.strip());
    if (text.isBlank() || !matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a length of time; write it as 30min, 1h30min or 90s");
    }
    try {
      return Duration.ofHours(part(matcher, 1))
          .plusMinutes(part(matcher, 2))
          .plusSeconds(part(matcher, 3));
    } catch (ArithmeticException | NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is longer than a length of time can be");
    }
  }

  private static long part(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
  }
}
