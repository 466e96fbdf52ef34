package io.corebound.app.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.app.run.Installation;
import io.corebound.app.run.RunRecord;
import io.corebound.hosts.Checkout;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest.FrozenPrediction;
import io.corebound.records.units.Mean;
import io.corebound.terasortrunner.sweep.SweepCell;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sweep's predictions are functions of measured operations and of its tiers' base performance:
 * whatever its jobs, or those of the run that measured the operations, came to, not a byte of a
 * prediction changes. The run is the real sweep that is kept as a sample, with its predictions
 * frozen again as the command freezes them.
 */
class PredictionsOfMeasurementsAloneTest {
  private static final Path SAMPLES = Checkout.ROOT.resolve("results/samples");

  @TempDir Path folder;

  private RunDirectory run;
  private RunDirectory machine;
  private SweepRequest sweep;
  private Map<String, String> frozen;

  @BeforeEach
  void freezeAsTheCommandDoes() throws IOException {
    run = copy("paper-2013-512mb-2-cores", "sweep");
    machine = copy("terasort-1gb-2-cores", "machine");
    addOperations("frame.map", "frame.reduce", "partition.total-order");
    sweep =
        SweepRequests.read(
            new Installation(Checkout.ROOT),
            "paper-2013",
            "quick",
            List.of(),
            machine.root().toAbsolutePath());
    RunDirectory begun = begun("begun", run);
    RunRecord record = new RunRecord(begun, run.manifest(), InstantSource.system());
    predictions(begun).forEach(record::freeze);
    frozen = new TreeMap<>();
    for (FrozenPrediction p : begun.manifest().predictions()) {
      // the sample's own stand first in its manifest
      frozen.put(p.cell(), p.sha256());
    }
    assertThat(frozen).hasSize(18);
    assertThat(new TreeSet<>(frozen.values()))
        .as("every pair has its own tier, its repetitions one prediction")
        .hasSize(6);
  }

  /** A run as it is when its tiers have been probed, and none of its jobs has begun. */
  private RunDirectory begun(String name, RunDirectory of) throws IOException {
    RunDirectory begun = new RunDirectory(Files.createDirectories(folder.resolve(name)));
    for (String cell : of.cells()) {
      Files.createDirectories(begun.cellFolder(cell));
      Files.copy(of.machineFile(cell), begun.machineFile(cell));
    }
    return begun;
  }

  private RunDirectory copy(String sample, String name) throws IOException {
    return RunDirectory.open(Checkout.copy(SAMPLES.resolve(sample), folder.resolve(name)));
  }

  /** The sample is of a corebound that did not measure these: they cost as another one does. */
  private void addOperations(String... names) {
    List<Measurement> rows = new ArrayList<>(Measurement.read(machine.measurementsFile()));
    for (String name : names) {
      rows.stream()
          .filter(m -> m.operation().equals("deserialize.tera-record"))
          .toList()
          .forEach(m -> rows.add(changed(m, name, m.value())));
    }
    Measurement.write(machine.measurementsFile(), rows);
  }

  private Map<String, Prediction> predictions(RunDirectory of) {
    return SweepPredictions.of(of, sweep, List.of(), sweep.plan().cells());
  }

  /** Hashes of the files that the predictions would be frozen as. */
  private Map<String, String> recomputed() throws IOException {
    return hashes(predictions(run));
  }

  private Map<String, String> hashes(Map<String, Prediction> predictions) throws IOException {
    Map<String, String> hashes = new TreeMap<>();
    for (Map.Entry<String, Prediction> prediction : predictions.entrySet()) {
      Path file = folder.resolve("again.json");
      StructuredFiles.writeJson(file, prediction.getValue());
      hashes.put(prediction.getKey(), RunDirectory.sha256(file));
      Files.delete(file);
    }
    return hashes;
  }

  private static void changeEveryResult(RunDirectory of) throws IOException {
    for (String cell : of.cells()) {
      CellResult was = StructuredFiles.readJson(of.cellFile(cell), CellResult.class);
      StructuredFiles.writeJson(
          of.cellFile(cell),
          was.with(
              b ->
                  b.stages(was.stages().stream().map(j -> slower(j)).toList())
                      .intervals(was.intervals().stream().map(i -> slower(i)).toList())
                      .tasks(List.of())
                      .counters(Map.of())
                      .coreSByRole(Map.of("task", 1e6))
                      .engine(null)));
      if (Files.exists(of.samplesFolder(cell))) {
        delete(of.samplesFolder(cell));
      }
    }
  }

