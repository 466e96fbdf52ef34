package io.corebound.analysis.report.sweep;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.IntervalVerdict;
import io.corebound.analysis.report.sweep.Combination.CpuShares;
import io.corebound.analysis.report.sweep.TimeDifference.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * What the paper's section 3.2 found on its three kinds of storage, beside what this sweep did;
 * only where the sweep has the tiers of that name.
 */
final class PaperFindings {
  private static final String HDD = "hdd";
  private static final String SATA = "ssd-sata";
  private static final String PCIE = "ssd-pcie";

  /** From this factor on a gap is large. */
  private static final double LARGE = 1.5;

  /** Below this share of the cores' time there is almost none of something. */
  private static final double ALMOST_NONE = 0.05;

  private PaperFindings() {}

  static List<Block> blocks(Sweep sweep) {
    List<Row> rows = new ArrayList<>();
    network(sweep, rows);
    gap(sweep, rows);
    if (has(sweep, HDD)) {
      rows.add(
          shares(sweep, HDD, "HDD: I/O wait is most of the cores' time", CpuShares::mostlyIoWait));
    }
    if (has(sweep, SATA)) {
      rows.add(shares(sweep, SATA, "SATA SSD: user time is most", CpuShares::mostlyUser));
    }
    if (has(sweep, PCIE)) {
      rows.add(
          shares(
              sweep,
              PCIE,
              "PCIe SSD: user time is most, almost no I/O wait",
              s -> s.mostlyUser() && s.ioWait() < ALMOST_NONE));
      capability(sweep, rows);
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Block.Table(
            sweep.id("paper-findings"),
            "Beside the paper's section 3",
            "The paper: TeraSort of 400 GB on 5 nodes of 16 cores, MapReduce of 2012. Where it"
                + " differs here, look first at what is not alike: start-up and heartbeats are a"
                + " larger part of a short job and appear as idle time; a tier has its bandwidth a"
                + " core, but no seeks and no latency, so a slow disk is better here than there"
                + " under several streams; less data have fewer waves of tasks and pass through"
                + " less memory; where no reduce copies while maps run (a slow_start of 1), the"
                + " network shows in the shuffle tail.",
            List.of(Column.text("The paper found"), Column.text("Here"), Column.text("")),
            rows));
  }

  private static boolean has(Sweep sweep, String storage) {
    return !sweep.cellsOn(storage).isEmpty();
  }

  private static Row row(String found, String here, String verdict) {
    return Row.of(
        Cell.text(found),
        Cell.text(here),
        verdict.equals("the same") ? Cell.toned(verdict, "good") : Cell.text(verdict));
  }

  private static String verdict(boolean same) {
    return same ? "the same" : "differs";
  }

  private static void network(Sweep sweep, List<Row> rows) {
    List<SweepWords.NetworkEffect> effects = SweepWords.networkEffects(sweep);
    if (effects.isEmpty()) {
      return;
    }
    rows.add(
        row(
            "The network has no influence on the time",
            Words.list(SweepWords.inWords(effects)),
            SweepWords.all(effects, Verdict.HARDLY)
                ? "the same"
                : effects.stream().anyMatch(e -> e.time().verdict() == Verdict.DIFFERS)
                    ? "differs"
                    : "cannot tell"));
  }

  private static void gap(Sweep sweep, List<Row> rows) {
    List<TimeDifference> differences = new ArrayList<>();
    List<String> factors = new ArrayList<>();
    for (String network : sweep.networks()) {
      List<Combination> on = sweep.measuredOnNetwork(network);
      for (Combination ssd : on.stream().filter(c -> c.storage().equals(SATA)).toList()) {
        for (Combination hdd : on.stream().filter(c -> c.storage().equals(HDD)).toList()) {
          TimeDifference difference = TimeDifference.of(ssd, hdd, sweep.measured());
          differences.add(difference);
          factors.add(
              Figures.number(difference.ratio())
                  + " times as long"
                  + (Double.isNaN(difference.low())
                      ? ""
                      : " (95 %: " + Figures.range(difference.low(), difference.high()) + ")")
                  + " on "
                  + network);
        }
      }
    }
    if (!factors.isEmpty()) {
      rows.add(
          row(
              "From HDD to SSD the gap is large",
              "hdd takes "
                  + Words.list(factors)
                  + " as ssd-sata; large is here "
                  + Figures.number(LARGE)
                  + " times and more",
              large(differences)));
    }
  }

  /** By the intervals, where there are repetitions; else by the ratios alone. */
  private static String large(List<TimeDifference> differences) {
    if (differences.stream().anyMatch(d -> Double.isNaN(d.low()))) {
      return verdict(differences.stream().allMatch(d -> d.ratio() >= LARGE))
          + ", of one repetition";
    }
    return differences.stream().allMatch(d -> d.low() >= LARGE)
        ? "the same"
        : differences.stream().anyMatch(d -> d.high() < LARGE) ? "differs" : "cannot tell";
  }

  private static Row shares(
      Sweep sweep, String storage, String found, Predicate<CpuShares> asInThePaper) {
    CpuShares shares = CpuShares.mean(sweep.cellsOn(storage).stream().map(CpuShares::of).toList());
    return row(
        found,
        "user "
            + Figures.percent(shares.user())
            + ", system "
            + Figures.percent(shares.system())
            + ", I/O wait "
            + Figures.percent(shares.ioWait())
            + ", idle "
            + Figures.percent(shares.idle()),
        shares.known() ? verdict(asInThePaper.test(shares)) : "cannot tell");
  }

  private static void capability(Sweep sweep, List<Row> rows) {
    OptionalDouble most =
        sweep.cellsOn(PCIE).stream()
            .flatMap(c -> c.verdicts().stream())
            .filter(v -> v.elapsedS() > 0)
            .mapToDouble(v -> v.use().diskShare())
            .filter(s -> !Double.isNaN(s))
            .max();
    most.ifPresent(
        share ->
            rows.add(
                row(
                    "PCIe SSD: it stays below what it can",
                    "at most " + Figures.percent(share) + " of its rate in an interval",
                    verdict(share < IntervalVerdict.FULL))));
  }
}
