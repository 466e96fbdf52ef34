package io.corebound.memory.hadoop;

import io.corebound.memory.block.BlockReader;
import io.corebound.memory.block.RunGroups;
import io.corebound.memory.block.RunIndex;
import java.util.Arrays;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.QuickSort;

/** The keys of a partition in the order that Hadoop's reducers are promised, by its own sort. */
final class KeyOrder implements IndexedSortable, RunGroups.SameGroup {
  private final RunIndex index;
  private final RawComparator<?> order;
  private final RawComparator<?> grouping;
  private final int[] keys;
  private final BlockReader one = new BlockReader();
  private final BlockReader other = new BlockReader();

  private KeyOrder(RunIndex index, RawComparator<?> order, RawComparator<?> grouping) {
    this.index = index;
    this.order = order;
    this.grouping = grouping;
    keys = new int[index.keys()];
    Arrays.setAll(keys, key -> key);
  }

  /** The groups of a partition in order. */
  static RunGroups groups(RunIndex index, RawComparator<?> order, RawComparator<?> grouping) {
    KeyOrder keys = new KeyOrder(index, order, grouping);
    if (keys.keys.length > 1) {
      new QuickSort().sort(keys, 0, keys.keys.length);
    }
    return index.groups(keys.keys, keys);
  }

  @Override
  public int compare(int i, int j) {
    return compare(keys[i], keys[j], order);
  }

  private int compare(int key, int otherKey, RawComparator<?> by) {
    int length = index.key(key, one);
    int otherLength = index.key(otherKey, other);
    return by.compare(one.bytes(), one.at(), length, other.bytes(), other.at(), otherLength);
  }

  @Override
  public void swap(int i, int j) {
    int key = keys[i];
    keys[i] = keys[j];
    keys[j] = key;
  }

  @Override
  public boolean same(int key, int otherKey) {
    return compare(key, otherKey, grouping) == 0;
  }
}
