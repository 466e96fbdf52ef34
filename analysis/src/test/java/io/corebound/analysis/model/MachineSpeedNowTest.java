package io.corebound.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.run.Measurement;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineSpeedNowTest {
  private static final List<Measurement> ROWS =
      MeasuredRows.terasort()
          .masterStart(1, 2)
          .row("speed", "all", "local_sort", "core-s", "", 5)
          .rows();

  @Test
  void factorIsTheMeanOfNowOverWhatItTookThen() {
    assertThat(MachineSpeedNow.factor(ROWS, List.of(6.0, 7.0)))
        .hasValueSatisfying(f -> assertThat(f).isCloseTo(1.3, within(1e-12)));
    assertThat(MachineSpeedNow.factor(ROWS, List.of())).isEmpty();
    assertThat(MachineSpeedNow.factor(MeasuredRows.terasort().rows(), List.of(6.0))).isEmpty();
  }

  @Test
  void workIsDearerWithItsIntervalAndWaitsDevicesAndRatiosAreNot() {
    List<Measurement> slow = MachineSpeedNow.times(ROWS, 1.5);

    assertThat(value(slow, "sort", "cost")).isEqualTo(30);
    assertThat(row(slow, "sort", "cost").ciHigh())
        .isEqualTo(1.5 * row(ROWS, "sort", "cost").ciHigh());
    assertThat(value(slow, "sort", "wall")).isEqualTo(21);
    assertThat(value(slow, "sort", "cold_cost")).isEqualTo(0.75);
    assertThat(value(slow, "idle", "cost")).isCloseTo(0.075, within(1e-12));
    assertThat(value(slow, "start.container", "empty_map_wall")).isCloseTo(1.8, within(1e-12));
    assertThat(value(slow, "start.container", "turnaround_wall")).isEqualTo(0.3);
    assertThat(value(slow, "start.job", "last_task_to_finish_wall")).isEqualTo(0.5);
    assertThat(value(slow, "disk.read", "rate")).isEqualTo(500);
    assertThat(value(slow, "compress.snappy", "ratio")).isEqualTo(2.5);
    assertThat(value(slow, "contention", "factor")).isEqualTo(1.2);
    assertThat(value(slow, "speed", "local_sort")).isEqualTo(5);
  }

  /** 2 of the 3 seconds are its work on one core. */
  @Test
  void timeUntilTheFirstMapIsLongerByTheApplicationMastersWorkAlone() {
    assertThat(value(MachineSpeedNow.times(ROWS, 1.5), "start.job", "submit_to_first_map_wall"))
        .isEqualTo(4);
  }

  private static double value(List<Measurement> rows, String operation, String metric) {
    return row(rows, operation, metric).value();
  }

  private static Measurement row(List<Measurement> rows, String operation, String metric) {
    return rows.stream()
        .filter(m -> m.operation().equals(operation) && m.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }
}
