package io.corebound.analysis.study.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.study.bound.BoundSeconds.Second;
import io.corebound.analysis.study.bound.BoundSeconds.Stretch;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CommandResult.DeviceKind;
import io.corebound.records.run.CommandResult.DeviceRate;
import io.corebound.records.run.CommandResult.WatchedHost;
import io.corebound.records.run.Samples;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdict on samples, second by second: each bound, ties, gaps, nothing at all. */
class BoundSecondsTest {
  private static final DeviceRate LINK =
      new DeviceRate(DeviceKind.NETWORK, "eth0", 125.0, 125.0, false, "the interface's speed");
  private static final DeviceRate DISK =
      new DeviceRate(DeviceKind.DISK, "sda", 100.0, 100.0, true, "--rate");
  private static final DeviceRate LIMIT =
      new DeviceRate(DeviceKind.DISK, "sda", 100.0, 100.0, false, "its control group's limit");

  private static HostSamples second() {
    return new HostSamples().second();
  }

  private static Second only(HostSamples samples, DeviceRate... rates) {
    List<Second> seconds = samples.verdict(rates).seconds();
    assertThat(seconds).hasSize(1);
    return seconds.get(0);
  }

  @ParameterizedTest
  @CsvSource({"95, 86, CPU", "90, 90, CPU", "89, 89, WAITING", "5, 3, WAITING"})
  void allCoresFullIsTheCpu(double first, double other, Bound bound) {
    assertThat(only(second().cpu(first, 0, other, 0).queue(0, 0)).bound()).isEqualTo(bound);
  }

  @ParameterizedTest
  @CsvSource({"97, 1, CPU", "97, 0, WAITING", "85, 3, WAITING"})
  void oneFullCoreIsTheCpuWhenSomethingRuns(double busy, double runQueue, Bound bound) {
    assertThat(only(second().cpu(busy, 0, 3, 0).queue(runQueue, 0)).bound()).isEqualTo(bound);
  }

  @ParameterizedTest
  @CsvSource({"97, CPU", "110, CPU", "80, WAITING", "130, WAITING"})
  void oneThreadThatMovesBetweenCoresIsTheCpu(double own, Bound bound) {
    assertThat(only(second().cpu(55, 0, 45, 0).queue(0, 0).own(own)).bound()).isEqualTo(bound);
  }

  @Test
  void quotaOfAControlGroupIsAllThatCanBeFull() {
    HostSamples samples = second().cpu(30, 0, 20, 0).queue(1, 0);
    WatchedHost half = new WatchedHost(HostSamples.HOST, List.of(0, 1), 0.5, List.of());
    BoundSeconds verdict =
        BoundSeconds.of(
            samples.samples(), half, HostSamples.START, HostSamples.START + 1, HostSamples.OWN);
    assertThat(verdict.main()).isEqualTo(Bound.CPU);
  }

  @Test
  void coresThatItMayNotUseDoNotCount() {
    HostSamples samples = second().cpu(95, 0, 0, 0).queue(0, 0);
    WatchedHost first = new WatchedHost(HostSamples.HOST, List.of(0), 1, List.of());
    BoundSeconds verdict =
        BoundSeconds.of(
            samples.samples(), first, HostSamples.START, HostSamples.START + 1, HostSamples.OWN);
    assertThat(verdict.seconds()).extracting(Second::what).containsExactly("all cores");
  }

  /** Earlier runs wrote every CPU that the kernel's list named: 0-127 on a machine of 2. */
  @ParameterizedTest
  @CsvSource({"97, 97, CPU", "60, 60, WAITING"})
  void cpusThatDoNotExistLeaveTheOthersJudged(double first, double other, Bound bound) {
    WatchedHost host =
        new WatchedHost(HostSamples.HOST, IntStream.range(0, 128).boxed().toList(), 128, List.of());
    HostSamples samples = second().cpu(first, 0, other, 0).queue(0, 0);
    assertThat(samples.verdict(host).seconds()).extracting(Second::bound).containsExactly(bound);
    assertThat(BoundSeconds.lacking(samples.samples(), host))
        .hasValueSatisfying(
            said -> assertThat(said).contains("126 of the 128 CPUs", "node", "CPU 2 first"));
  }

