package io.corebound.analysis.pages.report.sweep;

import static io.corebound.analysis.pages.report.sweep.SweepWords.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Cell;
import io.corebound.analysis.pages.page.Block.Row;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.IntervalVerdict;
import io.corebound.analysis.pages.report.cell.SideBySide;
import io.corebound.analysis.pages.report.cell.SideBySide.Pair;
import io.corebound.analysis.pages.report.sweep.Combination.CpuShares;
import io.corebound.analysis.pages.report.sweep.SweepWords.NetworkEffect;
import io.corebound.analysis.pages.report.sweep.TimeDifference.Verdict;
import io.corebound.records.history.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Findings of the paper beside this sweep's, for tiers and workloads that the sweep has: those of
 * section 3.2, of Figures 17 and 18, and the estimates of section 4.5.
 */
final class PaperFindings {
  private static final String HDD = "hdd";
  private static final String SATA = "ssd-sata";
  private static final String PCIE = "ssd-pcie";
  private static final String SAME = "the same";
  private static final String DIFFERS = "differs";
  private static final String CLOSER = "closer";
  private static final String CANNOT_TELL = "cannot tell";

  /** The smallest large gap. */
  private static final double LARGE = 1.5;

  /** "Almost no" I/O wait means less than this share of the cores' time. */
  private static final double ALMOST_NONE = 0.05;

  /** What "half of the CPU" is. */
  private static final double LEAST_HALF = 0.35;

  private static final double MOST_HALF = 0.65;

  /** "About equal" is no further off; "20 % off" is from here to {@link #MOST_OFF}. */
  private static final double EQUAL = 0.10;

  private static final double MOST_OFF = 0.30;

  private static final String MAP = Words.interval(Interval.MAP);
  private static final String TAIL = Words.interval(Interval.SHUFFLE_TAIL);
  private static final String REDUCE = Words.interval(Interval.REDUCE);

  /** Estimates of section 4.5 in MB/s and core, by workload. */
  private static final Map<String, Double> ESTIMATES =
      Map.of("log-filter", 39.0, "word-count-plain", 2.8);

  private PaperFindings() {}

  static List<Block> blocks(Sweep sweep) {
    List<Row> rows = new ArrayList<>();
    network(sweep, rows);
    gap(sweep, rows);
    shares(sweep, HDD, "HDD: I/O wait is most of the cores' time", CpuShares::mostlyIoWait, rows);
    shares(sweep, SATA, "SATA SSD: user time is most", CpuShares::mostlyUser, rows);
    ioWaitOfReduce(sweep, rows);
    shares(
        sweep,
        PCIE,
        "PCIe SSD: user time is most, almost no I/O wait",
        s -> s.mostlyUser() && s.ioWait() < ALMOST_NONE,
        rows);
    capability(sweep, rows);
    halfOfTheCpu(sweep, rows);
    predictions(sweep, rows);
    estimates(sweep, rows);
    return rows.isEmpty()
        ? List.of()
        : List.of(SAY.table("paper", sweep.id("paper-findings"), rows));
  }

  private static Row row(String found, String here, String verdict) {
    return Row.of(found, here, Cell.toned(verdict, verdict.equals(SAME) ? "good" : ""));
  }

  private static void network(Sweep sweep, List<Row> rows) {
    List<NetworkEffect> effects = SweepWords.networkEffects(sweep);
    if (!effects.isEmpty()) {
      String verdict =
          SweepWords.all(effects, Verdict.HARDLY)
              ? SAME
              : effects.stream().anyMatch(e -> e.time().verdict() == Verdict.DIFFERS)
                  ? DIFFERS
                  : CANNOT_TELL;
      String here = Words.list(SweepWords.inWords(effects));
      rows.add(row("The network has no influence on the time", here, verdict));
    }
  }

  private static void gap(Sweep sweep, List<Row> rows) {
    List<TimeDifference> differences = new ArrayList<>();
    List<String> factors = new ArrayList<>();
    for (Combination ssd : sweep.measuredOnStorage(SATA)) {
      for (Combination hdd : sweep.measuredOnStorage(HDD)) {
        if (ssd.network().equals(hdd.network())) {
          TimeDifference time = TimeDifference.of(ssd, hdd, sweep.measured());
          differences.add(time);
          factors.add(SAY.say("gapFactor: time, network", time, ssd.network()));
        }
      }
    }
    if (!factors.isEmpty()) {
      String here = SAY.say("gap: factors, large", factors, LARGE);
      rows.add(row("From HDD to SSD the gap is large", here, large(differences)));
    }
  }

  /** By the intervals, where there are repetitions; else by the ratios alone. */
  private static String large(List<TimeDifference> differences) {
    if (differences.stream().anyMatch(d -> Double.isNaN(d.low()))) {
      boolean same = differences.stream().allMatch(d -> d.ratio() >= LARGE);
      return (same ? SAME : DIFFERS) + ", with one repetition";
    }
    return differences.stream().allMatch(d -> d.low() >= LARGE)
        ? SAME
        : differences.stream().anyMatch(d -> d.high() < LARGE) ? DIFFERS : CANNOT_TELL;
  }

  private static void shares(
      Sweep sweep,
      String storage,
      String found,
      Predicate<CpuShares> asInThePaper,
      List<Row> rows) {
    if (!sweep.cellsOn(storage).isEmpty()) {
      CpuShares s = CpuShares.mean(sweep.cellsOn(storage).stream().map(CpuShares::of).toList());
      String verdict = !s.known() ? CANNOT_TELL : asInThePaper.test(s) ? SAME : DIFFERS;
      rows.add(row(found, SAY.say("shares", "s", s), verdict));
    }
  }

