package io.corebound.analysis.study.score;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The amounts of errors over cells.
 *
 * @param worstCell where that was; empty of none
 */
public record ErrorSummary(int cells, Double medianPercent, Double worstPercent, String worstCell) {

  /** Of signed errors in percent by cell. */
  static ErrorSummary of(List<Map.Entry<String, Double>> errors) {
    Optional<Map.Entry<String, Double>> worst =
        errors.stream().max(Comparator.comparingDouble(e -> Math.abs(e.getValue())));
    return new ErrorSummary(
        errors.size(),
        Medians.of(errors.stream().map(e -> Math.abs(e.getValue())).toList()),
        worst.map(e -> Math.abs(e.getValue())).orElse(null),
        worst.map(Map.Entry::getKey).orElse(""));
  }

  /** Whether the median is smaller than another's; empty where one of both has none. */
  public Optional<Boolean> beats(ErrorSummary other) {
    return medianPercent == null || other.medianPercent == null
        ? Optional.empty()
        : Optional.of(medianPercent < other.medianPercent);
  }
}
