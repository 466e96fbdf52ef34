package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.units.DataSize;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoubtsTest {
  private static final ControlGroupLimits NONE =
      new ControlGroupLimits(OptionalLong.empty(), OptionalDouble.empty());

  /** A machine that leaves nothing to doubt, to be spoilt one thing at a time. */
  private int cores = 16;

  private double load = 0.5;
  private List<String> busy = List.of();
  private double steal = 0;
  private List<String> governors = List.of("performance", "performance");
  private String turbo = "off";
  private String virtualization = "none";
  private String clock = "tsc";
  private double clockNs = 25;
  private String hidden = "";
  private boolean reportsFreeMemory = false;
  private long available = 60_000_000_000L;
  private long swap = 0;
  private OptionalDouble pressure = OptionalDouble.of(0);
  private ControlGroupLimits limits = NONE;
  private String data = "ext4";
  private String evaded = "";
  private String shared = "tmpfs";
  private long sharedFree = 32_000_000_000L;

  @Test
  void aQuietBareMachineLeavesNothingToDoubt() {
    assertThat(doubts()).isEmpty();
  }

  @Test
  void otherBusyProcessesAreNamed() {
    busy = List.of("java (pid 7): 93 % of a core");
    assertOnlyDoubtHas("java (pid 7): 93 %", "longer");
  }

  @Test
  void aLoadAverageAboveAFifthOfACoreCounts() {
    load = 3.2;
    assertThat(doubts()).isEmpty();
    load = 3.3;
    assertOnlyDoubtHas("3.30 on 16 cores");
  }

  @Test
  void stealAboveOnePercentCounts() {
    steal = 1.0;
    assertThat(doubts()).isEmpty();
    steal = 1.1;
    assertOnlyDoubtHas("1.1 %");
  }

  @Test
  void aGovernorThatSavesPowerIsNamedWithItsRemedy() {
    governors = List.of("powersave", "performance", "powersave");
    assertOnlyDoubtHas("is powersave,", "cpupower");
  }

  @Test
  void anUnknownOrFloatingClockIsDoubtful() {
    turbo = "unknown";
    assertOnlyDoubtHas("whether turbo is on");
    turbo = "on";
    assertOnlyDoubtHas("Turbo is on");
    governors = List.of();
    assertOnlyDoubtHas("frequency governor");
  }

  @Test
  void aVirtualMachineIsDoubtful() {
    virtualization = "kvm";
    assertOnlyDoubtHas("(kvm)");
  }

  @Test
  void aSlowClockIsDoubtfulByWhatReadingItCost() {
    clock = "hpet";
    clockNs = 100;
    assertThat(doubts()).isEmpty();
    clockNs = 1234;
    assertOnlyDoubtHas("takes 1234 ns here (clock source hpet), more than 100");
  }

  /** Sources that are read without a system call: of ARM64, of KVM, of Hyper-V. */
  @ParameterizedTest
  @ValueSource(strings = {"arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page"})
  void aFastClockIsNotDoubtfulWhateverItsName(String source) {
    clock = source;
    clockNs = 40;
    assertThat(doubts()).isEmpty();
  }

  @Test
  void hiddenProcessesAreDoubtfulWithCauseAndRemedy() {
    hidden = "hidepid=2";
    assertOnlyDoubtHas("mounted with hidepid=2", "gap", "as root", "remount,hidepid=0 /proc");
  }

  @Test
  void memoryThatIsGivenBackToAHostIsDoubtful() {
    reportsFreeMemory = true;
    assertOnlyDoubtHas("free page reporting", "user time", "echo 11 > /sys/module/page_reporting");
  }

  @Test
  void shortMemoryIsDoubtful() {
    swap = 5_000_000;
    pressure = OptionalDouble.of(2.5);
    available = 10_000_000_000L;
    assertThat(doubts())
        .satisfiesExactly(
            d -> assertThat(d).contains("5.00 MB of swap"),
            d -> assertThat(d).contains("2.5 %"),
            d -> assertThat(d).contains("Only 10.0 GB of 64.0 GB"));
  }

  @Test
  void limitsBelowTheMachineAreDoubtful() {
    limits = new ControlGroupLimits(OptionalLong.of(8_000_000_000L), OptionalDouble.of(2.5));
    assertThat(doubts())
        .satisfiesExactly(
            d -> assertThat(d).contains("8.00 GB of the machine's 64.0 GB"),
            d -> assertThat(d).contains("2.50 of the machine's 16 cores"));
  }

  @Test
  void coresThatAreTakenAwayAndFewCoresAreDoubtful() {
    cores = 2;
    load = 0;
    assertThat(doubts())
        .satisfiesExactly(
            d -> assertThat(d).contains("Only 2 of the machine's 16 cores"),
            d -> assertThat(d).contains("There are only 2 cores"));
  }

  @Test
  void aDataDirectoryThatIsNoDiskIsDoubtful() {
    data = "overlay";
    assertOnlyDoubtHas("overlay", "--data-dir");
    data = "tmpfs";
    assertOnlyDoubtHas("in memory");
    data = "nfs4";
    assertOnlyDoubtHas("another machine");
  }

  @Test
  void aFileSystemThatDoesNoDirectIoIsNamed() {
    data = "btrfs";
    evaded = "btrfs since Linux 6.14 writes so";
    assertOnlyDoubtHas(evaded, "--data-dir");
    // said once
    data = "tmpfs";
    assertThat(doubts()).hasSize(1);
  }

  @Test
  void sharedMemoryThatIsSmallOrNotMemoryIsDoubtful() {
    sharedFree = 64_000_000;
    assertOnlyDoubtHas("64.0 MB", "--shm-size");
    shared = "ext4";
    assertOnlyDoubtHas("ext4, not tmpfs");
  }

  private void assertOnlyDoubtHas(String... parts) {
    assertThat(doubts()).singleElement().asString().contains(parts);
  }

  private List<String> doubts() {
    List<String> doubts =
        Doubts.of(
            new Doubts.Cpus(cores, 16, load, busy, steal, hidden),
            new Doubts.Clock(governors, turbo, virtualization, clock, clockNs),
            new Doubts.Memory(
                new DataSize(64_000_000_000L),
                new DataSize(available),
                new DataSize(swap),
                pressure,
                reportsFreeMemory),
            limits,
            new Doubts.FileSystems(data, evaded, shared, new DataSize(sharedFree)));
    assertThat(doubts).allSatisfy(d -> assertThat(d).endsWith(".").doesNotContain("\n"));
    return doubts;
  }
}
