package io.corebound.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllowedCpusTest {
  @Test
  void rangesAndSingleCpusAreListed() {
    assertThat(AllowedCpus.parse("0-2,7")).containsExactly(0, 1, 2, 7);
    assertThat(AllowedCpus.parse("5")).containsExactly(5);
  }

  @Test
  void thisProcessMayUseAsManyAsTheJvmSees() {
    assertThat(AllowedCpus.ofThisProcess()).hasSize(Runtime.getRuntime().availableProcessors());
  }
}
