package io.corebound.cluster;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.util.Locale;

/** Binds sockets as Hadoop's servers do, and prints where they listen. */
public final class WildcardProgram {
  private WildcardProgram() {}

  public static void main(String[] arguments) throws Exception {
    try (ServerSocketChannel byPort = ServerSocketChannel.open();
        ServerSocketChannel byLiteral = ServerSocketChannel.open();
        ServerSocketChannel toAnything = ServerSocketChannel.open();
        ServerSocket plain = new ServerSocket(0);
        ServerSocketChannel toLoopback = ServerSocketChannel.open()) {
      byPort.bind(new InetSocketAddress(0));
      byLiteral.bind(new InetSocketAddress("0.0.0.0", 0));
      toAnything.bind(null);
      toLoopback.bind(new InetSocketAddress("127.0.0.2", 0));
      for (ServerSocketChannel channel :
          new ServerSocketChannel[] {byPort, byLiteral, toAnything}) {
        System.out.println(((InetSocketAddress) channel.getLocalAddress()).getAddress());
      }
      System.out.println(
          plain.getLocalPort() > 0 ? listensOnlyOnLoopback(plain.getLocalPort()) : "");
      System.out.println(((InetSocketAddress) toLoopback.getLocalAddress()).getAddress());
    }
  }

  /** A ServerSocket does not ask the kernel where it was bound. */
  private static String listensOnlyOnLoopback(int port) throws Exception {
    String wanted = String.format(Locale.ROOT, "%04X", port);
    return java.nio.file.Files.readString(java.nio.file.Path.of("/proc/net/tcp"))
            .lines()
            .anyMatch(line -> line.contains(" 0100007F:" + wanted + " 00000000:0000 0A"))
        ? "/127.0.0.1"
        : "elsewhere";
  }
}
