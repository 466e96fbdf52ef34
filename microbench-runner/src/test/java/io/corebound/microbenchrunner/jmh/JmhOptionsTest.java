package io.corebound.microbenchrunner.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.units.CoreboundException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmhOptionsTest {
  private static final List<List<String>> OURS =
      List.of(
          List.of("-f", "1"),
          List.of("-gc", "false"),
          List.of("-prof", "ours"),
          List.of("-p", "records=10"),
          List.of("-p", "seed=0"));

  @Test
  void optionOfTheUserTakesThePlaceOfOurs() {
    assertThat(new JmhOptions(List.of("-gc", "true")).over(OURS))
        .containsExactly(
            "-f", "1", "-prof", "ours", "-p", "records=10", "-p", "seed=0", "-gc", "true");
  }

  @Test
  void parametersAndForksOfTheUserAreLeftToThePlan() {
    JmhOptions options = new JmhOptions(List.of("-p", "records=7,8", "-f", "5", "-i", "4"));
    assertThat(options.over(OURS))
        .containsExactly(
            "-f", "1", "-gc", "false", "-prof", "ours", "-p", "records=10", "-p", "seed=0");
    assertThat(options.parameters()).isEqualTo(Map.of("records", List.of("7", "8")));
  }

  @Test
  void pinnedCopiesGetWhatSaysWhichJvmsTheyAre() {
    assertThat(
            new JmhOptions(List.of("-f", "5", "-jvmArgsAppend", "-Xint", "-prof", "gc"))
                .ofJvm()
                .arguments())
        .containsExactly("-jvmArgsAppend", "-Xint");
  }

  @Test
  void flagsOfASettingComeBehindTheUsersAsJmhTakesThemOnce() {
    JmhOptions options = new JmhOptions(List.of("-jvmArgsAppend", "-Xmx1g", "-gc", "true"));
    assertThat(options.withJvmFlags(List.of("-Xint", "-Xmx2g")).arguments())
        .containsExactly("-jvmArgsAppend", "-Xmx1g -Xint -Xmx2g", "-gc", "true");
    assertThat(JmhOptions.NONE.withJvmFlags(List.of("-Xint")).arguments())
        .containsExactly("-jvmArgsAppend", "-Xint");
    assertThat(options.withJvmFlags(List.of())).isEqualTo(options);
  }

  @Test
  void profilersAreAdded() {
    assertThat(new JmhOptions(List.of("-prof", "gc")).over(OURS))
        .containsSubsequence("-prof", "ours", "-prof", "gc");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "-rff x.json | JMH's option -rff cannot be given",
        "-jvm /x/bin/java | JMH's option -jvm cannot be given",
        "-wi 3 | JMH's option -wi cannot be given",
        "-t 4 | JMH's option -t cannot be given",
        "-f5 | JMH's option -f5: write -f 5",
        "-psortMib=1 | JMH's option -psortMib=1: write -p sortMib=1",
        "-l | for the list of suites give --list",
        "sort | 'sort' is not an option of JMH; suites are named before the --",
      })
  void whatWouldLeaveNothingToReadIsRefused(String options, String message) {
    assertThatThrownBy(() -> new JmhOptions(List.of(options.split(" "))))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining(message);
  }

  @Test
  void forkNeedsAColdAndAWarmBatch() {
    assertThatThrownBy(() -> new JmhOptions(List.of("-i", "1")).number("-i", 2))
        .isInstanceOf(CoreboundException.class)
        .hasMessage("JMH's option -i is a whole number from 2 on, not '1'");
  }
}
