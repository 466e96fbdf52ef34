package io.corebound.analysis.theory.volumes;

import io.corebound.analysis.theory.simulation.RunLengthList;
import io.corebound.analysis.theory.simulation.RunLengthList.Run;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How TeraSort's input is cut: TeraGen's {@code RangeInputFormat} gives every map its part of the
 * rows, each written to a file of its own; {@code FileInputFormat.getSplits} cuts a file into
 * blocks while more than 1.1 blocks are left; {@code JobSubmitter} sorts the splits, the largest
 * first.
 */
public final class InputSplits {
  private static final double SPLIT_SLOP = 1.1;

  private InputSplits() {}

  /** Bytes of each file that TeraGen writes: row i of n goes to file floor(i · files / n). */
  public static long[] files(long rows, int files, long rowBytes) {
    long[] sizes = new long[files];
    long current = 0;
    for (int file = 0; file < files; file++) {
      long goal = (long) Math.ceil(rows * (double) (file + 1) / files);
      sizes[file] = (goal - current) * rowBytes;
      current = goal;
    }
    return sizes;
  }

  /**
   * Bytes of each split of some files, in the order in which their maps start. Thousands of files
   * have a few sizes, and each size is cut once.
   */
  public static RunLengthList<Long> of(long[] files, long blockBytes) {
    long[] sizes = files.clone();
    Arrays.sort(sizes);
    NavigableMap<Long, Integer> splits = new TreeMap<>(Comparator.reverseOrder());
    int from = 0;
    for (int to = 1; to <= sizes.length; to++) {
      if (to == sizes.length || sizes[to] != sizes[from]) {
        cut(sizes[from], to - from, blockBytes, splits);
        from = to;
      }
    }
    return RunLengthList.ofRuns(
        splits.entrySet().stream().map(e -> new Run<>(e.getKey(), e.getValue())).toList());
  }

  private static void cut(long file, int files, long blockBytes, Map<Long, Integer> splits) {
    long remaining = file;
    int blocks = 0;
    while ((double) remaining / blockBytes > SPLIT_SLOP) {
      blocks++;
      remaining -= blockBytes;
    }
    if (blocks > 0) {
      splits.merge(blockBytes, Math.multiplyExact(blocks, files), Math::addExact);
    }
    if (remaining != 0) {
      splits.merge(remaining, files, Math::addExact);
    }
  }
}
