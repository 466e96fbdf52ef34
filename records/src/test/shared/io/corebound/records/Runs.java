package io.corebound.records;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.PredictedIntervalBuilder;
import io.corebound.records.run.PredictionBuilder;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Mean;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What runs are made of, by as little as a test says; everything else is unknown or nothing. */
public final class Runs {
  private Runs() {}

  /** A figure of a single sample over all processes. */
  public static Measurement measurement(
      String operation, String metric, String unit, double value) {
    return measurement(operation, metric, unit, Mean.alone(value, 1));
  }

  /** The same of a mean. */
  public static Measurement measurement(String operation, String metric, String unit, Mean mean) {
    return new Measurement(
        "suite", operation, Map.of(), "all", 1, metric, unit, "", mean, "", "raw");
  }

  /** A run that begins. */
  public static RunManifest manifest(String id, List<String> commandLine, Instant at) {
    return RunManifest.begun(id, commandLine, "0.1.0", "abc", StructuredFiles.toTree(Map.of()), at);
  }

  /** A job that ended well, its client as soon as itself. */
  public static CellResult.Job job(String name, double submitS, double finishS) {
    return new CellResult.Job(name, State.OK, "", "job_1_0001", submitS, submitS, finishS, finishS);
  }

  /** A TeraSort on one node of two cores: the sum of its intervals, one after the other. */
  public static PredictionBuilder prediction(DataSize data, PredictedInterval... intervals) {
    Double[] timesS = Stream.of(intervals).map(PredictedInterval::timeS).toArray(Double[]::new);
    return PredictionBuilder.builder()
        .workload("terasort")
        .machine("machine")
        .data(data)
        .nodes(1)
        .coresPerNode(2)
        .contentionFactor(1)
        .intervals(List.of(intervals))
        .coreS(Stream.of(intervals).mapToDouble(PredictedInterval::coreS).sum())
        .totalS(
            List.of(intervals).stream().anyMatch(i -> i.timeS() == null)
                ? null
                : Stream.of(timesS).mapToDouble(s -> s).sum())
        .combinedMbPerSPerCore(1)
        .derived(DerivedFigures.of(Map.of()))
        .notModelled(List.of());
  }

  /** Of which nothing but core-seconds and time is known, which may be null. */
  public static PredictedIntervalBuilder interval(Interval name, double coreS, Double timeS) {
    return PredictedIntervalBuilder.builder()
        .name(name)
        .coreS(coreS)
        .timeS(timeS)
        .operations(List.of());
  }
}
