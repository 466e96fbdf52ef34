package io.corebound.analysis.theory;

import io.corebound.analysis.study.plan.NetworkTier;
import io.corebound.analysis.study.plan.NominalTiers;
import io.corebound.analysis.study.plan.PlannedCluster;
import io.corebound.analysis.study.plan.StorageTier;
import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.records.Kept;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Predictions of committed runs, to the last byte. */
class KeptPredictionsTest {
  private static final Path KEPT = Path.of("src/test/resources/kept-predictions");
  private static final Path SAMPLES = Path.of("../results/samples");
  private static final DataSize MEMORY = DataSize.parse("64GiB");

  @ParameterizedTest
  @CsvSource({
    "whole-tasks,         measured-2-cores,         terasort",
    "tiers,               measured-2-cores,         terasort",
    "cell-at-speed,       accuracy-1650mb-2-cores,  terasort",
    "other-codec,         accuracy-1650mb-2-cores,  terasort",
    "sum-of-operations,   paper-2013-512mb-2-cores, terasort",
    "word-count,          word-count,               word-count",
    "oikawa-2013,         oikawa-2013,              terasort-oikawa-2013"
  })
  void predictionIsTheKeptOne(String name, String machine, String workload) throws IOException {
    Prediction prediction =
        switch (name) {
          case "tiers" ->
              predict(
                  NominalTiers.on(
                      measured(machine),
                      StorageTier.of(
                          "ssd-sata", config("storage", "ssd-sata", StorageFile.class), null),
                      new NetworkTier(
                          "ethernet-10g", config("network", "ethernet-10g", NetworkFile.class))),
                  workload,
                  PredictionRequest.planned(
                      PlannedCluster.of(
                              config("cluster", "local", ClusterFile.class), 3, 16, MEMORY)
                          .fitted(),
                      DataSize.parse("40GB"),
                      null));
          case "cell-at-speed" ->
              predict(
                  onCell(measured(machine).with(Overlay.speed(1.1)), machine),
                  workload,
                  onCores(1, "1GB"));
          case "other-codec" ->
              predict(
                  onCell(measured(machine), machine),
                  workload,
                  new PredictionRequest(
                      DataSize.parse("512MB"), null, null, null, local(1), "none"));
          case "oikawa-2013" ->
              predict(
                  Machine.of(machine, config("machine", machine, MachineFile.class)),
                  workload,
                  new PredictionRequest(DataSize.parse("100GB"), 5, 16, 16, null));
          case "word-count" ->
              predict(SampledTasksTest.rows().machine(), workload, onCores(2, "1GB"));
          default -> predict(measured(machine), workload, onCores(2, "1GB"));
        };
    Kept.assertKept(KEPT.resolve(name + ".json"), StructuredFiles.toJson(prediction) + "\n");
  }

  private static Prediction predict(Machine machine, String workload, PredictionRequest request) {
    return Predictor.predict(
        machine, workload, config("workload", workload, WorkloadFile.class), request);
  }

  private static PredictionRequest onCores(int cores, String data) {
    return PredictionRequest.on(local(cores), DataSize.parse(data));
  }

  private static ClusterFile local(int cores) {
    return config("cluster", "local", ClusterFile.class).on(cores, MEMORY);
  }

  private static <T> T config(String axis, String name, Class<T> type) {
    return StructuredFiles.readYaml(Cases.CONFIGS.resolve(axis).resolve(name + ".yaml"), type);
  }

  private static Machine measured(String run) {
    return Machine.of(run, rows(run));
  }

  private static List<Measurement> rows(String run) {
    RunDirectory directory = RunDirectory.open(SAMPLES.resolve(run));
    return directory.measurements(directory.manifest());
  }

  /** Over the disk and the link that a cell of the run had. */
  private static Machine onCell(Machine operations, String run) {
    RunDirectory directory = RunDirectory.open(SAMPLES.resolve(run));
    MachineFile base =
        StructuredFiles.readYaml(
            directory.machineFile("ssd-sata_ethernet-1g_half_1"), MachineFile.class);
    return operations.with(
        Overlay.devices(Machine.of("base", base), new Prediction.Base("base", base.source())));
  }
}
