package io.corebound.analysis.study.account;

import io.corebound.records.run.Load;

/**
 * What an interval takes of each resource, in seconds in which the others do nothing.
 *
 * @param cpuS its core-seconds over the cores that its tasks can use
 * @param diskS bytes of a node over its disk's rate; 0 where that is not known
 * @param writeS the part of it in which it writes: the kernel may do that later
 * @param networkS the same of the link
 * @param startS in which its tasks wait for their containers
 */
public record Work(double cpuS, double diskS, double writeS, double networkS, double startS) {
  /** Bytes that would take so much longer than an interval did were not on that device. */
  private static final double IMPOSSIBLE = 1.25;

  /** Of an interval that does nothing. */
  static final Work NONE = new Work(0, 0, 0, 0, 0);

  /**
   * The same without the devices that an interval of so many seconds cannot have used as computed:
   * the bytes were in memory.
   *
   * @param asItWas what was computed for the interval
   */
  public Work used(Work asItWas, double lengthS) {
    boolean disk = asItWas.diskS <= IMPOSSIBLE * lengthS;
    boolean network = asItWas.networkS <= IMPOSSIBLE * lengthS;
    return new Work(cpuS, disk ? diskS : 0, disk ? writeS : 0, network ? networkS : 0, startS);
  }

  /** What an interval of so many seconds leaves to be written after it, in seconds of the disk. */
  double leftToWriteS(double lengthS) {
    return Math.max(0, Math.min(writeS, diskS - lengthS));
  }

  /** The same with what the interval before left to be written. */
  Work withLeft(double leftS) {
    return new Work(cpuS, diskS + leftS, writeS + leftS, networkS, startS);
  }

  /** Seconds, if CPU, disk and network work at the same time to some degree. */
  public double timeS(double overlap) {
    Load load = load();
    return startS + overlap * load.fullOverlapS() + (1 - overlap) * load.noOverlapS();
  }

  /** Its parts; starts are waiting. */
  Load load() {
    return new Load(cpuS, diskS, networkS, startS);
  }
}
