package io.corebound.hosts.process;

import java.util.Map;
import java.util.TreeMap;

/**
 * What this machine did for others meanwhile.
 *
 * @param stolenS core-seconds in which the hypervisor ran others while work here waited (steal)
 * @param coreS core-seconds of programs that are not the run's, by their names
 */
public record OtherLoad(double seconds, double stolenS, Map<String, Double> coreS) {
  public static final OtherLoad NONE = new OtherLoad(0, 0, Map.of());

  /** Cores of others, those of other guests of the hypervisor too, beyond which they disturb. */
  private static final double LIMIT = 0.1;

  /** Cores that they kept busy. */
  public double cores() {
    return seconds > 0 ? programsCoreS() / seconds : 0;
  }

  public double stolenCores() {
    return seconds > 0 ? stolenS / seconds : 0;
  }

  /** Cores that programs and other guests took. */
  public double allCores() {
    return cores() + stolenCores();
  }

  /** How many times the limit that is; they disturb beyond 1. */
  public double disturbance() {
    return allCores() / LIMIT;
  }

  public boolean disturbs() {
    return disturbance() > 1;
  }

  /** Core-seconds of all of them. */
  public double programsCoreS() {
    return coreS.values().stream().mapToDouble(s -> s).sum();
  }

  /** Of two times together. */
  public OtherLoad plus(OtherLoad other) {
    Map<String, Double> both = new TreeMap<>(coreS);
    other.coreS.forEach((program, s) -> both.merge(program, s, Double::sum));
    return new OtherLoad(seconds + other.seconds, stolenS + other.stolenS, both);
  }
}
