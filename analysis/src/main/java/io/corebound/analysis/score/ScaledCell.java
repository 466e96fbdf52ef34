package io.corebound.analysis.score;

import io.corebound.records.run.CellResult;
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

  static Optional<ScaledCell> of(ScoredRun.Cell cell, List<ScoredRun.Cell> others) {
    CellResult own = cell.repetitions().get(0);
    return others.stream()
        .filter(o -> !o.repetitions().isEmpty())
        .filter(o -> bytes(o) < bytes(cell) && SameWork.alike(own, o.repetitions().get(0)))
        .max(Comparator.comparingLong(ScaledCell::bytes))
        .map(o -> scaled(o, (double) bytes(cell) / bytes(o)));
  }

  private static ScaledCell scaled(ScoredRun.Cell smaller, double factor) {
    Double coreS = Medians.of(smaller.repetitions().stream().map(CellScore::coreS).toList());
    return new ScaledCell(
        smaller.name(),
        factor * Medians.of(smaller.repetitions().stream().map(CellScore::elapsedS).toList()),
        coreS == null ? Double.NaN : factor * coreS);
  }

  private static long bytes(ScoredRun.Cell cell) {
    return cell.repetitions().get(0).data().bytes();
  }
}
