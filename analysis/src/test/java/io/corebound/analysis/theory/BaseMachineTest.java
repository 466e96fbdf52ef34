package io.corebound.analysis.theory;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.study.predict.ProbedMachine;
import io.corebound.records.Runs;
import io.corebound.records.config.MachineFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Disk and network as probes measured them, and how they enter the model. */
class BaseMachineTest {
  private static final Prediction.Base FROM =
      new Prediction.Base("probes/machine.yaml", "corebound probe, on a test bench");

  private static Measurement row(String operation, int streams, double mbPerS) {
    return row(operation, streams, mbPerS, Map.of());
  }

  private static Measurement row(
      String operation, int streams, double mbPerS, Map<String, String> parameters) {
    return Runs.measurement(operation, "rate", "MB/s", mbPerS)
        .with(b -> b.parameters(parameters).process("wall").threads(streams).byteBase("file"));
  }

  private static List<Measurement> probed() {
    return List.of(
        row("disk.read", 1, 100),
        row("disk.read", 4, 60),
        row("disk.read", 8, 50),
        row("disk.write", 1, 90),
        row("disk.write", 4, 55),
        row("disk.write", 8, 45),
        row("network.stream", 1, 1200));
  }

  private static List<Gap.Kind> said(Machine machine) {
    return machine.gaps(Set.of()).stream().map(Gap::kind).toList();
  }

  private static double read(Machine machine) {
    return machine.value(Term.DISK_READ);
  }

  @Test
  void ratesOfMostStreamsAreTakenWhereAJobsOwnNumberIsNotKnown() {
    assertThat(read(Machine.ofProbes("p", probed()))).isEqualTo(50);
  }

  @Test
  void ratesAreThoseOfAsManyStreamsAsAJobHasOrTheNearestFewer() {
    Machine machine = Machine.ofProbes("p", probed());
    assertThat(read(machine.with(Overlay.streams(1)))).isEqualTo(100);
    assertThat(read(machine.with(Overlay.streams(4)))).isEqualTo(60);
    assertThat(read(machine.with(Overlay.streams(7)))).isEqualTo(60);
    assertThat(read(machine.with(Overlay.streams(64)))).isEqualTo(50);
    assertThat(machine.with(Overlay.streams(3)).value(Term.DISK_WRITE)).isEqualTo(90);
  }

  @Test
  void fewestStreamsServeAJobWithFewerThanWereTried() {
    Machine machine =
        Machine.ofProbes("p", List.of(row("disk.read", 4, 60), row("disk.write", 4, 55)));
    assertThat(read(machine.with(Overlay.streams(1)))).isEqualTo(60);
  }

  @Test
  void machineFileOfProbesModelsWhatTheirRowsModel() {
    MachineFile file = ProbedMachine.of("a probe", probed()).orElseThrow();
    Machine ofFile = Machine.of("p", file);
    Machine ofRows = Machine.ofProbes("p", probed());
    for (int streams : List.of(1, 2, 4, 8, 16)) {
      Machine one = ofFile.with(Overlay.streams(streams));
      Machine other = ofRows.with(Overlay.streams(streams));
      assertThat(one.value(Term.DISK_READ)).isEqualTo(other.value(Term.DISK_READ));
      assertThat(one.value(Term.DISK_WRITE)).isEqualTo(other.value(Term.DISK_WRITE));
      assertThat(one.value(Term.NETWORK)).isEqualTo(other.value(Term.NETWORK));
    }
    assertThat(read(ofFile)).isEqualTo(read(ofRows));
  }

  @Test
  void diskReadsAndWritesAtOnceAsFarAsBothWereMeasuredTogether() {
    assertThat(Machine.ofProbes("p", probed()).diskAtOnce()).isZero();
    // reading alone 100, writing alone 90: equal parts take as long as the writing alone
    assertThat(atOnce(180)).containsExactly(1.0, 1.0);
    // 2 MB in 1/100 + 1/90 s, less half of the 1/100 that reading takes
    assertThat(atOnce(2 / (1 / 100.0 + 1 / 90.0 - 0.5 / 100))).containsExactly(0.5, 0.5);
    assertThat(atOnce(1000)).as("no more than the whole").containsExactly(1.0, 1.0);
    assertThat(atOnce(40)).as("arms that seek in between").containsExactly(0.0, 0.0);
  }

  /** By the rows of a probe, and by the machine file of them. */
  private static List<Double> atOnce(double both) {
    List<Measurement> rows = new ArrayList<>(probed());
    rows.add(row("disk.read-write", 1, both));
    MachineFile file = ProbedMachine.of("a probe", rows).orElseThrow();
    return Stream.of(Machine.ofProbes("p", rows), Machine.of("p", file).with(Overlay.streams(4)))
        .map(machine -> Math.round(machine.diskAtOnce() * 1000) / 1000.0)
        .toList();
  }

