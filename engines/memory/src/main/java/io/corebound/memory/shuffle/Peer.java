package io.corebound.memory.shuffle;

import java.net.InetSocketAddress;

/**
 * A worker as its peers and the master know it.
 *
 * @param host the address that it listens on
 * @param port of its shuffle
 */
public record Peer(int rank, String host, int port, long pid) {
  public InetSocketAddress address() {
    return new InetSocketAddress(host, port);
  }

  @Override
  public String toString() {
    return "worker %s (%s, pid %s)".formatted(rank, host, pid);
  }
}
