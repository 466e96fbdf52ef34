package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.RanJob;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Locality;
import java.util.List;
import java.util.function.Predicate;

/**
 * Where maps ran, seen from their data.
 *
 * @param remoteBytes that were read over the network
 * @param longerS seconds that all maps elsewhere took longer than as many on their data's nodes, by
 *     the means; null where not both were there
 * @param crowding {@link io.corebound.analysis.study.account.TaskSums#crowding}
 */
public record Placing(
    long onNode,
    long inRack,
    long elsewhere,
    long unknown,
    double remoteBytes,
    Double longerS,
    double crowding) {
  static Placing of(RanJob ran) {
    List<Attempt> maps = ran.maps().attempts();
    List<Attempt> remote =
        maps.stream().filter(a -> is(a, Locality.RACK) || is(a, Locality.ELSEWHERE)).toList();
    double near = meanS(maps, a -> is(a, Locality.NODE));
    double far = meanS(remote, a -> true);
    return new Placing(
        count(maps, Locality.NODE),
        count(maps, Locality.RACK),
        count(maps, Locality.ELSEWHERE),
        count(maps, Locality.UNKNOWN),
        remote.stream().mapToDouble(a -> a.counters().get(Counter.INPUT_BYTES)).sum(),
        Double.isNaN(near) || Double.isNaN(far) ? null : (far - near) * remote.size(),
        ran.maps().crowding(ran.nodes()));
  }

  private static boolean is(Attempt a, Locality locality) {
    return a.locality() == locality;
  }

  private static long count(List<Attempt> maps, Locality locality) {
    return maps.stream().filter(a -> is(a, locality)).count();
  }

  private static double meanS(List<Attempt> maps, Predicate<Attempt> of) {
    return maps.stream()
        .filter(of)
        .mapToDouble(Attempt::elapsedS)
        .filter(s -> !Double.isNaN(s))
        .average()
        .orElse(Double.NaN);
  }
}
