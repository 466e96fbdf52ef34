package io.corebound.analysis.pages.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.report.plan.PlanPage;
import io.corebound.analysis.pages.report.plan.PlanPageTest;
import io.corebound.analysis.pages.report.sweep.SweepFixture;
import io.corebound.analysis.study.compare.ComparedPages;
import io.corebound.analysis.study.score.ScoredPages;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The report in a real browser, from its file. */
class ReportBrowserIT {
  /** A real sweep of twelve cells with variants, three times each. */
  private static final Path SAMPLE = Path.of("../results/samples/accuracy-1650mb-2-cores");

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
    // axe takes seconds for a long page, and many where the machine is busy
    browser.manage().timeouts().scriptTimeout(Duration.ofMinutes(3));
  }

  @AfterAll
  static void endBrowser() {
    if (browser != null) {
      browser.quit();
    }
  }

  /** Reports that several tests look at are written once. */
  private static final Map<String, RunDirectory> WRITTEN = new HashMap<>();

  private static RunDirectory open(String name, Function<Path, RunDirectory> run) {
    RunDirectory written =
        WRITTEN.computeIfAbsent(
            name,
            n -> {
              RunDirectory made = run.apply(folder.resolve(n));
              AtomicFiles.write(made.reportHtml(), HtmlReport.render(page(made)));
              return made;
            });
    browser.manage().logs().get(LogType.BROWSER);
    browser.manage().logs().get(LogType.PERFORMANCE);
    browser.get(written.reportHtml().toUri().toString());
    return written;
  }

  private static RunDirectory openWhole() {
    return open("whole", RunFixture::whole);
  }

  private static void openMicro() {
    open("micro", path -> RunFixture.micro(path, MicroRows.all()));
  }

  private static List<String> complaints() {
    return browser.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /**
   * Number of finite points by chart, as ECharts holds them; 0 where one of its series has none.
   */
  @SuppressWarnings("unchecked")
  private static Map<String, Long> dataByChart() {
    return (Map<String, Long>)
        browser.executeScript(
            """
            const points = {};
            const value = d => d && typeof d === 'object' && !Array.isArray(d) ? d.value : d;
            const finite = d => Number.isFinite([value(d)].flat().at(-1));
            for (const [id, chart] of Object.entries(window.coreboundCharts)) {
              const bySeries = chart.getOption().series.map(s => s.data.filter(finite).length);
              points[id] = bySeries.includes(0) ? 0 : bySeries.reduce((sum, n) => sum + n, 0);
            }
            return points;
            """);
  }

  @Test
  void everyChartIsDrawnWithDataAndNothingComplains() {
    openWhole();

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
  void scattersAreDrawnWithData() throws Exception {
    Chart scatter =
        Chart.of(
            "scatter",
            "scatter",
            "Predicted over measured time",
            "",
            "s",
            "measured, s",
            List.of(),
            List.of(
                new Chart.Series(
                    "map",
                    "",
                    "",
                    false,
                    true,
                    List.of(List.of(10.0, 11.0), List.of(70.0, 64.0)),
                    List.of()),
                Chart.Series.line(
                    "equal", "soft", true, List.of(List.of(9.0, 9.0), List.of(80.0, 80.0)))));
    Page page =
        Page.of(
            RunFixture.whole(folder.resolve("pages")).manifest(),
            "two runs",
            "What a page says",
            "",
            List.of(new Page.Section("charts", "Charts", List.of(scatter))));
    Path file = Files.writeString(folder.resolve("page.html"), HtmlReport.render(page));
    browser.manage().logs().get(LogType.BROWSER);
    browser.get(file.toUri().toString());

    assertThat(dataByChart()).containsOnly(Map.entry("scatter", 4L));
    assertThat(browser.findElements(By.cssSelector("#scatter svg path"))).hasSizeGreaterThan(5);
    assertThat(complaints()).isEmpty();
  }

  @Test
  void nothingIsFetchedButThePageItself() {
    RunDirectory run = openWhole();

    assertThat(requests()).containsExactly(run.reportHtml().toUri().toString());
    assertThat(
            (Long) browser.executeScript("return performance.getEntriesByType('resource').length"))
        .isZero();
  }

  /** Addresses that were asked for since the page was opened. */
  private static List<String> requests() {
    return browser.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(m -> m.contains("\"Network.requestWillBeSent\""))
        .map(m -> m.replaceAll("(?s).*\"request\":\\{.*?\"url\":\"([^\"]*)\".*", "$1"))
        .filter(url -> !url.startsWith("data:"))
        .distinct()
        .toList();
  }

  @Test
  void pageOfAFailedRunHasItsReasonAndNoEmptyChart() {
    open("failed", path -> RunFixture.withoutCell(path, "the NodeManager <died>"));

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
    open("bare", path -> RunFixture.bare(path, "cannot start"));

    assertThat(dataByChart()).isEmpty();
    assertThat(browser.findElements(By.cssSelector(".canvas"))).isEmpty();
    assertThat(complaints()).isEmpty();
  }

  @Test
  void chartsOfTheHostThatIsChosenAreDrawnAndNoOthers() {
    open("hosts", path -> ManyHosts.run(path, 30, 900, 0));

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
    openWhole();
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

  private static final Map<String, Page> PAGES = new LinkedHashMap<>();

  /** A page of every kind that corebound writes, by what it is. */
  private static Map<String, Page> pages() {
    Map<String, Page> pages = PAGES;
    if (!pages.isEmpty()) {
      return pages;
    }
    pages.put("run", page(RunFixture.whole(folder.resolve("page-run"))));
    pages.put("micro", page(RunFixture.micro(folder.resolve("page-micro"), MicroRows.all())));
    SweepFixture sweep = new SweepFixture(folder.resolve("page-sweep"));
    sweep.cell("hdd", "ethernet-1g", 1, 3);
    sweep.cell("ssd-sata", "ethernet-1g", 1, 1.2);
    pages.put("sweep", page(sweep.end(State.OK, "")));
    pages.put("collect", page(ManyHosts.run(folder.resolve("page-collect"), 2, 60, 0)));
    pages.put("plan", PlanPage.of(PlanPageTest.PLAN, "1.0", "abc"));
    pages.put("compare", ComparedPages.comparison(folder.resolve("page-compare")));
    pages.put("validate", ScoredPages.score(folder.resolve("page-validate")));
    return pages;
  }

  private static Page page(RunDirectory run) {
    return ReportModel.of(RunContents.read(run)).page();
  }

  private static void open(Page page) throws IOException {
    Path file = Files.writeString(folder.resolve("page.html"), HtmlReport.render(page));
    browser.manage().logs().get(LogType.BROWSER);
    browser.manage().logs().get(LogType.PERFORMANCE);
    browser.get(file.toUri().toString());
  }

  /**
   * What was seen of a page with everything open.
   *
   * @param canvases places of charts that are not hidden
   * @param points number of data points by chart
   * @param shapes number of shapes drawn by chart
   * @param shapesOnAPhone the same at a phone's width
   * @param sidewaysOnAPhone pixels by which the page is wider than a phone
   * @param requests addresses that were asked for
   * @param complaints of the browser
   * @param violations what axe finds serious
   */
  private record Visit(
      long canvases,
      Map<String, Long> points,
      Map<String, Long> shapes,
      Map<String, Long> shapesOnAPhone,
      long sidewaysOnAPhone,
      List<String> requests,
      List<String> complaints,
      List<String> violations) {}

  private static final Map<String, Visit> VISITS = new LinkedHashMap<>();

  /** Every page is made once for all that is asked of it. */
  private static Map<String, Visit> visits() throws IOException {
    if (VISITS.isEmpty()) {
      for (Map.Entry<String, Page> page : pages().entrySet()) {
        // the pages share a style sheet: each takes the next look of the four
        Look look = LOOKS.get(VISITS.size() % LOOKS.size());
        VISITS.put(page.getKey(), visit(page.getValue(), List.of(look)));
      }
    }
    return VISITS;
  }

  private static Visit visit(Page page, List<Look> looks) throws IOException {
    open(page);
    long canvases = openWhatIsClosed();
    Map<String, Long> points = dataByChart();
    Map<String, Long> shapes = shapesByChart();
    List<String> requests = requests();
    Map<String, Long> shapesOnAPhone;
    long sidewaysOnAPhone;
    emulate(390, "light");
    try {
      browser.navigate().refresh();
      openWhatIsClosed();
      shapesOnAPhone = shapesByChart();
      sidewaysOnAPhone = sideways();
    } finally {
      emulateNothing();
    }
    // a drawing is one picture with a name, and rows that differ in their words only are alike:
    // axe need not go through the thousands of them
    browser.executeScript(
        """
        if (window.echarts) {
          echarts.init = () => ({setOption() {}, dispose() {}});
        }
        document.querySelectorAll('.canvas').forEach(c => c.replaceChildren());
        for (const body of document.querySelectorAll('tbody')) {
          const kinds = new Set();
          for (const row of [...body.rows]) {
            const kind = [row, ...row.querySelectorAll('*')].map(e => e.tagName + e.className).join();
            if (kinds.has(kind)) {
              row.remove();
            }
            kinds.add(kind);
          }
        }
        """);
    return new Visit(
        canvases,
        points,
        shapes,
        shapesOnAPhone,
        sidewaysOnAPhone,
        requests,
        complaints(),
        violations(looks));
  }

  /** A window's width in pixels and a theme. */
  private record Look(int width, String theme) {}

  private static final List<Look> LOOKS =
      List.of(
          new Look(1360, "dark"),
          new Look(1360, "light"),
          new Look(390, "dark"),
          new Look(390, "light"));

  /** What axe finds serious in the page that is open. */
  private static List<String> violations(List<Look> looks) throws IOException {
    List<String> violations = new ArrayList<>();
    Axe axe = new Axe(browser);
    axe.load();
    try {
      for (Look look : looks) {
        emulate(look.width(), look.theme());
        axe.serious().forEach(v -> violations.add("%s: %s".formatted(look, v)));
      }
    } finally {
      emulateNothing();
    }
    return violations;
  }

  /** Pixels by which the page is wider than the window. */
  private static long sideways() {
    return (Long)
        browser.executeScript("return document.documentElement.scrollWidth - window.innerWidth");
  }

  /** Waits until every chart that is then to be seen is drawn, and counts them. */
  private static long openWhatIsClosed() {
    browser.executeScript("document.querySelectorAll('details').forEach(d => d.open = true)");
    long canvases =
        (Long)
            browser.executeScript(
                "return [...document.querySelectorAll('.canvas')]"
                    + ".filter(c => !c.closest('[hidden]')).length");
    waitFor(() -> dataByChart().size() == canvases);
    return canvases;
  }

  /** Number of shapes drawn by chart. */
  @SuppressWarnings("unchecked")
  private static Map<String, Long> shapesByChart() {
    return (Map<String, Long>)
        browser.executeScript(
            """
            const shapes = {};
            for (const id of Object.keys(window.coreboundCharts)) {
              shapes[id] = document.getElementById(id).querySelectorAll('svg path').length;
            }
            return shapes;
            """);
  }

  @Test
  void axeFindsNothingSeriousOnAnyPage() throws IOException {
    assertThat(visits()).hasSize(7);
    visits().forEach((page, seen) -> assertThat(seen.violations()).as(page).isEmpty());

    // their charts are left out there: the drawings of one page are looked at as they are
    open(PlanPage.of(PlanPageTest.PLAN, "1.0", "abc"));
    openWhatIsClosed();
    // a wide dark window and a narrow light one
    assertThat(violations(List.of(LOOKS.get(0), LOOKS.get(3)))).as("with its charts").isEmpty();

    // it does look: the same where something is wrong
    open(PlanPage.of(PlanPageTest.PLAN, "1.0", "abc"));
    browser.executeScript(
        "document.documentElement.removeAttribute('lang');"
            + "document.querySelector('h1').style.color = '#eee';");
    Axe axe = new Axe(browser);
    axe.load();
    assertThat(axe.serious()).anyMatch(v -> v.startsWith("html-has-lang"));
    assertThat(axe.serious()).anyMatch(v -> v.startsWith("color-contrast"));
  }

  @Test
  @Tag("long")
  void axeFindsNothingSeriousOnAnyPageAtEveryWidthInBothThemes() throws IOException {
    for (Map.Entry<String, Page> page : pages().entrySet()) {
      assertThat(visit(page.getValue(), LOOKS).violations()).as(page.getKey()).isEmpty();
    }
  }

  @Test
  void everyKindOfPageDrawsItsChartsWithDataAndFetchesNothing() throws IOException {
    visits()
        .forEach(
            (page, seen) -> {
              assertThat(seen.points()).as(page).hasSize((int) seen.canvases());
              assertThat(seen.points().values())
                  .as(page)
                  .allSatisfy(n -> assertThat(n).isPositive());
              assertThat(seen.shapes().values())
                  .as(page)
                  .allSatisfy(n -> assertThat(n).isGreaterThan(3));
              assertThat(seen.shapesOnAPhone().keySet()).as(page).isEqualTo(seen.shapes().keySet());
              assertThat(seen.shapesOnAPhone().values())
                  .as(page)
                  .allSatisfy(n -> assertThat(n).isGreaterThan(3));
              assertThat(seen.sidewaysOnAPhone()).as(page + ": wider than a phone").isNotPositive();
              assertThat(seen.requests()).as(page).hasSize(1);
              assertThat(seen.complaints()).as(page).isEmpty();
            });
    assertThat(visits().get("plan").points()).hasSize(2);
    assertThat(visits().get("validate").points())
        .containsKeys("scatter-time", "scatter-core-seconds");
  }

  @Test
  void realSweepOfVariantsDrawsItsChartsWithData() throws IOException {
    open(page(RunDirectory.open(SAMPLE)));
    assertThat(dataByChart().values()).isNotEmpty().allSatisfy(n -> assertThat(n).isPositive());
    assertThat(complaints()).isEmpty();
  }

  @Test
  void figuresOfTheSuitesAreDrawnAtEveryWidthInBothThemes() {
    openMicro();
    assertThat(dataByChart()).hasSize(12).containsEntry("figure-9", 10L + 5);
    drawnAtEveryWidthInBothThemes(() -> {});
  }

  @Test
  void sweepOfEighteenCellsIsDrawnAtEveryWidthInBothThemesAndDrawingsKeepTheirNames() {
    open("sweep", SweepFixture::whole);
    Map<String, Long> points = dataByChart();
    assertThat(points).containsEntry("figure-4", 6L + 6 + 18);
    assertThat(points.keySet())
        .contains("figure-5-1", "figure-5-6", "figure-8-1", "figure-8-6", "figure-8-network-6")
        .as("what is closed is not drawn")
        .doesNotContain("cpu-chart-1");
    assertThat(points.values()).allSatisfy(n -> assertThat(n).isPositive());
    List<?> names =
        (List<?>)
            browser.executeScript(
                """
                return [...document.querySelectorAll('.canvas')]
                    .map(place => place.getAttribute('aria-label'));
                """);
    assertThat(names)
        .isNotEmpty()
        .allSatisfy(n -> assertThat((String) n).isNotBlank().doesNotContain("This is a chart"))
        .anySatisfy(n -> assertThat((String) n).startsWith("Figure 4: "));
    drawnAtEveryWidthInBothThemes(
        () -> {
          browser.executeScript("document.querySelector('#cells details > summary').click()");
          browser.executeScript(
              """
              document.querySelectorAll('#environment details').forEach(d => d.open = true);
              """);
          waitFor(() -> dataByChart().containsKey("cpu-chart-1"));
        });
  }

  private static void waitFor(java.util.function.BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private static void drawnAtEveryWidthInBothThemes(Runnable opened) {
    try {
      // a theme changes colours and a width changes sizes: neither depends on the other
      for (Look look : List.of(new Look(1360, "light"), new Look(400, "dark"))) {
        emulate(look.width(), look.theme());
        browser.navigate().refresh();
        opened.run();
        assertThat(sideways()).as("sideways scrolling at %s", look).isLessThanOrEqualTo(0);
        assertThat(shapesByChart().values())
            .as("shapes drawn at %s", look)
            .allSatisfy(n -> assertThat(n).isGreaterThan(3));
      }
      assertThat(complaints()).isEmpty();
    } finally {
      emulateNothing();
    }
  }

  private static void emulate(int width, String theme) {
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
  }

  private static void emulateNothing() {
    browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
  }

  @Test
  void headsOfColumnsSortByKeyboardAndSayHow() {
    openMicro();
    WebElement head = browser.findElement(By.cssSelector("#main table th.number:has(button.sort)"));
    List<String> before = column(head);
    head.findElement(By.tagName("button")).sendKeys(Keys.ENTER);
    assertThat(head.getDomAttribute("aria-sort")).isEqualTo("descending");
    List<Double> descending = figures(head);
    assertThat(descending)
        .hasSizeGreaterThan(1)
        .isSortedAccordingTo(java.util.Comparator.reverseOrder());
    head.findElement(By.tagName("button")).sendKeys(Keys.SPACE);
    assertThat(head.getDomAttribute("aria-sort")).isEqualTo("ascending");
    assertThat(figures(head)).isSorted().containsExactlyInAnyOrderElementsOf(descending);
    head.findElement(By.tagName("button")).sendKeys(Keys.ENTER);
    assertThat(head.getDomAttribute("aria-sort")).isNull();
    assertThat(column(head)).isEqualTo(before);
    assertThat(complaints()).isEmpty();
  }

  /** Texts of the cells of a column, without the notes below them. */
  @SuppressWarnings("unchecked")
  private static List<String> column(WebElement head) {
    return (List<String>)
        browser.executeScript(
            """
            const head = arguments[0];
            return [...head.closest('table').tBodies[0].rows]
                .filter(row => !row.classList.contains('total'))
                .map(row => row.cells[head.cellIndex].firstChild?.textContent ?? '');
            """,
            head);
  }

  private static List<Double> figures(WebElement head) {
    return column(head).stream()
        .filter(text -> text.matches("[0-9.]+"))
        .map(Double::valueOf)
        .toList();
  }

  @Test
  void firstKeyLeadsPastTheContentsAndEveryTableCanBeReached() {
    openWhole();
    new Actions(browser).sendKeys(Keys.TAB).perform();
    WebElement skip = browser.switchTo().activeElement();
    assertThat(skip.getText()).isEqualTo("Skip to the content");
    assertThat(skip.getRect().getY()).isPositive();
    skip.sendKeys(Keys.ENTER);
    new Actions(browser).sendKeys(Keys.TAB).perform();
    assertThat(
            (Boolean)
                browser.executeScript(
                    "return document.getElementById('main').contains(document.activeElement)"
                        + " && getComputedStyle(document.activeElement).outlineStyle !== 'none'"))
        .isTrue();
  }

  @Test
  void tableIsCopiedAsCsv() throws IOException {
    Block.Table table =
        new Block.Table(
            "little",
            "A table",
            "",
            List.of(Block.Column.text("what"), Block.Column.number("time", "s")),
            List.of(
                Block.Row.of(
                    Block.Cell.text("sort, merge").withNote("both"), Block.Cell.number(1.5)),
                Block.Row.of(Block.Cell.text("a \"word\""), Block.Cell.text("−2.25")),
                Block.Row.of(Block.Cell.text("none"), Block.Cell.text(Figures.NONE))));
    open(
        Page.of(
            RunFixture.whole(folder.resolve("copied")).manifest(),
            "a run",
            "What a page says",
            "",
            List.of(new Page.Section("tables", "Tables", List.of(table)))));
    browser.findElement(By.cssSelector("figure.table .copy")).sendKeys(Keys.ENTER);
    waitFor(
        () ->
            browser
                .findElement(By.cssSelector(".said"))
                .getDomProperty("textContent")
                .equals("Copied"));
    browser.executeScript("document.body.appendChild(document.createElement('textarea'))");
    WebElement pasted = browser.findElement(By.tagName("textarea"));
    pasted.sendKeys(Keys.chord(Keys.CONTROL, "v"));
    assertThat(pasted.getDomProperty("value"))
        .isEqualTo(
            """
            what,time (s)
            "sort, merge (both)",1.50
            "a ""word""\",-2.25
            none,
            """);
    assertThat(complaints()).isEmpty();
  }

  @Test
  void paperHasWhatIsClosedOnTheScreenAndNoDarkTheme() {
    open("sweep", SweepFixture::whole);
    emulate(1360, "dark");
    try {
      Object dark = colourOf("#main");
      browser.executeScript("window.dispatchEvent(new Event('beforeprint'))");
      assertThat(browser.findElements(By.cssSelector("details:not([open])"))).isEmpty();
      assertThat(dataByChart()).containsKey("cpu-chart-1");
      assertThat(colourOf("#main")).isNotEqualTo(dark).isEqualTo("rgb(22, 32, 44)");
      assertThat(((Number) browser.executeScript(WIDEST_DRAWING)).doubleValue())
          .as("pixels of the widest drawing; a page of paper has 18 cm")
          .isBetween(300.0, 680.0);
      browser.executeScript("window.dispatchEvent(new Event('afterprint'))");
      assertThat(browser.findElements(By.cssSelector("details[open]"))).isEmpty();
      assertThat(colourOf("#main")).isEqualTo(dark);
    } finally {
      emulateNothing();
    }
    assertThat(complaints()).isEmpty();
  }

  private static final String WIDEST_DRAWING =
      "return Math.max.apply(null, Array.prototype.map.call(document.querySelectorAll('.canvas"
          + " svg'), function (svg) { return svg.getBoundingClientRect().width; }))";

  private static Object colourOf(String selector) {
    return browser.executeScript(
        "return getComputedStyle(document.querySelector(arguments[0])).color", selector);
  }

  @Test
  void marksOfThePaperStandOnTheBarsThatTheyBelongTo() {
    openMicro();

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
    openWhole();
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
    openWhole();
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
