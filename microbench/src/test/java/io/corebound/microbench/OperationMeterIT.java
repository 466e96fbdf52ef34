package io.corebound.microbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the meter measures of real processes and threads. */
final class OperationMeterIT extends MeteredChild {
  /** User and system time are each rounded down to ticks of 10 ms. */
  private static final long TWO_TICKS_NS = 20_000_000;

  private static final long TICK_NS = 10_000_000;

  @Test
  void cpuTimeOfWatchedBusyProcessIsSeen() throws Exception {
    watch("while :; do :; done");
    Map<String, Long> figures = measureHalfASecondOfSleep();
    // half a second of one busy thread; other load may take more than half of the CPU away
    assertThat(figures.get("test|user_ns@child") + figures.get("test|system_ns@child"))
        .isBetween(100_000_000L, 1_500_000_000L);
    assertThat(figures.get("test|user_ns@machine") + figures.get("test|system_ns@machine"))
        .isGreaterThanOrEqualTo(100_000_000L);
  }

  @Test
  void cpuTimeOfEndedChildrenIsSeen() throws Exception {
    OperationMeter.watchEndedChildren("child");
    OperationMeter meter = new OperationMeter("test", ByteBase.PAYLOAD);
    meter.begin();
    // the shell itself says what it took: its second line is user and system time of its children
    Process shell =
        new ProcessBuilder(
                "sh", "-c", "(i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done); times")
            .start();
    String[] times = new String(shell.getInputStream().readAllBytes()).split("\\s+");
    shell.waitFor();
    meter.end(1, 1);
    Map<String, Long> figures = drained();
    long told = nanoseconds(times[2]) + nanoseconds(times[3]);
    assertThat(told).isGreaterThan(50_000_000L);
    assertThat(figures.get("test|user_ns@child") + figures.get("test|system_ns@child"))
        .isBetween(told - 30_000_000L, told + 60_000_000L);
  }

  /** {@code 0m0.250s} or {@code 0m0.250000s}. */
  private static long nanoseconds(String time) {
    String[] parts = time.replace("s", "").split("m");
    return Math.round((Double.parseDouble(parts[0]) * 60 + Double.parseDouble(parts[1])) * 1e9);
  }

  @Test
  void watchedIdleProcessCostsNothing() throws Exception {
    watch("read nothing");
    Map<String, Long> figures = measureHalfASecondOfSleep();
    assertThat(figures.get("test|user_ns@child") + figures.get("test|system_ns@child"))
        .isLessThanOrEqualTo(20_000_000L);
  }

  @Test
  void ownCpuTimeAndAllocationAreSeen() {
    OperationMeter meter = new OperationMeter("test", ByteBase.PAYLOAD);
    meter.begin();
    byte[] kept = new byte[10_000_000];
    long start = System.nanoTime();
    long spent = burn(100_000_000);
    long lasted = System.nanoTime() - start;
    meter.end(kept.length, 2);
    Map<String, Long> figures = drained();
    assertThat(figures.get("test|wall_ns")).isGreaterThanOrEqualTo(lasted);
    assertThat(figures.get("test|user_ns@benchmark") + figures.get("test|system_ns@benchmark"))
        .isGreaterThan(spent - TWO_TICKS_NS);
    assertThat(figures.get("test|cpu_ns@benchmark")).isGreaterThan(spent - TWO_TICKS_NS);
    assertThat(figures.get("test|alloc_bytes@benchmark")).isGreaterThanOrEqualTo(10_000_000L);
    assertThat(figures).containsEntry("test|records", 10_000_000L).containsEntry("test|bytes", 2L);
    assertThat(figures).containsKeys("test|gc_ns@benchmark", "test|steal_ns@machine");
  }

  /**
   * The meter gives the ticks, which are whole, where the scheduler's figure is too far from them,
   * and where a thread of the JVM has ended meanwhile: that may be so now and then, not always.
   */
  @Test
  void ownCpuTimeInNsIsTheSchedulersWhichAgreesWithTheTicks() throws Exception {
    Path schedulers = Path.of("/proc/self/schedstat");
    assumeTrue(
        Files.exists(schedulers) && !Files.readString(schedulers).startsWith("0 "),
        "the kernel keeps no thread's CPU time in ns");
    long spent = 0;
    long cpu = 0;
    for (int i = 0; i < 10 && cpu % TICK_NS == 0; i++) {
      OperationMeter meter = new OperationMeter("test", ByteBase.PAYLOAD);
      meter.begin();
      spent = burn(100_000_000);
      meter.end(1, 1);
      cpu = drained().get("test|cpu_ns@benchmark");
    }
    assertThat(cpu % TICK_NS).as("ns beyond whole ticks, of %s", cpu).isNotZero();
    assertThat(cpu).isGreaterThan(spent - TICK_NS);
  }

  @ParameterizedTest
  @ValueSource(longs = {35_000_000, 60_000_000, 300_000_000})
  void threadThatIsStartedAndEndsWithinTheOperationIsCounted(long cpuNs)
      throws InterruptedException {
    AtomicLong spent = new AtomicLong();
    Thread busy = new Thread(() -> spent.set(burn(cpuNs)));
    OperationMeter meter = new OperationMeter("test", ByteBase.PAYLOAD);
    meter.begin();
    busy.start();
    busy.join();
    meter.end(1, 1);
    assertThat(drained().get("test|cpu_ns@benchmark")).isGreaterThan(spent.get() - TWO_TICKS_NS);
  }

  @Test
  void threadThatWasThereBeforeAndEndsWithinTheOperationIsCounted() throws InterruptedException {
    AtomicLong spent = new AtomicLong();
    CountDownLatch begun = new CountDownLatch(1);
    Thread busy =
        new Thread(
            () -> {
              try {
                begun.await();
                spent.set(burn(35_000_000));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    busy.start();
    OperationMeter meter = new OperationMeter("test", ByteBase.PAYLOAD);
    meter.begin();
    begun.countDown();
    busy.join();
    meter.end(1, 1);
    assertThat(drained().get("test|cpu_ns@benchmark")).isGreaterThan(spent.get() - TWO_TICKS_NS);
    assertThat(spent.get()).isPositive();
  }

  /** Keeps a core busy until this thread has had so much of one, however busy the machine is. */
  private static long burn(long cpuNs) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    long spent = 0;
    while (spent < cpuNs) {
      spent = threads.getCurrentThreadCpuTime() - start;
    }
    return spent;
  }

  private static Map<String, Long> measureHalfASecondOfSleep() throws InterruptedException {
    OperationMeter meter = new OperationMeter("test", ByteBase.PAYLOAD);
    meter.begin();
    Thread.sleep(500);
    meter.end(1, 1);
    return drained();
  }
}
