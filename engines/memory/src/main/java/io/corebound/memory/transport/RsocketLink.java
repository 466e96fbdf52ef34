package io.corebound.memory.transport;

import com.sun.jna.Memory;
import java.io.IOException;

final class RsocketLink implements Link {
  /** Goes to the library at once, from memory outside of the heap. */
  private static final int AT_ONCE = 1 << 17;

  private final int socket;
  private final Memory memory = new Memory(AT_ONCE);
  private boolean open;
  private boolean reads;
  private boolean writes;

  RsocketLink(int socket) {
    this.socket = socket;
  }

  int socket() {
    return socket;
  }

  void wants(boolean read, boolean write) {
    reads = read;
    writes = write;
  }

  /** Whether it is open on both sides; until then it is waited for until it can be written to. */
  boolean isOpen() {
    return open;
  }

  void opened() {
    open = true;
  }

  int events() {
    return (open && reads ? Rdmacm.POLLIN : 0) | (!open || writes ? Rdmacm.POLLOUT : 0);
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int received = Rdmacm.receive(socket, memory, Math.min(length, AT_ONCE));
    if (received > 0) {
      memory.read(0, into, from, received);
    }
    return received;
  }

  @Override
  public int write(byte[] bytes, int from, int length) throws IOException {
    if (!open) {
      return 0;
    }
    int now = Math.min(length, AT_ONCE);
    memory.write(0, bytes, from, now);
    return Rdmacm.send(socket, memory, now);
  }

  @Override
  public void close() {
    Rdmacm.close(socket);
  }
}
