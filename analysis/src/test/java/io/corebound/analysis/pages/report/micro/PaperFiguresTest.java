package io.corebound.analysis.pages.report.micro;

import static io.corebound.analysis.pages.report.Blocks.all;
import static io.corebound.analysis.pages.report.Blocks.chart;
import static io.corebound.analysis.pages.report.Blocks.row;
import static io.corebound.analysis.pages.report.Blocks.table;
import static io.corebound.analysis.pages.report.Blocks.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.KeptPage;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.report.MicroRows;
import io.corebound.analysis.pages.report.ReportModel;
import io.corebound.analysis.pages.report.RunFixture;
import io.corebound.analysis.pages.report.TerminalSummary;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of the suites alone: the paper's figures 9 to 16, and what the operations cost. */
class PaperFiguresTest {
  private static final String TERASORT = "Key Text 10 B, value 90 B";

  @TempDir Path folder;

  private ReportModel model(List<Measurement> rows) {
    return ReportModel.of(RunContents.read(RunFixture.micro(folder, rows)));
  }

  private static List<Block.Cell> cells(ReportModel model, String table, String first) {
    return table(model, table).rows().stream()
        .map(Block.Row::cells)
        .filter(cells -> cells.get(0).text().equals(first))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> firstColumn(ReportModel model, String table) {
    return table(model, table).rows().stream().map(r -> r.cells().get(0).text()).toList();
  }

  private static Doubts doubts(ReportModel model) {
    return model.micro().orElseThrow().doubts();
  }

  private static List<String> missing(ReportModel model) {
    return all(model, Block.Notice.class).stream()
        .filter(n -> n.level().equals("missing"))
        .flatMap(n -> n.items().stream())
        .toList();
  }

  @Test
  void leversStandSideBySideAndThePapersFiguresAreHadoops() {
    List<Measurement> both = new ArrayList<>(MicroRows.all());
    for (Measurement m : MicroRows.all()) {
      Map<String, String> parameters = new TreeMap<>(m.parameters());
      parameters.put("collector", "prefix");
      // a quarter of the cost, and four times the rate
      double value = m.unit().endsWith("/s") ? m.value() * 4 : m.value() / 4;
      if (m.suite().equals("sort") && m.interval().isPresent()) {
        Mean mean = Mean.ofInterval(value, value * 0.98, value * 1.02, 0.95, m.n());
        both.add(m.with(b -> b.parameters(parameters).mean(mean)));
      }
    }
    List<Double> alone = values(chart(model(MicroRows.all()), "figure-15-rate"), "sort");
    ReportModel model = model(both);

    List<String> sort = row(model, "levers-table", "sort");
    assertThat(sort.get(3)).isEqualTo("4.00");
    assertThat(values(chart(model, "figure-15-rate"), "sort")).isEqualTo(alone);
  }

  @Test
  void runWithoutALeverHasNoTableOfThem() {
    assertThat(all(model(MicroRows.all()), Block.Table.class))
        .extracting(Block.Table::id)
        .doesNotContain("levers-table");
  }

  @Test
  void everyFigureIsThereOnceInThePapersOrder() {
    ReportModel model = model(MicroRows.all());

    assertThat(model.sections())
        .extracting(Page.Section::id)
        .containsExactly(
            "operations",
            "paper-read",
            "paper-serialize",
            "paper-text",
            "paper-parse",
            "paper-sort",
            "environment");
    assertThat(all(model, Chart.class))
        .extracting(Chart::id)
        .containsExactly(
            "costs-chart",
            "figure-9",
            "figure-10",
            "figure-11-elements",
            "figure-11-rate",
            "figure-12",
            "figure-13",
            "figure-14",
            "figure-15-keys",
            "figure-15-rate",
            "figure-16-keys",
            "figure-16-rate");
    assertThat(missing(model))
        .extracting(m -> m.substring(0, m.indexOf(" (")))
        .containsExactly("Figure 3", "Figures 4 to 8", "Figures 17 and 18");
  }

  @Test
  void figure9DrawsTheUsualBufferAndListsTheOthers() {
    ReportModel model = model(MicroRows.all());

    assertThat(chart(model, "figure-9").categories())
        .containsExactly(
            "cat",
            "FileInputStream",
            "FileChannel, heap buffer",
            "FileChannel, direct buffer",
            "LocalFs, checksums",
            "LocalFs, no checksums",
            "HDFS, socket, checksums",
            "HDFS, short circuit, checksums",
            "HDFS, socket, no checksums",
            "HDFS, short circuit, no checksums");
    assertThat(values(chart(model, "figure-9"), "measured").get(0)).isEqualTo(5000);
    assertThat(table(model, "figure-9-buffers").columns())
        .extracting(Block.Column::name)
        .containsExactly("Method", "4 KiB", "64 KiB", "1 MiB");
    assertThat(row(model, "figure-9-buffers", "cat"))
        .containsExactly("cat", "3000", "5000", "5000");
  }

  @Test
  void paperStandsBesideOursAndIsNeverOneOfOurBars() {
    ReportModel model = model(MicroRows.all());

    assertThat(row(model, "figure-9-table", "cat")).containsExactly("cat", "5000", "5500 MB/s");
    assertThat(row(model, "figure-9-table", "FileInputStream").get(2))
        .isEqualTo("below FileChannel");
    assertThat(row(model, "figure-9-table", "HDFS, short circuit, checksums").get(2))
        .isEqualTo("no figure in the text");
    assertThat(row(model, "figure-14-table", "Words, StringTokenizer"))
        .containsExactly("Words, StringTokenizer", "108", "125 MB/s");
    for (Chart chart : all(model, Chart.class)) {
      for (Chart.Series series : chart.series()) {
        assertThat(series.marker()).isEqualTo(series.name().startsWith("the paper's machine"));
        assertThat(series.marker() && !series.values().isEmpty()).isFalse();
      }
    }
    // a range has both ends: 1.0 to 1.5 GB/s, beside the single 1.5 GB/s and 230 MB/s
    assertThat(
            chart(model, "figure-13").series().stream()
                .filter(s -> s.name().equals("the paper's machine: encode"))
                .findFirst()
                .orElseThrow()
                .points())
        .containsExactly(
            List.of(1500.0, 0.0), List.of(1000.0, 1.0), List.of(1500.0, 1.0), List.of(230.0, 2.0));
  }

  @Test
  void whatThePapersTextOnlyComparesStandsThereInWords() {
    ReportModel model = model(MicroRows.all());

    String chain = "UTF-8, ASCII text, Text from and to a stream, 64 B";
    assertThat(row(model, "figure-13-table", chain).get(3)).isEqualTo("decode 800 MB/s");
    assertThat(row(model, "figure-14-table", "Lines, TextInputFormat, bytes").get(2))
        .isEqualTo("400 MB/s");
    assertThat(row(model, "figure-15-table", "Key Int 4 B, value 4 B").get(5))
        .isEqualTo(
            "sort slower than Text 4 B, as many keys/s as with 90 B values; merge slower than Text"
                + " 4 B, about twice sort's keys/s");
    // of the words of WordCount the text has nothing
    assertThat(row(model, "figure-15-table", "Key Text words, value Int 4 B").get(5))
        .isEqualTo("no figure in the text");
  }

  @Test
  void hdfsCoresAreCostTimesRate() {
    ReportModel model = model(MicroRows.all());

    // 0.4 + 0.24 and the DataNode's 0.12 + 0.36 core-s a GB, at 1.25 GB/s: 0.8 + 0.6 cores
    assertThat(row(model, "figure-10-table", "HDFS, socket, checksums"))
        .containsExactly(
            "HDFS, socket, checksums",
            "1.12",
            "0.520",
            "0.600",
            "benchmark 0.640, datanode 0.480",
            "1.40",
            "2 cores");
    // 2 GB/s x 1.12 core-s a GB
    assertThat(all(model, Block.Paragraph.class))
        .extracting(Block.Paragraph::text)
        .contains(
            "Reading HDFS (socket, checksums) at 1.25 GB/s costs 1.40 cores (benchmark 0.800 and"
                + " datanode 0.600); keeping a device of 2 GB/s busy that way would take 2.24"
                + " cores.");
    assertThat(chart(model, "figure-10").series())
        .extracting(Chart.Series::name)
        .containsExactly(
            "benchmark, user", "benchmark, system", "datanode, user", "datanode, system");
  }

  @Test
  void basicTypesShowElementsAndBytes() {
    ReportModel model = model(MicroRows.all());

    assertThat(row(model, "figure-11-table", "long"))
        .containsExactly(
            "long", "50.0", "400", "80.0", "640", "serialize 40 M/s; serialize 290 MB/s");
    assertThat(values(chart(model, "figure-11-elements"), "deserialize"))
        .hasSize(9)
        .allMatch(v -> v == 80);
  }

  @Test
  void elementSizesRunFromTheSmallestToTheLargest() {
    Chart chart = chart(model(MicroRows.all()), "figure-12");

    assertThat(chart.shape()).isEqualTo("curve");
    assertThat(chart.series())
        .extracting(Chart.Series::name)
        .containsExactly(
            "BytesWritable, serialize",
            "BytesWritable, deserialize",
            "Text, serialize",
            "Text, deserialize",
            "the paper's machine");
    // 20 ns an element and 1/8 ns a byte: 8 B take 21 ns, 381 MB/s
    assertThat(chart.series().get(0).points())
        .extracting(p -> p.get(0))
        .containsExactly(8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0);
    assertThat(chart.series().get(0).points().get(0).get(1)).isEqualTo(380.95);
  }

  @Test
  void batchOfTwoSpillsIsShownWhereThereIsNoOtherOnly() {
    List<Measurement> two =
        MicroRows.all().stream()
            .filter(m -> m.suite().equals("sort"))
            .filter(m -> "1342177".equals(m.parameters().get("records")))
            .filter(m -> "random".equals(m.parameters().get("order")))
            .map(m -> larger(m, m.metric(), m.unit(), m.value() / 2))
            .toList();
    List<Measurement> rows = new ArrayList<>(MicroRows.all());
    rows.addAll(two);
    two.stream()
        .filter(m -> m.operation().equals("sort") && m.metric().equals(Measurement.Metric.COST))
        .forEach(m -> rows.add(larger(m, "spills", "spills", 2)));

    assertThat(row(model(rows), "figure-15-table", TERASORT))
        .isEqualTo(row(model(MicroRows.all()), "figure-15-table", TERASORT));
    assertThat(row(model(rows), "figure-16-table", TERASORT))
        .isEqualTo(row(model(MicroRows.all()), "figure-16-table", TERASORT));
    rows.removeAll(MicroRows.all().stream().filter(m -> m.suite().equals("sort")).toList());
    assertThat(row(model(rows), "figure-16-table", TERASORT)).isNotEmpty();
  }

  /** A figure of a batch of twice as many records. */
  private static Measurement larger(Measurement m, String metric, String unit, double value) {
    Map<String, String> parameters = new TreeMap<>(m.parameters());
    parameters.put("records", "2684354");
    Mean mean = new Mean(value, m.mean().error(), m.n());
    return m.with(b -> b.parameters(parameters).metric(metric).unit(unit).mean(mean));
  }

  @Test
  void sortFiguresTakeRandomKeysSeveralSpillsAndTheLargestBatch() {
    ReportModel model = model(MicroRows.all());
    String pair = TERASORT;

    // 1180 ns a record of 100 B: 0.847 million a second, 84.7 MB/s; the merge takes 400 ns
    assertThat(row(model, "figure-15-table", pair))
        .containsExactly(
            pair,
            "0.847",
            "84.7",
            "2.50",
            "250",
            "sort 60 MB/s; merge 105 MB/s; merge fewer keys/s than with 4 B values");
    assertThat(row(model, "figure-16-table", pair))
        .containsExactly(pair, "0.633", "63.3", "30 MB/s");
    assertThat(firstColumn(model, "figure-15-table"))
        .containsExactly(
            pair,
            "Key Text 4 B, value 90 B",
            "Key Int 4 B, value 90 B",
            "Key Text 10 B, value 4 B",
            "Key Text 4 B, value 4 B",
            "Key Int 4 B, value 4 B",
            "Key Text words, value Int 4 B");
  }

  @Test
  void costliestComesFirstWithTheCoresThatDevicesNeed() {
    ReportModel model = model(MicroRows.all());

    assertThat(firstColumn(model, "costliest-table"))
        .startsWith("task.map", "sort-merge", "sort", "parse.lines-tokens", "parse.tokens")
        .endsWith("read.cat")
        .doesNotContain("serialize.boolean");
    assertThat(firstColumn(model, "values-table")).startsWith("serialize.boolean").hasSize(18);
    // 15.8 ns/B: 63.3 MB/s a core; 0.5, 2 and 7 GB/s
    assertThat(row(model, "costliest-table", "sort-merge"))
        .containsExactly(
            "sort-merge", "15.8", "1580", "stable", "0.500", "63.3", "7.90", "31.6", "111");
  }

  @Test
  void figuresFromFewerThanFiveForksAreIndicative() {
    // three forks, and one of shuffle.fetch
    assertThat(doubts(model(MicroRows.all())))
        .returns(136, Doubts::costs)
        .returns(136, Doubts::indicative);
  }

  @Test
  void figuresFromFiveForksAreNotIndicative() {
    List<Measurement> five =
        MicroRows.readOnly().stream()
            .map(m -> MicroRows.like(m, m.value(), 5, m.jvmFlagsHash()))
            .toList();
    List<Measurement> fourOfCat =
        five.stream()
            .map(m -> m.operation().equals("read.cat") ? MicroRows.like(m, m.value(), 4, "") : m)
            .toList();

    assertThat(doubts(model(five)).indicative()).isZero();
    // ten ways to read, each with three buffers
    assertThat(doubts(model(fourOfCat))).returns(30, Doubts::costs).returns(3, Doubts::indicative);
  }

  @Test
  void figureOfOtherJvmFlagsStaysApartAndTheOneOfATasksFlagsIsShown() {
    List<Measurement> rows = new ArrayList<>();
    MicroRows.all().stream()
        .filter(m -> m.operation().equals("parse.tokens"))
        .map(m -> MicroRows.like(m, 2 * m.value(), m.n(), "a1b2c3"))
        .forEach(rows::add);
    rows.addAll(MicroRows.all());
    ReportModel model = model(rows);

    assertThat(row(model, "figure-14-table", "Words, StringTokenizer").get(1)).isEqualTo("108");
    // 1000 / 108
    assertThat(row(model, "costliest-table", "parse.tokens").get(1)).isEqualTo("9.26");
    assertThat(table(model, "operations-table").rows())
        .filteredOn(r -> r.cells().get(0).text().equals("parse.tokens"))
        .extracting(r -> r.cells().get(0).note(), r -> r.cells().get(2).text())
        .containsExactly(
            tuple("reader none, JVM flags a1b2c3", "216"), tuple("reader none", "108"));
    assertThat(doubts(model).flagsDiffer()).isTrue();
  }

  @Test
  void compressionRatioStandsBesideACodecsCosts() {
    ReportModel model = model(MicroRows.all());

    assertThat(cells(model, "costliest-table", "compress.snappy").get(0).note())
        .isEqualTo("ifile bytes; compression ratio 2.40");
    assertThat(cells(model, "operations-table", "compress.snappy").get(0).note())
        .isEqualTo("data tera, implementation snappy-java, pieces 1; compression ratio 2.40");
    assertThat(table(model, "other-table").rows())
        .extracting(r -> r.cells().get(3).text())
        .doesNotContain("ratio");
  }

  @Test
  void unstableAndSingleForkCostsAreToldAndKept() {
    ReportModel model = model(MicroRows.all());

    assertThat(doubts(model).judged()).isEqualTo(136);
    assertThat(doubts(model).unstable())
        .extracting(MeasuredOperation::id, o -> Math.round(o.halfWidth() * 100))
        .containsExactly(tuple("write.hdfs", 12L));
    assertThat(doubts(model).unjudged()).containsExactly(entry("shuffle.fetch", 1L));
    assertThat(row(model, "costliest-table", "write.hdfs")).contains("unstable", "4.00");
    assertThat(row(model, "costliest-table", "shuffle.fetch")).contains("not judged", "2.50");
  }

  @Test
  void threadsAndPhasesAreShownWithinTheirOperation() {
    List<List<String>> rows =
        table(model(MicroRows.all()), "parts-table").rows().stream()
            .map(r -> r.cells().stream().map(Block.Cell::text).toList())
            .toList();

    // 0.7 of 11.8 ns/B
    assertThat(rows).contains(Arrays.asList("sort", "spill thread", "8.26", "70 %", "–"));
    assertThat(rows).contains(Arrays.asList("sort", "collect", "–", "–", "3.54"));
  }

  @Test
  void runOfOneSuiteSaysWhichSuitesHaveTheOtherFigures() {
    ReportModel model = model(MicroRows.readOnly());

    assertThat(model.sections())
        .extracting(Page.Section::id)
        .containsExactly("operations", "paper-read", "environment");
    assertThat(missing(model))
        .contains(
            "Figures 15 and 16 (sorting and merging): ./corebound micro sort",
            "Figure 14 (parsing text): ./corebound micro parse")
        .noneMatch(m -> m.startsWith("Figures 9 and 10"));
  }

  @Test
  void runOfTheSuitesAloneIsAboutOperationsAndMissesNoJob() {
    ReportModel model = model(MicroRows.all());

    MicroFindings micro = model.micro().orElseThrow();
    // 15.8 ns/B, and 0.64 + 0.48 core-s a GB of reader and DataNode
    assertThat(micro.costliest().get(0).id()).isEqualTo("sort-merge");
    assertThat(micro.costliest().get(0).oneCoreMbPerS()).isCloseTo(63.3, within(0.05));
    assertThat(micro.costliest().get(0).coresFor(2000)).isCloseTo(31.6, within(0.05));
    assertThat(micro.hdfs().value(Quantity.COST)).isCloseTo(1.12, within(0.005));
    assertThat(MarkdownReport.render(model.page())).doesNotContainIgnoringCase("no job");
    assertThat(model.alarms()).isEmpty();
  }

  @Test
  void terminalHasTheTenCostliestAndTheUnstable() {
    RunDirectory run = RunFixture.micro(folder, MicroRows.all());
    List<String> lines =
        TerminalSummary.render(ReportModel.of(RunContents.read(run)), run.reportHtml())
            .lines()
            .toList();

    assertThat(lines.subList(0, lines.size() - 1))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    int first = lines.indexOf("Costliest first") + 2;
    assertThat(lines.subList(first, first + 10)).noneMatch(String::isBlank);
    assertThat(lines.get(first)).matches("sort-merge +15.8 +2.0 % +1580 +63.3 +31.6");
    assertThat(lines)
        .anyMatch(l -> l.contains("write.hdfs ± 12 %"))
        .noneMatch(l -> l.contains("task.map"));
  }

  /** What the terminal and the report say, word for word, about some operations. */
  @Test
  void pagesAreTheKeptOnes() {
    List<String> some =
        List.of("read.hdfs", "serialize.long", "sort", "merge", "sort-merge", "write.hdfs");
    Map<String, String> usual =
        Map.of("buffer", "65536", "checksum", "true", "order", "random", "records", "1342177");
    Map<String, String> pair = Map.of("key", "text-10", "value", "90", "spills", "several");
    List<Measurement> rows =
        MicroRows.all().stream()
            .filter(m -> some.contains(m.operation()) || m.suite().equals("contention"))
            .filter(
                m ->
                    m.parameters().entrySet().stream()
                        .allMatch(
                            p ->
                                usual
                                    .getOrDefault(
                                        p.getKey(), pair.getOrDefault(p.getKey(), p.getValue()))
                                    .equals(p.getValue())))
            .toList();
    RunDirectory run = RunFixture.micro(folder, rows);
    AtomicFiles.write(run.rawFolder().resolve("micro/skipped.txt"), "compress.zstd: not there\n");
    ReportModel model = ReportModel.of(RunContents.read(run));

    KeptPage.assertUnchanged(model.page(), PaperFiguresTest.class, "micro-report.md");
    KeptPage.assertUnchanged(
        TerminalSummary.render(model, Path.of("report.html")),
        PaperFiguresTest.class,
        "micro-terminal.txt");
  }

  @Test
  void skippedOperationsAreNamed() {
    RunDirectory run = RunFixture.micro(folder, MicroRows.all());
    AtomicFiles.write(run.rawFolder().resolve("micro/skipped.txt"), "compress.zstd: not there\n\n");
    ReportModel model = ReportModel.of(RunContents.read(run));

    assertThat(doubts(model).skipped()).containsExactly("compress.zstd: not there");
  }

  @Test
  void runWithAJobHasItsVerdictFirstThenTheFigures() {
    ReportModel model = ReportModel.of(RunContents.read(RunFixture.whole(folder)));

    assertThat(model.micro()).isEmpty();
    assertThat(model.sections())
        .extracting(Page.Section::id)
        .startsWith("verdict", "prediction")
        .containsSubsequence("io", "operations", "paper-read", "paper-sort", "environment");
  }

  @Test
  void everythingThatThePapersTextStatesHasItsPlaceInAFigure() {
    ReportModel model = model(MicroRows.all());
    long marks =
        all(model, Chart.class).stream()
            .flatMap(c -> c.series().stream())
            .filter(Chart.Series::marker)
            .mapToLong(s -> s.points().size())
            .sum();
    List<PaperValue> stated =
        PaperFigures.ALL.groups().stream()
            .flatMap(g -> g.figures().stream())
            .flatMap(f -> f.items().subjects().stream())
            .flatMap(subject -> subject.paper().stream())
            .toList();
    long numbers =
        stated.stream()
            .filter(v -> !v.unit().equals("cores"))
            .mapToLong(v -> v.numbers().size())
            .sum();

    // FileChannel and HDFS are two bars here: heap and direct buffers, with and without checksums;
    // of lines and words the paper has one rate for both readers
    assertThat(marks).isEqualTo(numbers + 3);
    assertThat(stated).extracting(PaperValue::section).noneMatch(Objects::isNull);
    List<String> cells =
        all(model, Block.Table.class).stream()
            .flatMap(t -> t.rows().stream())
            .flatMap(r -> r.cells().stream())
            .map(Block.Cell::text)
            .toList();
    assertThat(stated)
        .extracting(PaperValue::says)
        .filteredOn(Objects::nonNull)
        .isNotEmpty()
        .allSatisfy(words -> assertThat(cells).anyMatch(cell -> cell.contains(words)));
  }
}
