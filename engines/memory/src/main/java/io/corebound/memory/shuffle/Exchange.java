package io.corebound.memory.shuffle;

import io.corebound.memory.block.Block;
import io.corebound.memory.block.BlockPool;
import io.corebound.memory.block.BlockQueues;
import io.corebound.memory.job.JobFailure;
import io.corebound.memory.transport.Link;
import io.corebound.memory.transport.Listener;
import io.corebound.memory.transport.Poll;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * One thread's exchange of blocks with any number of peers. A peer that closes its link too early,
 * says nothing, or sends what does not belong there ends it by a {@link JobFailure} that names the
 * peer. A stranger, who does not know the run's secret, is sent away.
 */
abstract class Exchange implements Poll.Ready {
  private static final long TICK_MS = 250;

  /** As much waits to be written to a peer; more stays in the queues. */
  private static final long WINDOW_BYTES = 4 << 20;

  final Peers peers;
  final BlockQueues queues;
  private final Network network;
  private final BlockPool pool;
  private final Map<Link, Connection> connections = new IdentityHashMap<>();
  private Poll poll;
  private long receivedBytes;

  Exchange(Peers peers, Network network, BlockQueues queues, BlockPool pool) {
    this.peers = peers;
    this.network = network;
    this.queues = queues;
    this.pool = pool;
  }

  /** Opens the links that this side opens. */
  abstract void begin(Poll opened) throws IOException;

  /** A peer has opened a link. */
  abstract void greeted(Connection connection);

  /** A frame has come that is no greeting. */
  abstract void frame(Connection connection, Frame frame);

  /** A peer has closed its link. */
  abstract void ended(Connection connection) throws IOException;

  /** Sends what can be sent now. */
  abstract void send(Connection connection);

  /** Peers that have not opened a link, and must. */
  abstract List<Integer> missing();

  /** Whether a peer must say something. */
  abstract boolean mustSpeak(Connection connection);

  abstract boolean done();

  /** Exchanges until all is done; throws {@link JobFailure} when it cannot be. */
  void run() throws IOException {
    long start = System.nanoTime();
    try (Poll opened = network.transport().poll()) {
      poll = opened;
      begin(opened);
      while (!done()) {
        for (Connection connection : List.copyOf(connections.values())) {
          go(connection);
        }
        if (!done()) {
          poll.await(TICK_MS, this);
          checkSilence(start);
        }
      }
    }
    // not after a failure: peers would see links that close, and name this worker instead
    for (Link link : connections.keySet()) {
      link.close();
    }
  }

  void listen() throws IOException {
    poll.watch(network.listener());
  }

  /** Opens a link to a peer and greets. */
  Connection open(int rank) throws IOException {
    Connection connection;
    try {
      connection =
          new Connection(network.transport().connect(peers.get(rank).address()), rank, pool);
    } catch (IOException e) {
      throw unreachable(rank, e);
    }
    connections.put(connection.link(), connection);
    connection.add(
        new Frame(Frame.Kind.HELLO, 0, peers.self(), peers.secret(), peers.secret().length));
    poll.watch(connection.link(), true, true);
    return connection;
  }

  void close(Connection connection) throws IOException {
    connections.remove(connection.link());
    poll.forget(connection.link());
    connection.link().close();
  }

  void closeQuietly(Connection connection) {
    try {
      close(connection);
    } catch (IOException e) {
      // all that was to come has come
    }
  }

  JobFailure closedTooEarly(Connection connection) {
    return JobFailure.of(
        connection.peer(),
        "%s closed its link before all blocks had passed",
        peers.get(connection.peer()));
  }

  private JobFailure unreachable(int rank, IOException cause) {
    return JobFailure.of(rank, "%s cannot be reached: %s", peers.get(rank), JobFailure.line(cause));
  }

  @Override
  public void accepting(Listener listener) throws IOException {
    for (Link link = listener.accept(); link != null; link = listener.accept()) {
      connections.put(link, new Connection(link, JobFailure.NOBODY, pool));
      poll.watch(link, true, false);
    }
  }

