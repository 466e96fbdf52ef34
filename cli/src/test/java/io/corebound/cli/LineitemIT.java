package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.lab.LabSupport;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.config.MachineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scans of LINEITEM in a lab over units of a disk, predicted, run, checked and reported. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class LineitemIT extends OneRun {
  private static final String SWEEP =
      """
      description: scans over units
      workload: lineitem-select
      cluster: lab
      storage: [ssd-sata]
      units: [1, 2, 3]
      layout: [directories, striped]
      network: [ethernet-10g]
      settings: {nodes: 1, cores_per_node: 2, containers_per_node: 2, block_size: 16MiB}
      variants:
        job1: {workload: lineitem-scan, storage: [ssd-sata-1, ssd-sata-2, ssd-sata-3]}
        job2: {storage: [ssd-sata-3-striped]}
      profiles:
        quick: {size: 64MB, repetitions: 1}
      """;

  @BeforeEach
  void needsLab() {
    LocalHost host = new LocalHost("questions", "localhost");
    LabSupport lab = LabSupport.check(host);
    assumeTrue(lab.possible(), () -> "needs a lab: " + lab.reasons());
    try {
      LabSupport.requireStripes(host);
    } catch (CoreboundException lacks) {
      assumeTrue(false, lacks.getMessage());
    }
  }

  @Tag(
      "long") // seven minutes; its parts: LineitemTest, LineitemScanTest, StripeIT, UnitsReportTest
  @Test
  void scansArePredictedRunAndCheckedOnUnitsInBothLayouts() throws Exception {
    Path sweep = Files.writeString(folder.resolve("units.yaml"), SWEEP);
    Path measured =
        littleOf(
            "scan-job",
            Map.of("'134217728'", "'16777216'", "batch_records: 1342177", "batch_records: 200000"));
    startCommand("sweep", List.of(sweep.toString(), "--measure", measured.toString()));
    ends(0);
    nothingIsLeft();
    List<String> cells = runDirectory().cells();
    assertThat(cells).hasSize(4);
    for (String cell : cells) {
      CellResult result = StructuredFiles.readJson(runDirectory().cellFile(cell), CellResult.class);
      assertThat(result.state()).as(result.reason()).isEqualTo(State.OK);
      assertThat(result.checks())
          .hasSize(cell.contains("job2") ? 4 : 1)
          .allMatch(CellResult.Check::passed);
      Prediction prediction =
          StructuredFiles.readJson(runDirectory().predictionFile(cell), Prediction.class);
      assertThat(prediction.intervals()).extracting(PredictedInterval::name).contains(Interval.MAP);
      assertThat(prediction.totalS()).isPositive();
    }
    // a sixteenth of 500 MB/s for each of two cores, as one stream over three units reads them
    String three = cells.stream().filter(c -> c.contains("3_")).findFirst().orElseThrow();
    MachineFile machine =
        StructuredFiles.readYaml(runDirectory().machineFile(three), MachineFile.class);
    assertThat(machine.disk().rawReadByStreams()).containsOnlyKeys(1, 3);
    assertThat(machine.disk().rawReadByStreams().get(3).megabytesPerSecond())
        .isBetween(0.9 * 3 * 62.5, 1.1 * 3 * 62.5);
    assertThat(Files.readString(runDirectory().reportHtml()))
        .contains("units-figure-1", "units-cpu-0");
  }

  /** What does not fit is said in the workload's terms, before anything is written. */
  @Test
  void scaleFactorThatDoesNotFitTheDiskIsRefused() throws Exception {
    startCommand("sweep", List.of("lineitem-units", "--size", "400TB"));
    ends(3);
    assertThat(err()).contains("LINEITEM of scale factor", data.toString());
    assertThat(data).isEmptyDirectory();
    assertThat(folder.resolve("results")).doesNotExist();
  }
}
