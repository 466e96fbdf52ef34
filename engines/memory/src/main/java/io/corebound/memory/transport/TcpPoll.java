package io.corebound.memory.transport;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Iterator;

final class TcpPoll implements Poll {
  private final Selector selector = Selector.open();

  TcpPoll() throws IOException {}

  @Override
  public void watch(Listener listener) throws IOException {
    ((TcpListener) listener).channel().register(selector, SelectionKey.OP_ACCEPT, listener);
  }

  @Override
  public void watch(Link link, boolean read, boolean write) throws IOException {
    TcpLink tcp = (TcpLink) link;
    tcp.wants(read, write);
    int operations = operations(tcp);
    SelectionKey key = tcp.channel().keyFor(selector);
    if (key == null) {
      tcp.channel().register(selector, operations, tcp);
    } else if (key.interestOps() != operations) {
      key.interestOps(operations);
    }
  }

  @Override
  public void forget(Link link) {
    SelectionKey key = ((TcpLink) link).channel().keyFor(selector);
    if (key != null) {
      key.cancel();
    }
  }

  private static int operations(TcpLink link) {
    if (!link.channel().isConnected()) {
      return SelectionKey.OP_CONNECT;
    }
    return (link.reads() ? SelectionKey.OP_READ : 0) | (link.writes() ? SelectionKey.OP_WRITE : 0);
  }

  @Override
  public void await(long millis, Ready ready) throws IOException {
    selector.select(Math.max(1, millis));
    Iterator<SelectionKey> selected = selector.selectedKeys().iterator();
    while (selected.hasNext()) {
      SelectionKey key = selected.next();
      selected.remove();
      if (!key.isValid()) {
        continue;
      }
      if (key.isAcceptable()) {
        ready.accepting((Listener) key.attachment());
      } else {
        serve(key, (TcpLink) key.attachment(), ready);
      }
    }
  }

  private static void serve(SelectionKey key, TcpLink link, Ready ready) throws IOException {
    boolean opened = key.isConnectable();
    if (opened) {
      try {
        link.channel().finishConnect();
      } catch (IOException e) {
        ready.failed(link, e);
        return;
      }
      key.interestOps(operations(link));
    }
    ready.ready(link, !opened && key.isReadable(), opened || key.isWritable());
  }

  @Override
  public void wake() {
    selector.wakeup();
  }

  @Override
  public void close() throws IOException {
    selector.close();
  }
}
