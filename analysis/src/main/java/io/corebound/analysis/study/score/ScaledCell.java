package io.corebound.analysis.study.score;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A naive prediction: the largest smaller cell of the same storage, network and Hadoop's settings,
 * its measured figures times the ratio of the data.
 *
 * @param coreS core-seconds; NaN where they were not measured
 */
record ScaledCell(String of, double timeS, double coreS) {

  static Optional<ScaledCell> of(ScoredJob cell, List<ScoredJob> others) {
    return others.stream()
        .filter(o -> o.work() != null && bytes(o) < bytes(cell))
        .filter(o -> o.run().equals(cell.run()) && o.work().alike(cell.work()))
        .max(Comparator.comparingLong(ScaledCell::bytes))
        .map(o -> scaled(o, (double) bytes(cell) / bytes(o)));
  }

  private static ScaledCell scaled(ScoredJob smaller, double factor) {
    Double coreS = smaller.coreS(IntervalScore.TOTAL);
    return new ScaledCell(
        smaller.name(),
        factor * smaller.timeS(IntervalScore.TOTAL),
        coreS == null ? Double.NaN : factor * coreS);
  }

  private static long bytes(ScoredJob cell) {
    return cell.work().data().bytes();
  }
}
