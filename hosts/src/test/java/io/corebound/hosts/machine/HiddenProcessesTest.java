package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiddenProcessesTest {
  /** As kernels before 5.8 and later ones write it (fs/proc/root.c). */
  @ParameterizedTest
  @CsvSource({
    "'rw,gid=27,hidepid=1', hidepid=1",
    "'rw,hidepid=2', hidepid=2",
    "'rw,hidepid=invisible', hidepid=invisible",
    "'rw,hidepid=noaccess,subset=pid', hidepid=noaccess",
    "'rw,hidepid=off',",
    "rw,",
  })
  void optionIsThatOfTheMount(String options, String option) {
    assertThat(option(options, "/proc")).isEqualTo(Optional.ofNullable(option));
  }

  @Test
  void anotherProcOfAContainerDoesNotCount() {
    assertThat(option("rw,hidepid=2", "/srv/root/proc")).isEmpty();
  }

  private static Optional<String> option(String options, String point) {
    return HiddenProcesses.option(
        Mounts.parse(
            "22 27 0:21 / %s rw,nosuid shared:12 - proc proc %s".formatted(point, options)));
  }
}
