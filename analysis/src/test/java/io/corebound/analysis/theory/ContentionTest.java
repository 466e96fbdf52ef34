package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.config.MachineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ContentionTest {
  private static final String MAP = TaskFigures.MAP;

  private static Machine machine(double operation, Map<String, Double> tasks, boolean shared) {
    MeasuredRows base = MeasuredRows.terasort().wholeTasks().wholeTasksWith("none", 1);
    List<Measurement> rows = new ArrayList<>(base.without("contention", "factor").rows());
    rows.add(MeasuredTermsTest.contention(Map.of(), 2, operation));
    tasks.forEach(
        (task, factor) ->
            rows.add(
                MeasuredTermsTest.contention(
                    shared ? Map.of("operation", task, "cpus", "1") : Map.of("operation", task),
                    2,
                    factor)));
    return Machine.of("run", rows);
  }

  @Test
  void factorsBelowOneAreNoise() {
    Machine beside = machine(0.97, Map.of(MAP, 0.9), false);
    assertThat(beside.contention()).isEqualTo(1);
    assertThat(beside.contention(MAP)).isEqualTo(1);
    assertThat(machine(1, Map.of(MAP, 0.9), true).sharing(MAP)).isEqualTo(1);
  }

  @Test
  void taskThatWasNotMeasuredHasTheFactorOfTheOperation() {
    Machine machine = machine(1.1, Map.of(MAP, 1.4), true);
    assertThat(machine.contention(MAP)).isEqualTo(1.1);
    assertThat(machine.sharing(MAP)).isEqualTo(1.4);
    assertThat(machine.sharing(TaskFigures.REDUCE)).isEqualTo(1);
  }

  @Test
  void anotherCodecsTasksStandForTheirLikeBesideOthersAndOnOneCore() {
    Map<String, Double> tasks = Map.of(MAP, 1.1, TaskFigures.with("none", MAP), 1.3);
    Machine beside = machine(1, tasks, false).with(Overlay.wholeTasksOf("none"));
    assertThat(beside.contention(MAP)).isEqualTo(1.3);
    assertThat(beside.contention(TaskFigures.REDUCE)).isEqualTo(1);
    Machine shared = machine(1, tasks, true).with(Overlay.wholeTasksOf("none"));
    assertThat(shared.sharing(MAP)).isEqualTo(1.3);
    assertThat(shared.sharing(TaskFigures.REDUCE)).isEqualTo(1);
  }

  @Test
  void statedFactorIsExact() {
    Machine exact =
        Machine.of(
            "oikawa-2013",
            StructuredFiles.readYaml(
                Path.of("../configs/machine/oikawa-2013.yaml"), MachineFile.class));
    assertThat(exact.with(Overlay.draw(new Random(1))).contention()).isEqualTo(exact.contention());
  }
}
