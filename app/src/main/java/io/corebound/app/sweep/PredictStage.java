package io.corebound.app.sweep;

import io.corebound.analysis.model.Machine;
import io.corebound.analysis.model.PredictionRequest;
import io.corebound.analysis.model.Predictor;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.Stages;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;

/** Predicts the job from what was measured, and freezes the prediction. */
final class PredictStage {
  private final Stages stages;
  private final WorkloadFile workload;
  private final ClusterFile fitted;

  PredictStage(Stages stages, WorkloadFile workload, ClusterFile fitted) {
    this.stages = stages;
    this.workload = workload;
    this.fitted = fitted;
  }

  String run(String name, String cell, DataSize data) {
    RunRecord record = stages.record();
    Machine machine =
        Machine.of(record.directory().root().getFileName().toString(), record.measurements());
    Prediction prediction =
        Predictor.predict(machine, name, workload, PredictionRequest.on(fitted, data));
    record.freeze(cell, prediction);
    return String.format(
        "TeraSort of %s: %.1f s (90 %%: %.1f to %.1f), %.1f core-seconds; frozen",
        data,
        prediction.totalS(),
        prediction.totalLowS(),
        prediction.totalHighS(),
        prediction.coreS());
  }
}
