package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.DerivedFigures.PaperRule;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The paper's sum beside a prediction. */
class PaperRuleTest {
  private static final DataSize DATA = DataSize.parse("1GB");

  /** The simulation spends the same on them, cold starts aside, where no core disturbs another. */
  @Test
  void itIsWhatTheOperationsOfThePredictionTakeWarm() {
    Machine alone =
        MeasuredRows.terasort().times("contention", "factor", 1 / 1.2).exact().machine();
    Prediction prediction = Cases.predict(alone, Cases.local(), DATA);
    PaperRule rule = prediction.derived().paperRule();
    assertThat(rule.mapCoreS()).isCloseTo(warm(prediction, "map"), within(1e-6));
    assertThat(rule.reduceCoreS())
        .isCloseTo(warm(prediction, "shuffle-tail") + warm(prediction, "reduce"), within(1e-6));
    assertThat(rule.coreS()).isLessThan(prediction.coreS());
  }

  @Test
  void mapsHaveAllCoresAndWhatFollowsHalfOfThemAndAllAreDearerTogether() {
    ClusterFile cluster = Cases.local(4);
    PaperRule alone = rule(cluster, 1);
    assertThat(alone.timeS())
        .isCloseTo(alone.mapCoreS() / 4 + alone.reduceCoreS() / 2, within(1e-9));
    PaperRule together = rule(cluster, 1.5);
    assertThat(together.timeS()).isCloseTo(1.5 * alone.timeS(), within(1e-9));
    assertThat(together.coreS()).isCloseTo(1.5 * alone.coreS(), within(1e-9));
  }

  private static PaperRule rule(ClusterFile cluster, double contention) {
    Machine machine =
        MeasuredRows.terasort().times("contention", "factor", contention / 1.2).exact().machine();
    return Cases.predict(machine, cluster, DATA).derived().paperRule();
  }

  private static double warm(Prediction prediction, String interval) {
    return prediction.intervals().stream()
        .filter(i -> i.name().word().equals(interval))
        .flatMap(i -> i.operations().stream())
        .filter(o -> !List.of("start.container", "idle").contains(o.operation()))
        .mapToDouble(o -> o.coreS() - o.coldCoreS())
        .sum();
  }
}
