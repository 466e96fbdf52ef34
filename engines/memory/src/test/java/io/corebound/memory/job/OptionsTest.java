package io.corebound.memory.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class OptionsTest {
  private static Options options(String... arguments) {
    Set<String> known = new HashSet<>(JobSpec.OPTIONS);
    known.add("listen");
    return new Options(arguments, known);
  }

  private static void assertRefuses(ThrowingCallable call, String option) {
    assertThatExceptionOfType(JobFailure.class)
        .isThrownBy(call)
        .withMessageContaining(option)
        .satisfies(e -> assertThat(e.status()).isEqualTo(JobFailure.WRONG));
  }

  @Test
  void aJobComesThroughItsSettings() {
    JobSpec spec =
        JobSpec.of(
            options(
                "--workload",
                "job",
                "--input",
                "/in",
                "--output",
                "/out",
                "--api",
                "hadoop",
                "--pattern",
                "pairwise",
                "--reduces",
                "7",
                "--set",
                "a.b=c=d",
                "--set",
                "e="));
    assertThat(JobSpec.of(spec.toMap())).isEqualTo(spec);
    assertThat(spec.settings()).containsEntry("a.b", "c=d").containsEntry("e", "");
    assertThat(spec.sizes().splitBytes()).isEqualTo(128L << 20);
    assertThat(spec.wire().pattern()).isEqualTo(Pattern.PAIRWISE);
  }

  @Test
  void whatIsWrongIsNamed() {
    assertRefuses(() -> options("--wrong", "1"), "--wrong");
    assertRefuses(() -> options("--input"), "--input");
    assertRefuses(() -> options("--input", "a", "--input", "b"), "--input");
    assertRefuses(() -> options("--set", "a"), "--set");
    assertRefuses(() -> options().text("output"), "--output");
    assertRefuses(() -> options("--reduces", "0").number("reduces", 1), "--reduces 0");
    assertRefuses(() -> options("--api", "c").constant("api", Api.class, Api.LEAN), "--api c");
    assertRefuses(() -> options("--listen", "localhost").address("listen"), "--listen");
  }

  @Test
  void onlyAnOwnAddressIsListenedOn() {
    for (String address : List.of("0.0.0.0", "::", "192.0.2.1")) {
      assertRefuses(() -> options("--listen", address).own("listen"), "--listen");
    }
    assertThat(options("--listen", "127.0.0.1").own("listen").isLoopbackAddress()).isTrue();
  }
}
