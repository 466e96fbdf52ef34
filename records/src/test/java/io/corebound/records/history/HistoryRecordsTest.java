package io.corebound.records.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a job's history becomes, and what it must not let through. */
class HistoryRecordsTest {
  @ParameterizedTest
  @CsvSource({
    "mapreduce.map.java.opts, MAP_HEAP, -Dpassword=secret -Xmx512m -Xmx820m, -Xmx820m",
    "mapred.child.java.opts, TASK_HEAP, -Xmx200m, -Xmx200m",
    "io.sort.mb, SORT_MB, 100, 100",
    "mapreduce.map.output.compress, MAP_OUTPUT_COMPRESS, true, true",
    "mapreduce.job.reduce.slowstart.completedmaps, SLOW_START, 0.05, 0.05",
    "mapreduce.job.partitioner.class, PARTITIONER, a.b.TeraSort$TotalOrder, a.b.TeraSort$TotalOrder"
  })
  void aKnownSettingIsKept(String key, Setting setting, String value, String kept) {
    assertThat(Setting.of(key)).contains(setting);
    assertThat(setting.kept(value)).contains(kept);
  }

  @ParameterizedTest
  @CsvSource({
    "MAP_HEAP, -Dpassword=secret",
    "SORT_MB, s3://key:secret@bucket",
    "MAP_OUTPUT_CODEC, a.Codec password=secret",
    "MAP_OUTPUT_COMPRESS, secret"
  })
  void whatHasNotTheFormOfItsSettingIsDropped(Setting setting, String value) {
    assertThat(setting.kept(value)).isEmpty();
  }

  @Test
  void otherKeysAreNoSettings() {
    assertThat(Setting.of("fs.s3a.secret.key")).isEmpty();
  }

  @Test
  void whatWasNotCountedIsNotZero() {
    Counters counters = Counters.of(Map.of(Counter.SPILLED_RECORDS, 0L, Counter.INPUT_BYTES, -1L));
    assertThat(counters.has(Counter.SPILLED_RECORDS)).isTrue();
    assertThat(counters.has(Counter.INPUT_BYTES)).isFalse();
    assertThat(counters.get(Counter.INPUT_BYTES)).isZero();
    assertThat(counters.known()).containsExactly(Map.entry(Counter.SPILLED_RECORDS, 0L));
    assertThat(Counters.NONE.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Container is running beyond physical memory limits., MEMORY",
    "AttemptID:attempt_1_0001_m_000000_0 Timed out after 600 secs, TIMEOUT",
    "Container preempted by scheduler, PREEMPTED",
    "Speculation: attempt_1_0001_m_000000_1 succeeded first!, SPECULATION",
    "Error: java.io.IOException: disk full, OTHER"
  })
  void diagnosticsBecomeCauses(String diagnostic, Cause cause) {
    assertThat(Cause.of(diagnostic)).isEqualTo(cause);
  }

  @Test
  void secondsThatGoBackwardsAreNone() {
    assertThat(Attempt.seconds(1000, 2500)).isEqualTo(1.5);
    assertThat(Attempt.seconds(2500, 1000)).isNaN();
    assertThat(Attempt.seconds(-1, 1000)).isNaN();
    assertThatThrownBy(() -> new Attempt.Times(-2, -1, -1, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
