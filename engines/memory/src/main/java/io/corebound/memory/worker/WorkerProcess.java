package io.corebound.memory.worker;

import io.corebound.memory.control.ControlLink;
import io.corebound.memory.control.Message;
import io.corebound.memory.job.JobFailure;
import io.corebound.memory.job.JobSpec;
import io.corebound.memory.job.Options;
import io.corebound.memory.shuffle.Peer;
import io.corebound.memory.task.HadoopJob;
import io.corebound.memory.transport.Listener;
import io.corebound.memory.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A worker: connects to its master, does its part of each run, and ends when the master says so.
 */
public final class WorkerProcess {
  private static final Set<String> OPTIONS =
      Set.of("master", "rank", "host", "node", "threads", "transport", "silence-s");
  private static final long CONNECT_S = 30;
  private static final long RETRY_MS = 100;

  private final WorkerNode node;
  private final ControlLink control;
  private final AtomicBoolean failed = new AtomicBoolean();
  private final TaskThreads running = new TaskThreads(this::fail);
  private volatile WorkerRun run;

  private WorkerProcess(WorkerNode node, ControlLink control) {
    this.node = node;
    this.control = control;
  }

  /**
   * Works until the master ends.
   *
   * @return exit status
   */
  public static int run(String[] arguments) throws IOException, InterruptedException {
    Options options = new Options(arguments, OPTIONS);
    InetSocketAddress master = options.address("master");
    InetAddress host = options.own("host");
    String transportName = options.text("transport", "tcp");
    Transport transport = Transport.of(transportName);
    Thread loading = HadoopJob.loadAhead();
    try (Listener listener = transport.listen(host)) {
      WorkerNode node =
          new WorkerNode(
              options.number("rank", 0),
              host,
              options.text("node", host.getHostAddress()),
              options.number("threads", 1, Runtime.getRuntime().availableProcessors()),
              WorkerMemory.budgetBytes(),
              transport,
              listener);
      Duration silence = Duration.ofSeconds(options.number("silence-s", 1, JobSpec.SILENCE_S));
      // a worker that has said hello is ready
      loading.join();
      try (ControlLink control =
          new ControlLink(connect(options.text("master"), master, host), silence)) {
        Peer peer =
            new Peer(
                node.rank(), host.getHostAddress(), listener.port(), ProcessHandle.current().pid());
        control.send(
            new Message.Hello(
                peer,
                node.node(),
                transportName,
                node.threads(),
                node.budgetBytes(),
                Message.secret()));
        return new WorkerProcess(node, control).follow();
      }
    }
  }

  private static Socket connect(String shown, InetSocketAddress master, InetAddress own)
      throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(CONNECT_S).toNanos();
    while (true) {
      Socket socket = new Socket();
      try {
        socket.bind(new InetSocketAddress(own, 0));
        socket.connect(master, (int) Duration.ofSeconds(CONNECT_S).toMillis());
        return socket;
      } catch (IOException e) {
        try {
          socket.close();
        } catch (IOException closing) {
          e.addSuppressed(closing);
        }
        if (System.nanoTime() > end) {
          throw JobFailure.failed(
              "the master at %s cannot be reached: %s", shown, JobFailure.line(e));
        }
        Thread.sleep(RETRY_MS);
      }
    }
  }

  private int follow() {
    try {
      while (true) {
        Message message = control.receive();
        if (message instanceof Message.Start start) {
          start(start);
        } else if (message instanceof Message.Split || message instanceof Message.NoMoreSplits) {
          run.split(message);
        } else if (message instanceof Message.Step || message instanceof Message.Reduce) {
          run.order(message);
        } else if (message instanceof Message.Finish finish) {
          return finish.status();
        }
      }
    } catch (IOException e) {
      throw JobFailure.failed("the master %s", e.getMessage());
    }
  }

  private void start(Message.Start start) {
    try {
      run = new WorkerRun(start, node, control, running);
      running.group().start("run", run::run);
    } catch (IOException | RuntimeException e) {
      fail(e);
    }
  }

  /** Tells the master, which ends all processes; this one waits for that. */
  private void fail(Throwable thrown) {
    if (!failed.compareAndSet(false, true)) {
      return;
    }
    Message.Failed failure = failure(thrown);
    System.err.println(failure.reason());
    try {
      control.send(failure);
    } catch (IOException e) {
      // the master has ended, which ends this process
    }
  }

  private Message.Failed failure(Throwable thrown) {
    if (run != null) {
      return run.failure(thrown);
    }
    return thrown instanceof JobFailure failure
        ? new Message.Failed(failure.status(), failure.blamed(), failure.getMessage())
        : new Message.Failed(
            JobFailure.FAILED,
            JobFailure.NOBODY,
            "worker %s: %s".formatted(node.rank(), JobFailure.line(thrown)));
  }
}
