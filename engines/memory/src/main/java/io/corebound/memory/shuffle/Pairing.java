package io.corebound.memory.shuffle;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Whom a worker exchanges with in a step of the pairwise pattern (the paper, section 3.2): rank XOR
 * step where the number of workers is a power of two; else it sends to rank + step and receives
 * from rank - step, both modulo the number of workers.
 *
 * @param to whom it sends to
 * @param from whom it receives from
 */
public record Pairing(int to, int from) {
  /** The pairing of a rank in a step from 1 to workers - 1. */
  public static Pairing of(int rank, int workers, int step) {
    if (step < 1 || step >= workers || rank < 0 || rank >= workers) {
      throw new IllegalArgumentException(
          "rank %s, step %s of %s workers".formatted(rank, step, workers));
    }
    return symmetric(workers)
        ? new Pairing(rank ^ step, rank ^ step)
        : new Pairing((rank + step) % workers, (rank - step + workers) % workers);
  }

  /** Whether both of a pair send to each other in one step, over one link. */
  public static boolean symmetric(int workers) {
    return (workers & (workers - 1)) == 0;
  }

  /** The steps of all pairs. */
  public static List<Integer> steps(int workers) {
    return IntStream.range(1, workers).boxed().toList();
  }

  /** Links of one step. */
  public static int links(int workers) {
    return symmetric(workers) ? workers / 2 : workers;
  }
}
