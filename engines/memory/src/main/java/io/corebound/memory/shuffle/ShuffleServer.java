package io.corebound.memory.shuffle;

import io.corebound.memory.block.Block;
import io.corebound.memory.block.BlockPool;
import io.corebound.memory.block.BlockQueues;
import io.corebound.memory.transport.Poll;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The sending side of the fully-connected pattern (the paper, section 4.2.1). It answers each
 * request for a partition with a block, as soon as there is one, or with an end notice when this
 * worker's maps have ended and the partition's queue is empty. It is done when every other worker
 * that reduces something has closed its link.
 */
final class ShuffleServer extends Exchange {
  /** A client that has nothing to get hears so this often. */
  private static final long WAIT_NS = TimeUnit.SECONDS.toNanos(1);

  /** What a client has asked for and not got, by partition; a partition that has ended is gone. */
  private static final class Wanted {
    private final int[] partitions;
    private final int[] credits;
    private int open;

    private Wanted(int[] partitions) {
      this.partitions = partitions;
      credits = new int[partitions.length];
      open = partitions.length;
    }
  }

  private static final int ENDED = -1;

  private final Map<Integer, Wanted> clients = new HashMap<>();
  private int left;

  ShuffleServer(Peers peers, Network network, BlockQueues queues, BlockPool pool) {
    super(peers, network, queues, pool);
    left = peers.othersThatReduce(queues.partitions()).size();
  }

  @Override
  void begin(Poll opened) throws IOException {
    queues.onChange(opened::wake);
    listen();
  }

  @Override
  void greeted(Connection connection) {
    clients.put(
        connection.peer(), new Wanted(peers.partitions(connection.peer(), queues.partitions())));
  }

  @Override
  void frame(Connection connection, Frame frame) {
    Wanted wanted = clients.get(connection.peer());
    int at = indexOf(wanted, frame.partition());
    if (frame.kind() != Frame.Kind.REQUEST || at < 0) {
      throw unexpected(connection, frame);
    }
    if (wanted.credits[at] != ENDED) {
      wanted.credits[at] += frame.number();
    }
  }

  private int indexOf(Wanted wanted, int partition) {
    int at = partition / peers.count();
    return at < wanted.partitions.length && wanted.partitions[at] == partition ? at : -1;
  }

  @Override
  void send(Connection connection) {
    Wanted wanted = clients.get(connection.peer());
    boolean more = wanted.open > 0;
    while (more && takesMore(connection)) {
      more = false;
      for (int at = 0; at < wanted.partitions.length; at++) {
        more |= wanted.credits[at] > 0 && answer(connection, wanted, at);
      }
    }
    if (wanted.open > 0
        && connection.pending() == 0
        && connection.idleFor(System.nanoTime()) > WAIT_NS) {
      connection.add(Frame.of(Frame.Kind.WAIT, 0, 0));
    }
  }

  private boolean answer(Connection connection, Wanted wanted, int at) {
    int partition = wanted.partitions[at];
    Block block = queues.pop(partition);
    if (block != null) {
      addBlock(connection, partition, block);
      wanted.credits[at]--;
      return true;
    }
    if (queues.ended(partition)) {
      connection.add(Frame.of(Frame.Kind.END, partition, 0));
      wanted.credits[at] = ENDED;
      wanted.open--;
    }
    return false;
  }

  @Override
  void ended(Connection connection) throws IOException {
    if (clients.get(connection.peer()).open > 0) {
      throw closedTooEarly(connection);
    }
    close(connection);
    left--;
  }

  @Override
  List<Integer> missing() {
    return peers.othersThatReduce(queues.partitions()).stream()
        .filter(rank -> !clients.containsKey(rank))
        .toList();
  }

  @Override
  boolean mustSpeak(Connection connection) {
    return false;
  }

  @Override
  boolean done() {
    return left == 0;
  }
}
