package io.corebound.analysis.pages.report.sweep;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.sweep.Combination.CpuShares;
import io.corebound.analysis.pages.report.sweep.UnitsCurve.Point;
import io.corebound.analysis.study.bound.Sources;
import io.corebound.records.run.CellResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A scan over the logical units of a disk: Figures 1 and 2 of Yamada, Goda and Kitsuregawa, what
 * limits it, and what lifts that.
 */
public final class UnitsSection {
  private static final Sentences SAY = Sentences.of(UnitsSection.class, "units");

  /** Operations that a sentence names. */
  private static final int MOST = 3;

  private UnitsSection() {}

  /** What the units come to, a sentence a curve; none where no tier has several units. */
  public static List<String> sentences(Sweep sweep) {
    return sentences(sweep, UnitsCurve.of(sweep));
  }

  /** All of it; empty where no tier has several units. */
  public static List<Block> blocks(Sweep sweep) {
    List<UnitsCurve> curves = UnitsCurve.of(sweep);
    if (curves.isEmpty()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    sentences(sweep, curves).forEach(text -> blocks.add(new Block.Paragraph(text)));
    blocks.add(figure1(curves));
    blocks.add(
        SAY.tableOf(
            "rates",
            "units-rates",
            curves.stream()
                .flatMap(c -> c.points().stream().map(p -> new Rate(c.name(), p)))
                .toList()));
    curves.forEach(curve -> blocks.add(figure2(curve, "units-cpu-" + curves.indexOf(curve))));
    List<Lift> lifts = curves.stream().flatMap(c -> lifts(sweep, curves, c).stream()).toList();
    if (!lifts.isEmpty()) {
      blocks.add(SAY.tableOf("lifts", "units-lifts", lifts));
    }
    blocks.add(UnitsFindings.table(SAY, curves));
    blocks.add(SAY.paragraph("paper"));
    return blocks;
  }

  /** A point of a curve. */
  private record Rate(String curve, Point point) {}

  private static List<String> sentences(Sweep sweep, List<UnitsCurve> curves) {
    return curves.stream().map(curve -> sentence(sweep, curves, curve)).toList();
  }

  private static String sentence(Sweep sweep, List<UnitsCurve> curves, UnitsCurve curve) {
    return SAY.say(
        "sentence",
        "curve",
        curve,
        "full",
        curve.saturation(),
        "parts",
        curve.saturation().parts().entrySet().stream().limit(MOST).toList(),
        "best",
        lifts(sweep, curves, curve).stream()
            .max(Comparator.comparingDouble(Lift::change))
            .orElse(null));
  }

  private static Chart figure1(List<UnitsCurve> curves) {
    List<Chart.Series> series = new ArrayList<>();
    for (UnitsCurve curve : curves) {
      series.add(line(curve.name(), false, curve, Point::mbPerS));
      series.add(line(curve.name() + ", predicted", true, curve, Point::predictedMbPerS));
    }
    UnitsCurve longest =
        curves.stream().max(Comparator.comparingInt(c -> c.points().size())).orElseThrow();
    series.add(line("raw, one stream", false, longest, Point::rawOne));
    series.add(line("raw, a stream each", true, longest, Point::rawEach));
    series.removeIf(s -> s.points().isEmpty());
    return SAY.chart("curve", "figure1", "units-figure-1", List.of(), series);
  }

  private static Chart.Series line(
      String name, boolean dashed, UnitsCurve curve, ToDoubleFunction<Point> figure) {
    return Chart.Series.line(
        name,
        "",
        dashed,
        curve.points().stream()
            .filter(p -> !Double.isNaN(figure.applyAsDouble(p)))
            .map(p -> List.of((double) p.units(), Charts.orNull(figure.applyAsDouble(p))))
            .toList());
  }

  /** Stacked shares of the cores' time, a bar a number of units. */
  private static Block figure2(UnitsCurve curve, String id) {
    List<Chart.Series> series = new ArrayList<>();
    Iterator<ToDoubleFunction<CpuShares>> figures = CpuShares.FIGURES.iterator();
    for (String layer : Sources.CPU_LAYERS.keySet()) {
      ToDoubleFunction<CpuShares> figure = figures.next();
      List<Double> values =
          curve.points().stream()
              .map(p -> Charts.orNull(100 * figure.applyAsDouble(p.cpu())))
              .toList();
      series.add(
          new Chart.Series(
              layer, layer.replace("I/O ", "io-"), "cpu", false, false, List.of(), values));
    }
    return SAY.bars(
        "figure2",
        id,
        curve.points().stream().map(p -> String.valueOf(p.units())).toList(),
        series,
        "name",
        curve.name());
  }

  /**
   * What changes a job at the largest number of units of a curve.
   *
   * @param change of the measured rate, as a part of the curve's
   */
  record Lift(
      UnitsCurve curve, String name, double mbPerS, double change, double predictedChange) {}

  /** Other cells with as many units as the curve has at most, each beside the curve it is like. */
  private static List<Lift> lifts(Sweep sweep, List<UnitsCurve> curves, UnitsCurve curve) {
    List<Lift> lifts = new ArrayList<>();
    Point last = curve.last();
    for (Combination c : sweep.measured()) {
      CellResult.Tier tier = c.median().flatMap(CellSummary::tier).orElseThrow();
      boolean same =
          c.network().equals(curve.network())
              && c.storage().startsWith(curve.tier() + "-")
              && tier.nominalStorage().devicesPerNode().equals(last.units());
      if (same && isLike(c, curves, curve)) {
        Point other = Point.of(c, tier);
        lifts.add(
            new Lift(
                curve,
                c.variant() + (tier.nominalStorage().spansDevices() ? ", striped" : ""),
                other.mbPerS(),
                other.mbPerS() / last.mbPerS() - 1,
                other.predictedMbPerS() / last.predictedMbPerS() - 1));
      }
    }
    return lifts;
  }

  /**
   * Whether cells are of no curve of directories, and a curve of directories has the workload that
   * is most like theirs.
   */
  private static boolean isLike(Combination c, List<UnitsCurve> curves, UnitsCurve curve) {
    boolean ofCurve =
        curves.stream()
            .filter(u -> !u.striped())
            .flatMap(u -> u.points().stream())
            .anyMatch(p -> p.cells().equals(c));
    if (ofCurve || curve.striped()) {
      return false;
    }
    String own = workload(c);
    return Stream.concat(Stream.of(curve), curves.stream().filter(u -> !u.striped()))
        .max(Comparator.comparingInt(u -> common(own, workload(u.last().cells()))))
        .orElseThrow()
        .equals(curve);
  }

  private static String workload(Combination c) {
    return c.median().flatMap(CellSummary::result).map(CellResult::workload).orElse("");
  }

  /** Characters that two names have in common at their beginning. */
  private static int common(String one, String other) {
    int i = 0;
    while (i < Math.min(one.length(), other.length()) && one.charAt(i) == other.charAt(i)) {
      i++;
    }
    return i;
  }
}
