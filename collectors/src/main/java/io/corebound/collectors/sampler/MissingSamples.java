package io.corebound.collectors.sampler;

import io.corebound.records.run.Samples;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** When a collector that ran gave no samples: a tool that hangs ends just as one that works. */
final class MissingSamples {
  /** After this long without a sample, the collector or the host has hung. */
  static final double LONGEST_S = 10;

  /**
   * The time from a collector's start to its first sample: a second, plus the delay of a busy host.
   */
  static final double FIRST_S = 5;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private MissingSamples() {}

  /** What is missing, in words that follow "it ran, but"; empty when nothing is. */
  static List<String> inWords(List<Samples> samples, double startS, double endS) {
    double[] times =
        samples.stream()
            .flatMapToDouble(s -> Arrays.stream(s.timesS()))
            .sorted()
            .distinct()
            .toArray();
    List<String> said = new ArrayList<>();
    if (times.length == 0) {
      return said;
    }
    double lateS = times[0] - startS;
    if (lateS > FIRST_S) {
      said.add("its first sample is %s s after its start".formatted(Math.round(lateS)));
    }
    middle(times).ifPresent(said::add);
    double silentS = endS - times[times.length - 1];
    if (silentS > LONGEST_S) {
      said.add("its last sample is %s s before its end".formatted(Math.round(silentS)));
    }
    return said;
  }

  private static Optional<String> middle(double[] times) {
    int gaps = 0;
    int longest = 0;
    for (int i = 1; i < times.length; i++) {
      if (times[i] - times[i - 1] > LONGEST_S) {
        gaps++;
        longest =
            longest == 0 || times[i] - times[i - 1] > times[longest] - times[longest - 1]
                ? i
                : longest;
      }
    }
    if (gaps == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "it has no sample for %s s, from %s to %s UTC%s"
            .formatted(
                Math.round(times[longest] - times[longest - 1]),
                TIME.format(instant(times[longest - 1])),
                TIME.format(instant(times[longest])),
                gaps == 1 ? "" : ", the longest of %s such gaps".formatted(gaps)));
  }

  private static Instant instant(double timeS) {
    return Instant.ofEpochMilli(Math.round(timeS * 1e3));
  }
}