  private static Measurement writeBack(double nsPerByte) {
    return Runs.measurement("disk.write-back", "cost", "ns/B", nsPerByte)
        .with(b -> b.parameters(Map.of("direct", "0")).process("kernel").byteBase("file"));
  }

  @Test
  void costOfWritingBackIsOfTheDiskInFilesAndRowsAlike() {
    List<Measurement> rows = new ArrayList<>(probed());
    rows.add(writeBack(2.5));
    MachineFile file = ProbedMachine.of("a probe", rows).orElseThrow();
    assertThat(file.disk().throughPageCache()).isFalse();
    Machine ofFile = Machine.of("p", file);
    Machine ofRows = Machine.ofProbes("p", rows);
    for (Machine machine : List.of(ofFile, ofRows)) {
      Machine faster = machine.with(Overlay.streams(4)).with(Overlay.faster(2, 2));
      assertThat(faster.value(Term.WRITE_BACK)).isEqualTo(2.5);
      assertThat(said(machine)).doesNotContain(Gap.Kind.NO_WRITE_BACK);
    }
    assertThat(said(Machine.ofProbes("p", probed()))).contains(Gap.Kind.NO_WRITE_BACK);
  }

  /** The mean of five runs, whose 95 % interval is as much of it to either side. */
  private static Measurement unsure(Measurement m, double part) {
    double value = m.value();
    return m.withMean(Mean.ofInterval(value, value * (1 - part), value * (1 + part), 0.95, 5));
  }

  private static MachineFile file(List<Measurement> rows) {
    return ProbedMachine.of("a probe", rows).orElseThrow();
  }

  @Test
  void intervalsOfProbesAreInTheirMachineFile() {
    List<Measurement> rows = new ArrayList<>(probed());
    rows.add(row("disk.read-write", 1, 130));
    rows.add(writeBack(2.5));
    MachineFile exact = file(rows);
    assertThat(exact.disk().read().n()).as("of one run").isNull();
    assertThat(exact.network().n()).as("of one run").isNull();
    rows.replaceAll(r -> unsure(r, 0.1));
    MachineFile file = file(rows);
    MachineFile.Disk disk = file.disk();
    assertThat(
            List.of(
                disk.read().mean(),
                disk.write().mean(),
                disk.readWrite().mean(),
                disk.writeBackNsPerByte(),
                disk.byStreams().get(4).read().mean(),
                disk.byStreams().get(1).write().mean(),
                file.network().mean()))
        .allSatisfy(
            mean -> {
              // t(0.975, 4) = 2.776445
              assertThat(mean.error() / mean.value()).isCloseTo(0.1 / 2.776445, within(1e-6));
              assertThat(mean.n()).isEqualTo(5);
            });
    assertThat(disk.read().rate()).isEqualTo(exact.disk().read().rate());
    assertThat(disk.byStreams().get(4).write().rate())
        .isEqualTo(exact.disk().byStreams().get(4).write().rate());
    assertThat(file.network().rate()).isEqualTo(exact.network().rate());
  }

  @Test
  void figuresOfAMachineFileAreAsSureAsItsIntervalsSay() {
    List<Measurement> rows = new ArrayList<>(probed());
    rows.add(writeBack(2.5));
    assertThat(Machine.of("p", file(rows)).figure(Term.DISK_READ, "").error()).isZero();
    rows.replaceAll(r -> unsure(r, 0.1));
    Machine resources = Machine.of("p", file(rows)).with(Overlay.streams(4));
    // half an interval of five runs is 2.776 standard errors, by the tables of Student's t
    assertThat(resources.figure(Term.DISK_READ, "").error()).isCloseTo(6 / 2.776, within(0.001));
    assertThat(resources.figure(Term.DISK_WRITE, "").error()).isCloseTo(5.5 / 2.776, within(0.001));
    assertThat(resources.figure(Term.NETWORK, "").error()).isCloseTo(120 / 2.776, within(0.01));
    assertThat(resources.figure(Term.WRITE_BACK, "").error())
        .isCloseTo(0.25 / 2.776, within(0.0001));
    assertThat(resources.value(Term.DISK_READ)).isEqualTo(60);
  }

