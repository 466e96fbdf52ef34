package io.corebound.memory.shuffle;

import io.corebound.memory.block.BlockPool;
import io.corebound.memory.block.BlockQueues;
import java.io.IOException;

/**
 * The shuffle of one worker in one run, by either pattern. Each method ends when its exchange is
 * complete, and throws {@link io.corebound.memory.job.JobFailure} with the peer's name where it
 * cannot be.
 */
public final class Shuffle {
  private final Peers peers;
  private final Network network;
  private final BlockQueues queues;
  private final BlockPool pool;

  public Shuffle(Peers peers, Network network, BlockQueues queues, BlockPool pool) {
    this.peers = peers;
    this.network = network;
    this.queues = queues;
    this.pool = pool;
  }

  /** Fully-connected: sends to all others, by one thread, from before the first map on. */
  public void serve() throws IOException {
    new ShuffleServer(peers, network, queues, pool).run();
  }

  /** Fully-connected: receives from all others, by one thread; returns the bytes of the blocks. */
  public long fetch() throws IOException {
    ShuffleClient client = new ShuffleClient(peers, network, queues, pool);
    client.run();
    return client.receivedBytes();
  }

  /** Pairwise: a step, from 1 on, after all maps; returns the bytes of the blocks received. */
  public long exchange(int step) throws IOException {
    PairwiseStep exchange = new PairwiseStep(peers, network, queues, pool, step);
    exchange.run();
    return exchange.receivedBytes();
  }
}
