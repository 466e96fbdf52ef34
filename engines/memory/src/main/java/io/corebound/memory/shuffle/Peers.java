package io.corebound.memory.shuffle;

import java.util.List;
import java.util.stream.IntStream;

/**
 * All workers of a run, seen by one.
 *
 * @param self its rank
 * @param all by rank
 * @param secret what tells them from strangers; 16 bytes, new in each run
 */
public record Peers(int self, List<Peer> all, byte[] secret) {
  public Peers {
    all = List.copyOf(all);
    if (self < 0 || self >= all.size()) {
      throw new IllegalArgumentException("rank %s of %s workers".formatted(self, all.size()));
    }
  }

  public int count() {
    return all.size();
  }

  Peer get(int rank) {
    return all.get(rank);
  }

  /** The partitions that a worker reduces. */
  public static int[] partitions(int rank, int workers, int partitions) {
    return IntStream.range(0, partitions).filter(p -> p % workers == rank).toArray();
  }

  int[] partitions(int rank, int partitions) {
    return partitions(rank, count(), partitions);
  }

  /** All others that reduce something. */
  List<Integer> othersThatReduce(int partitions) {
    return IntStream.range(0, Math.min(partitions, count()))
        .filter(rank -> rank != self)
        .boxed()
        .toList();
  }

  /** All others. */
  List<Integer> others() {
    return IntStream.range(0, count()).filter(rank -> rank != self).boxed().toList();
  }
}
