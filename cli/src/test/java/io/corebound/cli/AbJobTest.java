package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.compare.ComparedRun;
import io.corebound.analysis.compare.Limits;
import io.corebound.records.CsvFiles;
import io.corebound.records.ExitStatus;
import io.corebound.records.MeanInterval;
import io.corebound.records.Measurement;
import io.corebound.records.Measurement.Metric;
import io.corebound.records.RunDirectory;
import io.corebound.records.RunManifest;
import io.corebound.records.State;
import io.corebound.records.StructuredFiles;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of two sides that have been measured: their forks are stated. */
class AbJobTest {
  @TempDir Path folder;

  private final StringWriter said = new StringWriter();

  @Test
  void settingThatIsWorseInFiveForksIsARegression() {
    assertThat(compared(10, 12)).isEqualTo(ExitStatus.FAILED);

    assertThat(said.toString())
        .contains("1 regression: worse by more than 5 %, the worst sort, cost")
        .contains("took turns");
    Path table = folder.resolve("b/comparison.csv");
    assertThat(CsvFiles.read(table, List.of("name", "regression")))
        .singleElement()
        .satisfies(row -> assertThat(row.get("regression")).isEqualTo("true"));
  }

  @Test
  void settingThatIsBetterEndsWell() {
    assertThat(compared(12, 10)).isEqualTo(ExitStatus.OK);
    assertThat(said.toString()).contains("(0 worse, 1 better)");
  }

  private ExitStatus compared(double costOfA, double costOfB) {
    RunDirectory a = side("a", "b", costOfA);
    RunDirectory b = side("b", "a", costOfB);
    return AbJob.compare(a, b, new Limits(5, 5), "abc", new PrintWriter(said));
  }

  /** A run that measured one operation in five forks, a percent apart, in turns with another. */
  private RunDirectory side(String name, String other, double costNs) {
    RunDirectory run = new RunDirectory(folder.resolve(name));
    MeanInterval cost =
        MeanInterval.of(List.of(costNs * 0.99, costNs, costNs, costNs, costNs * 1.01));
    Measurement.write(
        run.measurementsFile(),
        List.of(
            new Measurement(
                "sort",
                "sort",
                Map.of(),
                "all",
                1,
                Metric.COST,
                "ns/B",
                "payload",
                cost.mean(),
                cost.low(),
                cost.high(),
                MeanInterval.CONFIDENCE,
                cost.n(),
                "",
                "")));
    run.write(
        new RunManifest(
            RunManifest.SCHEMA_VERSION,
            name,
            List.of("micro", "sort"),
            "1.0",
            "abc",
            StructuredFiles.toTree(Map.of(ComparedRun.INTERLEAVED_WITH, other)),
            State.OK,
            "",
            Instant.EPOCH,
            Instant.EPOCH,
            List.of(),
            List.of()));
    return run;
  }
}
