package io.corebound.memory.transport;

import com.sun.jna.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A wait for rsockets by rpoll, which takes other files too: a pipe that ends it, and an alarm. Its
 * own time limit is not used: each rpoll that reaches it counts as waiting for ever (rdma-core 44),
 * and after the next event every rpoll of the process spins until an rsocket is ready.
 */
final class RsocketPoll implements Poll {
  /** Bytes of a struct pollfd: the file (4), what is waited for (2), what came (2). */
  private static final int ENTRY = 8;

  private static final int EVENTS = 4;
  private static final int CAME = 6;

  private static final int NO_LIMIT = -1;

  /** Entries before those of the links. */
  private static final int OWN = 2;

  private final WakePipe pipe = new WakePipe();
  private final Alarm alarm = new Alarm();
  private final Map<Integer, RsocketLink> links = new LinkedHashMap<>();
  private RsocketListener listener;
  private Memory entries = new Memory(ENTRY);

  RsocketPoll() throws IOException {}

  @Override
  public void watch(Listener listened) {
    listener = (RsocketListener) listened;
  }

  @Override
  public void watch(Link link, boolean read, boolean write) {
    RsocketLink rsocket = (RsocketLink) link;
    rsocket.wants(read, write);
    links.put(rsocket.socket(), rsocket);
  }

  @Override
  public void forget(Link link) {
    links.remove(((RsocketLink) link).socket());
  }

  @Override
  public void await(long millis, Ready ready) throws IOException {
    List<RsocketLink> waiting = new ArrayList<>(links.values());
    int count = OWN + waiting.size() + (listener == null ? 0 : 1);
    if (entries.size() < (long) ENTRY * count) {
      entries = new Memory(2L * ENTRY * count);
    }
    alarm.after(Math.max(1, millis));
    set(0, pipe.readable(), Rdmacm.POLLIN);
    set(1, alarm.readable(), Rdmacm.POLLIN);
    for (int i = 0; i < waiting.size(); i++) {
      set(OWN + i, waiting.get(i).socket(), waiting.get(i).events());
    }
    if (listener != null) {
      set(count - 1, listener.socket(), Rdmacm.POLLIN);
    }
    Rdmacm.poll(entries, count, NO_LIMIT);
    if (came(0) != 0) {
      pipe.drain();
    }
    for (int i = 0; i < waiting.size(); i++) {
      serve(waiting.get(i), came(OWN + i), ready);
    }
    if (listener != null && came(count - 1) != 0) {
      ready.accepting(listener);
    }
  }

  private void serve(RsocketLink link, int came, Ready ready) throws IOException {
    if (came == 0) {
      return;
    }
    if (!link.isOpen()) {
      if ((came & Rdmacm.POLLERR) != 0) {
        ready.failed(link, new IOException("no RDMA connection"));
        return;
      }
      link.opened();
    }
    boolean ends = (came & (Rdmacm.POLLERR | Rdmacm.POLLHUP)) != 0;
    ready.ready(link, ends || (came & Rdmacm.POLLIN) != 0, (came & Rdmacm.POLLOUT) != 0);
  }

  private void set(int entry, int file, int events) {
    entries.setInt((long) ENTRY * entry, file);
    entries.setShort((long) ENTRY * entry + EVENTS, (short) events);
    entries.setShort((long) ENTRY * entry + CAME, (short) 0);
  }

  private int came(int entry) {
    return entries.getShort((long) ENTRY * entry + CAME);
  }

  @Override
  public void wake() {
    pipe.wake();
  }

  @Override
  public void close() {
    pipe.close();
    alarm.close();
  }
}
