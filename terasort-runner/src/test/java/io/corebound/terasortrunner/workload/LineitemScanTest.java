package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.config.WorkloadFile.Job;
import io.corebound.records.run.CellResult.Check;
import io.corebound.records.units.DataSize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineitemScanTest {
  private static final Map<String, Long> MADE =
      Map.of("LineitemGen$Made/ROWS", 1_000_000L, "LineitemGen$Made/SELECTED", 9_912L);

  // sizes of lineitem.tbl that dbgen writes
  @ParameterizedTest
  @CsvSource({"1, 759863287", "10, 7775727688"})
  void tableOfAScaleFactorHasTheSizeThatDbgenWrites(double scale, long bytes) {
    assertThat(LineitemScan.bytes(scale)).isCloseTo(bytes, within(0.0005 * bytes));
    assertThat(LineitemScan.scaleFactor(bytes)).isCloseTo(scale, within(0.001 * scale));
  }

  @Test
  void inputIsNamedByItsScaleFactor() {
    LineitemScan scan =
        new LineitemScan("lineitem-scan", new Job(null, "a.Scan", null, "lineitem", null));
    assertThat(scan.inWords(DataSize.parse("7600MB")))
        .hasValue("LINEITEM of scale factor 9.77 (7.60 GB)");
  }

  @Test
  void scanReadsEveryRow() {
    assertThat(LineitemScan.checks(MADE, scanned(1_000_000, null), false))
        .hasSize(1)
        .allMatch(Check::passed);
    assertThat(LineitemScan.checks(MADE, scanned(999_999, null), false))
        .singleElement()
        .satisfies(c -> assertThat(c.detail()).isEqualTo("999999 of 1000000"));
    assertThat(LineitemScan.checks(MADE, Map.of(), false)).noneMatch(Check::passed);
  }

  @Test
  void selectionFindsWhatTheGeneratorCountedAndAHundredthOfTheRows() {
    assertThat(LineitemScan.checks(MADE, scanned(1_000_000, 9_912L), true))
        .hasSize(4)
        .allMatch(Check::passed);
    List<Check> other = LineitemScan.checks(MADE, scanned(1_000_000, 12_000L), true);
    assertThat(other)
        .filteredOn(c -> !c.passed())
        .extracting(Check::name)
        .containsExactly("rows that were selected", "part of the rows that was selected");
  }

  private static Map<String, Long> scanned(long read, Long selected) {
    Map<String, Long> counters = new HashMap<>(Map.of("TaskCounter/MAP_INPUT_RECORDS", read));
    if (selected != null) {
      counters.put("LineitemScan$Rows/SELECTED", selected);
      counters.put("LineitemScan$Rows/WITHOUT_DATE", 0L);
    }
    return counters;
  }
}
