package io.corebound.terasortrunner.workload;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.Checkout;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadsTest {
  @ParameterizedTest
  @MethodSource("io.corebound.terasortrunner.workload.Workloads#names")
  void everyWorkloadIsMeasuredAndHasAFileOfSteps(String name) {
    Workload workload = named(name);
    assertThat(workload.name()).isEqualTo(name);
    assertThat(workload.stages()).doesNotHaveDuplicates().contains(name);
    assertThat(workload.stages().get(0)).as("makes the input").isNotEqualTo(name);
  }

  private static Workload named(String name) {
    Path steps = Path.of("../configs/workload").resolve(name + ".yaml");
    return Workloads.of(name, StructuredFiles.readYaml(steps, WorkloadFile.class));
  }

  @Test
  void jobsOnOneTextShareItAndOthersHaveTheirOwn() {
    assertThat(named("grep").inputName()).isEqualTo(named("word-count").inputName());
    assertThat(named("lineitem-scan").inputName()).isEqualTo(named("lineitem-select").inputName());
    assertThat(named("log-filter").inputName()).isEqualTo("log-filter");
    assertThat(named("sort").inputName()).isEqualTo("sort");
  }

  @Test
  void unknownWorkloadNamesTheNearest() {
    WorkloadFile file = Checkout.config("workload/word-count", WorkloadFile.class);
    assertThatRefused(() -> Workloads.of("wordcount", file))
        .hasMessageContaining("'wordcount'; did you mean 'word-count'?");
  }

  @Test
  void measuredJobTakesMostOfACell() {
    Workload sort = named("terasort");
    assertThat(sort.done("warm-up", 100, 100)).isZero();
    assertThat(sort.done("teragen", 100, 0)).isCloseTo(0.2, within(1e-9));
    assertThat(sort.done("terasort", 50, 50)).isCloseTo(0.5, within(1e-9));
    assertThat(sort.done("teravalidate", 0, 0)).isCloseTo(0.8, within(1e-9));
    assertThat(sort.done("teravalidate", 100, 100)).isCloseTo(1, within(1e-9));
    assertThat(named("word-count").done("word-count", 0, 0)).isCloseTo(0.25, within(1e-9));
  }
}
