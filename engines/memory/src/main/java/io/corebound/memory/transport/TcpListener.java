package io.corebound.memory.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

final class TcpListener implements Listener {
  private final ServerSocketChannel channel;
  private final int port;

  TcpListener(ServerSocketChannel channel) throws IOException {
    this.channel = channel;
    port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  ServerSocketChannel channel() {
    return channel;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public Link accept() throws IOException {
    SocketChannel accepted = channel.accept();
    if (accepted == null) {
      return null;
    }
    accepted.configureBlocking(false);
    return new TcpLink(accepted);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
