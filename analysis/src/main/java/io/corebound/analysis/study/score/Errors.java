package io.corebound.analysis.study.score;

import java.util.Optional;
import java.util.stream.Stream;

/** The errors of a predictor over cells: of elapsed times, and of core-seconds. */
public record Errors(ErrorSummary time, ErrorSummary core) {
  /** Whether time and core-seconds, as far as both predictors have them, are predicted better. */
  public Optional<Boolean> beats(Errors other) {
    return Stream.of(time.beats(other.time), core.beats(other.core))
        .flatMap(Optional::stream)
        .reduce(Boolean::logicalAnd);
  }
}
