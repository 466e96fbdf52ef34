package io.corebound.analysis.pages.report.sweep;

import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.IntervalVerdict;
import io.corebound.analysis.pages.report.sweep.Combination.CpuShares;
import io.corebound.records.config.StorageFile;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CellResult.Tier;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.OperationCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the rate of a job's maps grows with the logical units of a node's disk: one variant, one
 * layout, more and more units of one tier.
 *
 * @param tier name of the tier's file
 * @param striped whether the units are one file system; else each has its own files
 */
record UnitsCurve(
    String tier, String network, boolean striped, String variant, List<Point> points) {
  /** More than this much is growth. */
  static final double GROWTH = 0.1;

  /** Points that make a curve. */
  private static final int LEAST = 3;

  /** What the units come to. */
  enum Limit {
    /** The last number of them gave over a tenth more than any before. */
    GROWS,
    CPU,
    UNITS,
    NETWORK,
    /** Nothing was full. */
    WAITING,
    /** Samples are missing. */
    UNKNOWN
  }

  /**
   * One number of units; rates are in MB/s of input over the map interval, NaN where unknown.
   *
   * @param rawOne what one stream a node reads of all nodes' units themselves
   * @param rawEach what one stream for each of them does
   */
  record Point(
      Combination cells,
      int units,
      double mbPerS,
      double predictedMbPerS,
      double rawOne,
      double rawEach) {

    static Point of(Combination cells, Tier tier) {
      CellSummary cell = cells.median().orElseThrow();
      int units = tier.nominalStorage().devicesPerNode();
      Map<Integer, Double> raw = cell.base().rawReadMbPerS();
      int nodes = Math.max(1, tier.devicesByNode().size());
      return new Point(
          cells,
          units,
          cells.median(Point::measured),
          cells.prediction().map(Point::predicted).orElse(Double.NaN),
          nodes * raw.getOrDefault(1, Double.NaN),
          nodes * raw.getOrDefault(units, Double.NaN));
    }

    private static double measured(CellSummary cell) {
      return map(cell)
          .map(i -> cell.result().orElseThrow().data().megabytes() / i.elapsedS())
          .orElse(Double.NaN);
    }

    private static Optional<MeasuredInterval> map(CellSummary cell) {
      return cell.result().orElseThrow().intervals().stream()
          .filter(i -> i.name() == Interval.MAP)
          .findFirst();
    }

    private static double predicted(Prediction prediction) {
      return map(prediction)
          .filter(i -> i.timeS() != null)
          .map(i -> prediction.data().megabytes() / i.timeS())
          .orElse(Double.NaN);
    }

    private static Optional<PredictedInterval> map(Prediction prediction) {
      return prediction.intervals().stream().filter(i -> i.name() == Interval.MAP).findFirst();
    }

    private CellSummary cell() {
      return cells.median().orElseThrow();
    }

    /** What bounds the map interval. */
    public Bound bound() {
      return cell().verdicts().stream()
          .filter(v -> v.name().equals(Words.interval(Interval.MAP)))
          .map(IntervalVerdict::bound)
          .findFirst()
          .orElse(Bound.UNKNOWN);
    }

    /** What the cores did while maps ran. */
    public CpuShares cpu() {
      return CpuShares.of(cell(), Words.interval(Interval.MAP));
    }

    /**
     * Tasks that waited for a disk while maps ran, as sar(1) sees them at the end of each second:
     * iostat knows no queue of a limited device, whose requests wait before it. NaN where unknown.
     */
    public double blocked() {
      MeasuredInterval map = map(cell()).orElse(null);
      List<Double> ofHosts =
          cell().samples().stream()
              .filter(s -> map != null && s.source().equals("sar-queue"))
              .filter(s -> s.indexOf("blocked") >= 0)
              .map(
                  s ->
                      s.rows().stream()
                          .filter(r -> r.timeS() > map.startS() && r.timeS() <= map.endS())
                          .mapToDouble(r -> r.values().get(s.indexOf("blocked")))
                          .average()
                          .orElse(Double.NaN))
              .toList();
      return ofHosts.isEmpty() ? Double.NaN : ofHosts.stream().mapToDouble(b -> b).sum();
    }

    /** Cores of all workers. */
    public int cores() {
      Tier tier = cell().tier().orElseThrow();
      return tier.coresPerNode() * nodes();
    }

    /** Maps that ran at once on a node, at most. */
    public int tasks() {
      return cell()
          .prediction()
          .map(p -> p.derived().cut())
          .map(cut -> Math.min(cut.taskSlots(), cut.mapTasks()))
          .map(tasks -> Math.max(1, tasks / nodes()))
          .orElse(0);
    }

    public int nodes() {
      return Math.max(1, cell().tier().orElseThrow().devicesByNode().size());
    }

    /** Parts of the predicted core-seconds of the maps by operation, the largest first. */
    Map<String, Double> parts() {
      Map<String, Double> parts = new LinkedHashMap<>();
      cells
          .prediction()
          .flatMap(Point::map)
          .ifPresent(
              i ->
                  i.operations().stream()
                      .sorted(Comparator.comparingDouble(OperationCost::coreS).reversed())
                      .forEach(
                          o -> parts.merge(o.operation(), o.coreS() / i.coreS(), Double::sum)));
      return parts;
    }
  }

  private record Key(String tier, String network, boolean striped, String variant) {
    Key ofDirectories() {
      return new Key(tier, network, false, variant);
    }
  }

  /** The curves of a sweep, in the order of its variants; none where no tier has several units. */
  static List<UnitsCurve> of(Sweep sweep) {
    Map<Key, List<Point>> curves = new LinkedHashMap<>();
    for (Combination c : sweep.measured()) {
      Tier tier = c.median().flatMap(CellSummary::tier).orElse(null);
      if (tier != null && !tier.nominalStorage().real()) {
        curves
            .computeIfAbsent(key(c, tier.nominalStorage()), k -> new ArrayList<>())
            .add(Point.of(c, tier));
      }
    }
    // a single unit is one file system in either layout
    curves.forEach(
        (key, points) -> {
          if (key.striped) {
            curves.getOrDefault(key.ofDirectories(), List.of()).stream()
                .filter(point -> point.units == 1)
                .forEach(points::add);
          }
        });
    return curves.entrySet().stream()
        .filter(e -> e.getValue().size() >= LEAST)
        .map(e -> of(e.getKey(), e.getValue()))
        .toList();
  }

  private static Key key(Combination c, StorageFile storage) {
    String units = "-" + storage.devicesPerNode() + (storage.spansDevices() ? "-striped" : "");
    String tier =
        c.storage().endsWith(units)
            ? c.storage().substring(0, c.storage().length() - units.length())
            : c.storage();
    return new Key(tier, c.network(), storage.spansDevices(), c.variant());
  }

  private static UnitsCurve of(Key key, List<Point> points) {
    List<Point> sorted = points.stream().sorted(Comparator.comparingInt(Point::units)).toList();
    return new UnitsCurve(key.tier, key.network, key.striped, key.variant, sorted);
  }

  /** Its name beside the others'. */
  public String name() {
    return (variant.isEmpty() ? tier : variant) + (striped ? ", striped" : "");
  }

  public Point last() {
    return points.get(points.size() - 1);
  }

  /** The first point that no larger number of units exceeds by more than {@link #GROWTH}. */
  Point saturation() {
    return points.stream()
        .filter(
            p ->
                points.stream()
                    .filter(more -> more.units > p.units)
                    .allMatch(more -> more.mbPerS <= (1 + GROWTH) * p.mbPerS))
        .findFirst()
        .orElseThrow();
  }

  public Limit limit() {
    Point full = saturation();
    if (full.equals(last())) {
      return Limit.GROWS;
    }
    return switch (full.bound()) {
      case CPU -> Limit.CPU;
      case DISK -> Limit.UNITS;
      case NETWORK -> Limit.NETWORK;
      case WAITING -> Limit.WAITING;
      default -> Limit.UNKNOWN;
    };
  }
}
