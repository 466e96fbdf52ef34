package io.corebound.memory.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** TCP, by Java's non-blocking channels. */
final class TcpTransport implements Transport {
  /** All peers may connect at once. */
  private static final int BACKLOG = 1024;

  @Override
  public Listener listen(InetAddress own) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.bind(new InetSocketAddress(own, 0), BACKLOG);
      channel.configureBlocking(false);
      return new TcpListener(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public Link connect(InetSocketAddress peer) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.connect(peer);
      return new TcpLink(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public Poll poll() throws IOException {
    return new TcpPoll();
  }
}
