package io.corebound.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.MachineFile;
import io.corebound.records.Measurement;
import io.corebound.records.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Disk and network as probes measured them, and how they enter the model. */
class BaseMachineTest {
  private static Measurement row(String operation, int streams, double mbPerS) {
    return new Measurement(
        "probe",
        operation,
        Map.of(),
        "wall",
        streams,
        "rate",
        "MB/s",
        "file",
        mbPerS,
        Double.NaN,
        Double.NaN,
        0.95,
        1,
        "",
        "raw");
  }

  private static List<Measurement> probed() {
    return List.of(
        row("disk.read", 1, 100),
        row("disk.read", 4, 60),
        row("disk.read", 8, 50),
        row("disk.write", 1, 90),
        row("disk.write", 4, 55),
        row("disk.write", 8, 45),
        row("disk.read-random", 1, 2),
        row("network.stream", 1, 1200),
        row("memory.triad", 2, 20_000));
  }

  private static double read(Machine machine) {
    return machine.resources().diskRead().value();
  }

  @Test
  void ratesOfMostStreamsAreTakenWhereAJobsOwnNumberIsNotKnown() {
    assertThat(read(Machine.ofProbes("p", probed()))).isEqualTo(50);
  }

  @Test
  void ratesAreThoseOfAsManyStreamsAsAJobHasOrTheNearestFewer() {
    Machine machine = Machine.ofProbes("p", probed());
    assertThat(read(machine.atStreams(1))).isEqualTo(100);
    assertThat(read(machine.atStreams(4))).isEqualTo(60);
    assertThat(read(machine.atStreams(7))).isEqualTo(60);
    assertThat(read(machine.atStreams(64))).isEqualTo(50);
    assertThat(machine.atStreams(3).resources().diskWrite().value()).isEqualTo(90);
  }

  @Test
  void fewestStreamsServeAJobWithFewerThanWereTried() {
    Machine machine =
        Machine.ofProbes("p", List.of(row("disk.read", 4, 60), row("disk.write", 4, 55)));
    assertThat(read(machine.atStreams(1))).isEqualTo(60);
  }

  @Test
  void machineFileOfProbesModelsWhatTheirRowsModel() {
    MachineFile file = ProbedMachine.of("a probe", probed()).orElseThrow();
    assertThat(file.memory().rate().megabytesPerSecond()).isEqualTo(20_000);
    Machine ofFile = Machine.of("p", file);
    Machine ofRows = Machine.ofProbes("p", probed());
    for (int streams : List.of(1, 2, 4, 8, 16)) {
      Machine.Resources one = ofFile.atStreams(streams).resources();
      Machine.Resources other = ofRows.atStreams(streams).resources();
      assertThat(one.diskRead().value()).isEqualTo(other.diskRead().value());
      assertThat(one.diskWrite().value()).isEqualTo(other.diskWrite().value());
      assertThat(one.network().value()).isEqualTo(other.network().value());
    }
    assertThat(read(ofFile)).isEqualTo(read(ofRows));
  }

  @Test
  void nothingToModelIsNoMachineFile() {
    assertThat(ProbedMachine.of("a probe", List.of(row("memory.triad", 2, 1)))).isEmpty();
    MachineFile link = ProbedMachine.of("a probe", List.of(row("network.stream", 1, 7))).get();
    assertThat(link.disk().read()).isNull();
  }

  @Test
  void operationsOfOneMachineStandOverDiskAndNetworkOfAnother() {
    List<Measurement> withoutDisk = new ArrayList<>(MeasuredRows.terasort().rows());
    withoutDisk.removeIf(r -> r.operation().startsWith("disk.") || r.suite().equals("probe"));
    Machine alone = Machine.of("run", withoutDisk);
    assertThat(alone.notModelled(Set.of("sort"))).anyMatch(s -> s.startsWith("disk: "));
    Machine both = alone.on(Machine.ofProbes("p", probed()));
    assertThat(both.notModelled(Set.of("sort"))).noneMatch(s -> s.startsWith("disk: "));
    assertThat(both.figures("sort").cost().value()).isEqualTo(alone.figures("sort").cost().value());
    assertThat(read(both)).isEqualTo(50);
    assertThat(read(both.atStreams(1))).isEqualTo(100);
  }

  @Test
  void basePerformanceAloneSaysWhatItLacks() {
    assertThatThrownBy(() -> Machine.ofProbes("p", probed()).figures("sort"))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("give a run as --machine")
        .hasMessageContaining("--base");
    assertThatThrownBy(() -> Machine.ofProbes("p", List.of()))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("corebound probe");
  }

  @Test
  void jobOfTwoTasksANodeHasTheDiskOfTwoStreams() {
    Machine base =
        Machine.ofProbes(
            "p",
            List.of(
                row("disk.read", 1, 1000),
                row("disk.read", 2, 10),
                row("disk.read", 8, 1),
                row("disk.write", 1, 900),
                row("disk.write", 2, 8),
                row("disk.write", 8, 1)));
    Prediction prediction =
        Cases.predict(
            MeasuredRows.terasort().exact().machine().on(base),
            Cases.local(2),
            DataSize.parse("1GB"));
    // 1 GB at 10 MB/s, and the compressed output twice (spill, merge) at 8 MB/s
    assertThat(prediction.intervals().get(0).diskS()).isCloseTo(100 + 2 * 416 / 8.0, within(1e-6));
  }
}
