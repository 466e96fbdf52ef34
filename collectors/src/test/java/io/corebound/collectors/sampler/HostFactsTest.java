package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.process.LocalHost;
import io.corebound.records.run.CommandResult.BlockDevice;
import io.corebound.records.run.CommandResult.DeviceKind;
import io.corebound.records.run.CommandResult.DeviceRate;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.units.CoreboundException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HostFactsTest {
  private static final String CPUS = "Cpus_allowed_list:\t0-2,7\n";

  @Test
  void readsThisMachine() {
    HostFacts read = HostFacts.read(new LocalHost("facts", "localhost"));
    WatchedHost facts = read.watched();
    assertThat(read.interfaces()).contains("lo");
    assertThat(read.boot()).matches("[0-9a-f-]{36}");
    assertThat(facts.name()).isEqualTo("localhost");
    assertThat(facts.cores()).isPositive().isLessThanOrEqualTo(facts.cpus().size());
    // the JVM counts the CPUs and the quota by itself
    assertThat((int) Math.ceil(facts.cores()))
        .isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void listsTheCpusAndTheLowestQuota() {
    WatchedHost facts =
        HostFacts.parse("h", CPUS + "quota 150000 100000\nquota max 100000\nquota -1 100000\n")
            .watched();
    assertThat(facts.cpus()).containsExactly(0, 1, 2, 7);
    assertThat(facts.cores()).isEqualTo(1.5);
    assertThat(HostFacts.parse("h", CPUS).watched().cores()).isEqualTo(4);
  }

  @Test
  void hostsOfOneKernelAreThoseWithTheSameBoot() {
    List<HostFacts> hosts =
        Stream.of("a 1-2", "b 3-4", "c 1-2", "d ", "e ")
            .map(host -> host.split(" ", 2))
            .map(host -> HostFacts.parse(host[0], CPUS + "boot " + host[1] + "\n"))
            .toList();
    assertThat(HostFacts.onOneKernel(hosts)).containsExactly(List.of("a", "c"));
  }

  @Test
  void linkOfAGigabitMoves125MegabytesInEachDirection() {
    WatchedHost facts =
        HostFacts.parse(
                "h", CPUS + "net eth0 1000\nnet virtual0 -1\nnet down0 0\nnet old0 4294967295\n")
            .watched();
    assertThat(facts.rates())
        .containsExactly(
            new DeviceRate(
                DeviceKind.NETWORK, "eth0", 125.0, 125.0, false, "the interface's speed"));
  }

  @Test
  void limitsOfBothVersionsAreRatesAndTheLowestHolds() {
    WatchedHost facts =
        HostFacts.parse(
                "h",
                CPUS
                    + "read sda 50000000\nwrite sda 20000000\nwrite sda 30000000\n"
                    + "max sdb rbps=1000000 wbps=max riops=max wiops=120\n"
                    + "max sdc rbps=max wbps=max riops=100 wiops=max\n")
            .watched();
    DeviceRate sda = facts.rate(DeviceKind.DISK, "sda").orElseThrow();
    assertThat(sda.inMbPerS()).isEqualTo(50);
    assertThat(sda.outMbPerS()).isEqualTo(20);
    DeviceRate sdb = facts.rate(DeviceKind.DISK, "sdb").orElseThrow();
    assertThat(sdb.inMbPerS()).isEqualTo(1);
    assertThat(sdb.outMbPerS()).isNull();
    assertThat(facts.rate(DeviceKind.DISK, "sdc")).isEmpty();
    assertThat(facts.rate(DeviceKind.NETWORK, "sda")).isEmpty();
  }

  @Test
  void devicesHaveTheNamesThatTheToolsUse() {
    HostFacts facts =
        HostFacts.parse(
            "h", CPUS + "boot 1-2\ndisk sda\ndisk cciss!c0d0\ninterface lo\ninterface eth0.5\n");
    assertThat(facts.watched().devices())
        .extracting(BlockDevice::name)
        .containsExactly("sda", "cciss/c0d0");
    assertThat(facts.interfaces()).containsExactly("lo", "eth0.5");
    assertThat(facts.boot()).isEqualTo("1-2");
    assertThat(HostFacts.parse("h", CPUS + "boot \n").boot()).isEmpty();
  }

  @Test
  void hostThatTellsNoCpuIsAFailure() {
    assertThatThrownBy(() -> HostFacts.parse("h", "net eth0 1000\n"))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("host h does not show which CPUs it has");
  }
}
