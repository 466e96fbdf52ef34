package io.corebound.analysis.model;

import java.util.random.RandomGenerator;

/**
 * Cores that are busy when nothing runs: those of the daemons, and of the kernel and whatever else
 * the machine runs where that was measured.
 *
 * @param cores of one node that has all daemons, as the cluster does on which they were measured
 * @param mastersShare the share of NameNode and ResourceManager in them, of which there is one each
 *     however many nodes there are, and of the machine beside the daemons; 0 where it was not
 *     measured apart
 */
record Idle(Figure cores, double mastersShare) {
  static final Idle NONE = new Idle(Figure.exact(0), 0);

  /** Cores of each of so many nodes; what the masters take is spread over them. */
  double onEachOf(int nodes) {
    return cores.value() * (1 - mastersShare + mastersShare / nodes);
  }

  Idle draw(RandomGenerator random) {
    return new Idle(cores.scaledBy(cores.drawFactor(random)), mastersShare);
  }
}
