package io.corebound.cluster.daemons;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * The ports that clients and daemons must know before the daemons start; all others are chosen by
 * the kernel when they are bound.
 */
public record Ports(
    int nameNode,
    int nameNodeWeb,
    int resourceManager,
    int scheduler,
    int resourceTracker,
    int administration,
    int resourceManagerWeb) {

  /**
   * Seven ports of 127.0.0.1 that are free at this moment. Somebody else may take one before the
   * daemon does; then the daemon dies of a BindException and the cluster is started again with
   * others.
   */
  static Ports free() {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int i = 0; i < 7; i++) {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      List<Integer> p = held.stream().map(ServerSocket::getLocalPort).toList();
      return new Ports(p.get(0), p.get(1), p.get(2), p.get(3), p.get(4), p.get(5), p.get(6));
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on 127.0.0.1: " + e.getMessage(), e);
    } finally {
      held.forEach(Ports::release);
    }
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
