package io.corebound.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.OtherLoad;
import io.corebound.hosts.process.Watch;
import io.corebound.hosts.process.WrappedHost;
import io.corebound.records.run.Measurement.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ProbeWatchTest {
  private static final double OWN = 1_000_000;

  private final Host host = new LocalHost("probe-watch-test", "here");

  /** What /proc says in turn. */
  private final Deque<Long> moved = new ArrayDeque<>();

  private final Deque<Double> cores = new ArrayDeque<>();

  private ProbeWatch watch() {
    Host saying =
        new WrappedHost(host) {
          @Override
          protected Command changed(Command command) {
            return Command.of(Duration.ofSeconds(9), "echo", "eth0:", moved.remove().toString());
          }
        };
    Traffic traffic = new Traffic(saying, Path.of("/proc/net/dev"), "eth0", List.of(0), 1, 1);
    Watch watch =
        new Watch(
            () -> () -> new OtherLoad(1, 0, Map.of("make", cores.isEmpty() ? 0 : cores.remove())),
            null);
    return new ProbeWatch(watch, host, traffic);
  }

  private static String measured(ProbeWatch watch) {
    ProbeWatch.Kept<String> kept = watch.quieter("read", name -> name, name -> OWN);
    assertThat(kept.name()).isEqualTo(kept.result());
    return kept.result();
  }

  private void others(double share) {
    moved.add(5L);
    moved.add(5 + Math.round(OWN * (1 + share)));
  }

  @Test
  void quietRunIsMeasuredOnceAndNotMarked() {
    others(0.04);
    ProbeWatch watch = watch();
    assertThat(measured(watch)).isEqualTo("read");
    assertThat(watch.among(Map.of())).isEmpty();
    assertThat(moved).isEmpty();
  }

  @Test
  void bytesOfOthersRepeatARunAndTheQuieterCounts() {
    others(0.5);
    others(0.1);
    ProbeWatch watch = watch();
    assertThat(measured(watch)).isEqualTo("read-again");
    assertThat(watch.among(Map.of("direct", "1")))
        .containsEntry(Metric.OTHERS_PERCENT, "10")
        .containsEntry("direct", "1")
        .doesNotContainKey(Metric.OTHERS_CORES);
  }

  @Test
  void cpuOfOthersRepeatsARunToo() {
    others(0);
    others(0);
    cores.add(0.5);
    cores.add(0.25);
    ProbeWatch watch = watch();
    assertThat(measured(watch)).isEqualTo("read-again");
    assertThat(watch.among(Map.of())).containsExactly(Map.entry(Metric.OTHERS_CORES, "0.25"));
  }

  @Test
  void whatOneRunHadIsSharedByAll() {
    ProbeWatch watch = watch();
    for (double share : new double[] {0.2, 0.3, 0, 0, 0, 0, 0}) {
      others(share);
    }
    for (int i = 0; i < 6; i++) {
      measured(watch);
    }
    assertThat(watch.among(Map.of())).isEmpty();
  }

  @Test
  void whatIsMovedBeforeAnAttemptIsNobodys() {
    others(0.5);
    others(0);
    ProbeWatch watch = watch();
    List<Integer> left = new ArrayList<>();
    watch.quieter("read", () -> left.add(moved.size()), name -> name, name -> OWN);
    assertThat(left).containsExactly(4, 2);
    assertThat(watch.among(Map.of())).isEmpty();
  }

  @Test
  void bytesOfADiskAreItsOwnLinesSectors() {
    Traffic disk = new Traffic(host, Path.of("/proc/diskstats"), "vda", List.of(2, 6), 512, 1);
    String text =
        """
           7       0 loop0 42172 2880 47271820 113918 78458 80075 96378538 782985 0 91108 909128
         254       0 vda 751327 57500 100 2320166 693192 306169 20 2570891 0 342264 4975216 414137
         254       1 vda1 1 1 7 1 1 1 7 1 0 1 1 1
        """;
    assertThat(disk.parse(text)).hasValue(120 * 512.0);
    assertThat(disk.parse("")).isEmpty();
    OptionalDouble none = OptionalDouble.of(0);
    assertThat(disk.share(none, OptionalDouble.of(105), 100)).isCloseTo(0.05, within(1e-9));
    assertThat(disk.written().share(none, OptionalDouble.of(105), 100)).isZero();
  }

  @Test
  void headersOfAProbeAreItsOwn() {
    Traffic link = new Traffic(host, Path.of("/proc/net/dev"), "eth0", List.of(0, 8), 1, 1.07);
    String text =
        """
        Inter-|   Receive                                                |  Transmit
         face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets
            lo:  999    1    0    0    0     0          0         0      999    1 0 0 0 0 0 0
          eth0:2000   22    0    0    0     0          0         0     5000   11 0 0 0 0 0 0
        """;
    OptionalDouble bytes = link.parse(text);
    assertThat(bytes).hasValue(7000);
    assertThat(link.share(OptionalDouble.of(0), bytes, 5000)).isCloseTo(0.33, within(1e-9));
    assertThat(link.share(OptionalDouble.of(0), bytes, 7000)).isZero();
    assertThat(link.share(OptionalDouble.empty(), bytes, 5000)).isZero();
  }
}
