package io.corebound.app.sweep;

import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Overlay;
import io.corebound.analysis.theory.volumes.VolumesCache;
import io.corebound.app.model.ModelInput;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.Stages;
import io.corebound.records.config.MachineFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.RunManifest.FrozenPrediction;
import io.corebound.records.units.CoreboundException;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepEstimate;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Predicts every cell of a sweep and freezes the predictions before the first cell runs. */
public final class SweepPredictions {
  private final Stages stages;
  private final SweepRequest sweep;

  SweepPredictions(Stages stages, SweepRequest sweep) {
    this.stages = stages;
    this.sweep = sweep;
  }

  /** Whether a resumed run, or null, has the predictions of all its cells. */
  public static boolean allFrozen(ResumedSweep resumed, SweepRequest sweep) {
    return resumed != null && missing(resumed.run().manifest(), sweep).isEmpty();
  }

  List<SweepCell> missing() {
    return missing(stages.record().manifest(), sweep);
  }

  private static List<SweepCell> missing(RunManifest manifest, SweepRequest sweep) {
    Set<String> frozen =
        manifest.predictions().stream().map(FrozenPrediction::cell).collect(Collectors.toSet());
    return sweep.predictedCells().stream().filter(c -> !frozen.contains(c.name())).toList();
  }

  String run() {
    refuseAfterMeasuring(stages.record().directory(), sweep);
    List<SweepCell> cells = missing();
    Map<String, Prediction> predictions =
        of(stages.record().directory(), sweep, stages.record().measurements(), cells);
    Map<SweepCell, Duration> estimates =
        SweepEstimate.ofEach(sweep, cells, cell -> predictions.get(cell.name()));
    for (SweepCell cell : cells) {
      stages.record().freeze(cell.name(), predictions.get(cell.name()));
      stages.progress().expect(cell.name(), estimates.get(cell));
    }
    return Words.count(cells.size(), "cell") + " predicted; frozen";
  }

  /** Refuses to predict a cell that has run already. */
  static void refuseAfterMeasuring(RunDirectory run, SweepRequest sweep) {
    sweep.plan().cells().stream()
        .filter(c -> Files.exists(run.cellFile(c.name())))
        .findFirst()
        .ifPresent(
            c -> {
              throw CoreboundException.failed(
                  "%s: %s has run before all predictions were frozen; start the sweep again",
                  run.root(), c.name());
            });
  }

  /** What an operation takes, of the run itself or of the one that it goes by. */
  static Machine operations(RunRecord record, SweepRequest sweep) {
    return Machine.of(name(record.directory(), sweep), operations(sweep, record.measurements()));
  }

  /** A cell's prediction without intervals, which takes a hundredth of the time. */
  static Prediction point(
      RunDirectory run,
      SweepRequest sweep,
      Machine operations,
      SweepCell cell,
      VolumesCache volumes) {
    return Predictor.point(
        machine(run, operations, cell),
        sweep.workloadName(cell),
        sweep.workload(cell),
        PredictionRequest.on(sweep.cluster(cell), sweep.size(cell)),
        volumes);
  }

  /** Predictions by cell, of measured operations and base performance alone, and of no job. */
  static Map<String, Prediction> of(
      RunDirectory run, SweepRequest sweep, List<Measurement> measurements, List<SweepCell> cells) {
    Machine operations = Machine.of(name(run, sweep), operations(sweep, measurements));
    Map<String, Prediction> alike = new HashMap<>();
    Map<String, Prediction> predictions = new LinkedHashMap<>();
    for (SweepCell cell : cells) {
      predictions.put(
          cell.name(),
          alike.computeIfAbsent(
              cell.combination(), combination -> predict(run, sweep, operations, cell)));
    }
    return predictions;
  }

  /** What another run measured, where one is named; else this one. */
  static List<Measurement> operations(SweepRequest sweep, List<Measurement> own) {
    return sweep.machine() == null ? own : ModelInput.operations(Path.of(sweep.machine()));
  }

  private static String name(RunDirectory run, SweepRequest sweep) {
    Path of = sweep.machine() == null ? run.root() : Path.of(sweep.machine());
    return of.getFileName().toString();
  }

  private static Prediction predict(
      RunDirectory run, SweepRequest sweep, Machine operations, SweepCell cell) {
    return Predictor.predict(
        machine(run, operations, cell),
        sweep.workloadName(cell),
        sweep.workload(cell),
        PredictionRequest.on(sweep.cluster(cell), sweep.size(cell)));
  }

  private static Machine machine(RunDirectory run, Machine operations, SweepCell cell) {
    Path file = run.machineFile(cell.name());
    MachineFile base = MachineFile.read(file);
    return operations.with(
        Overlay.devices(
            Machine.of(cell.pair(), base), new Prediction.Base(run.relative(file), base.source())));
  }
}
