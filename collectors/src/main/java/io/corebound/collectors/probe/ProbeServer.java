package io.corebound.collectors.probe;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/** A network probe's own server at one end of a link: started, waited for and ended by us. */
record ProbeServer(Link link, RunningProgram program, int port, Path output)
    implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final int TRIES = 50;

  /** Starts a server on a free port. */
  static ProbeServer start(Link link, IntFunction<List<String>> arguments, Path output) {
    try {
      Files.createDirectories(output.getParent());
      int port = freePort();
      Command command = new Command(arguments.apply(port), Map.of(), null, LONGEST);
      // its own last message must not look like one of the client
      Path errors = output.resolveSibling(output.getFileName() + ".stderr");
      return new ProbeServer(link, link.server().start(command, output, errors), port, output);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the folder of " + output, e);
    }
  }

  /** Free on this machine; another namespace or machine hardly uses it either. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Runs a client, again and again while the server does not listen yet. */
  Outcome runClient(Command client, Predicate<Outcome> refused) {
    Outcome outcome = link.client().run(client);
    for (int i = 0; i < TRIES && refused.test(outcome); i++) {
      if (!program.isAlive()) {
        throw CoreboundException.failed(
            "the server of %s on host %s ended by itself; what it printed is in %s"
                .formatted(client.arguments().get(0), link.server().name(), output));
      }
      pause();
      outcome = link.client().run(client);
    }
    return outcome;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CoreboundException.failed("interrupted while a network probe's server started", e);
    }
  }

  @Override
  public void close() {
    program.stop(GRACE);
  }
}
