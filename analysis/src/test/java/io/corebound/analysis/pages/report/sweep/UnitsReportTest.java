package io.corebound.analysis.pages.report.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.report.ReportModel;
import io.corebound.analysis.pages.report.TerminalSummary;
import io.corebound.records.config.StorageUnits;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.State;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a job on one, two and four units of a disk, and of others on four. */
class UnitsReportTest {
  @TempDir static Path folder;

  private static ReportModel model;
  private static UnitsCurve curve;

  @BeforeAll
  static void makeSweep() {
    SweepFixture fixture = new SweepFixture(folder.resolve("units"));
    // the second unit halves the time, two more save a thirtieth of it
    fixture.onUnits(new StorageUnits("hdd", 1, false), "job", 3);
    fixture.onUnits(new StorageUnits("hdd", 2, false), "job", 1.5);
    fixture.onUnits(new StorageUnits("hdd", 4, false), "job", 1.45);
    fixture.onUnits(new StorageUnits("hdd", 4, false), "quick", 1);
    fixture.onUnits(new StorageUnits("hdd", 4, true), "job", 1.6);
    model = ReportModel.of(RunContents.read(fixture.end(State.OK, "")));
    curve = UnitsCurve.of(model.sweep().orElseThrow()).get(0);
  }

  @Test
  void curveHasTheRatesOfOneLayoutAndEndsToGrowAtTwoUnits() {
    assertThat(UnitsCurve.of(model.sweep().orElseThrow())).hasSize(1);
    assertThat(curve.points()).extracting(UnitsCurve.Point::units).containsExactly(1, 2, 4);
    double once = curve.points().get(0).mbPerS();
    assertThat(curve.points().get(1).mbPerS() / once).isCloseTo(2, within(1e-6));
    assertThat(curve.last().mbPerS() / once).isCloseTo(3 / 1.45, within(1e-6));
    assertThat(curve.saturation().units()).isEqualTo(2);
    assertThat(curve.limit()).isEqualTo(UnitsCurve.Limit.CPU);
    // 100 MB/s of a node of 16 cores, on a core here
    assertThat(curve.saturation().rawOne()).isCloseTo(2 * 6.25, within(1e-6));
    assertThat(curve.saturation().parts().values().stream().mapToDouble(p -> p).sum())
        .isCloseTo(1, within(1e-6));
  }

  @Test
  void sectionComesFirstAndHasBothFigures() {
    assertThat(model.sections().get(0).id()).isEqualTo("units");
    List<Block> blocks = model.sections().get(0).blocks();
    Chart rates = chart(blocks, "units-figure-1");
    assertThat(rates.series())
        .extracting(Chart.Series::name)
        .containsExactly("job", "job, predicted", "raw, one stream", "raw, a stream each");
    assertThat(rates.series()).allMatch(s -> s.points().size() == 3);
    Chart cpu = chart(blocks, "units-cpu-0");
    assertThat(cpu.categories()).containsExactly("1", "2", "4");
    // the shares of a bar are all of the time
    assertThat(cpu.series().stream().mapToDouble(s -> s.values().get(0)).sum())
        .isCloseTo(100, within(0.5));
  }

  /** What stands beside a job in the table of what lifts its rate. */
  private static List<String> lifts(ReportModel of) {
    return of.sections().get(0).blocks().stream()
        .filter(b -> b instanceof Block.Table t && t.id().equals("units-lifts"))
        .flatMap(b -> ((Block.Table) b).rows().stream())
        .map(row -> row.cells().get(1).text())
        .toList();
  }

