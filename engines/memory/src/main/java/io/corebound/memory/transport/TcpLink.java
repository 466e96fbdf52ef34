package io.corebound.memory.transport;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

final class TcpLink implements Link {
  /**
   * The JDK copies as much at once to memory outside of the heap, and keeps that for the thread.
   */
  private static final int AT_ONCE = 1 << 18;

  private final SocketChannel channel;
  private boolean reads;
  private boolean writes;

  TcpLink(SocketChannel channel) throws IOException {
    this.channel = channel;
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  SocketChannel channel() {
    return channel;
  }

  void wants(boolean read, boolean write) {
    reads = read;
    writes = write;
  }

  boolean reads() {
    return reads;
  }

  boolean writes() {
    return writes;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    return channel.read(ByteBuffer.wrap(into, from, Math.min(length, AT_ONCE)));
  }

  @Override
  public int write(byte[] bytes, int from, int length) throws IOException {
    if (!channel.isConnected()) {
      return 0;
    }
    return channel.write(ByteBuffer.wrap(bytes, from, Math.min(length, AT_ONCE)));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