  @Test
  void secondsInWhichACpuIsOfflineAreJudgedByTheOthers() {
    HostSamples samples = new HostSamples();
    for (int i = 0; i < 3; i++) {
      samples.second().cpu(97, 0, 97, 0);
    }
    // longer than what counts as one long sample
    for (int i = 0; i < 6; i++) {
      samples.second().cpu("0", 97, 0);
    }
    BoundSeconds verdict = samples.second().cpu(97, 0, 3, 0).queue(0, 0).verdict();
    assertThat(verdict.secondsByBound())
        .containsExactlyInAnyOrderEntriesOf(Map.of(Bound.CPU, 9.0, Bound.WAITING, 1.0));
  }

  /** A container that may use CPUs 4 and 5, where its /proc/stat calls them 0 and 1. */
  @ParameterizedTest
  @CsvSource({"97, 97, 2, CPU", "97, 3, 2, WAITING", "30, 20, 0.5, CPU", "20, 10, 0.5, WAITING"})
  void totalServesWhereNoCpuCanBeToldFromAnother(
      double first, double other, double cores, Bound bound) {
    WatchedHost host = new WatchedHost(HostSamples.HOST, List.of(4, 5), cores, List.of());
    HostSamples samples =
        second().cpu(first, 0, other, 0).cpu("all", (first + other) / 2, 0).queue(1, 0);
    assertThat(samples.verdict(host).seconds()).extracting(Second::bound).containsExactly(bound);
    assertThat(BoundSeconds.lacking(samples.samples(), host))
        .hasValueSatisfying(
            said -> assertThat(said).contains("No CPU", "CPU 4 first", "judged together"));
  }

  /** As iostat saw it on a disk that was read twice in 5 s: 117 % with a queue of 0.01. */
  @ParameterizedTest
  @CsvSource({"100, 0.01, WAITING", "100, 0.45, WAITING", "100, 0.6, DISK", "100, 0, DISK"})
  void aDeviceInUseAllTheTimeHasAQueue(double util, double queue, Bound bound) {
    HostSamples samples =
        second().cpu(5, 0, 3, 0).queue(0, 0).diskWithQueue("sdf", 0.1, 0, util, queue);
    assertThat(only(samples).bound()).isEqualTo(bound);
  }

  @Test
  void aGivenRateOfADeviceWithoutSamplesIsSaid() {
    HostSamples samples = second().cpu(1, 0, 1, 0).disk("sda", 50, 0, 50).network("eth0", 1, 1);
    DeviceRate absent = new DeviceRate(DeviceKind.DISK, "nvme0n1", 9.0, 9.0, true, "--rate");
    assertThat(BoundSeconds.unsampled(samples.samples(), HostSamples.host(DISK, LIMIT, LINK)))
        .isEmpty();
    assertThat(BoundSeconds.unsampled(samples.samples(), HostSamples.host(DISK, absent)))
        .singleElement()
        .asString()
        .contains("nvme0n1", "node");
  }

  @Test
  void nothingIsLackingWhereEveryCpuOrNoneAtAllWasSampled() {
    assertThat(BoundSeconds.lacking(second().cpu(1, 0, 1, 0).samples(), HostSamples.host()))
        .isEmpty();
    assertThat(BoundSeconds.lacking(List.of(), HostSamples.host())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"95, DISK", "94, WAITING"})
  void diskThatIsAlwaysBusyIsTheDisk(double util, Bound bound) {
    assertThat(only(second().cpu(10, 0, 10, 0).disk("sda", 50, 0, util)).bound()).isEqualTo(bound);
  }

