package io.corebound.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.CsvFiles;
import io.corebound.records.RunDirectory;
import io.corebound.records.StructuredFiles;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
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
    return HtmlReport.render(ReportModel.of(RunContents.read(run)));
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

  @Test
  void failedRunsPageOpensWithTheReason() {
    String page = html(RunFixture.bare(folder, "no space left on <data>"));

    assertThat(page.indexOf("FAILED: no space left on &lt;data&gt;."))
        .isPositive()
        .isLessThan(page.indexOf("<nav"));
  }

  @Test
  void markdownHoldsTheFiguresAndNoMarkupOfTheRun() {
    String text = MarkdownReport.render(ReportModel.of(RunContents.read(RunFixture.whole(folder))));

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
    String text = MarkdownReport.render(ReportModel.of(RunContents.read(RunFixture.whole(folder))));
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
  void summaryIsShortAndEndsWithThePlaceOfTheReport() {
    RunDirectory run = RunFixture.whole(folder);
    List<String> lines =
        TerminalSummary.render(ReportModel.of(RunContents.read(run)), run.reportHtml())
            .lines()
            .toList();

    assertThat(lines).hasSizeBetween(10, 25);
    assertThat(lines.subList(0, lines.size() - 1))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    assertThat(lines.get(lines.size() - 1)).isEqualTo("Report: " + run.reportHtml());
    assertThat(lines)
        .anySatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "reduce +disk +\\(sure\\) +16.6 / 15.4 +\\+7.8 % +12.0 / 14.0 +−14.3 %"));
  }

  @Test
  void predictionAndMeasurementAreATableBesideTheReport() {
    RunDirectory run = RunFixture.whole(folder);
    Reports.write(run);
    var rows =
        CsvFiles.read(
            run.reportCsv(),
            List.of(
                "cell", "interval", "state", "predicted_s", "measured_s", "time_error_percent"));
    assertThat(rows)
        .extracting(row -> row.get("interval"))
        .containsExactly("map", "shuffle-tail", "reduce", "overhead", "total", "client");
    var reduce = rows.get(2);
    double predicted = Double.parseDouble(reduce.get("predicted_s"));
    double measured = Double.parseDouble(reduce.get("measured_s"));
    assertThat(predicted).isCloseTo(12, within(0.05));
    assertThat(measured).isCloseTo(14, within(0.05));
    assertThat(Double.parseDouble(reduce.get("time_error_percent")))
        .isCloseTo((predicted - measured) / measured * 100, within(1e-9));
    assertThat(reduce.get("state")).isEqualTo("OK");
  }

  @Test
  void reportsAreWrittenBesideTheRunAndAreTheSameEachTime() throws Exception {
    RunDirectory run = RunFixture.whole(folder);
    Reports.write(run);
    String first = Files.readString(run.reportHtml()) + Files.readString(run.reportMarkdown());
    Reports.write(run);

    assertThat(Files.readString(run.reportHtml()) + Files.readString(run.reportMarkdown()))
        .isEqualTo(first);
  }
}
