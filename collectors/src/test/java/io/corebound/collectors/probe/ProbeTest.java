package io.corebound.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.collectors.RealProbes;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.hosts.process.Watch;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What probes refuse and choose before they measure. */
class ProbeTest extends RealProbes {
  @Test
  void aFullDiskIsToldBeforeAnythingIsWritten() {
    assumeThere(new Fio());
    assertThatThrownBy(
            () -> new Fio().measure(host, Path.of("/proc/self"), run(), TINY, Watch.blind()))
        .hasMessage(
            "/proc/self on host node has 0 B free; fio takes a quarter of it and at least 16MiB:"
                + " make room or name another folder");
  }

  @Test
  void aFileTooSmallIsSaidToBeThatAndNotTheRoom() {
    assumeThere(new Fio());
    ProbeBudget small = ProbeBudget.quick(1, Duration.ofSeconds(1), DataSize.ofMebibytes(15));
    assertThatThrownBy(() -> new Fio().measure(host, folder, run(), small, Watch.blind()))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessage("fio's file of 15MiB is too small; 1 stream takes at least --size 16MiB");
    ProbeBudget many =
        new ProbeBudget(1, Duration.ofSeconds(1), DataSize.ofMebibytes(20), List.of(1, 32));
    assertThatThrownBy(() -> new Fio().measure(host, folder, run(), many, Watch.blind()))
        .hasMessage("fio's file of 20MiB is too small; 32 streams take at least --size 32MiB");
  }

  @Test
  void aToolThatIsMissingIsNamedWithItsRemedy() {
    assertThatThrownBy(() -> ToolVersion.require(host, "no-such-tool", "-V", "get it"))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS))
        .hasMessage("no-such-tool is not on host node; get it");
  }

  @Test
  void aNetworkProbeIsFoundWhereEitherToolIs() {
    assumeThere(new Iperf3());
    assertThat(Probe.network(host).name()).isIn("netperf", "iperf3");
  }
}
