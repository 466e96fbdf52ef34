package io.corebound.analysis.study.score;

import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Ending;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.Bound;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.PredictedInterval;
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
            .withEngine(new CellResult.OfEngine(engine, "memory", List.of())));
    results++;
    return this;
  }

  static Prediction prediction(String data, double mapS) {
    return prediction(data, mapS, 1);
  }

  /** The same, where its containers start one after the other, in so many waves. */
  static Prediction prediction(String data, double mapS, double waves) {
    return new Prediction(
        "terasort",
        "machine",
        null,
        DataSize.parse(data),
        1,
        2,
        1,
        List.of(
            interval(
                Interval.MAP,
                2 * mapS,
                mapS,
                List.of(
                    new OperationCost("start.container", new DataSize(0), "", 4, 4, 1),
                    new OperationCost(
                        "sort", DataSize.parse(data), "payload", 1, 2 * mapS - 4, 1))),
            interval(Interval.OVERHEAD, 6, 5, List.of())),
        2 * mapS + 6,
        2 * mapS,
        2 * mapS + 12,
        mapS + 5,
        mapS,
        mapS + 10,
        null,
        null,
        1,
        DerivedFigures.of(Map.of("map_waves", waves)),
        List.of(),
        List.of());
  }

  private static PredictedInterval interval(
      Interval name, double coreS, double timeS, List<OperationCost> operations) {
    return new PredictedInterval(
        name,
        coreS,
        null,
        null,
        timeS,
        0.9 * timeS,
        1.1 * timeS,
        coreS / 2,
        0.0,
        0.0,
        0.0,
        coreS / 2,
        coreS / 2,
        Bound.CPU,
        2.0,
        null,
        null,
        operations);
  }

  private CellResult result(String name, String storage, int repetition, String data, double mapS) {
    // cell after cell
    double submit = FROZEN.getEpochSecond() + 100 * (results + 1);
    StorageFile disk =
        StructuredFiles.readYaml(CONFIGS.resolve("storage/hdd.yaml"), StorageFile.class);
    NetworkFile link =
        StructuredFiles.readYaml(CONFIGS.resolve("network/ethernet-1g.yaml"), NetworkFile.class);
    return new CellResult(
        name,
        "terasort",
        State.OK,
        "",
        DataSize.parse(data),
        Map.of("mapreduce.job.reduces", "2", "hadoop.tmp.dir", "/dev/shm/" + name),
        List.of(
            new CellResult.Job(
                "terasort",
                State.OK,
                "",
                "job_1",
                submit - 2,
                submit,
                submit + mapS + 5,
                submit + mapS + 6)),
        List.of(
            new MeasuredInterval(Interval.MAP, submit + 3, submit + 3 + mapS, mapS, 2 * mapS - 10),
            new MeasuredInterval(Interval.OVERHEAD, submit, submit + mapS + 5, 5, 6)),
        List.of(map(submit, mapS)),
        Map.of(),
        Map.of(),
        List.of(),
        List.of(),
        new CellResult.Tier(
            storage,
            "ethernet-1g",
            repetition,
            disk,
            disk.scaledTo(1),
            link,
            link.scaledTo(1),
            Map.of(),
            Map.of(),
            1,
            null,
            null,
            null),
        null);
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
        new RunManifest(
            RunManifest.SCHEMA_VERSION,
            run.root().getFileName().toString(),
            List.of("sweep", "x"),
            "1.0",
            "abc",
            StructuredFiles.toTree(Map.of()),
            state,
            "",
            FROZEN,
            FROZEN.plusSeconds(999),
            List.of(),
            frozen,
            null));
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
