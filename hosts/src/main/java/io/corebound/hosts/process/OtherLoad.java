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

  /** Cores that they kept busy. */
  public double cores() {
    return seconds > 0 ? programsCoreS() / seconds : 0;
  }

  public double stolenCores() {
    return seconds > 0 ? stolenS / seconds : 0;
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
