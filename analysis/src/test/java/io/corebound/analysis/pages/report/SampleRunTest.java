package io.corebound.analysis.pages.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The real runs that are kept as samples can still be read, and their reports say what they say.
 */
class SampleRunTest {
  private static final RunDirectory RUN =
      RunDirectory.open(Path.of("../results/samples/terasort-1gb-2-cores"));
  private static final String CELL = "terasort-local";

  private final Prediction prediction =
      StructuredFiles.readJson(RUN.predictionFile(CELL), Prediction.class);
  private final CellResult cell = StructuredFiles.readJson(RUN.cellFile(CELL), CellResult.class);

  @Test
  void predictionStillHasTheHashThatItWasFrozenWith() {
    RunManifest.FrozenPrediction frozen = RUN.manifest().predictions().get(0);
    assertThat(RunDirectory.sha256(RUN.root().resolve(frozen.file()))).isEqualTo(frozen.sha256());
  }

  @Test
  void errorIsPredictedOverMeasured() {
    CellResult.Job job =
        cell.stages().stream().filter(j -> j.name().equals("terasort")).findFirst().orElseThrow();
    double error = 100 * (prediction.totalS() / job.elapsedS() - 1);
    CellSummary summary = ReportModel.of(RunContents.read(RUN)).cells().get(0);
    assertThat(100 * summary.comparison().total().timeS().error()).isCloseTo(error, within(0.01));
  }

  @Test
  void everyIntervalOfTheSampleIsBoundByTheCpu() {
    String report = MarkdownReport.render(ReportModel.of(RunContents.read(RUN)).page());
    assertThat(report)
        .startsWith("# TeraSort of 1 GB is bound by the CPU")
        .contains("the file still has that hash")
        .contains("**Map: CPU**", "**Shuffle tail: CPU**", "**Reduce: CPU**", "**Overhead: CPU**");
  }

  @Test
  void sampleSweepShowsTheBottleneckMoveFromTheDiskToTheCpu() {
    RunDirectory sweep = RunDirectory.open(Path.of("../results/samples/paper-2013-512mb-2-cores"));
    for (RunManifest.FrozenPrediction frozen : sweep.manifest().predictions()) {
      assertThat(RunDirectory.sha256(sweep.root().resolve(frozen.file())))
          .isEqualTo(frozen.sha256());
    }
    String report = MarkdownReport.render(ReportModel.of(RunContents.read(sweep)).page());
    assertThat(report)
        .startsWith(
            "# TeraSort of 512 MB is bound by the disk on hdd, by the CPU on ssd-sata and ssd-pcie")
        .containsPattern(
            "\\| HDD: I/O wait is most of the cores' time \\| [^|]*56 %[^|]* \\| the same")
        .containsPattern(
            "\\| PCIe SSD: user time is most, almost no I/O wait \\| [^|]* \\| the same")
        .containsPattern(
            "\\| The network has no influence on the time \\| hdd \\+0\\.5 % [^|]*,"
                + " ssd-sata −3\\.5 % [^|]* and ssd-pcie −2\\.4 %")
        .contains("Between the networks it differs by up to 3.5 %, which may be chance.")
        .contains("Second by second: waiting 1.25 s, network 1.00 s.");
  }
}
