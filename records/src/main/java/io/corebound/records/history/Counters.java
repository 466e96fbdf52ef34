package io.corebound.records.history;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counters of an attempt or a job. A history of 100,000 attempts has as many of these, so they are
 * an array.
 */
public final class Counters {
  /** Of an attempt that counted nothing. */
  public static final Counters NONE = of(Map.of());

  private static final long ABSENT = Long.MIN_VALUE;

  private final long[] values;

  private Counters(long[] values) {
    this.values = values;
  }

  /** Of values by counter. Hadoop has no negative counts; a value below zero is taken as absent. */
  public static Counters of(Map<Counter, Long> byCounter) {
    long[] values = new long[Counter.values().length];
    Arrays.fill(values, ABSENT);
    byCounter.forEach((counter, value) -> values[counter.ordinal()] = value < 0 ? ABSENT : value);
    return new Counters(values);
  }

  /** Its value in its unit; 0 where it was not counted. */
  public long get(Counter counter) {
    return Math.max(0, values[counter.ordinal()]);
  }

  /** Whether it was counted. */
  public boolean has(Counter counter) {
    return values[counter.ordinal()] != ABSENT;
  }

  /** Whether nothing was counted. */
  public boolean isEmpty() {
    return Arrays.stream(values).allMatch(v -> v == ABSENT);
  }

  /** What was counted, in the order of {@link Counter}. */
  public Map<Counter, Long> known() {
    return Stream.of(Counter.values())
        .filter(this::has)
        .collect(
            Collectors.toMap(c -> c, this::get, (a, b) -> a, () -> new EnumMap<>(Counter.class)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Counters counters && Arrays.equals(values, counters.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return known().toString();
  }
}
