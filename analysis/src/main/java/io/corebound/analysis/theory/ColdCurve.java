package io.corebound.analysis.theory;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How much of its cold start a task has paid by the time that it has worked on so many bytes: code
 * that is used seldom is not compiled. Between the sizes that were measured it is taken to grow in
 * proportion; beyond the largest there is nothing left to pay. Wall time is taken to go with the
 * core-seconds.
 *
 * @param parts from 0 to 1, by bytes, the least of which are 0; never less for more bytes
 */
record ColdCurve(NavigableMap<Double, Double> parts) {
  /** All of it with the first byte. */
  static final ColdCurve AT_ONCE = new ColdCurve(new TreeMap<>(Map.of(0.0, 1.0)));

  ColdCurve {
    parts = Collections.unmodifiableNavigableMap(new TreeMap<>(parts));
    if (parts.isEmpty() || parts.firstKey() != 0) {
      throw new IllegalArgumentException("a part for 0 bytes is missing: " + parts);
    }
    double before = 0;
    for (double part : parts.values()) {
      if (!(part >= before && part <= 1)) {
        throw new IllegalArgumentException("parts from 0 to 1 that never fall, not " + parts);
      }
      before = part;
    }
  }

  /** From first tasks of fresh JVMs, by bytes. A single size is taken to be paid at once. */
  static ColdCurve of(
      NavigableMap<Double, Double> firstCoreS, double emptyCoreS, double nsPerByte) {
    if (firstCoreS.size() < 2) {
      return AT_ONCE;
    }
    NavigableMap<Double, Double> paid = new TreeMap<>(firstCoreS);
    paid.replaceAll((bytes, coreS) -> coreS - emptyCoreS - nsPerByte * bytes / 1e9);
    double all = paid.lastEntry().getValue();
    if (!(all > 0)) {
      return AT_ONCE;
    }
    NavigableMap<Double, Double> parts = new TreeMap<>(Map.of(0.0, 0.0));
    paid.forEach(
        (bytes, coreS) ->
            parts.put(bytes, Math.max(parts.lastEntry().getValue(), Math.min(1, coreS / all))));
    return new ColdCurve(parts);
  }

  /** The part of the cold start, from 0 to 1. */
  double part(double bytes) {
    Map.Entry<Double, Double> below = parts.floorEntry(bytes);
    Map.Entry<Double, Double> above = parts.higherEntry(bytes);
    if (above == null) {
      return below.getValue();
    }
    double way = (bytes - below.getKey()) / (above.getKey() - below.getKey());
    return below.getValue() + way * (above.getValue() - below.getValue());
  }
}
