package io.corebound.analysis.pages.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.KeptPage;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.TextReport;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class RenderersTest {
  private static final Pattern REFERENCE =
      Pattern.compile("\\b(?:src|href|srcset|action|data|poster)=\"([^\"]*)\"");
  private static final Pattern DATA =
      Pattern.compile("(?s)<script type=\"application/json\" id=\"chart-data\">(.*?)</script>");

  @TempDir Path folder;

  private static String html(RunDirectory run) {
    return HtmlReport.render(ReportModel.of(RunContents.read(run)).page());
  }

  @Test
  void pageOfARunIsTheKeptOne() {
    ReportModel model = ReportModel.of(RunContents.read(RunFixture.whole(folder)));
    String page = MarkdownReport.render(model.page().withoutCharts());
    KeptPage.assertUnchanged(
        page.replaceAll("[0-9a-f]{64}", "HASH"), RenderersTest.class, "run.md");
  }

  @Test
  void pageRefersToNothingButItselfAndFilesOfTheRun() throws Exception {
    RunDirectory run = RunFixture.whole(folder);
    Matcher references = REFERENCE.matcher(html(run).replaceAll("(?s)<script>.*?</script>", ""));
    int files = 0;
    while (references.find()) {
      String reference = references.group(1);
      assertThat(reference).matches("#.+|\\./.+|data:,");
      if (reference.startsWith("./raw/micro") || reference.startsWith("./cells/local/raw/sar")) {
        files++;
        assertThat(Path.of(run.root().toUri().resolve(URI.create(reference)))).isRegularFile();
      }
    }
    assertThat(files).isPositive();
  }

  @Test
  void textOfTheRunCannotBecomeMarkup() {
    String page = html(RunFixture.whole(folder));

    assertThat(page)
        .contains("intel &lt;b&gt;fast&lt;/b&gt;")
        .contains("LINUX RESTART &lt;/script&gt;&lt;i&gt;")
        .doesNotContain("<b>fast</b>")
        .doesNotContain("</script><i>");
  }

  @Test
  void nameInAChartCannotEndTheScriptThatHoldsIt() {
    assertThat(HtmlReport.inScript("[\"</script><script>alert(1)</script>\"]"))
        .doesNotContain("<")
        .contains("\\u003c/script\\u003e");
  }

  @Test
  void chartDataAreJsonWithOneEntryForEachPlaceInThePage() {
    String page = html(RunFixture.whole(folder));
    Matcher data = DATA.matcher(page);
    assertThat(data.find()).isTrue();

    JsonNode charts = StructuredFiles.parseJson(data.group(1));

    assertThat(charts.size()).isEqualTo(page.split("<div class=\"canvas ", -1).length - 1);
    charts.forEach(
        chart -> assertThat(page).contains(" id=\"" + chart.get("id").asString() + "\" role"));
  }

  private static Page page(Block block) {
    return new Page(
        "t",
        "",
        "",
        "1",
        "c",
        "headline",
        "lead",
        List.of(),
        List.of(),
        List.of(new Page.Section("s", "Section", List.of(block))));
  }

  @Test
  void cellsThatDoNotFitTheTerminalAreCutAndStandWholeInMarkdown() {
    String longest = "x".repeat(3000);
    Page page =
        page(
            new Block.Table(
                "t",
                "",
                "",
                List.of(
                    Block.Column.text("What"),
                    Block.Column.text("A"),
                    Block.Column.number("N", "s")),
                List.of(
                    Block.Row.of(
                        Block.Cell.text("setting"),
                        Block.Cell.text(longest),
                        Block.Cell.number(1234.0)),
                    Block.Row.of(
                        Block.Cell.text("other"),
                        Block.Cell.text("short"),
                        Block.Cell.number(2.0)))));

    // of 60: 7 for the first, 4 for the number, two gaps of 2
    assertThat(TextReport.render(page, 60).lines())
        .contains(
            "setting  %s…  1230".formatted("x".repeat(44)),
            "other    short%s  2.00".formatted(" ".repeat(40)));
    assertThat(TextReport.render(page).lines()).allMatch(line -> line.length() <= 100);
    assertThat(MarkdownReport.render(page)).contains(longest);
  }

  @Test
  void textsThatDoNotFitTheTerminalAreBrokenBetweenWords() {
    String bottleneck = "CPU, 3.70 x waiting and more words";
    Page page =
        page(
            new Block.Table(
                "t",
                "",
                "",
                List.of(
                    Block.Column.text("Interval"),
                    Block.Column.text("Bottleneck"),
                    Block.Column.number("N", "s")),
                List.of(
                    Block.Row.of(
                        Block.Cell.text("map"),
                        Block.Cell.text(bottleneck),
                        Block.Cell.number(1234.0)),
                    Block.Row.of(
                        Block.Cell.text("reduce"),
                        Block.Cell.text("streamjob9008938901383246.jar"),
                        Block.Cell.number(1.0)))));

    // of 40: 8 for the first, 4 for the number below its broken head, two gaps of 2
    assertThat(TextReport.render(page, 40).lines())
        .contains("map       CPU, 3.70 x waiting and   1230", "          more words")
        // 24 of one word, and the rest
        .contains("reduce    streamjob900893890138324  1.00", "          6.jar");
    assertThat(TextReport.render(page, 200).lines())
        .contains("map       %s   1230".formatted(bottleneck));
  }

  @Test
  void columnsThatDoNotFitStandBelowBesideTheFirst() {
    String name = "c".repeat(30);
    List<String> figures = List.of("1".repeat(12), "2".repeat(12), "3".repeat(12), "4".repeat(12));
    List<Block.Column> columns = new ArrayList<>(List.of(Block.Column.text("Cell")));
    List<Block.Cell> cells = new ArrayList<>(List.of(Block.Cell.text(name)));
    for (String figure : figures) {
      columns.add(Block.Column.number("", ""));
      cells.add(Block.Cell.text(figure));
    }
    Block.Row row = Block.Row.of(cells.toArray(Block.Cell[]::new));

    // 30 + 2 + 12 + 2 + 12 are 58
    assertThat(
            TextReport.render(page(new Block.Table("t", "", "", columns, List.of(row))), 60)
                .lines())
        .endsWith(
            "Cell",
            String.join("  ", name, figures.get(0), figures.get(1)),
            "",
            "Cell",
            String.join("  ", name, figures.get(2), figures.get(3)));
  }

  @Test
  void factsAndParagraphsFitANarrowTerminalToo() {
    Page facts = page(new Block.Facts(List.of(new Block.Fact("name", "value ".repeat(60)))));
    Page words = page(new Block.Paragraph("word ".repeat(60)));

    for (Page page : List.of(facts, words)) {
      assertThat(TextReport.render(page, 50).lines()).allMatch(line -> line.length() <= 50);
    }
    assertThat(MarkdownReport.render(facts)).contains("value ".repeat(60).strip());
  }

  @Test
  void failedRunsPageOpensWithTheReason() {
    String page = html(RunFixture.bare(folder, "no space left on <data>"));

    assertThat(page.indexOf("FAILED: no space left on &lt;data&gt;."))
        .isPositive()
        .isLessThan(page.indexOf("<nav"));
  }

  @Test
  void markdownHoldsTheFiguresAndNoMarkupOfTheRun() {
    String text =
        MarkdownReport.render(ReportModel.of(RunContents.read(RunFixture.whole(folder))).page());

    assertThat(text)
        .startsWith("# TeraSort of 1 GB is bound by the CPU\n")
        .contains("| Map | 42.0 | 39.5 to 44.5 | 46.1 | −8.9 % |")
        .contains("**Map: CPU** (sure; 24.0 s, 50 % of the job)")
        .contains("[raw](./raw/micro/jmh%20suite.json)")
        .contains("intel &lt;b&gt;fast&lt;/b&gt;");
    assertThat(MarkdownReport.text("a|b\n*c*")).isEqualTo("a\\|b \\*c\\*");
  }

  @Test
  void everyTableOfTheMarkdownHasOneCellAColumn() {
    String text =
        MarkdownReport.render(ReportModel.of(RunContents.read(RunFixture.whole(folder))).page());
    int columns = 0;
    for (String line : text.lines().toList()) {
      int bars = line.startsWith("|") ? line.replace("\\|", "").split("\\|", -1).length : 0;
      if (bars > 0 && columns > 0) {
        assertThat(bars).as(line).isEqualTo(columns);
      }
      columns = bars;
    }
  }

  @Test
  void summaryIsShortAndEndsWithThePlaceOfTheReportAndWhatToDoNext() {
    RunDirectory run = RunFixture.whole(folder);
    List<String> lines =
        TerminalSummary.render(ReportModel.of(RunContents.read(run)), run.reportHtml())
            .lines()
            .toList();

    assertThat(lines).hasSizeBetween(10, 25);
    assertThat(lines.subList(0, lines.size() - 2))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    assertThat(lines.get(lines.size() - 2)).isEqualTo("Report: " + run.reportHtml());
    assertThat(lines.get(lines.size() - 1)).contains("./corebound plan --machine " + run.root());
    assertThat(lines)
        .anySatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "reduce +disk +\\(sure\\) +16.6 / 15.4 +\\+7.8 % +12.0 / 14.0 +−14.3 %"));
  }

  @Test
  void reportsAreTheSameEachTime() {
    RunDirectory run = RunFixture.whole(folder);
    ReportModel first = ReportModel.of(RunContents.read(run));
    ReportModel second = ReportModel.of(RunContents.read(run));

    assertThat(HtmlReport.render(second.page())).isEqualTo(HtmlReport.render(first.page()));
    assertThat(MarkdownReport.render(second.page())).isEqualTo(MarkdownReport.render(first.page()));
  }
}