  @Test
  void diskAtItsKnownRateIsTheDiskHoweverSeldomItsQueueIsBusy() {
    Second judged =
        only(second().cpu(10, 0, 10, 0).disk("sda", 40, 55, 4).disk("sdb", 300, 0, 4), DISK);
    assertThat(judged.bound()).isEqualTo(Bound.DISK);
    assertThat(judged.what()).isEqualTo("sda");
  }

  @Test
  void limitsOfBothDirectionsAreNotAddedUp() {
    HostSamples half = second().cpu(10, 0, 10, 0).disk("sda", 55, 55, 4);
    assertThat(only(half, LIMIT).bound()).isEqualTo(Bound.WAITING);
    assertThat(only(half, DISK).bound()).isEqualTo(Bound.DISK);
  }

  @ParameterizedTest
  @CsvSource({
    // blocked, I/O wait of a core, pressure some, full; -1: the kernel has no such figure
    "1, 60, 90, 10, DISK",
    "1, 60, -1, -1, DISK",
    "0, 60, -1, -1, WAITING",
    "1, 40, -1, -1, WAITING",
    "1, 60, 30, 10, WAITING",
    "0, 0, 90, 60, DISK",
    "0, 0, 90, 40, WAITING",
  })
  void workThatStandsStillForInputAndOutputIsTheDisk(
      double blocked, double wait, double some, double full, Bound bound) {
    HostSamples samples =
        second().cpu(10, wait, 10, 0).queue(0, blocked).disk("sda", 20, 0, 3).disk("sdb", 1, 0, 1);
    if (some >= 0) {
      samples.pressure(some, full);
    }
    Second judged = only(samples);
    assertThat(judged.bound()).isEqualTo(bound);
    assertThat(judged.what()).isEqualTo(bound == Bound.DISK ? "sda" : "");
  }

  @ParameterizedTest
  @CsvSource({"113, 2, NETWORK", "2, 113, NETWORK", "70, 70, WAITING"})
  void linkAtItsSpeedInOneDirectionIsTheNetwork(double in, double out, Bound bound) {
    assertThat(
            only(second().cpu(30, 0, 30, 0).network("lo", 900, 900).network("eth0", in, out), LINK)
                .bound())
        .isEqualTo(bound);
  }

  @ParameterizedTest
  @CsvSource({
    // disk and network in MB/s of 100 and 125: the fuller; of equals the disk
    "92, 124, NETWORK",
    "99, 115, DISK",
    "96, 120, DISK",
  })
  void ofTwoThatAreFullTheFullerBounds(double disk, double network, Bound bound) {
    assertThat(
            only(
                    second().cpu(30, 0, 30, 0).disk("sda", disk, 0, 5).network("eth0", network, 0),
                    DISK,
                    LINK)
                .bound())
        .isEqualTo(bound);
  }

  @Test
  void deviceAtItsKnownRateIsFullWhateverTheCoresDo() {
    assertThat(only(second().cpu(99, 0, 96, 0).disk("sda", 95, 0, 4), DISK).bound())
        .isEqualTo(Bound.DISK);
    assertThat(only(second().cpu(99, 0, 96, 0).network("eth0", 0, 119), LINK).bound())
        .isEqualTo(Bound.NETWORK);
  }

  @Test
  void fullCoresGoBeforeABusyDiskBecauseAFasterOneWouldFindNoCoreFree() {
    assertThat(only(second().cpu(99, 0, 96, 0).disk("sda", 90, 0, 100)).bound())
        .isEqualTo(Bound.CPU);
  }

  @Test
  void fullDiskGoesBeforeASingleFullCore() {
    assertThat(only(second().cpu(99, 0, 5, 0).queue(1, 0).disk("sda", 90, 0, 100)).bound())
        .isEqualTo(Bound.DISK);
  }

