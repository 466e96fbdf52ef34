package io.corebound.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.records.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The report in a real browser, from its file. */
class ReportBrowserIT {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  @TempDir static Path folder;
  private static ChromeDriver browser;

  @BeforeAll
  static void startBrowser() {
    boolean there = Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
    if (!there) {
      System.out.println(
          "skipped: no "
              + CHROMIUM
              + " or "
              + DRIVER
              + "; apt-get install chromium chromium-driver");
    }
    assumeTrue(there, "no chromium or no chromedriver");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toString());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1360,1000",
        "--user-data-dir=" + folder.resolve("profile"));
    options.setCapability("goog:loggingPrefs", logs);
    browser =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .usingAnyFreePort()
                .build(),
            options);
  }

  @AfterAll
  static void endBrowser() {
    if (browser != null) {
      browser.quit();
    }
  }

  private static void open(RunDirectory run) {
    Reports.write(run);
    browser.manage().logs().get(LogType.BROWSER);
    browser.manage().logs().get(LogType.PERFORMANCE);
    browser.get(run.reportHtml().toUri().toString());
  }

  private static List<String> complaints() {
    return browser.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /** Number of data points by chart, as ECharts holds them. */
  @SuppressWarnings("unchecked")
  private static Map<String, Long> dataByChart() {
    return (Map<String, Long>)
        browser.executeScript(
            """
            const points = {};
            for (const [id, chart] of Object.entries(window.coreboundCharts)) {
              points[id] = chart.getOption().series
                  .reduce((sum, s) => sum + s.data.filter(d => d !== null).length, 0);
            }
            return points;
            """);
  }

  @Test
  void everyChartIsDrawnWithDataAndNothingComplains() {
    open(RunFixture.whole(folder.resolve("whole")));

    Map<String, Long> points = dataByChart();
    assertThat(points.keySet())
        .containsExactlyInAnyOrder(
            "comparison",
            "operations-chart",
            "roles-chart",
            "cpu-chart",
            "roles-time",
            "disk-chart",
            "network-chart",
            "costs-chart",
            "figure-9",
            "figure-10",
            "figure-15-keys",
            "figure-15-rate");
    assertThat(points).containsEntry("cpu-chart", 5L * 89);
    assertThat(points.values()).allSatisfy(n -> assertThat(n).isPositive());
    for (String id : points.keySet()) {
      assertThat(browser.findElements(By.cssSelector("#" + id + " svg path")))
          .as("shapes drawn in " + id)
          .hasSizeGreaterThan(3);
    }
    assertThat(complaints()).isEmpty();
  }

  @Test
  void nothingIsFetchedButThePageItself() {
    RunDirectory run = RunFixture.whole(folder.resolve("fetch"));
    open(run);

    List<String> requests =
        browser.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
            .map(LogEntry::getMessage)
            .filter(m -> m.contains("\"Network.requestWillBeSent\""))
            .map(m -> m.replaceAll("(?s).*\"request\":\\{.*?\"url\":\"([^\"]*)\".*", "$1"))
            .filter(url -> !url.startsWith("data:"))
            .distinct()
            .toList();

    assertThat(requests).containsExactly(run.reportHtml().toUri().toString());
    assertThat(
            (Long) browser.executeScript("return performance.getEntriesByType('resource').length"))
        .isZero();
  }

  @Test
  void pageOfAFailedRunHasItsReasonAndNoEmptyChart() {
    open(RunFixture.withoutCell(folder.resolve("failed"), "the NodeManager <died>"));

    assertThat(browser.findElement(By.cssSelector("[role=alert]")).getText())
        .startsWith("FAILED: the NodeManager <died>.");
    assertThat(dataByChart())
        .containsOnlyKeys(
            "operations-chart",
            "costs-chart",
            "figure-9",
            "figure-10",
            "figure-15-keys",
            "figure-15-rate");
    assertThat(dataByChart().values()).allSatisfy(n -> assertThat(n).isPositive());
    assertThat(complaints()).isEmpty();
  }

  @Test
  void pageOfARunThatMeasuredNothingWorks() {
    open(RunFixture.bare(folder.resolve("bare"), "cannot start"));

    assertThat(dataByChart()).isEmpty();
    assertThat(browser.findElements(By.cssSelector(".canvas"))).isEmpty();
    assertThat(complaints()).isEmpty();
  }

  @Test
  void chartsOfTheHostThatIsChosenAreDrawnAndNoOthers() {
    open(ManyHosts.run(folder.resolve("hosts"), 30, 900, 0));

    assertThat(dataByChart().keySet())
        .containsExactlyInAnyOrder(
            "cpu-of-hosts",
            "cpu-chart-host1",
            "disk-of-hosts",
            "network-of-hosts",
            "disk-chart-host1",
            "network-chart-host1");
    browser.findElement(By.xpath("//*[@id='cpu-of-host']//option[.='node-017']")).click();
    assertThat(dataByChart().keySet()).contains("cpu-chart-host17", "disk-chart-host1");
    assertThat(dataByChart().keySet()).doesNotContain("cpu-chart-host1");
    assertThat(browser.findElement(By.id("cpu-chart-host17")).isDisplayed()).isTrue();
    for (String id : dataByChart().keySet()) {
      assertThat(browser.findElements(By.cssSelector("#" + id + " svg path")))
          .as("shapes drawn in " + id)
          .hasSizeGreaterThan(3);
    }
    assertThat(complaints()).isEmpty();
  }

  @Test
  void narrowWindowNeedsNoSidewaysScrolling() {
    open(RunFixture.whole(folder.resolve("narrow")));
    browser.manage().window().setSize(new Dimension(500, 900));
    try {
      assertThat(
              (Boolean)
                  browser.executeScript(
                      "return document.documentElement.scrollWidth"
                          + " <= document.documentElement.clientWidth"))
          .isTrue();
    } finally {
      browser.manage().window().setSize(new Dimension(1360, 1000));
    }
  }

  @Test
  void figuresOfTheSuitesAreDrawnAtEveryWidthInBothThemes() {
    open(RunFixture.micro(folder.resolve("micro"), MicroRows.all()));
    assertThat(dataByChart()).hasSize(12).containsEntry("figure-9", 10L + 5);
    try {
      for (String theme : List.of("light", "dark")) {
        browser.executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
        for (int width : new int[] {1360, 400}) {
          browser.executeCdpCommand(
              "Emulation.setDeviceMetricsOverride",
              Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
          browser.navigate().refresh();
          assertThat(
                  (Long)
                      browser.executeScript(
                          "return document.documentElement.scrollWidth - window.innerWidth"))
              .as("sideways scrolling at " + width + " px, " + theme)
              .isLessThanOrEqualTo(0);
          for (String id : dataByChart().keySet()) {
            assertThat(browser.findElements(By.cssSelector("#" + id + " svg path")))
                .as("shapes drawn in " + id + " at " + width + " px, " + theme)
                .hasSizeGreaterThan(3);
          }
        }
      }
      assertThat(complaints()).isEmpty();
    } finally {
      browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
      browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
    }
  }

  @Test
  void marksOfThePaperStandOnTheBarsThatTheyBelongTo() {
    open(RunFixture.micro(folder.resolve("marks"), MicroRows.all()));

    // the paper's 60 and 105 MB/s for TeraSort's pair, the first category
    assertThat(
            browser.executeScript(
                """
                return window.coreboundCharts['figure-15-rate'].getOption().series
                    .filter(s => s.type === 'scatter')
                    .map(s => s.name + ' ' + JSON.stringify(s.data) + ' '
                        + Math.sign(s.symbolOffset[1]));
                """))
        .isEqualTo(
            List.of(
                "the paper's machine: sort [[60,0]] -1", "the paper's machine: merge [[105,0]] 1"));
  }

  @Test
  void darkThemeRedrawsTheChartsInItsOwnColours() throws InterruptedException {
    open(RunFixture.whole(folder.resolve("dark")));
    Object light = userColour();
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));

    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (userColour().equals(light) && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    assertThat(userColour()).isNotEqualTo(light);
    assertThat(complaints()).isEmpty();

    browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
  }

  @Test
  void tooltipOfTheStackedChartShowsEachLayersOwnValue() {
    open(RunFixture.whole(folder.resolve("tooltip")));
    String text =
        (String)
            browser.executeAsyncScript(
                """
                const done = arguments[arguments.length - 1];
                const chart = window.coreboundCharts['cpu-chart'];
                chart.dispatchAction({type: 'showTip', seriesIndex: 0, dataIndex: 60});
                setTimeout(() => done(document.querySelector('#cpu-chart').innerText), 500);
                """);

    // 36 s after the submission, in reduce: system 13 with soft interrupts 1, steal 0.5
    assertThat(text.replaceAll("\\s+", " "))
        .contains("36 s")
        .contains("system 14.0 %")
        .contains("steal 0.500 %");
  }

  private static Object userColour() {
    return browser.executeScript(
        "return window.coreboundCharts['cpu-chart'].getOption().series"
            + ".find(s => s.name === 'user').color");
  }
}
