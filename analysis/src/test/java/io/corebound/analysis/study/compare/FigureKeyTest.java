package io.corebound.analysis.study.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.Runs;
import io.corebound.records.run.Measurement.Metric;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FigureKeyTest {
  private static FigureKey sort(Map<String, String> parameters) {
    return FigureKey.of(
        Runs.measurement("sort", "cost", "ns/B", 12).withParameters(parameters), "cost");
  }

  @Test
  void rowsOfRunsThatDoNotSayTheirCollectorAreOfHadoops() {
    FigureKey older = sort(Map.of("key", "text-10"));
    assertThat(sort(Map.of("key", "text-10", "collector", "hadoop"))).isEqualTo(older);
    assertThat(sort(Map.of("key", "text-10", "collector", "prefix"))).isNotEqualTo(older);
  }

  @Test
  void rowsOfRunsThatDoNotSayTheSizeOfValuesAreOfTeraSorts() {
    FigureKey older = sort(Map.of("segments", "8"));
    assertThat(sort(Map.of("segments", "8", "value", "90"))).isEqualTo(older);
    assertThat(sort(Map.of("segments", "8", "value", "9990"))).isNotEqualTo(older);
  }

  @Test
  void whatOthersDidMeanwhileMakesNoOtherFigure() {
    assertThat(sort(Map.of("key", "text-10", Metric.OTHERS_PERCENT, "12")))
        .isEqualTo(sort(Map.of("key", "text-10", Metric.OTHERS_CORES, "0.3")));
  }
}
