package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void jobsOfVeryManyWavesAreDrawnLessOften() {
    assertThat(Spread.draws(0)).isEqualTo(200);
    assertThat(Spread.draws(1500)).isEqualTo(200);
    assertThat(Spread.draws(3000)).isEqualTo(100);
    assertThat(Spread.draws(20_000)).isEqualTo(40);
  }
}
