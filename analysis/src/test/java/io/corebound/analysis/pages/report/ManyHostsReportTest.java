package io.corebound.analysis.pages.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.Samples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the report shows of more hosts than can stand one below the other. */
class ManyHostsReportTest {
  private static final int HOSTS = 24;
  private static final int SECONDS = 3000;
  private static final int WITHOUT_DISK = 5;

  @TempDir static Path folder;
  private static RunDirectory run;
  private static ReportModel model;

  @BeforeAll
  static void writeRun() {
    run = ManyHosts.run(folder.resolve("many"), HOSTS, SECONDS, WITHOUT_DISK);
    model = ReportModel.of(RunContents.read(run));
  }

  private static List<Block> blocks(ReportModel model, String section) {
    return model.sections().stream()
        .filter(s -> s.id().equals(section))
        .flatMap(s -> s.blocks().stream())
        .toList();
  }

  private static <T> T only(List<Block> blocks, Class<T> kind, String id) {
    return blocks.stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(b -> b.toString().contains("id=" + id + ","))
        .findFirst()
        .orElseThrow();
  }

  private static List<List<Double>> points(Chart chart, String series) {
    return chart.series().stream()
        .filter(s -> s.name().equals(series))
        .findFirst()
        .orElseThrow()
        .points();
  }

  /** The value that is drawn nearest to a second. */
  private static double near(List<List<Double>> points, double second) {
    return points.stream()
        .min(java.util.Comparator.comparingDouble(p -> Math.abs(p.get(0) - second)))
        .orElseThrow()
        .get(1);
  }

  @Test
  void bandHasTheHighestTheMedianAndTheLowestHostAndLosesNoPeak() {
    List<Block> cpu = blocks(model, "cpu");
    Chart band = only(cpu, Chart.class, "cpu-of-hosts");

    assertThat(band.shape()).isEqualTo("band");
    assertThat(band.series())
        .extracting(Chart.Series::name)
        .containsExactly("highest", "lowest", "median");
    for (int host = 1; host <= HOSTS; host++) {
      assertThat(near(points(band, "highest"), ManyHosts.peakS(host, SECONDS)))
          .as("peak of host " + host)
          .isGreaterThanOrEqualTo(ManyHosts.cpuPeak(host));
      assertThat(near(points(band, "lowest"), ManyHosts.dipS(host, SECONDS)))
          .as("dip of host " + host)
          .isLessThanOrEqualTo(ManyHosts.cpuDip(host));
    }
    // hosts are at 20 to 49 %, each at another place of the same saw teeth
    assertThat(points(band, "median")).allSatisfy(p -> assertThat(p.get(1)).isBetween(20.0, 49.0));
    assertThat(points(band, "median")).hasSizeLessThanOrEqualTo(1000);
    assertThat(band.caption()).contains("24 hosts");

    Chart disk = only(blocks(model, "io"), Chart.class, "disk-of-hosts");
    assertThat(points(disk, "highest").stream().mapToDouble(p -> p.get(1)).max())
        .hasValue(ManyHosts.diskPeak(HOSTS));
    Chart network = only(blocks(model, "io"), Chart.class, "network-of-hosts");
    assertThat(points(network, "highest"))
        .as("the loopback is left out")
        .allSatisfy(p -> assertThat(p.get(1)).isCloseTo(HOSTS / 10.0 + 1, within(1e-9)));
    assertThat(points(network, "median"))
        .allSatisfy(p -> assertThat(p.get(1)).isCloseTo(1.25 + 1, within(1e-9)));
  }

  @Test
  void busiestHostsAreNamedTheBusiestFirst() {
    Block.Table table = only(blocks(model, "io"), Block.Table.class, "busiest-network-of-hosts");
    assertThat(table.rows()).hasSize(10);
    assertThat(table.rows())
        .extracting(r -> r.cells().get(0).text())
        .startsWith("node-024", "node-023", "node-022");
    assertThat(table.rows().get(0).cells())
        .extracting(Block.Cell::text)
        .containsExactly("node-024", "3.40", "3.40", "0");
    Block.Table cpu = only(blocks(model, "cpu"), Block.Table.class, "busiest-cpu-of-hosts");
    assertThat(cpu.rows())
        .allSatisfy(
            row -> {
              int host = Integer.parseInt(row.cells().get(0).text().substring(5));
              assertThat(row.cells().get(3).text())
                  .isEqualTo(Integer.toString(ManyHosts.peakS(host, SECONDS)));
            });
  }

