package io.corebound.app.collect;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.collectors.sampler.HostFacts;
import io.corebound.records.run.CommandResult.BlockDevice;
import io.corebound.records.run.CommandResult.DeviceKind;
import io.corebound.records.run.CommandResult.DeviceRate;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GivenRatesTest {
  private static final List<String> NAMES = List.of("localhost", "node2");
  private static final DeviceRate SPEED =
      new DeviceRate(DeviceKind.NETWORK, "eth0", 125.0, 125.0, false, "the interface's speed");
  private static final List<HostFacts> HOSTS =
      List.of(
          facts("localhost", List.of("nvme0n1"), List.of("lo", "eth0"), SPEED),
          facts("node2", List.of("sda", "nvme0n1"), List.of("lo")));

  private static HostFacts facts(
      String name, List<String> disks, List<String> interfaces, DeviceRate... rates) {
    List<BlockDevice> devices =
        disks.stream().map(d -> new BlockDevice(d, "", List.of(), List.of())).toList();
    return new HostFacts(
        new WatchedHost(name, List.of(0), 1, List.of(rates)).withDevices(devices), interfaces, "");
  }

  private static List<WatchedHost> with(Map<String, String> options) {
    return GivenRates.parse(options, NAMES).of(HOSTS);
  }

  private static DeviceRate disk(String device, double mbPerS) {
    return new DeviceRate(DeviceKind.DISK, device, mbPerS, mbPerS, true, "--rate");
  }

  @Test
  void rateOfADiskSaysNothingOfAnyInterface() {
    List<WatchedHost> hosts = with(Map.of("sda", "200MB/s"));
    assertThat(hosts.get(0).rates()).containsExactly(SPEED);
    assertThat(hosts.get(1).rates()).containsExactly(disk("sda", 200));
  }

  @Test
  void rateOfOneHostsDeviceGoesBeforeThatOfAll() {
    List<WatchedHost> hosts = with(Map.of("nvme0n1", "3GB/s", "node2:nvme0n1", "1GB/s"));
    assertThat(hosts.get(0).rate(DeviceKind.DISK, "nvme0n1")).contains(disk("nvme0n1", 3000));
    assertThat(hosts.get(1).rate(DeviceKind.DISK, "nvme0n1")).contains(disk("nvme0n1", 1000));
  }

  @Test
  void rateOfAnInterfaceGoesBeforeItsOwnSpeedInEachDirection() {
    assertThat(with(Map.of("eth0", "8Gbit/s")).get(0).rate(DeviceKind.NETWORK, "eth0"))
        .contains(new DeviceRate(DeviceKind.NETWORK, "eth0", 1000.0, 1000.0, false, "--rate"));
  }

  @Test
  void deviceThatNoHostHasIsRefusedWithTheNearestName() {
    refused(
        Map.of("sdb", "1MB/s"),
        "--rate sdb: no disk and no network interface of localhost, node2 has that name; did you"
            + " mean 'sda'?");
    refused(
        Map.of("localhost:sda", "1MB/s"),
        "--rate localhost:sda: no disk and no network interface of localhost has that name; known"
            + " are eth0, lo, nvme0n1");
    refused(
        Map.of("node3:sda", "1MB/s"),
        "--rate node3:sda: no host 'node3' is collected from; did you mean 'node2'?");
  }

  @Test
  void rateOfAVolumeIsTakenUnderEitherNameAndHeldUnderTheKernels() {
    BlockDevice volume = new BlockDevice("dm-0", "vg-data", List.of("sda3"), List.of("/data"));
    HostFacts host =
        new HostFacts(
            new WatchedHost("localhost", List.of(0), 1, List.of()).withDevices(List.of(volume)),
            List.of(),
            "");
    for (String name : List.of("vg-data", "dm-0", "localhost:vg-data")) {
      assertThat(GivenRates.parse(Map.of(name, "90MB/s"), NAMES).of(List.of(host)).get(0).rates())
          .containsExactly(disk("dm-0", 90));
    }
    assertThatThrownBy(() -> GivenRates.parse(Map.of("vg-dato", "90MB/s"), NAMES).of(List.of(host)))
        .hasMessageEndingWith("has that name; did you mean 'vg-data'?");
  }

  @Test
  void whatIsNoRateIsRefused() {
    assertThatRefused(() -> with(Map.of("sda", "fast"))).hasMessageStartingWith("--rate sda: ");
  }

  private static void refused(Map<String, String> options, String message) {
    assertThatRefused(() -> with(options))
        .hasMessage(message)
        .extracting(e -> ((CoreboundException) e).status())
        .isEqualTo(ExitStatus.INVALID_INPUT);
  }
}