  @Test
  void secondsThatNobodySampledAreUnknown() {
    BoundSeconds verdict =
        new HostSamples()
            .second()
            .cpu(99, 0, 99, 0)
            .second()
            .cpu(99, 0, 99, 0)
            .second()
            .cpu(99, 0, 99, 0)
            .gap(9)
            .second()
            .cpu(1, 0, 1, 0)
            .verdict();
    assertThat(verdict.secondsByBound())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(Bound.CPU, 3.0, Bound.WAITING, 1.0, Bound.UNKNOWN, 9.0));
    assertThat(verdict.main()).as("of the most nothing is known").isEqualTo(Bound.UNKNOWN);
  }

  @Test
  void skippedTimestampIsALongSampleAndNoGap() {
    BoundSeconds verdict =
        new HostSamples()
            .second()
            .cpu(1, 0, 1, 0)
            .second()
            .cpu(1, 0, 1, 0)
            .gap(1)
            .second()
            .cpu(99, 0, 99, 0)
            .verdict();
    assertThat(verdict.seconds())
        .extracting(Second::bound)
        .containsExactly(Bound.WAITING, Bound.WAITING, Bound.CPU, Bound.CPU);
  }

  @Test
  void withoutCpuSamplesAFullDiskIsStillSeenAndTheRestIsUnknown() {
    BoundSeconds verdict =
        new HostSamples().second().disk("sda", 9, 9, 100).second().disk("sda", 0, 0, 0).verdict();
    assertThat(verdict.seconds())
        .extracting(Second::bound)
        .containsExactly(Bound.DISK, Bound.UNKNOWN);
  }

  @Test
  void secondThatIostatDidNotSampleIsJudgedBySarsDisks() {
    HostSamples samples = new HostSamples();
    for (int i = 0; i < 4; i++) {
      samples.second().cpu(1, 0, 1, 0).disk("sda", 0, 0, 0).diskBySar("sda", 9, 9, 100);
    }
    for (int i = 0; i < 4; i++) {
      samples.second().cpu(1, 0, 1, 0).diskBySar("sda", 9, 9, i < 3 ? 100 : 0);
    }
    BoundSeconds verdict = samples.verdict();
    assertThat(verdict.seconds())
        .extracting(Second::bound)
        .containsExactly(
            Bound.WAITING,
            Bound.WAITING,
            Bound.WAITING,
            Bound.WAITING,
            Bound.DISK,
            Bound.DISK,
            Bound.DISK,
            Bound.WAITING);
    assertThat(verdict.what(Bound.DISK)).isEqualTo("sda");
  }

  @Test
  void secondThatNeitherSampledIsUnknown() {
    HostSamples samples = new HostSamples();
    for (int i = 0; i < 3; i++) {
      samples.second().cpu(1, 0, 1, 0).disk("sda", 0, 0, 0).diskBySar("sda", 0, 0, 0);
    }
    samples.second().cpu(1, 0, 1, 0);
    assertThat(samples.verdict().seconds().get(3).bound()).isEqualTo(Bound.UNKNOWN);
  }

  @Test
  void nothingSampledIsUnknownAndNoTimeHasNoSeconds() {
    BoundSeconds unknown =
        BoundSeconds.of(
            List.of(), HostSamples.host(), HostSamples.START, HostSamples.START + 3, "");
    assertThat(unknown.shares()).containsExactlyEntriesOf(Map.of(Bound.UNKNOWN, 1.0));
    BoundSeconds none = BoundSeconds.of(List.of(), HostSamples.host(), Double.NaN, Double.NaN, "");
    assertThat(none.seconds()).isEmpty();
    assertThat(none.stretches()).isEmpty();
    assertThat(none.main()).isEqualTo(Bound.UNKNOWN);
  }

  @Test
  void otherHostsSamplesDoNotCount() {
    List<Samples> samples = second().cpu(99, 0, 99, 0).samples();
    WatchedHost other = new WatchedHost("other", List.of(0, 1), 2, List.of());
    assertThat(BoundSeconds.of(samples, other, HostSamples.START, HostSamples.START + 1, "").main())
        .isEqualTo(Bound.UNKNOWN);
  }

  @Test
  void stretchesAreSecondsInARowAndTheEndsCountAsFarAsTheyBelong() {
    HostSamples samples = new HostSamples();
    for (double busy : new double[] {99, 99, 1, 99, 99, 99}) {
      samples.second().cpu(busy, 0, busy, 0);
    }
    BoundSeconds verdict =
        BoundSeconds.of(
            samples.samples(),
            HostSamples.host(),
            HostSamples.START + 0.25,
            HostSamples.START + 5.5,
            HostSamples.OWN);
    assertThat(verdict.stretches())
        .containsExactly(
            new Stretch(HostSamples.START + 0.25, 1.75, Bound.CPU, "all cores"),
            new Stretch(HostSamples.START + 2, 1, Bound.WAITING, ""),
            new Stretch(HostSamples.START + 3, 2.5, Bound.CPU, "all cores"));
    assertThat(verdict.longest(1)).extracting(Stretch::lengthS).containsExactly(2.5);
    assertThat(verdict.shares().get(Bound.CPU)).isCloseTo(4.25 / 5.25, within(1e-9));
  }

  @Test
  void ofTwoThatBoundedEquallyLongTheFirstIsNamed() {
    BoundSeconds verdict =
        new HostSamples().second().cpu(1, 0, 1, 0).second().cpu(99, 0, 99, 0).verdict();
    assertThat(verdict.shares()).containsEntry(Bound.CPU, 0.5).containsEntry(Bound.WAITING, 0.5);
    assertThat(verdict.main()).isEqualTo(Bound.CPU);
  }

  @Test
  void teraSortOnTwoCoresThatWasRecordedIsMostlyBoundByTheCpu() {
    Path folder =
        Path.of("../results/samples/terasort-1gb-2-cores/cells/terasort-local/samples/localhost");
    List<Samples> samples =
        List.of("sar-cpu", "sar-queue", "sar-network", "iostat-disk").stream()
            .map(source -> Samples.read(folder.resolve(source + ".csv")))
            .toList();
    List<Samples.Row> rows = samples.get(0).rows();
    BoundSeconds verdict =
        BoundSeconds.of(
            samples,
            new WatchedHost("localhost", List.of(0, 1), 2, List.of()),
            rows.get(0).timeS() - 1,
            rows.get(rows.size() - 1).timeS(),
            HostSamples.OWN);
    assertThat(verdict.main()).isEqualTo(Bound.CPU);
    assertThat(verdict.shares().getOrDefault(Bound.UNKNOWN, 0.0)).isZero();
  }

  @Property(tries = 100)
  void secondsCoverTheTimeExactlyWhateverWasSampled(
      @ForAll @IntRange(min = 0, max = 30) int sampled,
      @ForAll @DoubleRange(min = 0, max = 10) double from,
      @ForAll @DoubleRange(min = 0.01, max = 30) double length,
      @ForAll @DoubleRange(min = 0, max = 100) double busy) {
    HostSamples samples = new HostSamples();
    for (int i = 0; i < sampled; i++) {
      samples.second().cpu(busy, 0, busy, 0).queue(1, 0).disk("sda", busy, 0, busy);
    }
    double start = HostSamples.START + from;
    BoundSeconds verdict =
        BoundSeconds.of(
            samples.samples(), HostSamples.host(), start, start + length, HostSamples.OWN);
    assertThat(verdict.lengthS()).isCloseTo(length, within(1e-5));
    assertThat(verdict.shares().values().stream().mapToDouble(s -> s).sum())
        .isCloseTo(1, within(1e-9));
    assertThat(verdict.stretches().stream().mapToDouble(Stretch::lengthS).sum())
        .isCloseTo(length, within(1e-5));
  }
}
