package io.corebound.memory.shuffle;

import io.corebound.memory.block.Block;
import io.corebound.memory.block.BlockPool;
import io.corebound.memory.block.BlockQueues;
import io.corebound.memory.transport.Poll;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/**
 * A step of the pairwise pattern: sends all blocks of one worker's partitions and receives this
 * worker's from one, both at once, over a link that is opened for the step. Nobody asks; an end
 * notice follows the blocks of each partition.
 */
final class PairwiseStep extends Exchange {
  private final Pairing pair;
  private final boolean oneLink;
  private final int[] theirs;
  private final BitSet open = new BitSet();
  private boolean greeted;
  private Connection outgoing;
  private int sentPartitions;

  PairwiseStep(Peers peers, Network network, BlockQueues queues, BlockPool pool, int step) {
    super(peers, network, queues, pool);
    pair = Pairing.of(peers.self(), peers.count(), step);
    oneLink = Pairing.symmetric(peers.count());
    theirs = peers.partitions(pair.to(), queues.partitions());
    for (int partition : peers.partitions(peers.self(), queues.partitions())) {
      open.set(partition);
    }
  }

  @Override
  void begin(Poll opened) throws IOException {
    boolean opens = !oneLink || peers.self() < pair.to();
    if (opens) {
      outgoing = open(pair.to());
    }
    // with one link, the side that opens it needs no greeting
    greeted = oneLink && opens;
    if (!greeted) {
      listen();
    }
  }

  @Override
  void greeted(Connection connection) {
    greeted = true;
    if (oneLink) {
      outgoing = connection;
    }
  }

  @Override
  void frame(Connection connection, Frame frame) {
    boolean mine = connection.peer() == pair.from() && open.get(frame.partition());
    if (!mine || !oneLink && connection == outgoing) {
      throw unexpected(connection, frame);
    }
    switch (frame.kind()) {
      case BLOCK -> received(frame);
      case END -> open.clear(frame.partition());
      default -> throw unexpected(connection, frame);
    }
  }

  @Override
  void send(Connection connection) {
    if (connection != outgoing) {
      return;
    }
    while (sentPartitions < theirs.length && takesMore(connection)) {
      Block block = queues.pop(theirs[sentPartitions]);
      if (block != null) {
        addBlock(connection, theirs[sentPartitions], block);
      } else {
        connection.add(Frame.of(Frame.Kind.END, theirs[sentPartitions], 0));
        sentPartitions++;
      }
    }
  }

  @Override
  void ended(Connection connection) throws IOException {
    boolean theyHaveAll = connection != outgoing || allSent();
    boolean thisHasAll = open.isEmpty() || !oneLink && connection == outgoing;
    if (!theyHaveAll || !thisHasAll) {
      throw closedTooEarly(connection);
    }
    close(connection);
  }

  private boolean allSent() {
    return outgoing != null && sentPartitions == theirs.length && outgoing.pending() == 0;
  }

  @Override
  List<Integer> missing() {
    return greeted ? List.of() : List.of(pair.from());
  }

  @Override
  boolean mustSpeak(Connection connection) {
    return connection.peer() == pair.from()
        && !open.isEmpty()
        && (oneLink || connection != outgoing);
  }

  @Override
  boolean done() {
    return greeted && open.isEmpty() && allSent();
  }
}
