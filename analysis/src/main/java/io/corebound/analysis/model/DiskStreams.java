package io.corebound.analysis.model;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Rates of a disk, in MB/s over all streams, by how many of them read or write at once. A disk that
 * seeks gives more streams less, one of many channels gives them more, so a job's own number
 * decides.
 *
 * @param atOnce how far reading and writing go on at the same time, each at its own rate: 1 where
 *     neither slows the other down, 0 where one waits for the other, as on a single arm
 */
record DiskStreams(
    NavigableMap<Integer, Figure> read, NavigableMap<Integer, Figure> write, double atOnce) {
  /** A disk of which one figure each way is known, or none. */
  static final DiskStreams NONE = new DiskStreams(Map.of(), Map.of(), 0);

  /** Copies the rates. */
  DiskStreams(Map<Integer, Figure> read, Map<Integer, Figure> write, double atOnce) {
    this(new TreeMap<>(read), new TreeMap<>(write), atOnce);
  }

  /**
   * How far a disk reads and writes at once: as much of the shorter of the two, of equal parts, as
   * takes no time of its own.
   *
   * @param read MB/s of one stream that reads
   * @param write MB/s of one stream that writes
   * @param both MB/s of one stream that does both in equal parts; null where nobody measured it
   */
  static double atOnce(double read, double write, Double both) {
    if (both == null) {
      return 0;
    }
    double saved = 1 / read + 1 / write - 2 / both;
    return Math.max(0, Math.min(1, saved * Math.max(read, write)));
  }

  /**
   * The figure of that many streams, or of the nearest fewer; of the fewest, where all are more.
   */
  static Figure at(int streams, NavigableMap<Integer, Figure> rates, Figure otherwise) {
    if (rates.isEmpty()) {
      return otherwise;
    }
    Map.Entry<Integer, Figure> nearest = rates.floorEntry(streams);
    return nearest == null ? rates.firstEntry().getValue() : nearest.getValue();
  }

  /** The figure of most streams: what is taken where a job's own number is not known. */
  static Figure ofMost(NavigableMap<Integer, Figure> rates) {
    return rates.isEmpty() ? null : rates.lastEntry().getValue();
  }

  /** The same with every rate multiplied. */
  DiskStreams times(double factor) {
    return new DiskStreams(times(read, factor), times(write, factor), atOnce);
  }

  private static Map<Integer, Figure> times(Map<Integer, Figure> rates, double factor) {
    Map<Integer, Figure> scaled = new TreeMap<>();
    rates.forEach((streams, rate) -> scaled.put(streams, rate.scaledBy(factor)));
    return scaled;
  }
}
