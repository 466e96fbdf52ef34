package io.corebound.microbench.sort;

import io.corebound.microbench.OneLineException;
import java.util.Arrays;
import java.util.Locale;

/** In which order a map task emits its keys. */
enum PairOrder {
  /** Keys at random, hardly any twice; words as they stand in the text. */
  RANDOM,
  SORTED,
  DUPLICATES;

  static PairOrder of(String parameter) {
    for (PairOrder order : values()) {
      if (order.toString().equals(parameter)) {
        return order;
      }
    }
    throw new OneLineException("order: '" + parameter + "' is none of " + Arrays.asList(values()));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
