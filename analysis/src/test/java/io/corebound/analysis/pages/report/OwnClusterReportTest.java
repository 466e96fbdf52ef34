package io.corebound.analysis.pages.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.report.cell.IntervalVerdict;
import io.corebound.analysis.pages.report.cell.ResourceUse;
import io.corebound.analysis.pages.report.sweep.SweepFixture;
import io.corebound.records.run.Bound;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.State;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of cells whose nodes are machines of their own, with devices of the same names. */
class OwnClusterReportTest {
  @TempDir static Path folder;

  private static ReportModel model;

  @BeforeAll
  static void makeRun() {
    SweepFixture fixture = new SweepFixture(folder);
    fixture.external(1);
    fixture.external(2);
    model = ReportModel.of(RunContents.read(fixture.end(State.OK, "")));
  }

  private static IntervalVerdict map() {
    return model.cells().get(0).verdicts().get(0);
  }

  @Test
  void eachWorkerIsJudgedByItsOwnSamples() {
    assertThat(map().workers())
        .extracting(IntervalVerdict.Worker::host, IntervalVerdict.Worker::bound)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("me@worker1", Bound.DISK),
            org.assertj.core.groups.Tuple.tuple("me@worker2", Bound.CPU));
    assertThat(map().workers().get(0).use().diskShare()).isCloseTo(0.97, within(1e-9));
    assertThat(map().workers().get(1).use().diskShare()).isCloseTo(0.20, within(1e-9));
    assertThat(map().workers().get(1).use().networkShare()).isCloseTo(30 / 125.0, within(1e-9));
    assertThat(map().sentence())
        .contains("The workers differ: CPU on me@worker2; disk on me@worker1.");
  }

  @Test
  void cpuIsTheWorkersMeanWithoutTheMasters() {
    for (ToDoubleFunction<ResourceUse> figure :
        List.<ToDoubleFunction<ResourceUse>>of(ResourceUse::busy, ResourceUse::ioWait)) {
      double mean =
          map().workers().stream().mapToDouble(w -> figure.applyAsDouble(w.use())).sum() / 2;
      assertThat(figure.applyAsDouble(map().use())).isCloseTo(mean, within(1e-9));
    }
  }

  @Test
  void devicesAreThoseOfTheNodesOnTheirOwnHosts() {
    assertThat(map().use().disk().orElseThrow().name()).isEqualTo("sda of worker1");
    assertThat(map().use().network().orElseThrow().name()).isEqualTo("eth0 of worker2");
    assertThat(map().bound()).isEqualTo(Bound.DISK);
  }

  @Test
  void throughputOverTimeIsDrawnByWorker() {
    List<Block.Multiples> io =
        model.sections().stream()
            .filter(s -> s.id().equals("sweep-io"))
            .flatMap(s -> s.blocks().stream())
            .filter(Block.Multiples.class::isInstance)
            .map(Block.Multiples.class::cast)
            .toList();
    assertThat(io.get(0).charts().get(0).series())
        .extracting(Chart.Series::name)
        .containsExactly("worker1 read", "worker1 written", "worker2 read", "worker2 written");
    assertThat(io.get(0).charts().get(0).series().get(0).points())
        .allSatisfy(p -> assertThat(p.get(1)).isEqualTo(97.0));
    assertThat(io.get(1).charts().get(0).series())
        .extracting(Chart.Series::name)
        .containsExactly(
            "worker1 received", "worker1 transmitted", "worker2 received", "worker2 transmitted");
  }

  @Test
  void cpuOverTimeIsTheMeanOverTheWorkers() {
    Chart cpu =
        model.sections().stream()
            .filter(s -> s.id().equals("sweep-cpu"))
            .flatMap(s -> s.blocks().stream())
            .filter(Block.Multiples.class::isInstance)
            .map(b -> ((Block.Multiples) b).charts().get(0))
            .findFirst()
            .orElseThrow();
    int points = cpu.series().get(0).points().size();
    for (int i = 0; i < points; i++) {
      int at = i;
      assertThat(cpu.series().stream().mapToDouble(s -> s.points().get(at).get(1)).sum())
          .isBetween(98.0, 102.0);
    }
  }

  @Test
  void reportShowsWhatBoundsEachWorker() {
    assertThat(MarkdownReport.render(model.page()))
        .contains("What bounds each worker")
        .contains("me@worker1");
  }
}
