package io.corebound.cluster.daemons;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * The ports that clients and daemons must know before the daemons start; the kernel chooses all
 * others when they are bound.
 */
public record Ports(
    int nameNode,
    int nameNodeWeb,
    int resourceManager,
    int scheduler,
    int resourceTracker,
    int administration,
    int resourceManagerWeb) {

  /** Seven ports of 127.0.0.1 that are free now; another program may still take one first. */
  static Ports free() {
    List<ServerSocket> open = new ArrayList<>();
    try {
      try {
        for (int i = 0; i < 7; i++) {
          open.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        }
        List<Integer> p = open.stream().map(ServerSocket::getLocalPort).toList();
        return new Ports(p.get(0), p.get(1), p.get(2), p.get(3), p.get(4), p.get(5), p.get(6));
      } finally {
        for (ServerSocket socket : open) {
          socket.close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on 127.0.0.1: " + e.getMessage(), e);
    }
  }
}
