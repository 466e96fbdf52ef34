package io.corebound.analysis.model;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Rates of a disk, in MB/s over all streams, by how many of them read or write at once. A disk that
 * seeks gives more streams less, one of many channels gives them more, so a job's own number
 * decides.
 */
record DiskStreams(NavigableMap<Integer, Figure> read, NavigableMap<Integer, Figure> write) {
  /** A disk of which one figure each way is known, or none. */
  static final DiskStreams NONE = new DiskStreams(Map.of(), Map.of());

  /** Copies the rates. */
  DiskStreams(Map<Integer, Figure> read, Map<Integer, Figure> write) {
    this(new TreeMap<>(read), new TreeMap<>(write));
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
    return new DiskStreams(times(read, factor), times(write, factor));
  }

  private static Map<Integer, Figure> times(Map<Integer, Figure> rates, double factor) {
    Map<Integer, Figure> scaled = new TreeMap<>();
    rates.forEach((streams, rate) -> scaled.put(streams, rate.scaledBy(factor)));
    return scaled;
  }
}
