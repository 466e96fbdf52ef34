package io.corebound.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the script writes: the time of a look, then schedstat's first word and proc(5)'s stat. */
final class KernelThreadsTest {
  private static final int KERNEL = 69_238_880;
  private static final int USER = 4_194_560;

  private static String line(String ran, long pid, String name, int flags, int user, int system) {
    return ran
        + " "
        + pid
        + " ("
        + name
        + ") S 2 0 0 0 -1 "
        + flags
        + " 0 0 0 0 "
        + user
        + " "
        + system
        + " 0 0 20 0 1 0 53 0 0 18446744073709551615 0 0 0 0\n";
  }

  private static KernelThreads look(String text) {
    return KernelThreads.parse(text).orElseThrow();
  }

  @Test
  void countsThreadsOfTheKernelByTheirFlagAndNotByTheirParent() {
    KernelThreads before =
        look(
            "100.25\n"
                + line("1000000000", 40, "kworker/u4:2-flush-7:0", KERNEL, 0, 100)
                + line("5000000", 41, "a (b) c", KERNEL, 1, 2)
                + line("700000000", 50, "fio", USER, 70, 80)
                + line("9000000", 60, "gone", KERNEL, 0, 5));
    KernelThreads after =
        look(
            "102.75\n"
                + line("2510000000", 40, "kworker/u4:2-flush-7:0", KERNEL, 0, 251)
                + line("5000000", 41, "a (b) c", KERNEL, 1, 2)
                + line("900000000", 50, "fio", USER, 90, 80)
                + line("40000000", 70, "loop0", KERNEL, 0, 7));

    assertThat(after.coreSSince(before))
        .containsExactlyInAnyOrderEntriesOf(Map.of("kworker/u4:2-flush-7:0", 1.51, "loop0", 0.04));
    assertThat(after.coresSince(before)).isCloseTo(1.55 / 2.5, within(1e-9));
    assertThat(before.coresSince(before)).isZero();
  }

  @Test
  void takesTicksWhereTheKernelHasNoSchedstat() {
    KernelThreads look = look("1\n" + line("-", 40, "kworker/0:0", KERNEL, 3, 4));
    assertThat(look.coreSSince(look("0\n" + line("-", 9, "other", KERNEL, 0, 0))))
        .containsOnlyKeys("kworker/0:0")
        .containsEntry("kworker/0:0", 0.07);
  }

  @Test
  void noThreadsOfTheKernelAreNoLook() {
    assertThat(KernelThreads.parse("")).isEmpty();
    assertThat(KernelThreads.parse("1.5\n")).isEmpty();
    assertThat(KernelThreads.parse("1.5\n" + line("1", 50, "java", USER, 7, 8))).isEmpty();
    assertThat(KernelThreads.parse(line("1", 40, "kworker", KERNEL, 7, 8))).isEmpty();
    assertThat(KernelThreads.parse("1.5\n40 (kworker) S 2 0\nx y (y) S 2\n\ncat: gone\n"))
        .isEmpty();
  }
}
