package io.corebound.jobs;

import java.time.LocalDate;

/**
 * Days of {@code l_shipdate} that a selection on LINEITEM keeps: as many in a row as have a given
 * part of the rows. Orders are dated evenly from 1992-01-01 to 1998-08-02, and an item is shipped 1
 * to 121 days after its order (TPC-H specification, 4.2.3): but for both ends, each day has the
 * same part of the rows.
 */
final class ShipDates {
  private static final LocalDate FIRST_ORDER = LocalDate.of(1992, 1, 1);

  /** Days on which orders may be dated. */
  private static final int ORDER_DAYS = 2406;

  /** Days from an order to the last that is shipped. */
  private static final int MOST_DAYS = 121;

  /** The first day, and the one after the last. */
  final LocalDate from;

  final LocalDate until;

  private ShipDates(LocalDate from, LocalDate until) {
    this.from = from;
    this.until = until;
  }

  /**
   * Those in the middle of the table's years that have about a part of the rows.
   *
   * @throws IllegalArgumentException when it is not above 0 and at most 0.9
   */
  static ShipDates of(double selectivity) {
    if (!(selectivity > 0 && selectivity <= 0.9)) {
      throw new IllegalArgumentException(
          "the selectivity is above 0 and at most 0.9, not " + selectivity);
    }
    int days = (int) Math.max(1, Math.round(selectivity * ORDER_DAYS));
    LocalDate from = FIRST_ORDER.plusDays(MOST_DAYS + (ORDER_DAYS - MOST_DAYS - days) / 2);
    return new ShipDates(from, from.plusDays(days));
  }

  boolean has(long epochDay) {
    return epochDay >= from.toEpochDay() && epochDay < until.toEpochDay();
  }
}
