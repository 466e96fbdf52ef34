package io.corebound.microbench.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.microbench.OneLineException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampledJobTest {
  @Test
  void wordsArePartedByAPlusAndEncodedAsInAUrl() {
    SampledJob job = SampledJob.of("a.Grep+-r+{reduces}+{input}+{output}+th%5Be%2Ca%5D%2B%20x", "");
    assertThat(job.command("/in", "/out", 3))
        .containsExactly("a.Grep", "-r", "3", "/in", "/out", "th[e,a]+ x");
  }

  @Test
  void otherJobsHaveAnotherIdentity() throws Exception {
    assertThat(SampledJob.of("a.A+{input}", "").identity())
        .isEqualTo(SampledJob.of("a.A+{input}", "").identity())
        .isNotEqualTo(SampledJob.of("a.A+{output}", "").identity());
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', main class",
    "a.A, /does/not/exist.jar, /does/not/exist.jar",
    "a.A+%zz, '', %zz"
  })
  void whatCannotBeAJobIsRefused(String command, String jar, String named) {
    assertThatThrownBy(() -> SampledJob.of(command, jar))
        .isInstanceOf(OneLineException.class)
        .hasMessageContaining(named);
  }
}
