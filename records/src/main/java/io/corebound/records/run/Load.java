package io.corebound.records.run;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What some work takes of each resource, in seconds in which the others do nothing. Where two take
 * the same the first of CPU, disk, network and waiting stands before the others.
 *
 * @param waitingS in which it uses none of them
 */
public record Load(double cpuS, double diskS, double networkS, double waitingS) {
  /** Of no work. */
  public static final Load NONE = new Load(0, 0, 0, 0);

  /** The part that a bound stands for, in seconds. */
  public double of(Bound bound) {
    return switch (bound) {
      case CPU -> cpuS;
      case DISK -> diskS;
      case NETWORK -> networkS;
      case WAITING -> waitingS;
      case UNKNOWN -> 0;
    };
  }

  /** What takes most of the time. */
  public Bound bound() {
    return largestFirst().get(0);
  }

  /** What takes most of the time after that. */
  public Bound next() {
    return largestFirst().get(1);
  }

  /** How many times longer the first takes than the next; null where the others take none. */
  public Double margin() {
    return of(next()) > 0 ? of(bound()) / of(next()) : null;
  }

  private List<Bound> largestFirst() {
    return Stream.of(Bound.CPU, Bound.DISK, Bound.NETWORK, Bound.WAITING)
        .sorted(Comparator.comparingDouble(this::of).reversed())
        .toList();
  }

  /** Its time when CPU, disk and network work at the same time. */
  public double fullOverlapS() {
    return Math.max(cpuS, Math.max(diskS, networkS));
  }

  /** Its time when one works after the other. */
  public double noOverlapS() {
    return cpuS + diskS + networkS;
  }

  /** The same after other work. */
  public Load plus(Load other) {
    return new Load(
        cpuS + other.cpuS,
        diskS + other.diskS,
        networkS + other.networkS,
        waitingS + other.waitingS);
  }
}
