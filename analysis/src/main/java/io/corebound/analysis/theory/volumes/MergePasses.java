package io.corebound.analysis.theory.volumes;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code Merger.MergeQueue.merge} moves before its last pass, which streams to its caller.
 * With more than {@code factor} segments on disk, the first pass merges just as many as leave (n -
 * 1) divisible by (factor - 1); every pass takes the segments at the head of a list sorted by size,
 * those in memory first, and puts its result back into it.
 *
 * @param merged amount that intermediate passes write
 * @param readFromDisk amount of it that they read from segments on disk
 * @param lastFromDisk amount that the last pass reads from segments on disk
 */
record MergePasses(double merged, double readFromDisk, double lastFromDisk, int segments) {

  private record Segment(double size, boolean onDisk) {}

  /** Sizes of the segments in memory, and on disk in the order of merging. */
  static MergePasses of(List<Double> memory, List<Double> disk, int factor) {
    List<Segment> segments = new ArrayList<>();
    memory.forEach(size -> segments.add(new Segment(size, false)));
    disk.forEach(size -> segments.add(new Segment(size, true)));
    double merged = 0;
    double readFromDisk = 0;
    int take = firstFactor(disk.size(), factor) + memory.size();
    while (segments.size() > take) {
      List<Segment> pass = segments.subList(0, take);
      double size = total(pass, false);
      merged += size;
      readFromDisk += total(pass, true);
      pass.clear();
      int at = 0;
      while (at < segments.size() && segments.get(at).size() < size) {
        at++;
      }
      segments.add(at, new Segment(size, true));
      take = factor;
    }
    return new MergePasses(merged, readFromDisk, total(segments, true), segments.size());
  }

  private static int firstFactor(int segments, int factor) {
    if (segments <= factor) {
      return factor;
    }
    int rest = (segments - 1) % (factor - 1);
    return rest == 0 ? factor : rest + 1;
  }

  private static double total(List<Segment> segments, boolean diskOnly) {
    return segments.stream().filter(s -> s.onDisk() || !diskOnly).mapToDouble(Segment::size).sum();
  }
}
