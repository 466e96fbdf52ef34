package io.corebound.analysis.study.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DisagreementTest {
  private static List<Disagreement> among(double[] iostat, double[] sar) {
    HostSamples samples = new HostSamples();
    for (int i = 0; i < iostat.length; i++) {
      samples.second().disk("vda", iostat[i], 0, 50).diskBySar("vda", 0, sar[i], 50);
    }
    return Disagreement.among(samples.samples());
  }

  private static double[] times(double factor, double... figures) {
    return Arrays.stream(figures).map(f -> f * factor).toArray();
  }

  @Test
  void twiceTheFigureIsNamedWithBothMeans() {
    double[] sar = {0, 131, 262, 260, 264, 262, 131, 0};
    assertThat(among(times(2, sar), sar))
        .containsExactly(new Disagreement("node", "vda", 4, 524, 262));
  }

  @Test
  void aTenthIsTheMostThatTwoMayDiffer() {
    double[] sar = {100, 100, 100, 100, 100};
    assertThat(among(times(1.09, sar), sar)).isEmpty();
    assertThat(among(times(1.11, sar), sar)).hasSize(1);
    assertThat(among(times(1 / 1.11, sar), sar)).hasSize(1);
    assertThat(among(times(1 / 1.09, sar), sar)).isEmpty();
  }

  /** One tool's second begins four tenths later: what the disk moved is the same. */
  @Test
  void secondsThatBeginAtOtherMomentsAreNoDisagreement() {
    double[] disk = {0, 0, 90, 20, 150, 80, 200, 40, 120, 60, 10, 0, 0};
    double[] later = new double[disk.length];
    for (int i = 0; i < disk.length; i++) {
      later[i] = 0.6 * disk[i] + 0.4 * disk[Math.min(i + 1, disk.length - 1)];
    }
    assertThat(among(disk, later)).isEmpty();
  }

  @Test
  void diskThatOneOfThemTakesForIdleIsNamed() {
    assertThat(among(new double[] {50, 50, 50, 50, 50}, new double[5]))
        .containsExactly(new Disagreement("node", "vda", 3, 50, 0));
  }

  @Test
  void withoutOneOfThemThereIsNothingToCompare() {
    HostSamples samples = new HostSamples();
    for (int i = 0; i < 9; i++) {
      samples.second().disk("vda", 100, 0, 50).diskBySar("vdb", 10, 0, 50);
    }
    assertThat(Disagreement.among(samples.samples())).isEmpty();
    assertThat(Disagreement.among(List.of())).isEmpty();
  }
}