  @Test
  void howFarADiskDoesBothAtOnceIsDrawnWithTheRatesThatTellIt() {
    List<Measurement> rows = new ArrayList<>(probed());
    rows.add(row("disk.read-write", 1, 130));
    Random random = new Random(1);
    Machine exact = Machine.of("p", file(rows)).with(Overlay.streams(1));
    assertThat(exact.with(Overlay.draw(random)).diskAtOnce()).isEqualTo(exact.diskAtOnce());
    rows.replaceAll(r -> r.operation().equals("disk.read-write") ? r : unsure(r, 0.1));
    for (Machine machine : List.of(Machine.of("p", file(rows)), Machine.ofProbes("p", rows))) {
      Machine drawn = machine.with(Overlay.streams(1)).with(Overlay.draw(random));
      double read = drawn.value(Term.DISK_READ);
      double write = drawn.value(Term.DISK_WRITE);
      assertThat(read).isNotEqualTo(100);
      double part = (1 / read + 1 / write - 2 / 130.0) * Math.max(read, write);
      assertThat(drawn.diskAtOnce()).isCloseTo(part, within(1e-9)).isBetween(0.01, 0.99);
    }
  }

  @Test
  void scatterOfBothAtOnceIsDrawnWhateverTheStreamsOfTheJob() {
    List<Measurement> rows = new ArrayList<>(probed());
    rows.add(unsure(row("disk.read-write", 1, 130), 0.1));
    Random random = new Random(1);
    for (Machine machine : List.of(Machine.of("p", file(rows)), Machine.ofProbes("p", rows))) {
      Machine job = machine.with(Overlay.streams(4));
      // 100 and 90 MB/s alone, 130 MB/s together
      assertThat(job.diskAtOnce())
          .isCloseTo((1 / 100.0 + 1 / 90.0 - 2 / 130.0) * 100, within(1e-9));
      assertThat(
              Stream.generate(() -> job.with(Overlay.draw(random)).diskAtOnce())
                  .limit(9)
                  .distinct())
          .hasSize(9);
    }
  }

  @Test
  void scatterOfDiskAndNetworkWidensAPredictionAndDoesNotMoveIt() {
    List<Measurement> rows =
        new ArrayList<>(
            List.of(
                row("disk.read", 1, 10), row("disk.write", 1, 8), row("network.stream", 1, 1200)));
    Prediction exact = onBase(Machine.of("p", file(rows)));
    rows.replaceAll(r -> unsure(r, 0.3));
    Prediction scattered = onBase(Machine.of("p", file(rows)));
    assertThat(scattered.totalS()).isEqualTo(exact.totalS());
    assertThat(scattered.coreS()).isEqualTo(exact.coreS());
    assertThat(scattered.totalHighS() - scattered.totalLowS())
        .isGreaterThan(exact.totalHighS() - exact.totalLowS());
    Prediction ofRows = onBase(Machine.ofProbes("p", rows));
    assertThat(scattered.totalLowS()).isCloseTo(ofRows.totalLowS(), within(0.01));
    assertThat(scattered.totalHighS()).isCloseTo(ofRows.totalHighS(), within(0.01));
  }

  /** What a stated disk takes of the cores nobody knows; whose cost is taken for it is said. */
  @Test
  void statedDiskHasTheCostOfWritingBackOfTheMeasuredOneAndSaysSo() {
    MachineFile.Streams nvme =
        new MachineFile.Streams(MachineFile.Rate.parse("3 GB/s"), MachineFile.Rate.parse("2 GB/s"));
    List<Measurement> rows = new ArrayList<>(probed());
    rows.add(writeBack(2.5));
    Machine known = Machine.ofProbes("p", rows).with(Overlay.stated(nvme, null, null));
    assertThat(known.value(Term.WRITE_BACK)).isEqualTo(2.5);
    assertThat(said(known)).contains(Gap.Kind.STATED_DISK_WRITE_BACK);
    Machine bare = Machine.ofProbes("p", List.of(row("network.stream", 1, 7)));
    assertThat(said(bare)).doesNotContain(Gap.Kind.NO_WRITE_BACK);
    assertThat(said(bare.with(Overlay.stated(nvme, null, null))))
        .containsOnlyOnce(Gap.Kind.NO_WRITE_BACK);
    Machine twice =
        bare.with(Overlay.stated(nvme, null, null)).with(Overlay.stated(nvme, null, null));
    assertThat(said(twice)).containsOnlyOnce(Gap.Kind.NO_WRITE_BACK);
  }

  @Test
  void nothingToModelIsNoMachineFile() {
    assertThat(ProbedMachine.of("a probe", List.of())).isEmpty();
    MachineFile link = ProbedMachine.of("a probe", List.of(row("network.stream", 1, 7))).get();
    assertThat(link.disk().read()).isNull();
  }

