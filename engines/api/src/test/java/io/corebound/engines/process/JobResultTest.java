package io.corebound.engines.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.engines.EngineRun;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Exchange;
import io.corebound.records.run.JobPhases;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobResultTest {
  private static final String RUN =
      """
      {"start_at": 100.0, "map_start_at": 100.125, "map_end_at": 101.0, "shuffled_at": 101.25,
       "reduced_at": 101.75, "finish_at": 102.0, "elapsed_s": 2.0, "map_s": 0.875,
       "shuffle_s": 0.25, "reduce_s": 0.5, "overhead_s": 0.375, "maps": 8, "local_maps": 6,
       "input_bytes": 800,
       "input_records": null, "map_output_records": 90, "shuffle_records": 30, "shuffle_bytes": 400,
       "network_bytes": 200, "output_records": 20, "output_bytes": 300,
       "steps": [{"step": 0, "start_at": 100.1, "finish_at": 101.2, "links": 2, "bytes": 200}],
       "workers": [{"rank": 0, "cpu_s": 1.5, "gc_s": 0.1, "peak_bytes": 4000,
         "largest_partition": 120, "map_s": 1.0, "wait_s": 0.1, "shuffle_s": 0.2, "reduce_s": 0.5}],
       "counts": {"FETCH_WAIT_MS": 30}}""";

  private static final String RESULT =
      """
      {"state": "OK", "reason": null, "exit_status": 0, "workload": "word-count", "api": "lean",
       "pattern": "fully-connected", "transport": "tcp", "reduces": 4, "startup_s": 1.2,
       "processes": [{"role": "memory-master", "rank": null, "host": "a", "pid": 1, "threads": 0}],
       "runs": [RUNS]}
      """;

  @TempDir Path folder;

  private EngineRun read(String json) throws IOException {
    Path file = Files.writeString(folder.resolve("result.json"), json);
    return StructuredFiles.readJson(file, JobResult.class).toRun("word-count", 95, 110);
  }

  private static String again(String run) {
    return run.replace("\"start_at\": 100.0", "\"start_at\": 103.0");
  }

  @Test
  void firstRunIsTheJobAndFurtherOnesAreWarm() throws IOException {
    EngineRun ran = read(RESULT.replace("RUNS", RUN + ", " + again(RUN)));
    assertThat(ran.ok()).isTrue();
    assertThat(ran.job().clientStartS()).isEqualTo(95);
    assertThat(ran.job().submitS()).isEqualTo(100);
    assertThat(ran.job().elapsedS()).isEqualTo(2);
    assertThat(ran.again()).extracting(JobPhases::submitS).containsExactly(103.0);
    assertThat(ran.counters())
        .containsEntry("TaskCounter/MAP_OUTPUT_RECORDS", 90L)
        .containsEntry("TaskCounter/REDUCE_SHUFFLE_BYTES", 400L)
        .containsEntry("Engine/NETWORK_BYTES", 200L)
        .containsEntry("Engine/FETCH_WAIT_MS", 30L)
        .doesNotContainKey("TaskCounter/MAP_INPUT_RECORDS");
  }

  /** 120 B of 400 B in four partitions are a fifth more than the mean. */
  @Test
  void exchangeIsWhatTheMasterSaw() throws IOException {
    Exchange exchange = read(RESULT.replace("RUNS", RUN)).exchange().orElseThrow();
    assertThat(exchange.skew()).isCloseTo(0.2, within(1e-9));
    Exchange.Step step = exchange.steps().get(0);
    assertThat(step.startS()).isCloseTo(0.1, within(1e-6));
    assertThat(step.mbPerS()).isCloseTo(200 / 1e6 / 1.1, within(1e-9));
    assertThat(exchange.workers())
        .containsExactly(new Exchange.Worker(0, 1, 0.1, 0.2, 0.5, 1.5, 4000, 120));
  }

  @Test
  void intervalsAreThoseOfHadoopsCells() throws IOException {
    EngineRun ran = read(RESULT.replace("RUNS", RUN));
    assertThat(ran.phases().orElseThrow().intervals((start, end) -> 4 * (end - start)))
        .containsExactly(
            new MeasuredInterval(Interval.MAP, 100.125, 101, 0.875, 3.5),
            new MeasuredInterval(Interval.SHUFFLE_TAIL, 101, 101.25, 0.25, 1),
            new MeasuredInterval(Interval.REDUCE, 101.25, 101.75, 0.5, 2),
            new MeasuredInterval(Interval.OVERHEAD, 100, 102, 0.375, 1.5));
  }

  @Test
  void failureHasItsReasonAndWhatRanBeforeIt() throws IOException {
    EngineRun ran =
        read(
            RESULT
                .replace("RUNS", "")
                .replace("\"OK\", \"reason\": null", "\"FAILED\", \"reason\": \"worker 1 died\""));
    assertThat(ran.ok()).isFalse();
    assertThat(ran.job().state()).isEqualTo(State.FAILED);
    assertThat(ran.job().reason()).isEqualTo("worker 1 died");
    assertThat(ran.phases()).isEmpty();
  }

  @Test
  void runsThatWroteDifferentOutputsAreAFailure() throws IOException {
    String other = again(RUN).replace("\"output_records\": 20", "\"output_records\": 21");
    EngineRun ran = read(RESULT.replace("RUNS", RUN + ", " + other));
    assertThat(ran.ok()).isFalse();
    assertThat(ran.job().reason()).contains("different output");
  }
}
