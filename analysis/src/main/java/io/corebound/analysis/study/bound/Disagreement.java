package io.corebound.analysis.study.bound;

import io.corebound.records.run.Samples;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * iostat and sar, which read the same counters, with figures of one disk that differ by more than a
 * tenth: one of them is wrong. Compared are the seconds in which the disk worked by either, those
 * at the ends of a stretch of work left out, as the tools' seconds do not begin together. Their
 * means must differ by so much, and the figures of half of the seconds.
 *
 * @param seconds how many seconds were compared
 * @param iostatMbPerS read and written by iostat, mean over them, in MB/s (10^6 bytes)
 */
public record Disagreement(
    String host, String device, int seconds, double iostatMbPerS, double sarMbPerS) {
  private static final double LARGEST_RATIO = 1.1;

  /** Of fewer seconds one that the tools cut differently may be the most. */
  private static final int FEWEST_SECONDS = 3;

  /** Finds them in samples of any hosts. */
  public static List<Disagreement> among(List<Samples> samples) {
    return samples.stream()
        .filter(s -> s.source().equals(BusiestDevice.SAR))
        .flatMap(sar -> among(samples, sar).stream())
        .toList();
  }

  private static List<Disagreement> among(List<Samples> samples, Samples sar) {
    Optional<Samples> iostat =
        samples.stream()
            .filter(s -> s.host().equals(sar.host()) && s.source().equals(BusiestDevice.IOSTAT))
            .findFirst();
    if (iostat.isEmpty() || sar.earliestS().isEmpty()) {
      return List.of();
    }
    long first = (long) Math.floor(sar.earliestS().getAsDouble()) - 1;
    double lastS = sar.rows().stream().mapToDouble(Samples.Row::timeS).max().orElse(first);
    if (lastS - first > BoundSeconds.MOST_SECONDS) {
      return List.of();
    }
    PerSecond perSecond =
        new PerSecond(List.of(iostat.get(), sar), first, (int) (Math.ceil(lastS) - first));
    return perSecond.devices(BusiestDevice.IOSTAT).stream()
        .filter(perSecond.devices(BusiestDevice.SAR)::contains)
        .flatMap(device -> of(sar.host(), device, perSecond).stream())
        .toList();
  }

  private static Optional<Disagreement> of(String host, String device, PerSecond perSecond) {
    double[] iostat = moved(perSecond, BusiestDevice.IOSTAT, device);
    double[] sar = moved(perSecond, BusiestDevice.SAR, device);
    double[] more = new double[iostat.length];
    Arrays.setAll(more, i -> Math.max(iostat[i], sar[i]));
    double least =
        BusiestDevice.leastThatIsWork(Arrays.stream(more).filter(m -> m >= 0).max().orElse(0));
    int[] seconds =
        IntStream.range(1, Math.max(1, more.length - 1))
            .filter(i -> more[i - 1] >= least && more[i] >= least && more[i + 1] >= least)
            .toArray();
    if (seconds.length < FEWEST_SECONDS) {
      return Optional.empty();
    }
    double iostatMean = mean(seconds, iostat);
    double sarMean = mean(seconds, sar);
    double[] ratios =
        Arrays.stream(seconds).mapToDouble(i -> iostat[i] / sar[i]).sorted().toArray();
    return isLarge(iostatMean / sarMean) && isLarge(ratios[ratios.length / 2])
        ? Optional.of(new Disagreement(host, device, seconds.length, iostatMean, sarMean))
        : Optional.empty();
  }

  private static double mean(int[] seconds, double[] figures) {
    return Arrays.stream(seconds).mapToDouble(i -> figures[i]).average().orElse(0);
  }

  private static boolean isLarge(double ratio) {
    return ratio > LARGEST_RATIO || ratio < 1 / LARGEST_RATIO;
  }

  private static double[] moved(PerSecond perSecond, String source, String device) {
    return perSecond.sum(source, device, "read_mb_per_s", "write_mb_per_s");
  }
}
