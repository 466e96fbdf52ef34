package io.corebound.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.model.Comparison;
import io.corebound.records.CellResult;
import io.corebound.records.Prediction;
import io.corebound.records.RunDirectory;
import io.corebound.records.RunManifest;
import io.corebound.records.StructuredFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The real run that is kept as a sample can still be read, and its report says what it says. */
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
    assertThat(
            Comparison.of(prediction, cell).rows().stream()
                .filter(r -> r.interval().equals("total"))
                .findFirst()
                .orElseThrow()
                .timeErrorPercent())
        .isCloseTo(error, within(0.01));
  }

  @Test
  void everyIntervalOfTheSampleIsBoundByTheCpu() {
    String report = MarkdownReport.render(ReportModel.of(RunContents.read(RUN)));
    assertThat(report)
        .startsWith("# TeraSort of 1 GB is bound by the CPU")
        .contains("the file still has that hash")
        .contains("**Map: CPU**", "**Shuffle tail: CPU**", "**Reduce: CPU**", "**Overhead: CPU**");
  }
}
