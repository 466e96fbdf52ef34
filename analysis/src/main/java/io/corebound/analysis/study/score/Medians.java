package io.corebound.analysis.study.score;

import java.util.List;
import java.util.Objects;
import org.hipparchus.stat.StatUtils;

/** Medians and spreads. */
final class Medians {
  private Medians() {}

  /** The median; null without values. */
  static Double of(List<Double> values) {
    double[] known = values.stream().filter(Objects::nonNull).mapToDouble(v -> v).toArray();
    return known.length == 0 ? null : StatUtils.percentile(known, 50);
  }

  /** Largest less smallest, in percent of the median; null for fewer than two. */
  static Double spreadPercent(List<Double> values) {
    double[] known = values.stream().filter(Objects::nonNull).mapToDouble(v -> v).toArray();
    return known.length < 2
        ? null
        : 100 * (StatUtils.max(known) - StatUtils.min(known)) / StatUtils.percentile(known, 50);
  }

  /** (predicted - measured) / measured in percent; null where one of both is missing or zero. */
  static Double errorPercent(Double predicted, Double measured) {
    return predicted == null || measured == null || !(measured > 0)
        ? null
        : 100 * (predicted - measured) / measured;
  }
}
