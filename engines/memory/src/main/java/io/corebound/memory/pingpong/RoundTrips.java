package io.corebound.memory.pingpong;

import io.corebound.memory.job.JobFailure;
import io.corebound.memory.transport.Link;
import io.corebound.memory.transport.Listener;
import io.corebound.memory.transport.Poll;
import io.corebound.memory.transport.Transport;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;

/**
 * Messages to and fro over one link: the next leaves when the one before has come back whole. A
 * round begins with the size of its messages and their number, and ends with the CPU time that the
 * other side used for it. One thread on each side, which waits as a shuffle does.
 */
final class RoundTrips implements Poll.Ready, Closeable {
  static final int LARGEST = 1 << 26;

  private static final int HEADER = 2 * Integer.BYTES;
  private static final long TICK_MS = 1000;
  private static final long SILENCE_S = 15;

  /** How many times as many messages as in the try before a round has at most. */
  private static final int GROWTH = 8;

  private static final int MOST_TRIPS = 1 << 30;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Link link;
  private final Poll poll;
  private IOException failure;

  /** Whether any byte has passed. */
  private boolean open;

  /** Takes over the link, and closes it where nothing can wait for it. */
  RoundTrips(Transport transport, Link link) throws IOException {
    this.link = link;
    try {
      poll = transport.poll();
    } catch (IOException e) {
      link.close();
      throw e;
    }
  }

  /**
   * What a round took.
   *
   * @param trips messages that went there and came back
   * @param coreSeconds of the threads of both sides
   */
  record Round(int bytes, int trips, double seconds, double coreSeconds) {}

  void greet(byte[] secret) throws IOException {
    send(secret, secret.length);
  }

  /** Rounds of messages of a size, until one lasts as long as it shall; gives that one. */
  Round measure(int bytes, double seconds) throws IOException {
    byte[] message = new byte[bytes];
    Round round = round(message, 1);
    while (round.seconds() < seconds && round.trips() < MOST_TRIPS) {
      double enough = Math.ceil(1.1 * round.trips() * seconds / Math.max(round.seconds(), 1e-9));
      double most = Math.min(MOST_TRIPS, (double) GROWTH * round.trips());
      round = round(message, (int) Math.min(most, enough));
    }
    return round;
  }

  private Round round(byte[] message, int trips) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER).putInt(message.length).putInt(trips);
    send(header.array(), HEADER);
    long cpu = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    for (int i = 0; i < trips; i++) {
      send(message, message.length);
      receiveWhole(message, message.length);
    }
    long ns = System.nanoTime() - start;
    long own = threads.getCurrentThreadCpuTime() - cpu;
    byte[] theirs = new byte[Long.BYTES];
    receiveWhole(theirs, theirs.length);
    return new Round(
        message.length, trips, ns / 1e9, (own + ByteBuffer.wrap(theirs).getLong()) / 1e9);
  }

  /** Sends back what a peer that knows the secret sends, until it closes the link. */
  void answer(byte[] secret) throws IOException {
    byte[] said = new byte[secret.length];
    if (!receive(said, said.length) || !MessageDigest.isEqual(said, secret)) {
      throw JobFailure.wrong("a stranger opened a link");
    }
    byte[] header = new byte[HEADER];
    while (receive(header, HEADER)) {
      int bytes = ByteBuffer.wrap(header).getInt();
      int trips = ByteBuffer.wrap(header).getInt(Integer.BYTES);
      if (bytes < 1 || bytes > LARGEST || trips < 1) {
        throw JobFailure.wrong("a round of %s messages of %s bytes", trips, bytes);
      }
      byte[] message = new byte[bytes];
      long cpu = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < trips; i++) {
        receiveWhole(message, bytes);
        send(message, bytes);
      }
      long used = threads.getCurrentThreadCpuTime() - cpu;
      send(ByteBuffer.allocate(Long.BYTES).putLong(used).array(), Long.BYTES);
    }
  }

  private void receiveWhole(byte[] into, int length) throws IOException {
    if (!receive(into, length)) {
      throw new IOException("the other side closed the link amid a round");
    }
  }

  /** Receives as many bytes; false where the peer has closed the link before the first. */
  private boolean receive(byte[] into, int length) throws IOException {
    int received = 0;
    long heard = System.nanoTime();
    while (received < length) {
      int more = link.read(into, received, length - received);
      if (more < 0) {
        if (received == 0) {
          return false;
        }
        throw new IOException("the other side closed the link amid a message");
      }
      if (more > 0) {
        open = true;
        received += more;
        heard = System.nanoTime();
      } else {
        await(false, heard);
      }
    }
    return true;
  }

  private void send(byte[] bytes, int length) throws IOException {
    int sent = 0;
    long heard = System.nanoTime();
    while (sent < length) {
      int more = link.write(bytes, sent, length - sent);
      sent += more;
      if (more > 0) {
        open = true;
        heard = System.nanoTime();
      } else {
        await(true, heard);
      }
    }
  }

  private void await(boolean toWrite, long heard) throws IOException {
    poll.watch(link, !toWrite, toWrite);
    poll.await(TICK_MS, this);
    if (failure != null) {
      throw failure;
    }
    if (System.nanoTime() - heard > TimeUnit.SECONDS.toNanos(SILENCE_S)) {
      throw JobFailure.failed(
          open
              ? "the other side has said nothing for %s s"
              : "the other side cannot be reached: no answer for %s s",
          SILENCE_S);
    }
  }

  @Override
  public void accepting(Listener listener) {
    throw new IllegalStateException("it watches no listener");
  }

  @Override
  public void ready(Link ready, boolean readable, boolean writable) {
    // what waited tries again
  }

  @Override
  public void failed(Link broken, IOException cause) {
    failure = cause;
  }

  @Override
  public void close() throws IOException {
    try {
      poll.forget(link);
      link.close();
    } finally {
      poll.close();
    }
  }
}