  @Override
  public void failed(Link link, IOException cause) {
    throw unreachable(connections.get(link).peer(), cause);
  }

  @Override
  public void ready(Link link, boolean readable, boolean writable) throws IOException {
    Connection connection = connections.get(link);
    if (connection == null || !readable) {
      return;
    }
    try {
      receive(connection);
    } catch (FrameReader.GarbageException e) {
      blame(connection, "%s sent what is no frame: %s", peers, e);
    } catch (IOException e) {
      blame(connection, "the link to %s broke: %s", peers, e);
    }
  }

  private void blame(Connection connection, String reason, Peers all, IOException cause)
      throws IOException {
    if (connection.isStranger()) {
      close(connection);
    } else {
      throw JobFailure.of(
          connection.peer(), reason, all.get(connection.peer()), cause.getMessage());
    }
  }

  private void receive(Connection connection) throws IOException {
    for (Frame frame = connection.next(); frame != null; frame = connection.next()) {
      if (!connection.isStranger()) {
        frame(connection, frame);
      } else if (!greet(connection, frame)) {
        close(connection);
        return;
      }
      if (!connections.containsKey(connection.link())) {
        return;
      }
    }
    if (connection.ended()) {
      if (connection.isStranger()) {
        close(connection);
      } else {
        ended(connection);
      }
    }
  }

  private boolean greet(Connection connection, Frame frame) {
    if (frame.kind() != Frame.Kind.HELLO
        || frame.length() != frame.bytes().length
        || !MessageDigest.isEqual(frame.bytes(), peers.secret())
        || !missing().contains(frame.number())) {
      return false;
    }
    connection.greetedBy(frame.number());
    greeted(connection);
    return true;
  }

  private void go(Connection connection) throws IOException {
    if (connection.isStranger()) {
      return;
    }
    send(connection);
    try {
      connection.write();
      poll.watch(connection.link(), true, connection.pending() > 0);
    } catch (IOException e) {
      blame(connection, "the link to %s broke: %s", peers, e);
    }
  }

  private void checkSilence(long start) throws IOException {
    long now = System.nanoTime();
    long limit = network.silence().toNanos();
    for (Connection connection : new ArrayList<>(connections.values())) {
      if (connection.isStranger() && connection.silentFor(now) > limit) {
        close(connection);
      } else if (!connection.isStranger()
          && (mustSpeak(connection) && connection.silentFor(now) > limit
              || connection.pending() > 0 && connection.idleFor(now) > limit)) {
        throw JobFailure.of(
            connection.peer(),
            "%s has said nothing for %s s",
            peers.get(connection.peer()),
            network.silence().toSeconds());
      }
    }
    if (now - start > limit && !missing().isEmpty()) {
      int rank = missing().get(0);
      throw JobFailure.of(
          rank, "%s has not connected for %s s", peers.get(rank), network.silence().toSeconds());
    }
  }

  /** Whether blocks may be added to what waits. */
  static boolean takesMore(Connection connection) {
    return connection.pending() < WINDOW_BYTES;
  }

  static void addBlock(Connection connection, int partition, Block block) {
    connection.add(
        new Frame(Frame.Kind.BLOCK, partition, block.records(), block.bytes(), block.length()));
  }

  /** Takes a block that has come. */
  void received(Frame frame) {
    receivedBytes += frame.length();
    queues.push(frame.partition(), new Block(frame.bytes(), frame.length(), frame.number()));
  }

  /** Bytes of the blocks that have come. */
  long receivedBytes() {
    return receivedBytes;
  }

  JobFailure unexpected(Connection connection, Frame frame) {
    return JobFailure.of(
        connection.peer(),
        "%s sent %s of partition %s, which does not belong there",
        peers.get(connection.peer()),
        frame.kind(),
        frame.partition());
  }
}
