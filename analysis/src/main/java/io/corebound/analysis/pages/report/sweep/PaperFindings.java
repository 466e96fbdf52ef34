package io.corebound.analysis.pages.report.sweep;

import static io.corebound.analysis.pages.report.sweep.SweepWords.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Cell;
import io.corebound.analysis.pages.page.Block.Row;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.cell.IntervalVerdict;
import io.corebound.analysis.pages.report.sweep.Combination.CpuShares;
import io.corebound.analysis.pages.report.sweep.SweepWords.NetworkEffect;
import io.corebound.analysis.pages.report.sweep.TimeDifference.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Findings of the paper's section 3.2 beside this sweep's, for tiers that the sweep has. */
final class PaperFindings {
  private static final String HDD = "hdd";
  private static final String SATA = "ssd-sata";
  private static final String PCIE = "ssd-pcie";
  private static final String SAME = "the same";
  private static final String DIFFERS = "differs";
  private static final String CANNOT_TELL = "cannot tell";

  /** The smallest large gap. */
  private static final double LARGE = 1.5;

  /** "Almost no" I/O wait means less than this share of the cores' time. */
  private static final double ALMOST_NONE = 0.05;

  private PaperFindings() {}

  static List<Block> blocks(Sweep sweep) {
    List<Row> rows = new ArrayList<>();
    network(sweep, rows);
    gap(sweep, rows);
    shares(sweep, HDD, "HDD: I/O wait is most of the cores' time", CpuShares::mostlyIoWait, rows);
    shares(sweep, SATA, "SATA SSD: user time is most", CpuShares::mostlyUser, rows);
    shares(
        sweep,
        PCIE,
        "PCIe SSD: user time is most, almost no I/O wait",
        s -> s.mostlyUser() && s.ioWait() < ALMOST_NONE,
        rows);
    capability(sweep, rows);
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
