package io.corebound.memory.transport;

import io.corebound.memory.job.JobFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** Sockets of one kind. A pattern of shuffle knows this interface alone. */
public interface Transport {
  /** Listens on an own address, at a free port. */
  Listener listen(InetAddress own) throws IOException;

  /** Begins to open a link. */
  Link connect(InetSocketAddress peer) throws IOException;

  Poll poll() throws IOException;

  /**
   * The transport of a name: {@code tcp} or {@code rsocket}.
   *
   * @throws JobFailure when there is none of that name, or the machine has not what it needs
   */
  static Transport of(String name) {
    return switch (name) {
      case "tcp" -> new TcpTransport();
      case "rsocket" -> new RsocketTransport(Path.of("/sys/class/infiniband"));
      default -> throw JobFailure.wrong("--transport %s: there are 'tcp' and 'rsocket'", name);
    };
  }
}