  private static CpuShares mean(List<CellSummary> cells, String interval) {
    return CpuShares.mean(cells.stream().map(c -> CpuShares.of(c, interval)).toList());
  }

  private static void ioWaitOfReduce(Sweep sweep, List<Row> rows) {
    List<CellSummary> cells = teraSorts(sweep, SATA);
    CpuShares map = mean(cells, MAP);
    CpuShares reduce = mean(cells, REDUCE);
    if (map.known() && reduce.known()) {
      boolean appears = reduce.ioWait() >= ALMOST_NONE && reduce.ioWait() > map.ioWait();
      String here = SAY.say("ioWait: map, reduce", map, reduce);
      rows.add(row("SATA SSD: I/O wait appears in the reduce", here, appears ? SAME : DIFFERS));
    }
  }

  /** The paper's job. */
  private static List<CellSummary> teraSorts(Sweep sweep, String storage) {
    return sweep.cellsOn(storage).stream()
        .filter(c -> c.result().orElseThrow().workload().equals("terasort"))
        .toList();
  }

  private static void halfOfTheCpu(Sweep sweep, List<Row> rows) {
    CpuShares reduce = mean(teraSorts(sweep, PCIE), REDUCE);
    if (reduce.known()) {
      double used = 1 - reduce.idle() - reduce.ioWait();
      rows.add(
          row(
              "The reduce uses half of the CPU",
              SAY.say("used: share", used),
              used >= LEAST_HALF && used <= MOST_HALF ? SAME : DIFFERS));
    }
  }

  /** The paper's reduce has the shuffle's tail. */
  private static void predictions(Sweep sweep, List<Row> rows) {
    double map = error(teraSorts(sweep, PCIE), List.of(MAP));
    double reduce = error(teraSorts(sweep, PCIE), List.of(TAIL, REDUCE));
    if (!Double.isNaN(map)) {
      rows.add(
          row(
              "Figure 17: the map's predicted time is about the measured",
              SAY.say("off: error", map),
              Math.abs(map) <= EQUAL ? SAME : DIFFERS));
    }
    if (!Double.isNaN(reduce)) {
      double off = Math.abs(reduce);
      rows.add(
          row(
              "Figure 18: the reduce's predicted time is about 20 % off",
              SAY.say("off: error", reduce),
              off <= EQUAL ? CLOSER : off <= MOST_OFF ? SAME : DIFFERS));
    }
  }

  /** The median of (predicted - measured) / measured time of some intervals together. */
  private static double error(List<CellSummary> cells, List<String> intervals) {
    return Combination.median(
        cells.stream()
            .map(c -> c.comparison().intervals())
            .mapToDouble(
                lines -> {
                  List<Pair> times =
                      lines.stream()
                          .filter(l -> intervals.contains(l.name()))
                          .map(SideBySide.Line::timeS)
                          .toList();
                  double measured = times.stream().mapToDouble(Pair::measured).sum();
                  return times.stream().mapToDouble(Pair::predicted).sum() / measured - 1;
                })
            .filter(Double::isFinite)
            .sorted()
            .toArray());
  }

  private static void estimates(Sweep sweep, List<Row> rows) {
    List<CellSummary> cells =
        sweep.measured().stream().flatMap(c -> c.measured().stream()).toList();
    new TreeMap<>(ESTIMATES)
        .forEach(
            (workload, estimate) -> {
              List<CellSummary> of =
                  cells.stream()
                      .filter(c -> c.result().orElseThrow().workload().equals(workload))
                      .toList();
              if (!of.isEmpty()) {
                double whole = perCore(of, c -> c.comparison().total().coreS().measured());
                double warm = perCore(of, PaperFindings::warmCoreS);
                rows.add(
                    Row.of(
                        SAY.say("estimate: workload, rate", workload, estimate),
                        SAY.say("perCore: whole, warm", whole, warm),
                        ""));
              }
            });
  }

  /** Core-seconds of its own tasks as predicted, without what a cold JVM adds; NaN if unknown. */
  private static double warmCoreS(CellSummary cell) {
    double coreS =
        cell.prediction().stream()
            .flatMap(p -> p.intervals().stream())
            .flatMap(i -> i.operations().stream())
            .filter(o -> o.operation().startsWith(cell.result().orElseThrow().workload()))
            .mapToDouble(o -> o.coreS() - o.coldCoreS())
            .sum();
    return coreS > 0 ? coreS : Double.NaN;
  }

  /** The median of the input's MB over core-seconds. */
  private static double perCore(List<CellSummary> cells, ToDoubleFunction<CellSummary> coreS) {
    return Combination.median(
        cells.stream()
            .mapToDouble(c -> c.result().orElseThrow().data().megabytes() / coreS.applyAsDouble(c))
            .filter(Double::isFinite)
            .sorted()
            .toArray());
  }

  private static void capability(Sweep sweep, List<Row> rows) {
    sweep.cellsOn(PCIE).stream()
        .flatMap(c -> c.verdicts().stream())
        .filter(v -> v.elapsedS() > 0)
        .mapToDouble(v -> v.use().diskShare())
        .filter(s -> !Double.isNaN(s))
        .max()
        .ifPresent(
            share ->
                rows.add(
                    row(
                        "PCIe SSD: its bandwidth is not used up",
                        "at most %s of its rate in any interval".formatted(Figures.percent(share)),
                        share < IntervalVerdict.FULL ? SAME : DIFFERS)));
  }
}
