package io.corebound.analysis.pages.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.Runs;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineSpeedReportTest {
  @Test
  void summaryOfSuitesSaysHowFarTheMachinesSpeedStrayedAndOverHowManyTurns(@TempDir Path folder) {
    List<Measurement> rows = new ArrayList<>(MicroRows.readOnly());
    rows.add(
        Runs.measurement(Metric.SPEED, Metric.SCATTER, "ratio", Mean.alone(0.03, 5))
            .withSuite("contention"));
    RunDirectory run = RunFixture.micro(folder, rows);
    assertThat(TerminalSummary.render(ReportModel.of(RunContents.read(run)), run.reportHtml()))
        .containsPattern("the machine's speed +standard deviation over 5 turns +3.0 %");
  }
}