  /** Enough striped cells for a curve of their own, which is flat. */
  @Test
  void stripesAreACurveOfTheirOwnAndStillStandBesideTheJob(@TempDir Path other) {
    SweepFixture fixture = new SweepFixture(other);
    for (int units : new int[] {2, 4, 8}) {
      fixture.onUnits(new StorageUnits("hdd", units, false), "job", 6.0 / units);
      fixture.onUnits(new StorageUnits("hdd", units, true), "job", 0.7);
    }
    ReportModel striped = ReportModel.of(RunContents.read(fixture.end(State.OK, "")));
    List<UnitsCurve> curves = UnitsCurve.of(striped.sweep().orElseThrow());
    assertThat(curves).extracting(UnitsCurve::striped).containsExactly(false, true);
    assertThat(curves.get(0).limit()).isEqualTo(UnitsCurve.Limit.GROWS);
    assertThat(curves.get(1).saturation().units()).isEqualTo(2);
    assertThat(lifts(striped)).containsExactly("job, striped");
    assertThat(UnitsSection.sentences(striped.sweep().orElseThrow()).get(1))
        .doesNotContain("grows")
        .contains("2 units", "the CPU is the limit");
  }

  @Test
  void aSingleUnitIsOfTheStripedCurveToo(@TempDir Path other) {
    SweepFixture fixture = new SweepFixture(other);
    fixture.onUnits(new StorageUnits("hdd", 1, false), "job", 3);
    fixture.onUnits(new StorageUnits("hdd", 4, true), "job", 1);
    fixture.onUnits(new StorageUnits("hdd", 8, true), "job", 0.9);
    ReportModel striped = ReportModel.of(RunContents.read(fixture.end(State.OK, "")));
    assertThat(UnitsCurve.of(striped.sweep().orElseThrow()))
        .singleElement()
        .satisfies(
            c ->
                assertThat(c.points())
                    .extracting(UnitsCurve.Point::units)
                    .containsExactly(1, 4, 8));
  }

  @Test
  void whatElseRanOnAsManyUnitsStandsBesideTheJob() {
    assertThat(lifts(model)).containsExactlyInAnyOrder("quick", "job, striped");
    assertThat(UnitsSection.sentences(model.sweep().orElseThrow()))
        .singleElement()
        .satisfies(s -> assertThat(s).contains("2 units", "the CPU is the limit", "quick", "45"));
    assertThat(TerminalSummary.render(model, Path.of("report.html"))).contains("2 units");
  }

  private static List<List<String>> findings(ReportModel of) {
    Block.Table findings =
        of.sections().get(0).blocks().stream()
            .filter(b -> b instanceof Block.Table t && t.id().equals("units-findings"))
            .map(Block.Table.class::cast)
            .findFirst()
            .orElseThrow();
    return findings.rows().stream()
        .map(r -> r.cells().stream().map(Block.Cell::text).toList())
        .toList();
  }

  /** 1 GB in 1.45 times 37.2 s are 18.5 of 25 MB/s; four units do not reach the paper's eight. */
  @Test
  void findingsOfThePaperAreJudged() {
    List<List<String>> rows = findings(model);
    assertThat(rows.get(0).get(2)).startsWith("74");
    assertThat(rows.get(0).get(3)).isEqualTo("differs");
    assertThat(rows.get(1).get(3)).as("every core is busy").isEqualTo("differs");
    assertThat(rows).noneMatch(r -> r.get(1).contains("saturated"));
  }

  /** The rate grows from one unit to eight, and no further; else from one to sixteen. */
  @Test
  void saturationIsTheSameWhereTheRateGrowsUpToEightUnits(@TempDir Path other) {
    SweepFixture fixture = new SweepFixture(other);
    for (int units : new int[] {1, 8, 16}) {
      fixture.onUnits(new StorageUnits("hdd", units, false), "flat", 4.0 / Math.min(units, 8));
      fixture.onUnits(new StorageUnits("hdd", units, false), "grows", 4.0 / units);
    }
    List<List<String>> rows = findings(ReportModel.of(RunContents.read(fixture.end(State.OK, ""))));
    assertThat(rows.stream().filter(r -> r.get(1).contains("saturated")))
        .extracting(r -> r.get(0), r -> r.get(2), r -> r.get(3))
        .containsExactlyInAnyOrder(
            tuple("flat", "from 8 of 16", "the same"), tuple("grows", "from 16 of 16", "differs"));
  }

  private static Chart chart(List<Block> blocks, String id) {
    return blocks.stream()
        .filter(b -> b instanceof Chart c && c.id().equals(id))
        .map(Chart.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
