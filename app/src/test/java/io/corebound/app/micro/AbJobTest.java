package io.corebound.app.micro;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.compare.Limits;
import io.corebound.hosts.SortingRun;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison of two measured sides states their forks. */
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
    RunDirectory a =
        SortingRun.in(folder.resolve("a"), costOfA, Map.of(ComparedRun.INTERLEAVED_WITH, "b"));
    RunDirectory b =
        SortingRun.in(folder.resolve("b"), costOfB, Map.of(ComparedRun.INTERLEAVED_WITH, "a"));
    return AbJob.compare(a, b, new Limits(5, 5), "abc", new PrintWriter(said));
  }
}
