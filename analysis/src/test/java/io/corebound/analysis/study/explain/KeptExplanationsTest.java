package io.corebound.analysis.study.explain;

import io.corebound.records.Kept;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is explained of a sweep's TeraSorts, figure by figure. */
class KeptExplanationsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssd-pcie_ethernet-1g_whole",
        "ssd-pcie_infiniband-qdr_whole",
        "ssd-pcie_infiniband-qdr_large",
        "ssd-pcie_infiniband-qdr_plain",
        "ssd-pcie_infiniband-qdr_slots",
        "ssd-pcie_infiniband-qdr_reducers"
      })
  void figuresAreTheKeptOnes(String cell) throws IOException {
    StringBuilder figures = new StringBuilder();
    for (int repetition = 1; repetition <= 3; repetition++) {
      Explanation explained =
          Explainer.explain(
              Histories.ofCell("accuracy-1650mb-2-cores", cell + "_" + repetition),
              Yardsticks.ACCURACY);
      figures.append(Kept.figures(explained.account()));
      figures.append(Kept.figures(explained.intervals()));
      figures.append(Kept.figures(explained.changes()));
    }
    Kept.assertKept(
        Path.of("src/test/resources/kept-studies/" + cell + ".txt"), figures.toString());
  }
}
