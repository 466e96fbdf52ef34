package io.corebound.analysis.pages.report;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.page.Page;
import io.corebound.records.Runs;
import io.corebound.records.config.MachineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunContents;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The table of Figure 3, from the rows that probes leave. */
class BasePerformanceTest {
  private static final Map<String, String> FIO =
      Map.of(
          "tool", "fio", "version", "3.33", "block_size", "1MiB", "io_depth", "16", "direct", "1");

  @TempDir Path folder;

  private static Measurement row(
      String operation,
      int threads,
      String metric,
      String unit,
      double value,
      double half,
      Map<String, String> parameters) {
    return Runs.measurement(
            operation, metric, unit, Mean.ofInterval(value, value - half, value + half, 0.95, 3))
        .with(
            b ->
                b.suite("probe")
                    .parameters(parameters)
                    .process("wall")
                    .threads(threads)
                    .byteBase("file"));
  }

  private static List<Measurement> rows() {
    Map<String, String> iperf = Map.of("tool", "iperf3", "version", "3.12", "link", "loopback");
    return List.of(
        row("disk.write", 1, "rate", "MB/s", 100, 2, FIO),
        row("disk.write", 8, "rate", "MB/s", 80, 4, FIO),
        row("disk.read", 8, "rate", "MB/s", 250, 5, FIO),
        row("disk.read", 1, "rate", "MB/s", 400, Double.NaN, FIO),
        row("network.stream", 1, "rate", "MB/s", 3000, 30, iperf),
        row("network.stream", 1, "cost", "ns/B", 0.5, 0.1, iperf));
  }

  private static List<Measurement> withNominal(MachineFile nominal) {
    List<Measurement> rows = new ArrayList<>(rows());
    rows.addAll(BasePerformance.nominal("nominal.yaml", nominal, "raw/probe/nominal.yaml"));
    return rows;
  }

  private MachineFile nominal() throws Exception {
    return StructuredFiles.readYaml(
        java.nio.file.Files.writeString(
            folder.resolve("nominal.yaml"),
            """
            source: the makers' data sheets; two of them
            disk: {read: 500 MB/s, write: 200 MB/s}
            network: not-modelled
            start: not-modelled
            """),
        MachineFile.class);
  }

