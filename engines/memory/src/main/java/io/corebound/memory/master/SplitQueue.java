package io.corebound.memory.master;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Splits that wait for a map thread. A worker gets those of its own node first, then those of the
 * node that has most left.
 */
final class SplitQueue {
  private final Map<String, Deque<Integer>> byNode = new TreeMap<>();
  private final boolean[] taken;
  private int left;
  private int local;

  /**
   * All splits.
   *
   * @param nodes of each split, as HDFS calls them; none is anywhere
   */
  SplitQueue(List<List<String>> nodes) {
    taken = new boolean[nodes.size()];
    left = nodes.size();
    for (int split = 0; split < nodes.size(); split++) {
      List<String> own = nodes.get(split).isEmpty() ? List.of("") : nodes.get(split);
      for (String node : own) {
        byNode.computeIfAbsent(node, n -> new ArrayDeque<>()).add(split);
      }
    }
  }

  /** The next split for a worker on a node, or -1. */
  int take(String... names) {
    for (String name : names) {
      int split = next(byNode.get(name));
      if (split >= 0) {
        local++;
        return split;
      }
    }
    List<Deque<Integer>> others = new ArrayList<>(byNode.values());
    others.sort(Comparator.comparingInt((Deque<Integer> q) -> q.size()).reversed());
    return others.stream().mapToInt(this::next).filter(s -> s >= 0).findFirst().orElse(-1);
  }

  private int next(Deque<Integer> queue) {
    while (queue != null && !queue.isEmpty()) {
      int split = queue.remove();
      if (!taken[split]) {
        taken[split] = true;
        left--;
        return split;
      }
    }
    return -1;
  }

  int size() {
    return taken.length;
  }

  /** How many have not been taken. */
  int left() {
    return left;
  }

  /** How many went to a worker of their own node. */
  int local() {
    return local;
  }
}
