package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lines of {@code /proc/PID/stat}, as a kernel 6.1 writes them. */
final class KernelThreadsTest {
  private static final String REST = " 0 20 0 1 0 53 0 0 18446744073709551615 0 0 0 0";

  private static String stat(long pid, String name, int parent, int user, int system) {
    return pid
        + " ("
        + name
        + ") S "
        + parent
        + " 0 0 0 -1 69238880 0 0 0 0 "
        + user
        + " "
        + system
        + " 0"
        + REST
        + "\n";
  }

  @Test
  void sumsWhatChildrenOfKthreaddTookMeanwhile() {
    KernelThreads before =
        KernelThreads.parse(
            stat(2, "kthreadd", 0, 0, 9)
                + stat(40, "kworker/u4:2-flush-7:0", 2, 0, 100)
                + stat(41, "a (b) c", 2, 1, 2)
                + stat(50, "java", 1, 700, 80)
                + stat(60, "gone", 2, 0, 5));
    KernelThreads after =
        KernelThreads.parse(
            stat(2, "kthreadd", 0, 0, 90)
                + stat(40, "kworker/u4:2-flush-7:0", 2, 0, 251)
                + stat(41, "a (b) c", 2, 2, 4)
                + stat(50, "java", 1, 900, 80)
                + stat(70, "loop0", 2, 0, 7));

    assertThat(after.secondsSince(before))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("kworker/u4:2-flush-7:0", 1.51, "a (b) c", 0.03, "loop0", 0.07));
  }

  @Test
  void leavesOutWhatIsNoLineOfIt() {
    assertThat(
            KernelThreads.parse(
                    "40 (kworker) S 2 0\nx (y) S 2\n\ncat: gone\n" + stat(1, "", 0, 1, 1))
                .none())
        .isTrue();
  }

  @Test
  void keepsAMomentsSumExact() {
    KernelThreads one = KernelThreads.parse(stat(40, "kworker/0:0", 2, 3, 4));
    assertThat(one.secondsSince(new KernelThreads(Map.of())).get("kworker/0:0"))
        .isCloseTo(0.07, within(1e-9));
  }
}
