package io.corebound.records.config;

import io.corebound.records.units.DataRate;

/** What the files of the axes have in common: how a key is refused, and how a figure is scaled. */
final class AxisKeys {
  private AxisKeys() {}

  /** Refuses a text that is missing or blank. */
  static void text(String key, String value) {
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException(key + " is missing");
    }
  }

  /** Refuses a value that is missing. */
  static void given(String key, Object value, String example) {
    if (value == null) {
      throw new IllegalArgumentException(key + " is missing, " + example);
    }
  }

  /** Refuses a number that is missing or below one. */
  static void atLeastOne(String key, Integer number) {
    if (number == null) {
      throw new IllegalArgumentException(key + " is missing; it is at least 1");
    }
    atLeastOneOrNone(key, number);
  }

  /** Refuses a number below one; null is none. */
  static void atLeastOneOrNone(String key, Integer number) {
    if (number != null && number < 1) {
      throw new IllegalArgumentException(key + " is at least 1, not " + number);
    }
  }

  /** Refuses what is not above zero and at most one; null is none. */
  static void fractionOrNone(String key, Double number) {
    if (number != null && !(number > 0 && number <= 1)) {
      throw new IllegalArgumentException(key + " is above 0 and at most 1, not " + number);
    }
  }

  /** Refuses a figure beside the real thing. */
  static void notBeside(String real, String key, Object value) {
    if (value != null) {
      throw new IllegalArgumentException(
          key + " does not go with " + real + ": a real one is measured, and never limited");
    }
  }

  /** Refuses a price that is none; null is none known. */
  static void price(Double price) {
    if (price != null && !(price >= 0 && Double.isFinite(price))) {
      throw new IllegalArgumentException("price is a number of at least 0, not " + price);
    }
  }

  /** A rate times a factor. */
  static DataRate scaled(DataRate rate, double factor) {
    return new DataRate(rate.megabytesPerSecond() * factor);
  }

  /** Operations times a factor, at least one; null stays null. */
  static Integer scaled(Integer operations, double factor) {
    return operations == null ? null : (int) Math.max(1, Math.round(operations * factor));
  }
}
