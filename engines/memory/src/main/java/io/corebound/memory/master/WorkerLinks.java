package io.corebound.memory.master;

import io.corebound.memory.control.ControlLink;
import io.corebound.memory.control.Message;
import io.corebound.memory.control.Message.Hello;
import io.corebound.memory.job.JobFailure;
import io.corebound.memory.shuffle.Peer;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All workers, as the master talks to them. One thread listens to each. */
final class WorkerLinks {
  /** Time for the worker that is to blame to say why. */
  private static final long LAST_WORDS_MS = 500;

  /** The weight of what a worker says of itself. */
  private static final int OWN_WORD = 2;

  /** Time for workers to end after they were told to. */
  private static final long END_MS = 3000;

  /** What a worker said. A worker whose connection broke has failed. */
  record Said(int rank, Message message) {}

  private final Hello[] hellos;
  private final ControlLink[] links;
  private final Thread[] listeners;
  private final BlockingQueue<Said> said = new LinkedBlockingQueue<>();

  private WorkerLinks(int workers) {
    hellos = new Hello[workers];
    links = new ControlLink[workers];
    listeners = new Thread[workers];
  }

  /** Waits for all workers. */
  static WorkerLinks gather(
      ServerSocket server, int workers, String transport, Duration silence, Duration limit)
      throws IOException {
    WorkerLinks links = new WorkerLinks(workers);
    long end = System.nanoTime() + limit.toNanos();
    while (links.present() < workers) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (leftMs <= 0) {
        throw JobFailure.failed(
            "%s of %s workers have connected within %s s",
            links.present(), workers, limit.toSeconds());
      }
      server.setSoTimeout((int) leftMs);
      try {
        links.admit(server.accept(), transport, silence);
      } catch (SocketTimeoutException e) {
        // the limit is looked at again
      }
    }
    for (int rank = 0; rank < workers; rank++) {
      links.listen(rank);
    }
    return links;
  }

  private int present() {
    return (int) Stream.of(hellos).filter(hello -> hello != null).count();
  }

  /** Takes a worker in; a stranger is sent away. */
  private void admit(Socket socket, String transport, Duration silence) throws IOException {
    ControlLink link = new ControlLink(socket, silence);
    Hello hello;
    try {
      hello = link.receive() instanceof Hello greeting && known(greeting) ? greeting : null;
    } catch (IOException e) {
      hello = null;
    }
    if (hello == null) {
      link.close();
      return;
    }
    int rank = hello.peer().rank();
    if (rank < 0 || rank >= hellos.length || hellos[rank] != null) {
      throw JobFailure.wrong(
          "%s: ranks go from 0 to %s, each once", hello.peer(), hellos.length - 1);
    }
    if (!hello.transport().equals(transport)) {
      throw JobFailure.wrong(
          "%s has --transport %s, the master has %s", hello.peer(), hello.transport(), transport);
    }
    hellos[rank] = hello;
    links[rank] = link;
  }

  private static boolean known(Hello hello) {
    return hello.secret().equals(Message.secret());
  }

  private void listen(int rank) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  said.add(new Said(rank, links[rank].receive()));
                }
              } catch (IOException e) {
                said.add(new Said(rank, lost(rank, e)));
              }
            },
            "worker-" + rank);
    thread.setDaemon(true);
    listeners[rank] = thread;
    thread.start();
  }

  private Message.Failed lost(int rank, IOException cause) {
    return new Message.Failed(
        JobFailure.FAILED, rank, "%s %s".formatted(peer(rank), cause.getMessage()));
  }

  int count() {
    return hellos.length;
  }

  Hello hello(int rank) {
    return hellos[rank];
  }

  Peer peer(int rank) {
    return hellos[rank].peer();
  }

  List<Peer> peers() {
    return Stream.of(hellos).map(Hello::peer).toList();
  }

  int threads() {
    return Stream.of(hellos).mapToInt(Hello::threads).sum();
  }

  long budgetBytes() {
    return Stream.of(hellos).mapToLong(Hello::budgetBytes).sum();
  }

  void send(int rank, Message message) {
    try {
      links[rank].send(message);
    } catch (IOException e) {
      // its listener learns why
    }
  }

  void sendAll(Message message) {
    IntStream.range(0, count()).forEach(rank -> send(rank, message));
  }

  /**
   * What a worker says next; null if nothing for so long.
   *
   * @throws JobFailure when one has failed
   */
  Said next(long waitMs) throws InterruptedException {
    Said next = said.poll(waitMs, TimeUnit.MILLISECONDS);
    if (next != null && next.message() instanceof Message.Failed failed) {
      throw failure(next.rank(), failed);
    }
    return next;
  }

  /**
   * The failure that others follow from: what a worker says of itself, else that its connection
   * broke, else what a peer says of it.
   */
  private JobFailure failure(int rank, Message.Failed first) throws InterruptedException {
    Message.Failed best = first;
    int bestRank = rank;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_WORDS_MS);
    while (weight(bestRank, best) < OWN_WORD) {
      Said next = said.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        break;
      }
      if (next.message() instanceof Message.Failed other
          && weight(next.rank(), other) > weight(bestRank, best)) {
        best = other;
        bestRank = next.rank();
      }
    }
    return best.status() == JobFailure.FAILED
        ? JobFailure.of(best.blamed(), "%s", best.reason())
        : best.status() == JobFailure.LACKS
            ? JobFailure.lacks("%s", best.reason())
            : JobFailure.wrong("%s", best.reason());
  }

  private static int weight(int rank, Message.Failed failed) {
    if (failed.blamed() == JobFailure.NOBODY) {
      return OWN_WORD;
    }
    return failed.blamed() == rank ? 1 : 0;
  }

  /** Tells all to end, and waits until they have or a moment has passed. */
  void finish(int status) throws InterruptedException {
    sendAll(new Message.Finish(status));
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MS);
    for (Thread listener : listeners) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (leftMs > 0) {
        listener.join(leftMs);
      }
    }
  }
}
