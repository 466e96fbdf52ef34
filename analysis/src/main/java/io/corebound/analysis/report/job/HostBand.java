package io.corebound.analysis.report.job;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.CellSummary;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;

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

  /**
   * What is shown of every host.
   *
   * @param metrics added up, of one device
   * @param devices which devices count; of several the one with the highest figure of the second
   */
  private record Figure(
      String id,
      String title,
      String caption,
      String unit,
      Double maximum,
      List<String> metrics,
      Predicate<String> devices) {}

  static List<Block> cpu(List<Samples> sources, CellSummary cell, String suffix) {
    return blocks(
        sources,
        cell,
        new Figure(
            "cpu-of-hosts" + suffix,
            "CPU use of all hosts over time",
            "How much of its cores' time a host worked: user, system and interrupts; 100 % is every"
                + " core.",
            "%",
            100.0,
            List.of(
                "user_percent", "nice_percent", "system_percent", "irq_percent", "soft_percent"),
            "all"::equals));
  }

  static List<Block> disk(List<Samples> sources, CellSummary cell, String suffix) {
    return blocks(
        sources,
        cell,
        new Figure(
            "disk-of-hosts" + suffix,
            "Disk throughput of all hosts over time",
            "What the busiest disk of a host read and wrote, added up.",
            "MB/s",
            null,
            List.of("read_mb_per_s", "write_mb_per_s"),
            device -> true));
  }

  static List<Block> network(List<Samples> sources, CellSummary cell, String suffix) {
    return blocks(
        sources,
        cell,
        new Figure(
            "network-of-hosts" + suffix,
            "Network throughput of all hosts over time",
            "What the busiest interface of a host received and transmitted, added up; the loopback"
                + " is left out.",
            "MB/s",
            null,
            List.of("receive_mb_per_s", "transmit_mb_per_s"),
            device -> !device.equals("lo")));
  }

  private static List<Block> blocks(List<Samples> sources, CellSummary cell, Figure figure) {
    double originS = cell.originS();
    List<HostLine> lines =
        sources.stream()
            .map(source -> HostLine.of(source, figure, originS))
            .filter(line -> line.peak() >= 0)
            .toList();
    List<Block> blocks = new ArrayList<>();
    blocks.add(chart(lines, cell, figure));
    if (!lines.isEmpty()) {
      blocks.add(busiest(lines, figure));
    }
    Set<String> without = new TreeSet<>();
    cell.samples().forEach(s -> without.add(s.host()));
    lines.forEach(line -> without.remove(line.host()));
    if (!without.isEmpty()) {
      blocks.add(
          new Block.Notice(
              "missing",
              figure.title() + " is without these hosts, which have no samples of it:",
              List.copyOf(without)));
    }
    return blocks;
  }

  private static Block chart(List<HostLine> lines, CellSummary cell, Figure figure) {
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
        median.add(
            List.of(
                at,
                Charts.orNull(
                    middle(
                        hosts.stream()
                            .mapToDouble(DoubleSummaryStatistics::getAverage)
                            .sorted()
                            .toArray()))));
        lowest.add(point(at, hosts.stream().mapToDouble(DoubleSummaryStatistics::getMin).min()));
      }
    }
    return Charts.orMissing(
        new Chart(
            figure.id(),
            figure.title(),
            figure.caption()
                + " The band is from the lowest to the highest of "
                + Words.count(lines.size(), "host")
                + (stretches < seconds
                    ? " in any second of each " + Figures.number(1.0 * seconds / stretches) + " s"
                    : " in each second")
                + "; the line in it is the median host.",
            "band",
            figure.unit(),
            figure.maximum(),
            UsageSection.across(cell),
            List.of(),
            List.of(
                line("highest", "p1", highest),
                line("lowest", "p1", lowest),
                line("median", "ink", median)),
            UsageSection.spans(cell),
            UsageSection.moments(cell),
            List.of()),
        "no host delivered a sample of it.");
  }

  private static Chart.Series line(String name, String colour, List<List<Double>> points) {
    return new Chart.Series(name, colour, "", false, points, List.of());
  }

  private static List<Double> point(double at, OptionalDouble value) {
    return List.of(at, Charts.orNull(value.orElseThrow()));
  }

  private static double middle(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static Block busiest(List<HostLine> lines, Figure figure) {
    return new Block.Table(
        "busiest-" + figure.id(),
        "The busiest hosts",
        "By their mean over the whole time, of "
            + Words.count(lines.size(), "host")
            + ". Each host's own charts are below.",
        List.of(
            Column.text("Host"),
            Column.number("Mean", figure.unit()),
            Column.number("Highest second", figure.unit()),
            Column.number("At", "s")),
        lines.stream()
            .sorted(
                Comparator.comparingDouble((HostLine line) -> line.mean())
                    .reversed()
                    .thenComparing(HostLine::host))
            .limit(BUSIEST)
            .map(
                line ->
                    Row.of(
                        Cell.text(line.host()),
                        Cell.number(line.mean()),
                        Cell.number(line.peak()),
                        Cell.text(Integer.toString(line.peakAtS()))))
            .toList());
  }

  /**
   * A host's figure.
   *
   * @param host the host
   * @param bySecond the figure of each second since the origin; NaN where there is no sample
   * @param mean over all seconds that have one; NaN when none has
   * @param peak the highest; NaN when there is none
   * @param peakAtS its second
   */
  private record HostLine(String host, double[] bySecond, double mean, double peak, int peakAtS) {
    /** A month: what is later is a broken clock. */
    private static final int MOST_SECONDS = 31 * 24 * 3600;

    static HostLine of(Samples source, Figure figure, double originS) {
      int[] columns =
          figure.metrics().stream().mapToInt(source::indexOf).filter(c -> c >= 0).toArray();
      Map<String, DeviceRows> devices =
          source.byDevice().entrySet().stream()
              .filter(e -> figure.devices().test(e.getKey()))
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
      return of(source.host(), bySecond);
    }

    private static HostLine of(String host, double[] bySecond) {
      DoubleSummaryStatistics all = over(bySecond, 0, bySecond.length);
      int peak = 0;
      while (peak < bySecond.length && bySecond[peak] != all.getMax()) {
        peak++;
      }
      return all.getCount() == 0
          ? new HostLine(host, bySecond, Double.NaN, Double.NaN, -1)
          : new HostLine(host, bySecond, all.getAverage(), all.getMax(), peak);
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
