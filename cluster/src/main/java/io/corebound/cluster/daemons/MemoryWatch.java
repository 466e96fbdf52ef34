package io.corebound.cluster.daemons;

import io.corebound.cluster.job.Watchdog;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.records.units.CoreboundException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Throws before this machine's memory is used up: the kernel would then end processes, not only the
 * lab's, and files on tmpfs, such as those behind a lab's disks, would stay in memory all the same.
 */
public final class MemoryWatch implements Watchdog {
  private static final Duration INTERVAL = Duration.ofMillis(250);

  private final Supplier<MemoryRoom> room;
  private long looked = System.nanoTime() - INTERVAL.toNanos();

  public MemoryWatch(Supplier<MemoryRoom> room) {
    this.room = room;
  }

  @Override
  public synchronized void check(String during) {
    long now = System.nanoTime();
    if (now - looked < INTERVAL.toNanos()) {
      return;
    }
    looked = now;
    MemoryRoom memory = room.get();
    if (memory.available().compareTo(memory.reserve()) < 0) {
      throw CoreboundException.failed(
          """
          %s: stopped, as only %s of this machine's %s of memory are left, and the kernel would \
          soon end processes; end what uses memory, choose a smaller size, \
          or run fewer containers at once\
          """
              .formatted(during, memory.available().display(), memory.total().display()));
    }
  }
}
