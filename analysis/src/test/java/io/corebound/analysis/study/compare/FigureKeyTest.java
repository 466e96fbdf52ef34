package io.corebound.analysis.study.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.run.Measurement;
import io.corebound.records.units.Mean;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FigureKeyTest {
  private static FigureKey sort(Map<String, String> parameters) {
    return FigureKey.of(
        new Measurement(
            "sort",
            "sort",
            parameters,
            "all",
            1,
            "cost",
            "ns/B",
            "payload",
            new Mean(12, 0.4, 5),
            "",
            "raw"),
        "cost");
  }

  @Test
  void rowsOfRunsThatDoNotSayTheirCollectorAreOfHadoops() {
    FigureKey older = sort(Map.of("key", "text-10"));
    assertThat(sort(Map.of("key", "text-10", "collector", "hadoop"))).isEqualTo(older);
    assertThat(sort(Map.of("key", "text-10", "collector", "prefix"))).isNotEqualTo(older);
  }
}
