package io.corebound.memory.transport;

import java.io.IOException;

record RsocketListener(int socket, int port) implements Listener {
  @Override
  public Link accept() throws IOException {
    int accepted = Rdmacm.accepted(socket);
    return accepted < 0 ? null : new RsocketLink(accepted);
  }

  @Override
  public void close() {
    Rdmacm.close(socket);
  }
}
