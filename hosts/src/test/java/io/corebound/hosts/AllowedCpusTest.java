package io.corebound.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AllowedCpusTest {
  @Test
  void rangesAndSingleCpusAreListed() {
    assertThat(AllowedCpus.parse("0-2,7")).containsExactly(0, 1, 2, 7);
    assertThat(AllowedCpus.parse("5")).containsExactly(5);
  }

  @Test
  void smallerNodeHasTheFirstOfThemAndALargerOneAll() {
    List<Integer> all = AllowedCpus.ofThisProcess();
    for (int cores = 1; cores < all.size(); cores++) {
      assertThat(AllowedCpus.ofNode(cores)).isEqualTo(all.subList(0, cores));
    }
    assertThat(AllowedCpus.ofNode(all.size())).isEmpty();
    assertThat(AllowedCpus.ofNode(all.size() + 1)).isEmpty();
  }

  @Test
  void thisProcessMayUseAsManyAsTheJvmSees() {
    assertThat(AllowedCpus.ofThisProcess()).hasSize(Runtime.getRuntime().availableProcessors());
  }
}
