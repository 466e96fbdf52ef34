package io.corebound.analysis.pages.report.job;

import static io.corebound.analysis.pages.report.job.VerdictSection.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Row;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.study.bound.Sources;
import io.corebound.records.run.DeviceRows;
import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One figure of many hosts over time: the highest, the median and the lowest of them as a band, and
 * the busiest hosts by name. Where a second is too narrow to be seen, a point of the band is the
 * highest and the lowest of several seconds, so that no host's peak is lost.
 */
final class HostBand {
  /** So many hosts still have their charts one below the other. */
  static final int FEW_HOSTS = 8;

  /** As many as fit beside the chart without scrolling. */
  private static final int BUSIEST = 10;

  private static final int MOST_STRETCHES = 1000;

  private HostBand() {}

  static boolean isNeeded(List<Samples> sources) {
    return sources.size() > FEW_HOSTS;
  }

  /** What is shown of every host. */
  enum Figure {
    CPU("cpu-of-hosts", "cpuOfHosts", "%", 100.0, cpuMetrics()),
    DISK("disk-of-hosts", "diskOfHosts", "MB/s", null, List.of("read_mb_per_s", "write_mb_per_s")),
    NETWORK(
        "network-of-hosts",
        "networkOfHosts",
        "MB/s",
        null,
        List.of("receive_mb_per_s", "transmit_mb_per_s"));

    private final String id;
    private final List<String> texts;
    private final String unit;
    private final Double maximum;

    /** Added up, of one device. */
    private final List<String> metrics;

    Figure(String id, String block, String unit, Double maximum, List<String> metrics) {
      this.id = id;
      this.texts = SAY.parts(block);
      this.unit = unit;
      this.maximum = maximum;
      this.metrics = metrics;
    }

    /** Of several that count, a second's figure is that of the highest. */
    private boolean counts(String device) {
      return this == CPU ? device.equals("all") : this == DISK || !device.equals("lo");
    }

    private static List<String> cpuMetrics() {
      return Stream.of("user", "system")
          .flatMap(layer -> Stream.of(Sources.CPU_LAYERS.get(layer)))
          .toList();
    }
  }

  static List<Block> blocks(Figure figure, List<Samples> sources, CellSummary cell, String suffix) {
    double originS = cell.originS();
    List<HostLine> lines =
        sources.stream()
            .map(source -> HostLine.of(source, figure, originS))
            .filter(line -> line.peak() >= 0)
            .toList();
    List<Block> blocks = new ArrayList<>();
    blocks.add(chart(lines, cell, figure, figure.id + suffix));
    if (!lines.isEmpty()) {
      blocks.add(busiest(lines, figure, figure.id + suffix));
    }
    Set<String> without = new TreeSet<>();
    cell.samples().forEach(s -> without.add(s.host()));
    lines.forEach(line -> without.remove(line.host()));
    if (!without.isEmpty()) {
      blocks.add(
          new Block.Notice(
              "missing",
              figure.texts.get(0) + " is without these hosts, which have no samples of it:",
              List.copyOf(without)));
    }
    return blocks;
  }

  private static Block chart(List<HostLine> lines, CellSummary cell, Figure figure, String id) {
    int seconds = lines.stream().mapToInt(line -> line.bySecond().length).max().orElse(0);
    int stretches = Math.min(seconds, MOST_STRETCHES);
    List<List<Double>> highest = new ArrayList<>();
    List<List<Double>> median = new ArrayList<>();
    List<List<Double>> lowest = new ArrayList<>();
    for (int i = 0; i < stretches; i++) {
      int from = (int) ((long) seconds * i / stretches);
      int to = (int) ((long) seconds * (i + 1) / stretches);
      List<DoubleSummaryStatistics> hosts =
          lines.stream().map(l -> l.over(from, to)).filter(s -> s.getCount() > 0).toList();
      if (!hosts.isEmpty()) {
        double at = (from + to - 1) / 2.0;
        highest.add(point(at, hosts.stream().mapToDouble(DoubleSummaryStatistics::getMax).max()));
        double[] means =
            hosts.stream().mapToDouble(DoubleSummaryStatistics::getAverage).sorted().toArray();
        int half = means.length / 2;
        median.add(List.of(at, Charts.orNull((means[half] + means[(means.length - 1) / 2]) / 2)));
        lowest.add(point(at, hosts.stream().mapToDouble(DoubleSummaryStatistics::getMin).min()));
      }
    }
    return Charts.orMissing(
        new Chart(
            id,
            figure.texts.get(0),
            SAY.say(
                "band: caption, hosts, perPoint",
                figure.texts.get(1),
                lines.size(),
                stretches < seconds ? 1.0 * seconds / stretches : 1.0),
            "band",
            figure.unit,
            figure.maximum,
            UsageSection.across(cell),
            List.of(),
            List.of(
                Chart.Series.line("highest", "p1", false, highest),
                Chart.Series.line("lowest", "p1", false, lowest),
                Chart.Series.line("median", "ink", false, median)),
            UsageSection.spans(cell),
            UsageSection.moments(cell),
            List.of(),
            null),
        "no host delivered a sample of it.");
  }

