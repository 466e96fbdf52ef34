package io.corebound.analysis.model;

import java.util.random.RandomGenerator;

/**
 * Cores that are busy whatever a job does: those of the daemons, and of the kernel and whatever
 * else the machine runs where that was measured; and those of the collectors that watch the job.
 *
 * @param cores of one node that has all daemons, as the cluster does on which they were measured;
 *     no collector ran meanwhile
 * @param mastersShare the share of NameNode and ResourceManager in them, of which there is one each
 *     however many nodes there are, and of the machine beside the daemons; 0 where it was not
 *     measured apart
 * @param collectors of the one set of collectors of one machine; it is there once, however many
 *     nodes there are, for a lab's nodes share the machine; 0 where it was not measured
 */
record Idle(Figure cores, double mastersShare, Figure collectors) {
  static final Idle NONE = new Idle(Figure.exact(0), 0, Figure.exact(0));

  /** Cores of each of so many nodes; what is there once is spread over them. */
  double onEachOf(int nodes) {
    return cores.value() * (1 - mastersShare + mastersShare / nodes) + collectors.value() / nodes;
  }

  /**
   * The same with its figures drawn anew.
   *
   * @param speed how much dearer all work is then
   */
  Idle draw(RandomGenerator random, double speed) {
    return new Idle(
        cores.scaledBy(speed * cores.drawFactor(random)),
        mastersShare,
        collectors.scaledBy(speed * collectors.drawFactor(random)));
  }
}
