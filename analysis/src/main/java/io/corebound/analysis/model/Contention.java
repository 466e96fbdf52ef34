package io.corebound.analysis.model;

import java.util.random.RandomGenerator;

/**
 * By how much an operation costs more with every core busy than with one.
 *
 * @param factor at least 1
 * @param cores how many were busy when it was measured; 0 where nobody measured it
 */
record Contention(Figure factor, int cores) {
  /** A factor below one is noise: no operation costs less among busy cores. */
  Contention {
    factor = new Figure(Math.max(1, factor.value()), factor.scale(), factor.n());
  }

  /** A factor that somebody states. */
  static Contention stated(double factor) {
    return new Contention(Figure.exact(factor), 0);
  }

  /** The same with its factor drawn anew. */
  Contention drawn(RandomGenerator random) {
    return new Contention(factor.times(factor.drawFactor(random)), cores);
  }
}