  @Test
  void tableHasNominalBesideMeasuredByNumberOfStreams() throws Exception {
    String text = BasePerformance.of(withNominal(nominal())).orElseThrow().toText();
    assertThat(text.lines().map(line -> line.replaceAll(" +", " ")))
        .startsWith(
            "Base performance streams nominal measured ± 95 % of nominal",
            "disk, sequential read 1 500 400 MB/s – 80 %",
            "disk, sequential read 8 500 250 MB/s 2.0 % 50 %",
            "disk, sequential write 1 200 100 MB/s 2.0 % 50 %",
            "disk, sequential write 8 200 80.0 MB/s 5.0 % 40 %",
            "network, TCP stream 1 – 3000 MB/s 1.0 % –");
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void twoRunsGiveNoInterval() {
    Measurement three = row("disk.read", 1, "rate", "MB/s", 44.2, 47.7, FIO);
    BasePerformance base =
        BasePerformance.of(List.of(MicroRows.like(three, 44.2, 2, ""))).orElseThrow();

    assertThat(base.lines())
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.ciLow()).isNull();
              assertThat(line.interval()).isEqualTo("2 runs: no interval");
            });
    assertThat(base.notes()).contains("Fewer than three runs give no interval.");
    // 44.2 / e^(47.7 / 44.2) and 44.2 e^(47.7 / 44.2)
    assertThat(BasePerformance.of(List.of(three)).orElseThrow().lines().get(0).interval())
        .isEqualTo("15.0 to 130");
  }

  @Test
  void loopbackAndMissingNominalFiguresAreNotes() {
    BasePerformance base = BasePerformance.of(rows()).orElseThrow();
    assertThat(base.notes())
        .anyMatch(note -> note.contains("loopback"))
        .anyMatch(note -> note.contains("--nominal"));
  }

  @Test
  void bufferedFiguresAreSaidToBe() {
    BasePerformance base =
        BasePerformance.of(
                List.of(row("disk.read", 1, "rate", "MB/s", 9000, 1, Map.of("direct", "0"))))
            .orElseThrow();
    assertThat(base.notes()).anyMatch(note -> note.contains("refuses direct I/O"));
    assertThat(base.lines().get(0).how()).contains("through the page cache");
    assertThat(base.toText()).contains("through the page cache");
  }

  @Test
  void noteNamesWhatOthersDidMost() {
    List<Measurement> rows =
        List.of(
            row("disk.read", 1, "rate", "MB/s", 900, 1, Map.of("others_percent", "12")),
            row("disk.write", 1, "rate", "MB/s", 900, 1, Map.of("others_percent", "9")));
    String note = BasePerformance.disturbed(rows).orElseThrow();
    assertThat(note).contains("12 %", "disk.read").doesNotContain("disk.write");
    assertThat(BasePerformance.of(rows).orElseThrow().notes()).contains(note);
    assertThat(BasePerformance.disturbed(rows())).isEmpty();
  }

  @Test
  void whatIsNoNumberIsNotAmongWhatOthersDid() {
    Measurement odd = row("disk.read", 1, "rate", "MB/s", 900, 1, Map.of("others_cores", "abc"));
    Measurement cost =
        row("disk.write-back", 1, "cost", "core-ns/B", 2, 1, Map.of("others_cores", "0.50"));
    assertThat(BasePerformance.disturbed(List.of(odd))).isEmpty();
    assertThat(BasePerformance.disturbed(List.of(odd, cost)).orElseThrow())
        .contains("0.50 cores of CPU time during disk.write-back")
        .contains("figures may be off");
  }

  @Test
  void costOfWritingBackIsALineAndItsAbsenceANote() {
    List<Measurement> rows = new ArrayList<>(rows());
    assertThat(BasePerformance.of(rows).orElseThrow().notes())
        .anyMatch(n -> n.contains("writeback was not measured"));
    Map<String, String> buffered = new TreeMap<>(FIO);
    buffered.put("direct", "0");
    rows.add(row("disk.write-back", 1, "cost", "ns/B", 0.85, 0.1, buffered));
    BasePerformance base = BasePerformance.of(rows).orElseThrow();
    assertThat(base.lines())
        .filteredOn(line -> line.access().equals("write-back, CPU"))
        .singleElement()
        .satisfies(line -> assertThat(line.measured()).isEqualTo(0.85))
        .satisfies(line -> assertThat(line.unit()).isEqualTo("ns/B"));
    assertThat(base.notes()).noneMatch(n -> n.contains("write back") || n.contains("page cache"));
  }

  private static Measurement message(String transport, String size, double mbPerS) {
    Map<String, String> parameters = new TreeMap<>(Map.of("tool", "java", "message", size));
    parameters.put("without", "rsocket: no RDMA device");
    return row("transport." + transport, 1, "rate", "MB/s", mbPerS, mbPerS / 50, parameters);
  }

  @Test
  void transportsHaveALineForEachSizeOfAMessageInTheirOrder() {
    BasePerformance base =
        BasePerformance.of(
                List.of(
                    message("tcp", "1MiB", 2000),
                    message("tcp", "1B", 0.05),
                    message("tcp", "4KiB", 200)))
            .orElseThrow();
    assertThat(base.lines())
        .extracting(BasePerformance.Line::messageBytes)
        .containsExactly(1L, 4096L, 1L << 20);
    assertThat(base.lines().get(1).what()).contains("tcp", "4KiB");
    assertThat(base.notes())
        .anyMatch(note -> note.contains("no RDMA device"))
        .noneMatch(note -> note.contains("--nominal") || note.contains("46 times"));
    assertThat(base.headline()).contains("2000 MB/s");
    assertThat(base.blocks().stream().filter(Chart.class::isInstance).map(Chart.class::cast))
        .singleElement()
        .satisfies(
            chart -> {
              assertThat(chart.shape()).isEqualTo("curve");
              assertThat(chart.series().get(0).points())
                  .containsExactly(
                      List.of(1.0, 0.05), List.of(4096.0, 200.0), List.of(1048576.0, 2000.0));
            });
  }

  @Test
  void twoTransportsAreComparedAtTheSizeThatThePaperHas() {
    BasePerformance base =
        BasePerformance.of(
                List.of(
                    message("tcp", "64MiB", 3000),
                    message("tcp", "1MiB", 100),
                    message("rsocket", "1MiB", 4600)))
            .orElseThrow();
    assertThat(base.notes()).anyMatch(note -> note.contains("carries 46.0 times as much"));
  }

  @Test
  void jsonAndCsvHaveTheSameLines() throws Exception {
    BasePerformance base = BasePerformance.of(withNominal(nominal())).orElseThrow();
    JsonNode lines = StructuredFiles.parseJson(base.toJson()).path("lines");
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0).path("measured_of_nominal").asDouble()).isEqualTo(0.8);
    assertThat(lines.get(0).path("ci_low").isNull()).isTrue();
    List<String> csv = base.toCsv().lines().toList();
    assertThat(csv).hasSize(6);
    // 250 / e^0.02 and 250 e^0.02
    assertThat(csv.get(2))
        .matches("disk,sequential read,8,MB/s,500.0,250.0,245.0496\\d*,255.0503\\d*,3,0.5,.*");
  }

  @Test
  void fileThatStatesNothingToCompareWithIsRefused() {
    MachineFile paper =
        StructuredFiles.readYaml(
            Path.of("..", "configs", "machine", "oikawa-2013.yaml"), MachineFile.class);
    assertThatRefused(() -> BasePerformance.nominal("oikawa-2013.yaml", paper, ""))
        .hasMessageContaining("oikawa-2013.yaml: states neither disk nor network");
  }

  @Test
  void runThatProbedNothingHasNoTable() {
    assertThat(BasePerformance.of(List.of())).isEmpty();
  }

  @Test
  void runOfTheProbesAloneIsReportedWithItsTableAndFigure() throws Exception {
    ReportModel model =
        ReportModel.of(RunContents.read(RunFixture.probe(folder, withNominal(nominal()))));
    assertThat(model.headline())
        .isEqualTo("The disk reads 400 MB/s, writes 100 MB/s and the network carries 3000 MB/s");
    assertThat(model.sections())
        .extracting(Page.Section::id)
        .containsExactly("base", "environment");
    assertThat(MarkdownReport.render(model.page())).contains("Figure 3");
    assertThat(TerminalSummary.render(model, Path.of("report.html")))
        .contains("disk, sequential write")
        .contains("Report: report.html");
  }
}
