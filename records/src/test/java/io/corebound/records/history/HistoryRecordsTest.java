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
  void ofFlagsThoseThatSayHowAJvmStartsAreASettingOfTheirOwn() {
    String flags = "-Dpassword=secret $(sh /opt/classes/tasks || echo a) -XX:TieredStopAtLevel=1";
    assertThat(Setting.MAP_START.kept(flags))
        .contains("$(sh /opt/classes/tasks || echo a) -XX:TieredStopAtLevel=1");
    assertThat(Setting.MAP_START.kept("-Xmx1g -Da=$(sh /other/script)")).isEmpty();
    assertThat(Setting.MAP_START.key()).isEqualTo(Setting.MAP_HEAP.key());
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
    "Error: java.io.IOException: disk full, OTHER",
    "Container [pid=7] is running 94359552B beyond the"
        + " 'PHYSICAL' memory limit. Current usage: 1.1 GB of 1 GB., MEMORY",
    "Container [pid=7] is running 8B beyond the 'VIRTUAL' memory limit. Current usage: x., MEMORY",
    "TaskTree [pid=7] is running beyond memory-limits., MEMORY",
    "Error: unable to create new native thread (java.lang.OutOfMemoryError), MEMORY",
    "container container_1_0001_01_000002 killed by elastic cgroups OOM handler., MEMORY",
    "[2026-11-28 12:00:00.000]Container exited with a non-zero exit code 137, MEMORY",
    "Container killed on request. Exit code is 137, MEMORY",
    "Exception from container-launch. Exit code: 137, MEMORY",
    "Completed container: exit status: -104, MEMORY",
    "Completed container: exitStatus=-103, MEMORY",
    "Timed out after 600 secs Container killed on request. Exit code is 137, TIMEOUT",
    "AttemptID:attempt_1_0001_m_000000_0 task timeout set: 600s; taskTimedOut: true; task stuck"
        + " timeout set: 600s; taskStuck: false, TIMEOUT",
    "Task attempt_1_0001_m_000000_0 failed to report status for 601 seconds. Killing!, TIMEOUT",
    "Error: java.net.SocketTimeoutException: timed out after 60000 millis, OTHER",
    "Reducer preempted to make room for pending map attempts Exit code is 143, PREEMPTED",
    "Container Killed to make room for Guaranteed Container., PREEMPTED",
    "exit status -102, PREEMPTED",
    "Error: java.io.IOException: No space left on device, DISK",
    "FSError: java.io.IOException: Input/output error, DISK",
    "DiskErrorException: Could not find any valid local directory for output/spill0.out, DISK",
    "Most of the disks failed. 1/1 local-dirs are bad, DISK",
    "Container [pid=7] is logging beyond the container total log limit., DISK",
    "attempt_1_0001_r_000000_0 already given a go for committing the task output, SPECULATION",
    "Too many fetch failures. Failing the attempt. Last failure reported by x from host y, NODE",
    "Error in shuffle in fetcher#3 Exceeded MAX_FAILED_UNIQUE_FETCHES; bailing-out., NODE",
    "Error in shuffle in fetcher#3 Caused by: java.lang.OutOfMemoryError: Java heap space, MEMORY",
    "TaskAttempt killed because it ran on unusable node n1:45454. AttemptId:x, NODE",
    "Container released on a *lost* node, NODE",
    "Killed during application recovery, MASTER",
    "Kill task attempt attempt_1_0001_m_000000_0 received from alice at 10.0.0.1, USER",
    "Task KILL is received. Killing attempt! Exit code is 143, JOB",
    "Container killed by the ApplicationMaster. Exit code is 143, OTHER",
    "Container killed by the ApplicationMaster. Exit code is 137, OTHER"
  })
  void diagnosticsBecomeCauses(String diagnostic, Cause cause) {
    assertThat(Cause.of(diagnostic)).isEqualTo(cause);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Error: java.io.IOException: bad row '17;secret' | Error: java.io.IOException: bad row …",
        "Cannot read hdfs://n1/user/alice/secret of attempt_1_0001_m_000000_0, offset 123456 | "
            + "Cannot read … of …, offset …",
        "Container killed on request. Exit code is 143 | (exit status 143)",
      })
  void diagnosticsInTheirOwnWordsLackWhatIsOfOneJob(String diagnostic, String brief) {
    assertThat(Diagnostic.brief(diagnostic)).isEqualTo(brief);
  }

  @Test
  void ownWordsOfACauseFitALine() {
    assertThat(Diagnostic.brief("why ".repeat(100))).hasSize(80).endsWith("…");
    assertThat(Diagnostic.brief("")).isEmpty();
    String several =
        """
        [2026-11-28 12:00:00.000]Container killed on request. Exit code is 143
        [2026-11-28 12:00:00.001]Exception from container-launch.
        """;
    assertThat(Diagnostic.brief(several))
        .isEqualTo("Exception from container-launch. (exit status 143)");
  }

  @ParameterizedTest
  @CsvSource({
    "-server -Djava.io.tmpdir=${java.io.tmpdir} -XX:MaxRAMPercentage=75, true",
    "-Xmx, false",
    "${site.opts}, false"
  })
  void flagsThatMayHoldAHeapAreNotWithoutOne(String flags, boolean without) {
    assertThat(Setting.leavesHeap(flags)).isEqualTo(without);
    assertThat(Setting.MAP_HEAP.kept(flags)).isEmpty();
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
