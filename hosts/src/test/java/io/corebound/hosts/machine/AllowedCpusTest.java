package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AllowedCpusTest {
  @Test
  void rangesAndSingleCpusAreListed() {
    assertThat(AllowedCpus.parse("0-2,7")).containsExactly(0, 1, 2, 7);
    assertThat(AllowedCpus.parse("5")).containsExactly(5);
  }

  /** 0-127 on a virtual machine of 2 CPUs that may be given more; 3 was taken offline. */
  @Test
  void cpusThatAreOfflineOrDoNotExistAreNotUsable() {
    assertThat(usable("0-127", "0-1\n")).containsExactly(0, 1);
    assertThat(usable("2-5", "0-2,4-7\n")).containsExactly(2, 4, 5);
  }

  @Test
  void allAllowedCpusAreUsableWhereAContainerNumbersThemAnewOrNobodySaysWhatIsOnline() {
    assertThat(usable("4-5", "0-1\n")).containsExactly(4, 5);
    assertThat(usable("0-3", "")).containsExactly(0, 1, 2, 3);
    // lxcfs calls CPUs 1 and 5 of the machine 0 and 1
    assertThat(usable("1,5", "0-1")).containsExactly(1, 5);
  }

  private static List<Integer> usable(String allowed, String online) {
    return AllowedCpus.usable(AllowedCpus.parse(allowed), AllowedCpus.parse(online));
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
