package io.corebound.memory.transport;

import io.corebound.memory.job.JobFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** RDMA, by the rsocket calls of librdmacm. */
final class RsocketTransport implements Transport {
  private static final int BACKLOG = 1024;

  /** Looks for a device and the library. */
  RsocketTransport(Path devices) {
    if (!anyIn(devices)) {
      throw JobFailure.lacks(
          "transport rsocket: no RDMA device in %s; use --transport tcp", devices);
    }
    try {
      Rdmacm.load();
    } catch (UnsatisfiedLinkError e) {
      throw JobFailure.lacks(
          "transport rsocket: %s is missing (Debian's package librdmacm1); or use --transport tcp",
          Rdmacm.LIBRARY);
    }
  }

  private static boolean anyIn(Path folder) {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
      return found.iterator().hasNext();
    } catch (IOException e) {
      // a kernel without RDMA has no such folder
      return false;
    }
  }

  @Override
  public Listener listen(InetAddress own) throws IOException {
    int socket = Rdmacm.listening(new InetSocketAddress(own, 0), BACKLOG);
    return new RsocketListener(socket, Rdmacm.port(socket));
  }

  @Override
  public Link connect(InetSocketAddress peer) throws IOException {
    return new RsocketLink(Rdmacm.connecting(peer));
  }

  @Override
  public Poll poll() throws IOException {
    return new RsocketPoll();
  }
}
