package io.corebound.analysis.study.score;

import io.corebound.records.Runs;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Ending;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResultTierBuilder;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.PredictedIntervalBuilder;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.OperationCost;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes run directories to be scored: jobs of a map interval and overhead, on two cores, predicted
 * with round figures.
 */
public final class ScoredRuns {
  static final Instant FROZEN = Instant.parse("2026-11-20T08:00:00Z");
  static final List<ScoredRun.Source> SOURCES =
      List.of(new ScoredRun.Source("run", "abc", "1.0", FROZEN, State.OK));

  private static final Path CONFIGS = Path.of("../configs");

  private final RunDirectory run;
  private final List<RunManifest.FrozenPrediction> frozen = new ArrayList<>();
  private int results;

  ScoredRuns(Path root) {
    run = new RunDirectory(root);
  }

  /**
   * A cell and its prediction: overhead of 5 s and 6 core-seconds, a wave of two containers of 2
   * core-seconds each in the map interval.
   *
   * @param mapS predicted seconds of the map interval; core-seconds are twice as many
   * @param mapsMeasuredS measured seconds of it, one a repetition; core-seconds are twice as many
   *     less ten, and its one task's counter has as many as seconds
   */
  ScoredRuns cell(String storage, String data, double mapS, double... mapsMeasuredS) {
    for (int i = 1; i <= mapsMeasuredS.length; i++) {
      String name = storage + "_" + data.toLowerCase(Locale.ROOT) + "_" + i;
      StructuredFiles.writeJson(run.predictionFile(name), prediction(data, mapS));
      frozen.add(
          new RunManifest.FrozenPrediction(
              name,
              "cells/" + name + "/prediction.json",
              RunDirectory.sha256(run.predictionFile(name)),
              FROZEN));
      StructuredFiles.writeJson(
          run.cellFile(name), result(name, storage, i, data, mapsMeasuredS[i - 1]));
      results++;
    }
    return this;
  }

  /** A cell on an engine that is not Hadoop, of which there is no prediction. */
  ScoredRuns onEngine(String engine, double mapS) {
    String name = "hdd_1gb-" + engine + "_1";
    StructuredFiles.writeJson(
        run.cellFile(name),
        result(name, "hdd", 1, "1GB", mapS)
            .withEngine(new CellResult.OfEngine(engine, "memory", List.of(), null)));
    results++;
    return this;
  }

  static Prediction prediction(String data, double mapS) {
    return prediction(data, mapS, 1);
  }

  /** The same, where its containers start one after the other, in so many waves. */
  static Prediction prediction(String data, double mapS, double waves) {
    return Runs.prediction(
            DataSize.parse(data),
            interval(Interval.MAP, 2 * mapS, mapS)
                .operations(
                    List.of(
                        new OperationCost("start.container", new DataSize(0), "", 4, 4, 1),
                        new OperationCost(
                            "sort", DataSize.parse(data), "payload", 1, 2 * mapS - 4, 1)))
                .build(),
            interval(Interval.OVERHEAD, 6, 5).build())
        .coreLowS(2 * mapS)
        .coreHighS(2 * mapS + 12)
        .totalS(mapS + 5)
        .totalLowS(mapS)
        .totalHighS(mapS + 10)
        .derived(DerivedFigures.of(Map.of("map_waves", waves)))
        .build();
  }

  private static PredictedIntervalBuilder interval(Interval name, double coreS, double timeS) {
    return Runs.interval(name, coreS, timeS)
        .timeLowS(0.9 * timeS)
        .timeHighS(1.1 * timeS)
        .cpuS(coreS / 2)
        .diskS(0.0)
        .networkS(0.0)
        .waitingS(0.0)
        .bottleneck(Bound.CPU)
        .margin(2.0);
  }

  private CellResult result(String name, String storage, int repetition, String data, double mapS) {
    // cell after cell
    double submit = FROZEN.getEpochSecond() + 100 * (results + 1);
    StorageFile disk =
        StructuredFiles.readYaml(CONFIGS.resolve("storage/hdd.yaml"), StorageFile.class);
    NetworkFile link =
        StructuredFiles.readYaml(CONFIGS.resolve("network/ethernet-1g.yaml"), NetworkFile.class);
    CellResult.Tier tier =
        CellResultTierBuilder.builder()
            .storage(storage)
            .network("ethernet-1g")
            .repetition(repetition)
            .nominalStorage(disk)
            .scaledStorage(disk.scaledTo(1))
            .nominalNetwork(link)
            .scaledNetwork(link.scaledTo(1))
            .devicesByNode(Map.of())
            .linksByNode(Map.of())
            .coresPerNode(1)
            .build();
    List<MeasuredInterval> intervals =
        List.of(
            new MeasuredInterval(Interval.MAP, submit + 3, submit + 3 + mapS, mapS, 2 * mapS - 10),
            new MeasuredInterval(Interval.OVERHEAD, submit, submit + mapS + 5, 5, 6));
    return CellResult.of(name, "terasort", State.OK, "", DataSize.parse(data))
        .with(
            b ->
                b.configuration(
                        Map.of("mapreduce.job.reduces", "2", "hadoop.tmp.dir", "/dev/shm/" + name))
                    .stages(List.of(Runs.job("terasort", submit, submit + mapS + 5)))
                    .intervals(intervals)
                    .tasks(List.of(map(submit, mapS)))
                    .tier(tier));
  }

  private static CellResult.Task map(double submit, double seconds) {
    return new CellResult.Task(
        "attempt_1_m_000000_0",
        TaskType.MAP,
        Ending.SUCCEEDED,
        "localhost",
        submit + 3,
        Double.NaN,
        Double.NaN,
        submit + 3 + seconds,
        Map.of("TaskCounter/CPU_MILLISECONDS", Math.round(1000 * seconds)));
  }

  RunDirectory write(State state) {
    run.write(
        Runs.manifest(run.root().getFileName().toString(), List.of("sweep", "x"), FROZEN)
            .withPredictions(frozen)
            .ended(state, "", FROZEN.plusSeconds(999)));
    return run;
  }

  RunDirectory write() {
    return write(State.OK);
  }

  Score score() {
    ScoredRun read = ScoredRun.read(write());
    return Score.of(read, Unseen.of(read, Map.of()));
  }
}
