package io.corebound.memory.shuffle;

import io.corebound.memory.block.BlockPool;
import io.corebound.memory.block.BlockQueues;
import io.corebound.memory.transport.Poll;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The receiving side of the fully-connected pattern: it asks every other worker for the blocks of
 * the partitions that this one reduces, while maps run, and is done when it has an end notice for
 * each partition from each of them.
 */
final class ShuffleClient extends Exchange {
  /** Blocks of a partition that are asked for ahead: the next is on its way while one is read. */
  private static final int AHEAD = 4;

  private final int[] partitions;

  /** Partitions that a server has not ended. */
  private final Map<Integer, BitSet> open = new HashMap<>();

  ShuffleClient(Peers peers, Network network, BlockQueues queues, BlockPool pool) {
    super(peers, network, queues, pool);
    partitions = peers.partitions(peers.self(), queues.partitions());
  }

  @Override
  void begin(Poll opened) throws IOException {
    if (partitions.length == 0) {
      return;
    }
    for (int rank : peers.others()) {
      Connection connection = open(rank);
      BitSet wanted = new BitSet();
      for (int partition : partitions) {
        wanted.set(partition);
        connection.add(Frame.of(Frame.Kind.REQUEST, partition, AHEAD));
      }
      open.put(rank, wanted);
    }
  }

  @Override
  void frame(Connection connection, Frame frame) {
    BitSet wanted = open.get(connection.peer());
    switch (frame.kind()) {
      case WAIT -> {}
      case BLOCK -> {
        expect(connection, frame, wanted);
        received(frame);
        connection.add(Frame.of(Frame.Kind.REQUEST, frame.partition(), 1));
      }
      case END -> {
        expect(connection, frame, wanted);
        wanted.clear(frame.partition());
        if (wanted.isEmpty()) {
          open.remove(connection.peer());
          closeQuietly(connection);
        }
      }
      default -> throw unexpected(connection, frame);
    }
  }

  private void expect(Connection connection, Frame frame, BitSet wanted) {
    if (!wanted.get(frame.partition())) {
      throw unexpected(connection, frame);
    }
  }

  @Override
  void greeted(Connection connection) {
    throw new IllegalStateException("nobody connects to a client");
  }

  @Override
  void ended(Connection connection) {
    throw closedTooEarly(connection);
  }

  @Override
  void send(Connection connection) {}

  @Override
  List<Integer> missing() {
    return List.of();
  }

  @Override
  boolean mustSpeak(Connection connection) {
    return true;
  }

  @Override
  boolean done() {
    return open.isEmpty();
  }
}
