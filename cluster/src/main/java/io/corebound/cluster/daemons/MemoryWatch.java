package io.corebound.cluster.daemons;

import io.corebound.cluster.job.Watch;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.records.units.CoreboundException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Throws before the memory of this machine is used up. The kernel would end processes then, and not
 * only the lab's; files on tmpfs, such as those behind a lab's disks, stay in memory whatever it
 * ends.
 */
public final class MemoryWatch implements Watch {
  private static final Duration LOOK = Duration.ofMillis(250);

  private final Supplier<MemoryRoom> room;
  private long looked = System.nanoTime() - LOOK.toNanos();

  /**
   * Looks when it is asked, not more often than it has to.
   *
   * @param room how much memory there is now
   */
  public MemoryWatch(Supplier<MemoryRoom> room) {
    this.room = room;
  }

  @Override
  public synchronized void check(String during) {
    long now = System.nanoTime();
    if (now - looked < LOOK.toNanos()) {
      return;
    }
    looked = now;
    MemoryRoom there = room.get();
    if (there.available().compareTo(there.reserve()) < 0) {
      throw CoreboundException.failed(
          ("%s: stopped, as only %s of this machine's %s of memory are left, and the kernel would"
                  + " soon end processes, others' too; end what takes memory, choose a smaller size"
                  + " or fewer storage tiers, or run fewer containers at once")
              .formatted(during, there.available().display(), there.total().display()));
    }
  }
}
