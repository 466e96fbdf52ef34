package io.corebound.hosts.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.process.ProcessTable.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class OtherProgramsTest {
  private static final int INIT = 1;
  private static final int SHELL = 10;
  private static final int SELF = 11;
  private static final int MAKE = 20;
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir Path folder;

  private static Row row(long pid, String name, long parent, long own, long waited) {
    CpuTicks ofChildren = new CpuTicks(waited, 0);
    return new Row(pid, name, 'S', parent, pid, new CpuTicks(own, 0), ofChildren, 7 * pid);
  }

  private static OtherPrograms.Look look(double timeS, long stealTicks, Row... rows) {
    Row kthreadd = row(2, "kthreadd", 0, 0, 0);
    return hiding(
        timeS, stealTicks, Stream.concat(Stream.of(kthreadd), Stream.of(rows)).toArray(Row[]::new));
  }

  /** What a container sees. */
  private static OtherPrograms.Look hiding(double timeS, long stealTicks, Row... rows) {
    return new OtherPrograms.Look(
        timeS,
        // two busy CPUs
        new ProcessTable.Machine(new CpuTicks((long) (200 * timeS), 0), stealTicks, 0),
        Stream.of(rows).collect(Collectors.toMap(Row::pid, Function.identity())));
  }

  private static OtherLoad between(OtherPrograms.Look before, OtherPrograms.Look now) {
    return OtherPrograms.between(before, now, Set.of(10L, 11L), pid -> pid == SELF);
  }

  @Test
  void countsWhatIsNeitherTheRunsNorTheKernels() {
    OtherLoad load =
        between(
            look(100, 50, row(SHELL, "bash", INIT, 10, 0)),
            look(
                104,
                90,
                row(3, "kworker", 2, 300, 0),
                row(SHELL, "bash", INIT, 30, 0),
                row(SELF, "java", SHELL, 400, 20),
                row(12, "java", SELF, 500, 0),
                // of the same shell, and none of the run's
                row(30, "python3", SHELL, 120, 0)));
    assertThat(load.coreS()).containsExactly(Map.entry("python3", 1.2));
    assertThat(load.cores()).isCloseTo(0.3, within(1e-9));
    assertThat(load.stolenCores()).isCloseTo(0.1, within(1e-9));
  }

  @Test
  void whatCameAndWentIsItsParents() {
    OtherLoad load =
        between(
            look(100, 0, row(MAKE, "make", INIT, 1, 1000), row(21, "cc1", MAKE, 80, 0)),
            // one has ended that had used 80 ticks before, and another that nobody saw
            look(110, 0, row(MAKE, "make", INIT, 3, 1000 + 80 + 150 + 200)));
    assertThat(load.coreS()).containsExactly(Map.entry("make", 3.52));
  }

  @Test
  void anotherProcessOfTheSameIdIsNew() {
    Row later = new Row(30, "ld", 'S', INIT, 30, new CpuTicks(50, 0), CpuTicks.NONE, 999);
    OtherLoad load = between(look(100, 0, row(30, "cc1", INIT, 400, 0)), look(110, 0, later));
    assertThat(load.coreS()).containsExactly(Map.entry("ld", 0.5));
  }

  @Test
  void timeOfWhatHasEndedCountsOnceAsItsParents() {
    OtherPrograms.Look first = look(1, 0, row(MAKE, "make", INIT, 0, 0));
    Row ended = new Row(31, "cc1", 'Z', MAKE, 31, new CpuTicks(90, 0), CpuTicks.NONE, 5);
    OtherPrograms.Look second = look(2, 0, row(MAKE, "make", INIT, 10, 0), ended);
    OtherPrograms.Look third = look(3, 0, row(MAKE, "make", INIT, 10, 90));
    assertThat(between(first, second).coreS()).containsExactly(Map.entry("make", 1.0));
    assertThat(between(second, third).coreS()).isEmpty();
  }

  @Test
  void whatEndsWithItsParentHasNotUsedAllThatItEverUsed() {
    OtherLoad load =
        between(
            look(
                1,
                0,
                row(40, "bash", INIT, 0, 0),
                row(41, "run.sh", 40, 3, 0),
                row(42, "solver", 41, 3_600_000, 0)),
            look(31, 0, row(40, "bash", INIT, 0, 3_600_000 + 3 + 50)));
    assertThat(load.coreS()).containsExactly(Map.entry("bash", 0.5));
  }

  @Test
  void othersTakeNoMoreThanTheMachineWasBusy() {
    OtherLoad load =
        between(look(1, 0), look(2, 0, row(50, "cc1", INIT, 300, 0), row(51, "ld", INIT, 100, 0)));
    assertThat(load.cores()).isCloseTo(2, within(1e-9));
    assertThat(load.coreS().get("cc1")).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void timeThatNoVisibleProcessExplainsIsThatOfHiddenOnes() {
    OtherPrograms.Look before = hiding(100, 0, row(SHELL, "bash", 0, 0, 0));
    OtherPrograms.Look now =
        hiding(
            110,
            0,
            row(SHELL, "bash", 0, 10, 90),
            row(SELF, "java", SHELL, 700, 800),
            // the number of kthreadd
            row(2, "python3", 0, 100, 0));
    assertThat(OtherPrograms.hidden(before, now).coreS())
        .containsExactly(Map.entry(OtherPrograms.HIDDEN, 3.0));
    assertThat(between(before, now).coreS()).containsExactly(Map.entry("python3", 1.0));
    // the same, and kernel threads are shown
    assertThat(OtherPrograms.hidden(before, look(110, 0)).coreS()).isEmpty();
  }

  @Test
  void littleTimeThatNobodyExplainsIsChance() {
    OtherPrograms.Look before = hiding(100, 0, row(SELF, "java", 0, 0, 0));
    OtherPrograms.Look now = hiding(110, 0, row(SELF, "java", 0, 1901, 0));
    assertThat(OtherPrograms.hidden(before, now).coreS()).isEmpty();
  }

  @Test
  void chanceGrowsWithWhatTheMachineWasBusy() {
    for (int hiddenTicks : new int[] {900, 1100}) {
      CpuTicks busy = new CpuTicks(100_000, 0);
      OtherPrograms.Look now =
          new OtherPrograms.Look(
              10,
              new ProcessTable.Machine(busy, 0, 0),
              hiding(10, 0, row(SELF, "java", 0, 100_000 - hiddenTicks, 0)).processes());
      OtherPrograms.Look before = hiding(0, 0, row(SELF, "java", 0, 0, 0));
      OtherPrograms.Look idle =
          new OtherPrograms.Look(
              0, new ProcessTable.Machine(CpuTicks.NONE, 0, 0), before.processes());
      assertThat(OtherPrograms.hidden(idle, now).coreS().isEmpty()).isEqualTo(hiddenTicks < 1000);
    }
  }

  @Test
  void kernelTimeOfHiddenThreadsIsNotOthers() {
    ProcessTable.Machine machine = new ProcessTable.Machine(new CpuTicks(0, 1500), 0, 0);
    OtherPrograms.Look now = new OtherPrograms.Look(10, machine, Map.of());
    assertThat(OtherPrograms.hidden(hiding(0, 0), now).coreS()).isEmpty();
  }

  @Test
  void whatInitWaitsForMayBeAnybodys() {
    OtherLoad load =
        between(look(1, 0, row(INIT, "init", 0, 0, 10)), look(2, 0, row(INIT, "init", 0, 4, 900)));
    assertThat(load.coreS()).containsExactly(Map.entry("init", 0.04));
  }

  @Test
  void tellsWhatARunStartedFromWhatItDidNot() throws Exception {
    LocalHost host = new LocalHost("others-test-" + ProcessHandle.current().pid(), "local");
    Supplier<OtherLoad> others = new OtherPrograms(host.runId()).begin();
    // either one's parent ends before it does, so that only the mark tells whose it is; what has
    // not left the group of the shell by then ends with it
    String start = "setsid %1$s >/dev/null 2>&1 & until [ -e %1$s.works ]; do sleep 0.01; done";
    assertThat(host.run(Command.of(LIMIT, "sh", "-c", start.formatted(busy("run-busy")))).ok())
        .isTrue();
    Process theirs = new ProcessBuilder("sh", "-c", busy("their-busy") + " &").start();
    assertThat(theirs.waitFor()).isZero();
    OtherLoad load = others.get();
    while (!load.coreS().containsKey("their-busy")) {
      Thread.sleep(100);
      load = load.plus(others.get());
    }
    assertThat(load.coreS()).doesNotContainKey("run-busy");
    host.stopAll(Duration.ofSeconds(1));
  }

  /** The path of a program of that name, which works until its file is gone. */
  private String busy(String name) throws IOException {
    Path program = folder.resolve(name);
    Files.writeString(
        program,
        """
        #!/bin/bash
        : > "$0.works"
        while [ -e "$0" ] && [ $SECONDS -lt 60 ]; do :; done
        """);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program.toString();
  }
}
