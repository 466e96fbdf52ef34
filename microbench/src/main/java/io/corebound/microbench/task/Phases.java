package io.corebound.microbench.task;

import com.sun.management.OperatingSystemMXBean;
import io.corebound.microbench.OperationMeter;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.TaskStatus;

/**
 * When a reduce task passes from one phase to the next, by the status that it sends at every such
 * moment, and what its process has spent until then: CPU time in ticks of 10 ms, user and system
 * each.
 */
final class Phases implements Consumer<TaskStatus> {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private Moment begin;
  private Moment sort;
  private Moment reduce;
  private Moment end;

  private static final class Moment {
    final long wallNs = System.nanoTime();
    final long cpuNs = PROCESS.getProcessCpuTime();
  }

  void begin() {
    begin = new Moment();
  }

  @Override
  public synchronized void accept(TaskStatus status) {
    TaskStatus.Phase phase = status.getPhase();
    if (phase == TaskStatus.Phase.SORT && sort == null) {
      sort = new Moment();
    }
    if (phase == TaskStatus.Phase.REDUCE && reduce == null) {
      reduce = new Moment();
    }
  }

  void end() {
    end = new Moment();
  }

  /** Reports the parts {@code shuffle}, {@code sort} and {@code reduce}. */
  synchronized void report(OperationMeter meter) {
    if (sort == null || reduce == null) {
      throw new IllegalStateException(
          "the reduce task did not say when it began to sort, or reduce");
    }
    report(meter, "shuffle", begin, sort);
    report(meter, "sort", sort, reduce);
    report(meter, "reduce", reduce, end);
  }

  private static void report(OperationMeter meter, String phase, Moment from, Moment until) {
    meter.report("part_wall_ns@" + phase, until.wallNs - from.wallNs, "ns");
    meter.report("part_cpu_ns@" + phase, until.cpuNs - from.cpuNs, "ns");
  }
}