  private static List<Double> point(double at, OptionalDouble value) {
    return List.of(at, Charts.orNull(value.orElseThrow()));
  }

  private static Block busiest(List<HostLine> lines, Figure figure, String id) {
    List<Row> rows =
        lines.stream()
            .sorted(
                Comparator.comparingDouble((HostLine line) -> line.mean())
                    .reversed()
                    .thenComparing(HostLine::host))
            .limit(BUSIEST)
            .map(line -> Row.of(line.host(), line.mean(), line.peak(), line.peakAtS()))
            .toList();
    return SAY.table("busiest: hosts, unit", "busiest-" + id, rows, lines.size(), figure.unit);
  }

  /**
   * A host's figure.
   *
   * @param bySecond since the origin; NaN where there is no sample
   * @param mean over all seconds that have one; NaN as {@code peak} when none has
   * @param peakAtS the second of the highest
   */
  private record HostLine(String host, double[] bySecond, double mean, double peak, int peakAtS) {
    /** A month: what is later is a broken clock. */
    private static final int MOST_SECONDS = 31 * 24 * 3600;

    static HostLine of(Samples source, Figure figure, double originS) {
      int[] columns =
          figure.metrics.stream().mapToInt(source::indexOf).filter(c -> c >= 0).toArray();
      Map<String, DeviceRows> devices =
          source.byDevice().entrySet().stream()
              .filter(e -> figure.counts(e.getKey()))
              .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
      double[] bySecond = new double[columns.length == 0 ? 0 : seconds(devices, originS)];
      Arrays.fill(bySecond, Double.NaN);
      for (DeviceRows rows : devices.values()) {
        for (int row = 0; row < rows.size(); row++) {
          double sum = 0;
          for (int column : columns) {
            sum += rows.value(row, column);
          }
          int second = second(rows.timeS(row), originS);
          if (second >= 0 && second < bySecond.length && !(bySecond[second] >= sum)) {
            bySecond[second] = Double.isNaN(sum) ? bySecond[second] : sum;
          }
        }
      }
      DoubleSummaryStatistics all = over(bySecond, 0, bySecond.length);
      int peak = 0;
      while (peak < bySecond.length && bySecond[peak] != all.getMax()) {
        peak++;
      }
      return all.getCount() == 0
          ? new HostLine(source.host(), bySecond, Double.NaN, Double.NaN, -1)
          : new HostLine(source.host(), bySecond, all.getAverage(), all.getMax(), peak);
    }

    private static int second(double timeS, double originS) {
      return (int) Math.floor(timeS - originS);
    }

    private static int seconds(Map<String, DeviceRows> devices, double originS) {
      int last = -1;
      for (DeviceRows rows : devices.values()) {
        for (int row = 0; row < rows.size(); row++) {
          last = Math.max(last, second(rows.timeS(row), originS));
        }
      }
      return Math.min(last, MOST_SECONDS - 1) + 1;
    }

    /** The seconds of a stretch that have a sample. */
    DoubleSummaryStatistics over(int from, int to) {
      return over(bySecond, from, to);
    }

    private static DoubleSummaryStatistics over(double[] bySecond, int from, int to) {
      int end = Math.min(to, bySecond.length);
      return Arrays.stream(bySecond, Math.min(from, end), end)
          .filter(v -> !Double.isNaN(v))
          .summaryStatistics();
    }
  }
}
