package io.corebound.analysis.pages.report.sweep;

import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.IntervalVerdict;
import io.corebound.analysis.pages.report.cell.MeasuredJob;
import io.corebound.analysis.pages.report.cell.ResourceUse;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.State;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A combination of storage and network in a sweep, and of a variant of its sizes and settings, with
 * all its repetitions. Only those that ended well count in its figures.
 *
 * @param variant name of the variant; empty where the sweep has none
 */
public record Combination(String storage, String network, String variant, List<CellSummary> cells) {
  public Combination {
    cells = List.copyOf(cells);
  }

  public String name() {
    return storage + " / " + network + (variant.isEmpty() ? "" : " / " + variant);
  }

  /** The repetitions that ended well, the shortest first. */
  public List<CellSummary> measured() {
    return cells.stream()
        .filter(Combination::counts)
        .sorted(Comparator.comparingDouble(Combination::elapsedS))
        .toList();
  }

  private static boolean counts(CellSummary cell) {
    return !cell.verdicts().isEmpty()
        && cell.result().filter(r -> r.state() == State.OK).isPresent();
  }

  /** The repetitions that did not end well, or did not begin. */
  List<CellSummary> others() {
    return cells.stream().filter(c -> !counts(c)).toList();
  }

  /** Elapsed time of a cell's job, submission to finish, in seconds. */
  static double elapsedS(CellSummary cell) {
    return cell.job().map(MeasuredJob::job).map(CellResult.Job::elapsedS).orElse(Double.NaN);
  }

  /** Elapsed times in seconds, the shortest first. */
  public List<Double> timesS() {
    return measured().stream().map(Combination::elapsedS).toList();
  }

  /** The repetition with the median time; of an even number the shorter of both in the middle. */
  public Optional<CellSummary> median() {
    List<CellSummary> measured = measured();
    return measured.isEmpty()
        ? Optional.empty()
        : Optional.of(measured.get((measured.size() - 1) / 2));
  }

  /** The median of a figure over the repetitions; NaN where there is none. */
  public double median(ToDoubleFunction<CellSummary> figure) {
    return median(
        measured().stream().mapToDouble(figure).filter(v -> !Double.isNaN(v)).sorted().toArray());
  }

  /** Of sorted figures; NaN where there is none. */
  static double median(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length == 0 ? Double.NaN : (sorted[(sorted.length - 1) / 2] + sorted[half]) / 2;
  }

  /** From the shortest time to the longest, in words. */
  public String spread() {
    List<Double> times = timesS();
    return times.size() < 2
        ? Figures.NONE
        : Figures.range(times.get(0), times.get(times.size() - 1));
  }

  /** What bounds an interval in the repetition with the median time; null where it has none. */
  public IntervalVerdict verdict(String interval) {
    return median().orElseThrow().verdicts().stream()
        .filter(v -> v.name().equals(interval))
        .findFirst()
        .orElse(null);
  }

  /** Repetitions in which an interval has the same bound. */
  public long agreeing(IntervalVerdict verdict) {
    return measured().stream()
        .flatMap(c -> c.verdicts().stream())
        .filter(v -> v.name().equals(verdict.name()) && v.bound() == verdict.bound())
        .count();
  }

  /** Median of the measured core-seconds. */
  public double coreS() {
    return median(cell -> cell.comparison().total().coreS().measured());
  }

  /** Predicted core-seconds; NaN where there are none. */
  public double predictedCoreS() {
    return prediction().map(Prediction::coreS).orElse(Double.NaN);
  }

  /** Median elapsed time in seconds; NaN where nothing was measured. */
  public double medianS() {
    return median(Combination::elapsedS);
  }

  /** What was predicted for it; the repetitions have one and the same prediction. */
  Optional<Prediction> prediction() {
    return median()
        .flatMap(CellSummary::prediction)
        .or(() -> cells.stream().flatMap(c -> c.prediction().stream()).findFirst());
  }

  /** Predicted elapsed time in seconds; NaN where there is none. */
  public double predictedS() {
    return prediction().map(Prediction::totalS).orElse(Double.NaN);
  }

  /** (predicted - median) / median of the elapsed time; NaN where one of both is missing. */
  public double error() {
    return (predictedS() - medianS()) / medianS();
  }

  /** Shares of the cores' time over the whole job, as means over the repetitions. */
  public CpuShares cpu() {
    return CpuShares.mean(measured().stream().map(CpuShares::of).toList());
  }

  /**
   * What the cores did over a job: shares of their time.
   *
   * @param ioWait idle while a request to a disk was outstanding
   */
  record CpuShares(double user, double system, double ioWait, double steal, double idle) {
    /** Its components, in order. */
    static final List<ToDoubleFunction<CpuShares>> FIGURES =
        List.of(
            CpuShares::user,
            CpuShares::system,
            CpuShares::ioWait,
            CpuShares::steal,
            CpuShares::idle);

    static CpuShares of(CellSummary cell) {
      return over(cell.verdicts());
    }

    /** In an interval alone, by its name for people. */
    static CpuShares of(CellSummary cell, String interval) {
      return over(cell.verdicts().stream().filter(v -> v.name().equals(interval)).toList());
    }

    private static CpuShares over(List<IntervalVerdict> verdicts) {
      List<IntervalVerdict> known =
          verdicts.stream().filter(v -> v.elapsedS() > 0 && !Double.isNaN(v.use().busy())).toList();
      double lengthS = known.stream().mapToDouble(IntervalVerdict::elapsedS).sum();
      return of(
          Stream.<ToDoubleFunction<ResourceUse>>of(
                  ResourceUse::user,
                  ResourceUse::system,
                  ResourceUse::ioWait,
                  ResourceUse::steal,
                  ResourceUse::idle)
              .mapToDouble(
                  f ->
                      known.stream().mapToDouble(v -> f.applyAsDouble(v.use()) * v.elapsedS()).sum()
                          / lengthS)
              .toArray());
    }

    static CpuShares mean(List<CpuShares> all) {
      return of(
          FIGURES.stream()
              .mapToDouble(f -> all.stream().mapToDouble(f).average().orElse(Double.NaN))
              .toArray());
    }

    private static CpuShares of(double[] shares) {
      return new CpuShares(shares[0], shares[1], shares[2], shares[3], shares[4]);
    }

    public boolean known() {
      return !Double.isNaN(idle);
    }

    /** Whether user time is the largest share. */
    boolean mostlyUser() {
      return user > Math.max(Math.max(system, ioWait), idle);
    }

    /** Whether I/O wait is the largest share. */
    boolean mostlyIoWait() {
      return ioWait > Math.max(Math.max(user, system), idle);
    }
  }
}
