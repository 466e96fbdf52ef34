package io.corebound.microbench.sort;

import io.corebound.microbench.OperationMeter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How long the phases of a map task's sort take, and how much CPU time they and the two threads
 * that run them get: the collecting thread, which also sorts and writes the last spill, and
 * Hadoop's SpillThread, which does so with all spills before.
 */
final class PhaseTimes {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Time collect = new Time();
  private final Time collector = new Time();
  private final Time sort = new Time();
  private final Time spill = new Time();
  private final Thread collectorThread;
  private final Clocks collectorBegin;
  private boolean ended;

  private Clocks last;

  private Thread spillThread;

  private long spillThreadNs;

  PhaseTimes() {
    collectorThread = Thread.currentThread();
    collectorBegin = new Clocks();
  }

  /** The last record has been collected; what is left is about to be spilled. */
  void collectEnds() {
    collect.add(collectorBegin, new Clocks());
  }

  void spillBegins() {
    last = new Clocks();
    if (spillThread != null && Thread.currentThread() == collectorThread) {
      // its work is done, and it still lives
      spillThreadNs = Math.max(spillThreadNs, THREADS.getThreadCpuTime(spillThread.getId()));
    }
  }

  void sortBegins() {
    last = spill.add(last, new Clocks());
  }

  /** The sort of a spill has ended; what follows is to write it. */
  void sortEnds() {
    last = sort.add(last, new Clocks());
  }

  /** A partition of a spill has been written; nothing is done when it is one of the merge. */
  void partitionWritten() {
    if (ended) {
      return;
    }
    last = spill.add(last, new Clocks());
    if (Thread.currentThread() != collectorThread) {
      spillThread = Thread.currentThread();
      spillThreadNs = last.cpuNs;
    }
  }

  void end() {
    collector.add(collectorBegin, new Clocks());
    ended = true;
  }

  /** Adds the phases and the threads to the figures of the sort. */
  void report(OperationMeter meter) {
    report(meter, "collect", collect);
    report(meter, "sort", sort);
    report(meter, "spill", spill);
    meter.report("part_cpu_ns@collector", collector.cpuNs, "ns");
    meter.report("part_cpu_ns@spill-thread", spillThreadNs, "ns");
  }

  private static void report(OperationMeter meter, String phase, Time time) {
    meter.report("part_wall_ns@" + phase, time.wallNs, "ns");
    meter.report("part_cpu_ns@" + phase, time.cpuNs, "ns");
  }

  private static final class Clocks {
    final long wallNs = System.nanoTime();
    final long cpuNs = THREADS.getCurrentThreadCpuTime();
  }

  private static final class Time {
    private long wallNs;
    private long cpuNs;

    /** Adds what has passed between two moments in one thread; returns the later one. */
    Clocks add(Clocks from, Clocks to) {
      wallNs += to.wallNs - from.wallNs;
      cpuNs += to.cpuNs - from.cpuNs;
      return to;
    }
  }
}
