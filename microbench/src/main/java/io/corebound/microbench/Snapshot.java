package io.corebound.microbench;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The state of the clocks at one end of an operation. */
final class Snapshot {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * User and system time are each rounded down to ticks of 10 ms at both ends, so that the sum of
   * their differences is wrong by less than two ticks.
   */
  private static final long TICKS_UNCERTAIN_NS = 20_000_000;

  private long wallNs;
  private long gcNs;
  private final Map<Long, Long> allocatedBytes = new HashMap<>();
  private final Map<String, CpuTime> cpu = new LinkedHashMap<>();
  private Map<String, Long> threadNs = Collections.emptyMap();
  private long startedThreads;
  private Set<Long> liveThreads = Collections.emptySet();

  private Snapshot() {}

  /** Reads the clocks before an operation, the most sensitive last. */
  static Snapshot before(Map<String, Integer> watched) {
    Snapshot now = new Snapshot();
    now.startedThreads = THREADS.getTotalStartedThreadCount();
    now.readHeap();
    now.readOthers(watched);
    now.readSelf();
    now.wallNs = System.nanoTime();
    return now;
  }

  /** Reads the clocks after an operation, the most sensitive first. */
  static Snapshot after(Map<String, Integer> watched) {
    Snapshot now = new Snapshot();
    now.wallNs = System.nanoTime();
    now.readSelf();
    now.readOthers(watched);
    now.readHeap();
    // last here and first in before(): no thread that was started in between is overlooked
    now.startedThreads = THREADS.getTotalStartedThreadCount();
    return now;
  }

  /** What passed from this moment to a later one, by field name. */
  Map<String, Long> until(Snapshot end) {
    Map<String, Long> elapsed = new LinkedHashMap<>();
    elapsed.put("wall_ns", end.wallNs - wallNs);
    end.cpu.forEach(
        (process, then) -> {
          CpuTime before = cpu.get(process);
          elapsed.put("user_ns@" + process, then.userNs - before.userNs);
          elapsed.put("system_ns@" + process, then.systemNs - before.systemNs);
          if (process.equals(OperationMeter.MACHINE)) {
            elapsed.put("steal_ns@" + process, then.stealNs - before.stealNs);
          }
        });
    CpuTime selfBefore = cpu.get(OperationMeter.SELF);
    CpuTime selfAfter = end.cpu.get(OperationMeter.SELF);
    long ticks = selfAfter.userNs - selfBefore.userNs + selfAfter.systemNs - selfBefore.systemNs;
    elapsed.put("cpu_ns@" + OperationMeter.SELF, preciseCpu(end, ticks));
    elapsed.put("gc_ns@" + OperationMeter.SELF, end.gcNs - gcNs);
    elapsed.put("alloc_bytes@" + OperationMeter.SELF, allocatedUntil(end));
    return elapsed;
  }

  /** Threads that ended meanwhile are missing: the JVM forgets what they allocated. */
  private long allocatedUntil(Snapshot end) {
    long sum = 0;
    for (Map.Entry<Long, Long> thread : end.allocatedBytes.entrySet()) {
      sum += thread.getValue() - allocatedBytes.getOrDefault(thread.getKey(), 0L);
    }
    return sum;
  }

  private void readSelf() {
    cpu.put(OperationMeter.SELF, CpuTime.ofThisProcess());
    threadNs = CpuTime.ofThreads();
  }

  /**
   * The scheduler's figure, unless threads that ended between the two moments are missing in it:
   * those of Java are counted, others (of a collector, a compiler, a library) are seen by the ticks
   * when they matter.
   */
  private long preciseCpu(Snapshot end, long ticks) {
    long threads = startedAndEnded(end) ? ticks : threadsUntil(end).orElse(ticks);
    return Math.abs(ticks - threads) <= TICKS_UNCERTAIN_NS ? threads : ticks;
  }

  /** Whether a thread of Java was started after this moment and had ended before the other. */
  private boolean startedAndEnded(Snapshot end) {
    long alive = end.liveThreads.stream().filter(id -> !liveThreads.contains(id)).count();
    return end.startedThreads - startedThreads > alive;
  }

  /** Time on a CPU in ns; absent when a thread that lived at the beginning has ended. */
  private OptionalLong threadsUntil(Snapshot end) {
    if (threadNs.isEmpty() || !end.threadNs.keySet().containsAll(threadNs.keySet())) {
      return OptionalLong.empty();
    }
    long sum = 0;
    for (Map.Entry<String, Long> thread : end.threadNs.entrySet()) {
      sum += thread.getValue() - threadNs.getOrDefault(thread.getKey(), 0L);
    }
    return OptionalLong.of(sum);
  }

  private void readOthers(Map<String, Integer> watched) {
    watched.forEach(
        (role, pid) ->
            cpu.put(
                role,
                pid == OperationMeter.ENDED_CHILDREN
                    ? CpuTime.ofEndedChildren()
                    : CpuTime.ofProcess(role, pid)));
    cpu.put(OperationMeter.MACHINE, CpuTime.ofMachine());
  }

  private void readHeap() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      gcNs += Math.max(0, collector.getCollectionTime()) * 1_000_000;
    }
    long[] ids = THREADS.getAllThreadIds();
    liveThreads = LongStream.of(ids).boxed().collect(Collectors.toSet());
    long[] bytes = THREADS.getThreadAllocatedBytes(ids);
    for (int i = 0; i < ids.length; i++) {
      if (bytes[i] >= 0) {
        allocatedBytes.put(ids[i], bytes[i]);
      }
    }
  }
}
