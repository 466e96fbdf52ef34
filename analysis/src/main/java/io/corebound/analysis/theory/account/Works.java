package io.corebound.analysis.theory.account;

import io.corebound.analysis.theory.Costs;
import io.corebound.analysis.theory.account.Yardstick.Drawn;
import io.corebound.records.history.Interval;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a job takes of CPU, disk and network in each interval but the overhead, as the model has it:
 * blocks are read from a disk and spills, merges and output written to one; what merges read is in
 * the page cache.
 */
public final class Works {
  private final RanJob ran;
  private final List<Loss> losses;
  private final double fetchedBesideMaps;
  private final double remote;
  private final int nodes;

  /** Of a job; what does not depend on costs is computed once. */
  public Works(RanJob ran, List<Loss> losses) {
    Course course = new Course(ran);
    this.ran = ran;
    this.losses = losses;
    this.fetchedBesideMaps = course.fetchedBesideMaps();
    this.remote = Double.isNaN(course.remote()) ? 0 : course.remote();
    this.nodes = ran.nodes();
  }

  /** By interval. */
  public Map<Interval, Work> of(Surroundings in, Drawn drawn) {
    Map<Interval, Double> coreS = Accountant.coreS(ran, losses, in.shape(), drawn);
    MapData map = in.shape().map();
    ReduceData reduce = in.shape().reduce();
    Costs costs = drawn.costs();
    Storage storage = in.shape().storage();
    double spills =
        map.keptRecords() > 0 ? map.storedBytes() * map.spilledRecords() / map.keptRecords() : 0;
    double others = (nodes - 1.0) / nodes;
    Use maps =
        new Use(
            coreS.getOrDefault(Interval.MAP, 0.0),
            map.inputBytes() * storage.readOnDisk(),
            spills + map.directBytes() * storage.written(),
            map.inputBytes() * (storage.readAway() + storage.readNear() * remote)
                + map.directBytes() * storage.sent());
    Use fetches =
        new Use(
            coreS.getOrDefault(Interval.SHUFFLE_TAIL, 0.0),
            0,
            reduce.writtenBytes() + reduce.straightBytes(),
            reduce.fetchedBytes() * others);
    Use reduces =
        new Use(
            coreS.getOrDefault(Interval.REDUCE, 0.0),
            0,
            reduce.outputBytes() * storage.written(),
            reduce.outputBytes() * storage.sent());
    Map<Interval, Work> works = new EnumMap<>(Interval.class);
    works.put(
        Interval.MAP,
        work(maps.and(fetches.times(fetchedBesideMaps)), true, map.tasks(), in, costs));
    if (reduce.tasks() > 0) {
      double later = 1 - fetchedBesideMaps;
      works.put(
          Interval.SHUFFLE_TAIL,
          work(fetches.times(later), false, later * reduce.tasks(), in, costs));
      works.put(Interval.REDUCE, work(reduces, false, 0, in, costs));
    }
    return works;
  }

  /** Core-seconds of all intervals. */
  public double coreS(Surroundings in, Drawn drawn) {
    return Accountant.coreS(ran, losses, in.shape(), drawn).values().stream()
        .mapToDouble(Double::doubleValue)
        .sum();
  }

  /** Core-seconds, and bytes of all nodes' disks and links. */
  private record Use(double coreS, double readBytes, double writtenBytes, double sentBytes) {
    Use times(double factor) {
      return new Use(coreS * factor, readBytes * factor, writtenBytes * factor, sentBytes * factor);
    }

    Use and(Use other) {
      return new Use(
          coreS + other.coreS,
          readBytes + other.readBytes,
          writtenBytes + other.writtenBytes,
          sentBytes + other.sentBytes);
    }
  }

  private Work work(Use use, boolean map, double started, Surroundings in, Costs costs) {
    double atOnce = Math.max(1, map ? in.mapsAtOnce() : in.reducesAtOnce());
    double cores = costs.cores() > 0 ? costs.cores() * nodes * in.cores() : atOnce;
    double usable = Math.min(cores, atOnce);
    int streams = (int) Math.ceil(atOnce / nodes);
    double starts =
        ran.job().totals().uber()
            ? 0
            : started
                * Math.max(0, costs.containerS(map) / atOnce - costs.containerCoreS() / usable);
    double readS = seconds(use.readBytes, costs.diskReadMbPerS(streams)) / in.disk();
    double writeS = seconds(use.writtenBytes, costs.diskWriteMbPerS(streams)) / in.disk();
    return new Work(
        use.coreS / usable,
        readS + writeS,
        writeS,
        nodes > 1 ? seconds(use.sentBytes, costs.networkMbPerS()) / in.network() : 0,
        starts);
  }

  /** Of a node's part of the bytes; 0 where the rate is not known. */
  private double seconds(double bytes, double mbPerS) {
    return mbPerS > 0 ? bytes / 1e6 / nodes / mbPerS : 0;
  }
}