  @Test
  void everyHostHasChartsOfItsOwnToChooseFromAndTheyKeepItsPeaks() {
    Block.Choice cpu = only(blocks(model, "cpu"), Block.Choice.class, "cpu-of-host");
    assertThat(cpu.options())
        .extracting(Block.Option::name)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, HOSTS).mapToObj(ManyHosts::name).toList());
    Block.Choice io = only(blocks(model, "io"), Block.Choice.class, "io-of-host");
    for (int host = 1; host <= HOSTS; host++) {
      Chart own = (Chart) cpu.options().get(host - 1).blocks().get(0);
      assertThat(own.title()).endsWith(" on " + ManyHosts.name(host));
      int peakS = ManyHosts.peakS(host, SECONDS);
      int dipS = ManyHosts.dipS(host, SECONDS);
      assertThat(points(own, "user"))
          .hasSizeLessThanOrEqualTo(Charts.mostPoints(HOSTS))
          .contains(List.of((double) peakS, ManyHosts.cpuPeak(host)))
          .contains(List.of((double) dipS, ManyHosts.cpuDip(host)));
      Optional<Chart> disk =
          io.options().get(host - 1).blocks().stream()
              .map(Chart.class::cast)
              .filter(c -> c.id().startsWith("disk-chart"))
              .findFirst();
      assertThat(disk.isPresent()).isEqualTo(host != WITHOUT_DISK);
      double diskPeak = ManyHosts.diskPeak(host);
      disk.ifPresent(
          d -> assertThat(points(d, "sdb written")).contains(List.of((double) peakS, diskPeak)));
    }
  }

  @Test
  void hostWithoutSamplesIsNamed() {
    assertThat(blocks(model, "io"))
        .filteredOn(b -> b instanceof Block.Notice)
        .map(b -> (Block.Notice) b)
        .anySatisfy(
            n -> {
              assertThat(n.text()).contains("Disk throughput of all hosts over time is without");
              assertThat(n.items()).containsExactly("node-005");
            });
  }

  @Test
  void bothReportsHoldEveryHost() throws Exception {
    String html = HtmlReport.render(model.page());
    for (int host = 1; host <= HOSTS; host++) {
      assertThat(html).contains("<option>" + ManyHosts.name(host) + "</option>");
    }
    assertThat(MarkdownReport.render(model.page()))
        .contains("CPU over time on one host: of each of 24 to choose from in")
        .contains("The busiest hosts");
  }

  @Test
  void fewHostsHaveTheirChartsOneBelowTheOther() {
    ReportModel few =
        ReportModel.of(RunContents.read(ManyHosts.run(folder.resolve("few"), 8, 60, 0)));
    assertThat(blocks(few, "cpu")).filteredOn(b -> b instanceof Chart).hasSize(8);
    assertThat(blocks(few, "io")).filteredOn(b -> b instanceof Chart).hasSize(16);
    assertThat(Stream.concat(blocks(few, "cpu").stream(), blocks(few, "io").stream()))
        .noneMatch(b -> b instanceof Block.Choice);
  }

  @Property(tries = 300)
  void thinnedRowsKeepTheHighestTheLowestAndTheirOrder(
      @ForAll @Size(min = 1, max = 500) List<@IntRange(min = -50, max = 50) Integer> figures,
      @ForAll @IntRange(min = 2, max = 120) int most) {
    List<Samples.Row> rows = new ArrayList<>();
    for (int i = 0; i < figures.size(); i++) {
      rows.add(new Samples.Row(i, "all", List.of((double) figures.get(i))));
    }
    ToDoubleFunction<Samples.Row> figure = r -> r.values().get(0);
    List<Samples.Row> thinned = Charts.thinned(rows, figure, most);
    assertThat(thinned).hasSizeLessThanOrEqualTo(most).isSubsetOf(rows);
    assertThat(thinned)
        .isSortedAccordingTo(java.util.Comparator.comparingDouble(Samples.Row::timeS));
    assertThat(thinned.stream().mapToDouble(figure).max())
        .isEqualTo(rows.stream().mapToDouble(figure).max());
    assertThat(thinned.stream().mapToDouble(figure).min())
        .isEqualTo(rows.stream().mapToDouble(figure).min());
  }
}
