package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.simulation.JobPlan.Overlap;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.records.history.Interval;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void jobsOfVeryManyTasksAreDrawnLessOften() {
    assertThat(Spread.draws(plan(1, 0.05))).isEqualTo(200);
    assertThat(Spread.draws(plan(1500, 0.05))).isEqualTo(200);
    assertThat(Spread.draws(plan(3000, 0.05))).isEqualTo(100);
    assertThat(Spread.draws(plan(20_000, 0.05))).isEqualTo(40);
    assertThat(Spread.draws(plan(10_000, 1))).isEqualTo(100);
  }

  /** One task at once. */
  private static JobPlan plan(int tasks, double slowStart) {
    Stage stage =
        new Stage(List.of(Interval.MAP), 0, 1, 1, null, Collections.nCopies(tasks, List.of()));
    return new JobPlan(1, 0, 0, 0, 0, 0, new Overlap(slowStart, false, false), List.of(stage));
  }
}
