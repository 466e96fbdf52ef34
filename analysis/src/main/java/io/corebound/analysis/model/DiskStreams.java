package io.corebound.analysis.model;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Rates of a disk, in MB/s over all streams, by how many of them read or write at once. A disk that
 * seeks gives more streams less, one of many channels gives them more, so a job's own number
 * decides.
 *
 * @param together what tells how far reading and writing go on at the same time; null where nobody
 *     measured that
 */
record DiskStreams(
    NavigableMap<Integer, Figure> read, NavigableMap<Integer, Figure> write, Together together) {
  /** A disk of which one figure each way is known, or none. */
  static final DiskStreams NONE = new DiskStreams(Map.of(), Map.of(), null);

  /** Copies the rates. */
  DiskStreams(Map<Integer, Figure> read, Map<Integer, Figure> write, Together together) {
    this(new TreeMap<>(read), new TreeMap<>(write), together);
  }

  /**
   * Rates of one stream, in MB/s.
   *
   * @param read of one that reads
   * @param write of one that writes
   * @param both of one that does both in equal parts
   */
  record Together(Figure read, Figure write, Figure both) {
    /** As much of the shorter of the two, of equal parts, as takes no time of its own. */
    double atOnce() {
      double saved = 1 / read.value() + 1 / write.value() - 2 / both.value();
      return Math.max(0, Math.min(1, saved * Math.max(read.value(), write.value())));
    }

    private Together times(double factor) {
      return new Together(read.scaledBy(factor), write.scaledBy(factor), both.scaledBy(factor));
    }
  }

  /**
   * How far reading and writing go on at the same time, each at its own rate: 1 where neither slows
   * the other down, 0 where one waits for the other, as on a single arm, or where nobody knows.
   */
  double atOnce() {
    return together == null ? 0 : together.atOnce();
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
    return new DiskStreams(
        times(read, factor),
        times(write, factor),
        together == null ? null : together.times(factor));
  }

  /**
   * The same with the rates drawn anew that tell how far it does both at once. One that is the
   * job's own rate too, as in a job of one stream, is drawn once.
   *
   * @param job the job's rates
   * @param drawn the same as they were drawn
   */
  DiskStreams draw(Machine.Resources job, Machine.Resources drawn, RandomGenerator random) {
    if (together == null) {
      return this;
    }
    return new DiskStreams(
        read,
        write,
        new Together(
            once(together.read(), job.diskRead(), drawn.diskRead(), random),
            once(together.write(), job.diskWrite(), drawn.diskWrite(), random),
            Machine.draw(together.both(), random)));
  }

  private static Figure once(Figure rate, Figure job, Figure drawn, RandomGenerator random) {
    return rate.equals(job) ? drawn : Machine.draw(rate, random);
  }

  private static Map<Integer, Figure> times(Map<Integer, Figure> rates, double factor) {
    Map<Integer, Figure> scaled = new TreeMap<>();
    rates.forEach((streams, rate) -> scaled.put(streams, rate.scaledBy(factor)));
    return scaled;
  }
}
