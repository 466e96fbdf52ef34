package io.corebound.analysis.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How TeraSort's input is cut: TeraGen's {@code RangeInputFormat} gives every map its part of the
 * rows, each written to a file of its own; {@code FileInputFormat.getSplits} cuts a file into
 * blocks while more than 1.1 blocks are left; {@code JobSubmitter} sorts the splits, the largest
 * first.
 */
final class InputSplits {
  private static final double SPLIT_SLOP = 1.1;

  private InputSplits() {}

  /** Bytes of each file that TeraGen writes: row i of n goes to file floor(i · files / n). */
  static List<Long> files(long rows, int files, long rowBytes) {
    List<Long> sizes = new ArrayList<>();
    long current = 0;
    for (int file = 0; file < files; file++) {
      long goal = (long) Math.ceil(rows * (double) (file + 1) / files);
      sizes.add((goal - current) * rowBytes);
      current = goal;
    }
    return sizes;
  }

  /** Bytes of each split of some files, in the order in which their maps start. */
  static List<Long> of(List<Long> files, long blockBytes) {
    List<Long> splits = new ArrayList<>();
    for (long file : files) {
      long remaining = file;
      while ((double) remaining / blockBytes > SPLIT_SLOP) {
        splits.add(blockBytes);
        remaining -= blockBytes;
      }
      if (remaining != 0) {
        splits.add(remaining);
      }
    }
    splits.sort(Comparator.reverseOrder());
    return splits;
  }
}