  @Test
  void operationsOfOneMachineStandOverDiskAndNetworkOfAnother() {
    List<Measurement> withoutDisk = new ArrayList<>(MeasuredRows.terasort().rows());
    withoutDisk.removeIf(r -> r.operation().startsWith("disk.") || r.suite().equals("probe"));
    Machine alone = Machine.of("run", withoutDisk);
    assertThat(said(alone)).contains(Gap.Kind.NO_DISK_READ);
    Machine both = alone.with(Overlay.devices(Machine.ofProbes("p", probed()), FROM));
    assertThat(said(both)).noneMatch(g -> g.name().contains("DISK"));
    assertThat(both.figures("sort").costNs()).isEqualTo(alone.figures("sort").costNs());
    assertThat(read(both)).isEqualTo(50);
    assertThat(read(both.with(Overlay.streams(1)))).isEqualTo(100);
  }

  @Test
  void basePerformanceAloneSaysWhatItLacks() {
    assertThatRefused(() -> Machine.ofProbes("p", probed()).figures("sort"))
        .hasMessageContaining("give a run as --machine")
        .hasMessageContaining("--base");
    assertThatRefused(() -> Machine.ofProbes("p", List.of()))
        .hasMessageContaining("corebound probe");
  }

  @Test
  void jobOfTwoTasksANodeHasTheDiskOfTwoStreams() {
    // 1 GB at 10 MB/s, and the compressed output twice (spill, merge) at 8 MB/s
    assertThat(diskSOfMaps(List.of())).isCloseTo(100 + 2 * 416 / 8.0, within(1e-6));
  }

  @Test
  void spillsTakeNoTimeOfADiskThatReadsMeanwhile() {
    // of each of six blocks the first spill, 0.5297 of 55.8 MB at 8 MB/s; of each of two splits of
    // 97 MB the 26.3 MB that are read after the first spill began, at 10 MB/s
    double meanwhile = 6 * 0.5297 * 55.83 / 8 + 2 * 2.6257;
    assertThat(diskSOfMaps(List.of(row("disk.read-write", 1, 2000))))
        .isCloseTo(100 + 2 * 416 / 8.0 - meanwhile, within(0.01));
  }

  private static double diskSOfMaps(List<Measurement> more) {
    List<Measurement> rows =
        new ArrayList<>(
            List.of(
                row("disk.read", 1, 1000),
                row("disk.read", 2, 10),
                row("disk.read", 8, 1),
                row("disk.write", 1, 900),
                row("disk.write", 2, 8),
                row("disk.write", 8, 1)));
    rows.addAll(more);
    return Cases.predict(
            MeasuredRows.terasort()
                .exact()
                .machine()
                .with(Overlay.devices(Machine.ofProbes("p", rows), FROM)),
            Cases.local(2),
            DataSize.parse("1GB"))
        .intervals()
        .get(0)
        .diskS();
  }

  private static Prediction onBase(Machine base) {
    return Cases.predict(
        MeasuredRows.terasort().machine().with(Overlay.devices(base, FROM)),
        Cases.local(2),
        DataSize.parse("1GB"));
  }

  @Test
  void predictionNamesTheBaseThatItStandsOn() {
    assertThat(onBase(Machine.ofProbes("p", probed())).base()).isEqualTo(FROM);
    Prediction own =
        Cases.predict(MeasuredRows.terasort().machine(), Cases.local(2), DataSize.parse("1GB"));
    assertThat(own.base()).isNull();
  }

  @Test
  void pageCacheOfAProbeIsInTheMachineFileAndInEveryPredictionOnIt() {
    Map<String, String> cached = Map.of("direct", "0");
    Map<String, String> direct = Map.of("direct", "1");
    List<Measurement> rows =
        List.of(row("disk.read", 1, 9000, cached), row("disk.write", 1, 4000, cached));
    MachineFile file = ProbedMachine.of("a probe", rows).orElseThrow();
    assertThat(file.disk().direct()).isFalse();
    for (Machine base : List.of(Machine.of("m", file), Machine.ofProbes("p", rows))) {
      assertThat(onBase(base).notModelled())
          .filteredOn(s -> s.contains("through the page cache"))
          .hasSize(1);
    }
    MachineFile past =
        ProbedMachine.of(
                "a probe",
                List.of(row("disk.read", 1, 500, direct), row("disk.write", 1, 400, direct)))
            .orElseThrow();
    assertThat(past.disk().direct()).isTrue();
    assertThat(onBase(Machine.of("m", past)).notModelled())
        .noneMatch(s -> s.contains("through the page cache"));
    assertThat(ProbedMachine.of("a probe", probed()).orElseThrow().disk().direct()).isNull();
  }
}
