package io.corebound.records.config;

import io.corebound.records.units.DataRate;
import io.corebound.records.units.Refuse;

/** What the files of the axes have in common: how a key is refused, and how a figure is scaled. */
final class AxisKeys {
  private AxisKeys() {}

  static void text(String key, String value) {
    Refuse.when(value == null || value.isBlank(), "%s is missing", key);
  }

  static void given(String key, Object value, String example) {
    Refuse.when(value == null, "%s is missing, %s", key, example);
  }

  static void atLeastOne(String key, Integer number) {
    Refuse.when(number == null, "%s is missing; it is at least 1", key);
    atLeastOneOrNone(key, number);
  }

  /** Refuses a number below one; null is none. */
  static void atLeastOneOrNone(String key, Integer number) {
    Refuse.when(number != null && number < 1, "%s is at least 1, not %s", key, number);
  }

  /** Refuses what is not above zero and at most one; null is none. */
  static void fractionOrNone(String key, Double number) {
    Refuse.when(
        number != null && !(number > 0 && number <= 1),
        "%s is above 0 and at most 1, not %s",
        key,
        number);
  }

  /** Refuses a figure beside the real thing. */
  static void notBeside(String real, String key, Object value) {
    Refuse.when(
        value != null,
        "%s cannot be combined with %s: a real one is measured, never limited",
        key,
        real);
  }

  static void price(Double price) {
    Refuse.when(
        price != null && !(price >= 0 && Double.isFinite(price)),
        "price is a number of at least 0, not %s",
        price);
  }

  static DataRate scaled(DataRate rate, double factor) {
    return new DataRate(rate.megabytesPerSecond() * factor);
  }

  /** Operations times a factor, at least one; null stays null. */
  static Integer scaled(Integer operations, double factor) {
    return operations == null ? null : (int) Math.max(1, Math.round(operations * factor));
  }
}
