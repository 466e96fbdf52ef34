package io.corebound.analysis.study.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** False alarms and alarms, of simulated nodes. */
class BoundsTest {
  private static final int RUNS = 400;

  /** Of 400 runs, one of twenty, and what so few leave open (99 % of a binomial). */
  private static final int MOST_ACCUSED = 31;

  private static boolean[][] all(int figures, int nodes) {
    boolean[][] known = new boolean[figures][nodes];
    for (boolean[] row : known) {
      Arrays.fill(row, true);
    }
    return known;
  }

  /**
   * Logarithms of clean nodes.
   *
   * @param scatter of a figure
   * @param shared part of its variance that all figures of a node have in common
   * @param far how many times as much every tenth figure scatters
   */
  private static double[][] clean(
      int figures, int nodes, double scatter, double shared, double far, Random random) {
    double[] ofNode = new double[nodes];
    Arrays.setAll(ofNode, n -> random.nextGaussian());
    double[][] logs = new double[figures][nodes];
    for (double[] row : logs) {
      Arrays.setAll(
          row,
          n -> {
            double own = random.nextGaussian() * (random.nextInt(10) == 0 ? far : 1);
            return scatter * (Math.sqrt(shared) * ofNode[n] + Math.sqrt(1 - shared) * own);
          });
    }
    return logs;
  }

  @ParameterizedTest
  @CsvSource({
    // nodes, figures, scatter, shared, far
    "3, 40, 0.02, 0, 1",
    "3, 40, 0.02, 0.5, 2.5",
    "3, 40, 0.05, 0, 2.5",
    "10, 60, 0.02, 0.5, 2.5",
    "10, 60, 0.1, 0, 2.5",
    "40, 60, 0.02, 0.5, 1",
    "40, 60, 0.1, 0, 2.5",
    "3, 40, 0.05, 0.9, 1",
    "10, 60, 0.1, 0.9, 1",
  })
  void oneOfTwentyCleanRunsAccusesAnyNode(
      int nodes, int figures, double scatter, double shared, double far) {
    Bounds bounds = Bounds.of(List.of(all(figures, nodes), all(8, nodes)));
    Random random = new Random(42);
    int accused = 0;
    for (int run = 0; run < RUNS; run++) {
      Scores core =
          Scores.of(clean(figures, nodes, scatter, shared, far, random), new double[figures]);
      Scores disk = Scores.of(clean(8, nodes, scatter, shared, far, random), new double[8]);
      boolean any = beyond(core, bounds) || beyond(disk, bounds);
      accused += any ? 1 : 0;
    }
    assertThat(accused).isLessThanOrEqualTo(MOST_ACCUSED);
  }

  private static boolean beyond(Scores scores, Bounds bounds) {
    return scores.most() > bounds.ofFigure() || scores.mostOfNodes() > bounds.ofNode();
  }

  @Test
  void aNodeThatIsAFifthSlowerIsSeenAmongFortyAndNoOther() {
    double[][] logs = clean(60, 40, 0.02, 0.5, 2.5, new Random(7));
    for (double[] row : logs) {
      row[17] += Math.log(1.2);
    }
    Bounds bounds = Bounds.of(List.<boolean[][]>of(all(60, 40)));
    double[] ofNode = Scores.of(logs, new double[60]).ofNode();
    for (int node = 0; node < ofNode.length; node++) {
      assertThat(Math.abs(ofNode[node]) > bounds.ofNode())
          .as("node %s", node)
          .isEqualTo(node == 17);
    }
  }

  @Test
  void oneFigureThatIsTwiceAsDearIsSeenAmongThree() {
    double[][] logs = clean(40, 3, 0.02, 0.5, 1, new Random(7));
    logs[5][1] += Math.log(2);
    Bounds bounds = Bounds.of(List.<boolean[][]>of(all(40, 3)));
    Scores scores = Scores.of(logs, new double[40]);
    assertThat(scores.of()[5][1]).isGreaterThan(bounds.ofFigure());
    assertThat(scores.mostOfNodes()).isLessThan(bounds.ofNode());
  }
}
