package io.corebound.cli;

import io.corebound.records.Prediction;
import java.io.PrintWriter;
import java.util.Locale;

/** A prediction for people, on a terminal. */
final class PredictionText {
  private PredictionText() {}

  static void print(Prediction prediction, PrintWriter out) {
    out.printf("%s on %s%n", prediction.workload(), prediction.machine());
    if (prediction.base() != null) {
      out.printf(
          "disk and network of %s: %s%n", prediction.base().file(), prediction.base().source());
    }
    if (prediction.data() != null) {
      out.printf(
          "payload %s, contention factor %.3g%n", prediction.data(), prediction.contentionFactor());
    }
    out.println();
    out.printf(
        "%-14s %14s %12s %12s  %s%n",
        "interval", "MB/s and core", "core-seconds", "seconds", "bottleneck");
    for (Prediction.Interval interval : prediction.intervals()) {
      out.printf(
          "%-14s %14s %12s %12s  %s%n",
          interval.name(),
          figure(interval.mbPerSPerCore()),
          figure(interval.coreS()),
          figure(interval.timeS()),
          interval.bottleneck() == null ? "" : interval.bottleneck());
    }
    out.printf(
        "%-14s %14s %12s %12s%n",
        "in all",
        figure(prediction.combinedMbPerSPerCore()),
        figure(prediction.coreS()),
        figure(prediction.totalS()));
    if (prediction.totalLowS() != null) {
      out.printf(
          "90 %% interval of the time: %s to %s s%n",
          figure(prediction.totalLowS()), figure(prediction.totalHighS()));
    }
    prediction.notModelled().forEach(sentence -> out.println("not modelled: " + sentence));
  }

  private static String figure(Double number) {
    return number == null ? "-" : String.format(Locale.ROOT, "%.2f", number);
  }
}
