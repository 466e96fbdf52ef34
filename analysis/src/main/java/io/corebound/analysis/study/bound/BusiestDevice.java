package io.corebound.analysis.study.bound;

import io.corebound.records.run.Samples;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The block device that moved the most, with its mean throughput over the seconds in which it
 * worked: those in which it moved at least a twentieth of what it moved in its best second, without
 * the first and the last of a stretch where seconds lie between them. MB are 10^6 bytes.
 *
 * @param workedS in how many seconds it worked
 * @param meanS how many of them the mean is over
 */
public record BusiestDevice(
    String name, int workedS, int meanS, double readMbPerS, double writeMbPerS) {
  static final String IOSTAT = Sources.Medium.DISK.source;
  static final String SAR = "sar-disk";

  private static final double WORKS = 0.05;
  private static final double LEAST_MB_PER_S = 0.05;

  /** Read and written together, in MB/s. */
  public double mbPerS() {
    return readMbPerS + writeMbPerS;
  }

  /**
   * Finds it among the samples of a host, from a start to an end in seconds since the Unix epoch.
   *
   * @return empty when no device moved anything, or none was watched
   */
  public static Optional<BusiestDevice> of(
      List<Samples> samples, String host, double startS, double endS) {
    if (!(endS > startS)) {
      return Optional.empty();
    }
    long first = (long) Math.floor(startS);
    // a sample's end may lie up to a second after its timestamp, and the other way round
    PerSecond perSecond =
        new PerSecond(
            samples.stream().filter(s -> s.host().equals(host)).toList(),
            first,
            (int) (Math.ceil(endS) - first));
    String source = diskSource(perSecond);
    return perSecond.devices(source).stream()
        .map(device -> new Moved(device, perSecond, source))
        .filter(moved -> moved.peak() >= LEAST_MB_PER_S)
        .max(Comparator.comparingDouble(Moved::total))
        .map(Moved::mean);
  }

  /**
   * The rate from which on a device works, in MB/s, when that is what it moved in its best second.
   */
  static double leastThatIsWork(double peakMbPerS) {
    return Math.max(LEAST_MB_PER_S, WORKS * peakMbPerS);
  }

  /** iostat's, or where that was not there sar's. */
  private static String diskSource(PerSecond perSecond) {
    return perSecond.devices(IOSTAT).isEmpty() ? SAR : IOSTAT;
  }

  private record Moved(String device, double[] read, double[] write) {
    Moved(String device, PerSecond perSecond, String source) {
      this(
          device,
          perSecond.sum(source, device, "read_mb_per_s"),
          perSecond.sum(source, device, "write_mb_per_s"));
    }

    double at(int second) {
      double both = read[second] + write[second];
      return Double.isNaN(both) ? 0 : both;
    }

    IntStream seconds() {
      return IntStream.range(0, read.length);
    }

    double peak() {
      return seconds().mapToDouble(this::at).max().orElse(0);
    }

    double total() {
      return seconds().mapToDouble(this::at).sum();
    }

    BusiestDevice mean() {
      double least = leastThatIsWork(peak());
      boolean[] works = new boolean[read.length + 2];
      seconds().forEach(i -> works[i + 1] = at(i) >= least);
      List<Integer> worked = seconds().filter(i -> works[i + 1]).boxed().toList();
      List<Integer> whole = worked.stream().filter(i -> works[i] && works[i + 2]).toList();
      List<Integer> counted = whole.isEmpty() ? worked : whole;
      return new BusiestDevice(
          device,
          worked.size(),
          counted.size(),
          counted.stream().mapToDouble(i -> read[i]).average().orElse(0),
          counted.stream().mapToDouble(i -> write[i]).average().orElse(0));
    }
  }
}
