package io.corebound.analysis.explain.account;

/**
 * What an interval takes of each resource, in seconds in which the others do nothing.
 *
 * @param cpuS its core-seconds over the cores that its tasks can use
 * @param diskS bytes of a node over its disk's rate; 0 where that is not known
 * @param networkS the same of the link
 * @param startS in which its tasks wait for their containers
 */
public record Work(double cpuS, double diskS, double networkS, double startS) {
  /** Seconds, if CPU, disk and network work at the same time to some degree. */
  public double timeS(double overlap) {
    double sum = cpuS + diskS + networkS;
    return startS + overlap * Math.max(cpuS, Math.max(diskS, networkS)) + (1 - overlap) * sum;
  }
}
