package io.corebound.analysis.study.compare;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Correction for many tests at once: S. Holm, A simple sequentially rejective multiple test
 * procedure, Scandinavian Journal of Statistics 6, 1979. The chance that even one of all the
 * differences found is none stays below the level, whatever depends on what.
 */
public final class Holm {
  private Holm() {}

  /** Adjusted p-values, in the order given. */
  public static double[] adjust(List<Double> p) {
    List<Integer> ascending =
        IntStream.range(0, p.size()).boxed().sorted(Comparator.comparing(p::get)).toList();
    double[] adjusted = new double[p.size()];
    double highest = 0;
    for (int rank = 0; rank < ascending.size(); rank++) {
      int at = ascending.get(rank);
      highest = Math.max(highest, Math.min(1, p.get(at) * (p.size() - rank)));
      adjusted[at] = highest;
    }
    return adjusted;
  }
}
