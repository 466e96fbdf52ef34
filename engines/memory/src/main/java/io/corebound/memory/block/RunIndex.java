package io.corebound.memory.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;

/**
 * Which runs of a partition's blocks belong to a key. Keys and values stay where they are; a run is
 * a place in a block. For one thread.
 */
public final class RunIndex {
  private static final int NONE = -1;
  private static final float LOAD = 0.55f;
  private static final int FIRST = 1024;

  private final MemoryBudget budget;
  private final List<Block> blocks = new ArrayList<>();
  private final Long2LongHashMap index = new Long2LongHashMap(FIRST, LOAD, NONE);
  private long charged;

  // a key's first and last run, and the next key with the same hash
  private int[] first = new int[FIRST];
  private int[] last = new int[FIRST];
  private int[] sameHash = new int[FIRST];
  private int keys;

  // where a run starts: block, then place in it; and the next run of its key
  private long[] start = new long[FIRST];
  private int[] next = new int[FIRST];
  private int runs;

  private final BlockReader reader = new BlockReader();
  private final BlockReader other = new BlockReader();

  public RunIndex(MemoryBudget budget) {
    this.budget = budget;
    charge();
  }

  /** Adds the runs of a block. */
  public void add(Block block) {
    int number = blocks.size();
    blocks.add(block);
    reader.start(block, 0);
    while (reader.more()) {
      int at = reader.at();
      int keyLength = reader.length();
      reader.length();
      int valuesLength = reader.length();
      int keyFrom = reader.pass(keyLength);
      reader.pass(valuesLength);
      add((long) number << 32 | at, keyFrom, keyLength);
    }
  }

  private void add(long place, int keyFrom, int keyLength) {
    if (runs == start.length) {
      start = Arrays.copyOf(start, 2 * runs);
      next = Arrays.copyOf(next, 2 * runs);
      charge();
    }
    int run = runs++;
    start[run] = place;
    next[run] = NONE;
    long hash = KeyHash.of(reader.bytes(), keyFrom, keyLength);
    int newest = (int) index.get(hash);
    int key = newest;
    while (key != NONE && !isKey(key, keyFrom, keyLength)) {
      key = sameHash[key];
    }
    if (key == NONE) {
      insert(run, hash, newest);
    } else {
      next[last[key]] = run;
      last[key] = run;
    }
  }

  private boolean isKey(int key, int keyFrom, int keyLength) {
    long place = start[first[key]];
    other.start(blocks.get((int) (place >>> 32)), (int) place);
    int length = other.length();
    if (length != keyLength) {
      return false;
    }
    other.length();
    other.length();
    int from = other.at();
    return Arrays.equals(
        other.bytes(), from, from + length, reader.bytes(), keyFrom, keyFrom + length);
  }

  private void insert(int run, long hash, int newest) {
    if (keys == first.length) {
      first = Arrays.copyOf(first, 2 * keys);
      last = Arrays.copyOf(last, 2 * keys);
      sameHash = Arrays.copyOf(sameHash, 2 * keys);
    }
    int key = keys++;
    first[key] = run;
    last[key] = run;
    sameHash[key] = newest;
    index.put(hash, key);
    charge();
  }

  private void charge() {
    long bytes = 12L * start.length + 12L * first.length + 16L * index.capacity();
    if (bytes != charged) {
      budget.reserve(bytes - charged);
      charged = bytes;
    }
  }

  /** How many keys there are. */
  public int keys() {
    return keys;
  }

  /** Sets a reader on a key's bytes and returns their length. */
  public int key(int key, BlockReader to) {
    long place = start[first[key]];
    to.start(blocks.get((int) (place >>> 32)), (int) place);
    int length = to.length();
    to.length();
    to.length();
    return length;
  }

  /** The keys in an order, each with its values. */
  public RunGroups groups(int[] order, RunGroups.SameGroup sameGroup) {
    return new RunGroups(this, order, sameGroup);
  }

  /** The keys as they came. */
  public RunGroups groups() {
    int[] order = new int[keys];
    Arrays.setAll(order, i -> i);
    return groups(order, null);
  }

  int firstRun(int key) {
    return first[key];
  }

  int nextRun(int run) {
    return next[run];
  }

  Block block(int run) {
    return blocks.get((int) (start[run] >>> 32));
  }

  int place(int run) {
    return (int) start[run];
  }

  /** Gives its memory back to the budget; it may not be used any more. */
  public void release() {
    budget.release(charged);
  }
}
