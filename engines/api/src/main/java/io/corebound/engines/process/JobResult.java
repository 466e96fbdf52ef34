package io.corebound.engines.process;

import io.corebound.engines.EngineRun;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Exchange;
import io.corebound.records.run.JobPhases;
import io.corebound.records.run.State;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the master of an engine writes of a job: see the description of {@code io.corebound.memory}.
 * Times {@code at} are seconds since the Unix epoch, sizes are bytes.
 *
 * @param runs of the job in the same processes; the first one is cold
 */
record JobResult(
    State state,
    String reason,
    int exitStatus,
    String workload,
    String api,
    String pattern,
    String transport,
    Integer reduces,
    Double startupS,
    List<Process> processes,
    List<Run> runs) {
  /** A process of the engine; the master has no rank. */
  record Process(String role, Integer rank, String host, Long pid, Integer threads) {}

  /**
   * One run of the job; a figure that was not counted is null.
   *
   * @param counts of the engine's own, by name; null for none
   */
  record Run(
      double startAt,
      double mapStartAt,
      double mapEndAt,
      double shuffledAt,
      double reducedAt,
      double finishAt,
      double elapsedS,
      double mapS,
      double shuffleS,
      double reduceS,
      double overheadS,
      Integer maps,
      Integer localMaps,
      Long inputBytes,
      Long inputRecords,
      Long mapOutputRecords,
      Long shuffleRecords,
      Long shuffleBytes,
      Long networkBytes,
      Long outputRecords,
      Long outputBytes,
      List<Step> steps,
      List<Worker> workers,
      Map<String, Long> counts) {
    JobPhases phases() {
      return new JobPhases(startAt, mapStartAt, mapEndAt, shuffledAt, reducedAt, finishAt);
    }

    /** Empty where workers did not say what they did. */
    Optional<Exchange> exchange(Integer reduces) {
      return workers.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Exchange(
                  steps.stream().map(s -> s.since(startAt)).toList(),
                  workers.stream().map(Worker::toRecord).toList(),
                  reduces,
                  shuffleBytes));
    }

    /** By the names of Hadoop's where these count the same. */
    Map<String, Long> counters() {
      Map<String, Long> counters = new TreeMap<>();
      counters.put("TaskCounter/MAP_INPUT_RECORDS", inputRecords);
      counters.put("TaskCounter/MAP_OUTPUT_RECORDS", mapOutputRecords);
      counters.put("TaskCounter/REDUCE_INPUT_RECORDS", shuffleRecords);
      counters.put("TaskCounter/REDUCE_SHUFFLE_BYTES", shuffleBytes);
      counters.put("TaskCounter/REDUCE_OUTPUT_RECORDS", outputRecords);
      counters.put("Engine/NETWORK_BYTES", networkBytes);
      if (counts != null) {
        counts.forEach((name, count) -> counters.put("Engine/" + name, count));
      }
      counters.values().removeIf(java.util.Objects::isNull);
      return counters;
    }
  }

  /** A stretch of the shuffle: all of it, or one step of a pairwise one. */
  record Step(int step, double startAt, double finishAt, Integer links, Long bytes) {
    private Exchange.Step since(double startS) {
      return new Exchange.Step(step, startAt - startS, finishAt - startAt, links, bytes);
    }
  }

  /** What a worker used in a run. */
  record Worker(
      int rank,
      Double cpuS,
      Double gcS,
      Long peakBytes,
      Long largestPartition,
      Double mapS,
      Double waitS,
      Double shuffleS,
      Double reduceS) {
    private Exchange.Worker toRecord() {
      return new Exchange.Worker(
          rank, mapS, waitS, shuffleS, reduceS, cpuS, peakBytes, largestPartition);
    }
  }

  /** As the record of a job whose processes ran between two moments. */
  EngineRun toRun(String name, double clientStartS, double clientEndS) {
    Optional<Run> cold = runs.stream().findFirst();
    boolean sameOutput =
        runs.stream().map(r -> Arrays.asList(r.outputRecords(), r.outputBytes())).distinct().count()
            <= 1;
    String why = reason == null ? "it did not say why" : reason;
    String failure =
        state != State.OK
            ? why
            : cold.isEmpty()
                ? "it ran no job"
                : sameOutput
                    ? ""
                    : "its runs of the same job wrote different output, by records or bytes";
    return new EngineRun(
        new CellResult.Job(
            name,
            failure.isEmpty() ? State.OK : State.FAILED,
            failure,
            "",
            clientStartS,
            cold.map(Run::startAt).orElse(Double.NaN),
            cold.map(Run::finishAt).orElse(Double.NaN),
            clientEndS),
        cold.map(Run::phases),
        runs.stream().skip(1).map(Run::phases).toList(),
        cold.flatMap(run -> run.exchange(reduces)),
        List.of(),
        cold.map(Run::counters).orElse(Map.of()),
        Map.of());
  }
}
