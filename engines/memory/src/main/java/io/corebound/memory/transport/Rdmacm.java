package io.corebound.memory.transport;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * The calls of librdmacm that are sockets over RDMA: rsocket(7). They are those of sockets with an
 * r before their names; errors are errno's.
 */
final class Rdmacm {
  static final String LIBRARY = "librdmacm.so.1";

  // values of Linux
  static final int POLLIN = 1;
  static final int POLLOUT = 4;
  static final int POLLERR = 8;
  static final int POLLHUP = 16;
  private static final int AF_INET = 2;
  private static final int SOCK_STREAM = 1;
  private static final int F_SETFL = 4;
  private static final int O_NONBLOCK = 0x800;
  private static final int EAGAIN = 11;
  private static final int EINPROGRESS = 115;
  private static final int ADDRESS_BYTES = 16;

  static {
    Native.register(Rdmacm.class, LIBRARY);
  }

  private Rdmacm() {}

  /** Loads the library; throws {@link UnsatisfiedLinkError} where it is missing. */
  static void load() {
    // the static initializer does
  }

  private static native int rsocket(int domain, int type, int protocol);

  private static native int rbind(int socket, byte[] address, int length);

  private static native int rlisten(int socket, int backlog);

  private static native int raccept(int socket, Pointer address, Pointer length);

  private static native int rconnect(int socket, byte[] address, int length);

  private static native int rfcntl(int socket, int command, int argument);

  private static native int rgetsockname(int socket, byte[] address, int[] length);

  private static native long rsend(int socket, Pointer buffer, long length, int flags);

  private static native long rrecv(int socket, Pointer buffer, long length, int flags);

  private static native int rpoll(Pointer sockets, long count, int timeoutMs);

  private static native int rclose(int socket);

  private static int checked(int result, String call) throws IOException {
    if (result < 0) {
      throw failed(call);
    }
    return result;
  }

  private static IOException failed(String call) {
    return new IOException("%s: errno %s".formatted(call, Native.getLastError()));
  }

  /** A socket that waits for nothing. */
  private static int socket() throws IOException {
    int socket = checked(rsocket(AF_INET, SOCK_STREAM, 0), "rsocket");
    checked(rfcntl(socket, F_SETFL, O_NONBLOCK), "rfcntl");
    return socket;
  }

  /** A socket that listens at an address. */
  static int listening(InetSocketAddress own, int backlog) throws IOException {
    int socket = socket();
    checked(rbind(socket, bytes(own), ADDRESS_BYTES), "rbind");
    checked(rlisten(socket, backlog), "rlisten");
    return socket;
  }

  static int port(int socket) throws IOException {
    byte[] address = new byte[ADDRESS_BYTES];
    checked(rgetsockname(socket, address, new int[] {ADDRESS_BYTES}), "rgetsockname");
    return ByteBuffer.wrap(address).getChar(2);
  }

  /** A socket that begins to connect. */
  static int connecting(InetSocketAddress peer) throws IOException {
    int socket = socket();
    if (rconnect(socket, bytes(peer), ADDRESS_BYTES) < 0
        && Native.getLastError() != EINPROGRESS
        && Native.getLastError() != EAGAIN) {
      throw failed("rconnect");
    }
    return socket;
  }

  /** The next socket of one that listens, or -1. */
  static int accepted(int listening) throws IOException {
    int socket = raccept(listening, null, null);
    if (socket < 0) {
      if (Native.getLastError() == EAGAIN) {
        return -1;
      }
      throw failed("raccept");
    }
    checked(rfcntl(socket, F_SETFL, O_NONBLOCK), "rfcntl");
    return socket;
  }

  /** Bytes sent, 0 where none can be now. */
  static int send(int socket, Pointer buffer, int length) throws IOException {
    return transferred(rsend(socket, buffer, length, 0), "rsend");
  }

  /** Bytes received, 0 where none is there now, -1 at the end. */
  static int receive(int socket, Pointer buffer, int length) throws IOException {
    long received = rrecv(socket, buffer, length, 0);
    return received == 0 ? -1 : transferred(received, "rrecv");
  }

  private static int transferred(long bytes, String call) throws IOException {
    if (bytes >= 0) {
      return (int) bytes;
    }
    if (Native.getLastError() == EAGAIN) {
      return 0;
    }
    throw failed(call);
  }

  /** Waits as poll(2) does. */
  static void poll(Pointer sockets, int count, int timeoutMs) throws IOException {
    checked(rpoll(sockets, count, timeoutMs), "rpoll");
  }

  static void close(int socket) {
    rclose(socket);
  }

  /** A struct sockaddr_in; its family is in the machine's order, which is little-endian here. */
  private static byte[] bytes(InetSocketAddress address) throws IOException {
    if (!(address.getAddress() instanceof Inet4Address ip)) {
      throw new IOException("%s: rsocket is used with IPv4 alone".formatted(address));
    }
    return ByteBuffer.allocate(ADDRESS_BYTES)
        .put((byte) AF_INET)
        .put((byte) 0)
        .putChar((char) address.getPort())
        .put(ip.getAddress())
        .array();
  }
}
