package io.corebound.memory.lean;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * The first key of each partition but the first, of a job that sorts. They come from a sample as
 * Hadoop's TeraSort takes it: 100,000 keys from the starts of 10 splits.
 */
public final class Boundaries {
  private static final int SPLITS = 10;
  private static final int KEYS = 100_000;

  private final byte[][] first;

  Boundaries(List<byte[]> first) {
    this.first = first.toArray(byte[][]::new);
  }

  /** The boundaries of a sample of the input; none for a job that does not sort. */
  public static List<byte[]> sample(LeanJob lean, Job job, List<InputSplit> splits, int partitions)
      throws IOException {
    if (!(lean instanceof SortJob sort) || splits.isEmpty()) {
      return List.of();
    }
    List<byte[]> keys = new ArrayList<>();
    int sampled = Math.min(SPLITS, splits.size());
    for (int i = 0; i < sampled; i++) {
      FileSplit split = (FileSplit) splits.get((int) ((long) i * splits.size() / sampled));
      FSDataInputStream in =
          split.getPath().getFileSystem(job.getConfiguration()).open(split.getPath());
      try (SplitReader reader =
          new SplitReader(split, in, sort.recordBytes(), SplitReader.buffer())) {
        add(reader, sort, KEYS / sampled, keys);
      }
    }
    return of(keys, partitions);
  }

  private static void add(SplitReader reader, SortJob sort, int most, List<byte[]> keys)
      throws IOException {
    int left = most;
    while (left > 0 && reader.next()) {
      for (int at = reader.from(); at < reader.to() && left > 0; at += sort.recordBytes()) {
        keys.add(Arrays.copyOfRange(reader.bytes(), at, at + sort.keyBytes()));
        left--;
      }
    }
  }

  static List<byte[]> of(List<byte[]> sample, int partitions) {
    List<byte[]> sorted = new ArrayList<>(sample);
    sorted.sort(Arrays::compareUnsigned);
    List<byte[]> first = new ArrayList<>();
    for (int partition = 1; partition < partitions && !sorted.isEmpty(); partition++) {
      first.add(sorted.get((int) ((long) partition * sorted.size() / partitions)));
    }
    return first;
  }

  /** The partition of a record that starts with its key. */
  int partition(byte[] bytes, int from) {
    int low = 0;
    int high = first.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      byte[] key = first[middle];
      if (Arrays.compareUnsigned(bytes, from, from + key.length, key, 0, key.length) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