  private static CellResult.Job slower(CellResult.Job job) {
    return job.with(
        b ->
            b.finishS(job.submitS() + 3 * job.elapsedS())
                .clientEndS(job.clientEndS() + 2 * job.elapsedS()));
  }

  private static MeasuredInterval slower(MeasuredInterval interval) {
    return interval.with(b -> b.elapsedS(3 * interval.elapsedS()).coreS(7 * interval.coreS()));
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void otherResultsOfEveryJobLeaveEveryPredictionAsItWas() throws IOException {
    assertThat(recomputed()).as("with the jobs as they were").isEqualTo(frozen);

    changeEveryResult(run);
    changeEveryResult(machine);
    assertThat(recomputed()).as("with other results of every job").isEqualTo(frozen);

    for (String cell : run.cells()) {
      Files.delete(run.cellFile(cell));
      Files.delete(run.predictionFile(cell));
    }
    delete(machine.root().resolve("cells"));
    assertThat(recomputed()).as("with no job at all").isEqualTo(frozen);
  }

  /** Without --machine the operations lie in the very run whose jobs are predicted. */
  @Test
  void jobsOfASweepThatMeasuresItsOperationsItselfEnterNoneEither() throws IOException {
    RunDirectory own = copy("accuracy-1650mb-2-cores", "accuracy");
    Map<String, String> before = hashes(ofItsOwn(begun("begun-of/accuracy", own), own));
    assertThat(before).hasSize(39);
    assertThat(new TreeSet<>(before.values())).hasSize(13);

    changeEveryResult(own);
    assertThat(hashes(ofItsOwn(own, own))).as("with other results").isEqualTo(before);

    for (String cell : own.cells()) {
      Files.delete(own.cellFile(cell));
      Files.delete(own.predictionFile(cell));
    }
    assertThat(hashes(ofItsOwn(own, own))).as("with no job at all").isEqualTo(before);
  }

  /** Predictions in a run's folder of the operations that another one, the same later, has. */
  private static Map<String, Prediction> ofItsOwn(RunDirectory run, RunDirectory operations) {
    SweepRequest accuracy = accuracy();
    return SweepPredictions.of(
        run, accuracy, Measurement.read(operations.measurementsFile()), cells(accuracy, run));
  }

  private static SweepRequest accuracy() {
    return ResumedSweep.open(
            new Installation(Checkout.ROOT),
            RunDirectory.open(Checkout.ROOT.resolve("results/samples/accuracy-1650mb-2-cores")))
        .request();
  }

  /** Those that the run has. */
  private static List<SweepCell> cells(SweepRequest sweep, RunDirectory run) {
    return sweep.plan().cells().stream()
        .filter(c -> Files.exists(run.machineFile(c.name())))
        .toList();
  }

  @Test
  void otherMeasurementsOrAnotherTierChangeThem() throws IOException {
    Path base = run.machineFile("hdd_ethernet-1g_1");
    Files.writeString(base, Files.readString(base).replace("6.25 MB/s", "5 MB/s"));
    assertThat(recomputed().get("hdd_ethernet-1g_1")).isNotEqualTo(frozen.get("hdd_ethernet-1g_1"));
    assertThat(recomputed().get("ssd-pcie_ethernet-1g_1"))
        .isEqualTo(frozen.get("ssd-pcie_ethernet-1g_1"));

    Measurement.write(
        machine.measurementsFile(),
        Measurement.read(machine.measurementsFile()).stream()
            .map(PredictionsOfMeasurementsAloneTest::slower)
            .toList());
    assertThat(recomputed().values()).doesNotContainAnyElementsOf(frozen.values());
  }

  private static Measurement slower(Measurement m) {
    return changed(m, m.operation(), m.metric().equals("cost") ? 1.01 * m.value() : m.value());
  }

  private static Measurement changed(Measurement m, String operation, double value) {
    Mean mean = new Mean(value, m.mean().error(), m.n());
    return m.withOperation(operation).withMean(mean);
  }
}
