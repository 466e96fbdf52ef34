package io.corebound.analysis.pages.page;

import io.corebound.records.format.StructuredFiles;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/** A page as one HTML file that holds its style, its script and ECharts, and fetches nothing. */
public final class HtmlReport {
  private static final String WEBJAR = "/META-INF/maven/org.webjars/echarts/pom.properties";

  private static final PebbleEngine ENGINE =
      new PebbleEngine.Builder()
          .loader(new ClasspathLoader(HtmlReport.class.getClassLoader()))
          .strictVariables(true)
          .build();

  private HtmlReport() {}

  /** Lays a page out as HTML 5. */
  public static String render(Page page) {
    List<Chart> charts = charts(page.sections().stream().flatMap(s -> s.blocks().stream()));
    return Sentences.written(
        ENGINE.getTemplate("io/corebound/analysis/pages/page/report.html.peb"),
        Map.of(
            "model",
            page,
            "style",
            resource("report.css"),
            "script",
            resource("report.js"),
            "echarts",
            charts.isEmpty() ? "" : echarts(),
            "charts",
            inScript(StructuredFiles.toDenseJson(charts))));
  }

  private static List<Chart> charts(Stream<Block> blocks) {
    return blocks.flatMap(HtmlReport::charts).toList();
  }

  private static Stream<Chart> charts(Block block) {
    if (block instanceof Chart chart) {
      return Stream.of(chart);
    }
    if (block instanceof Block.Details details) {
      return details.blocks().stream().flatMap(HtmlReport::charts);
    }
    if (block instanceof Block.Multiples multiples) {
      return multiples.charts().stream();
    }
    if (block instanceof Block.Choice choice) {
      return choice.options().stream()
          .flatMap(o -> o.blocks().stream())
          .flatMap(HtmlReport::charts);
    }
    return Stream.empty();
  }

  /** JSON that cannot end the script element that it stands in, nor open a comment. */
  public static String inScript(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** ECharts of the version that the build pins, without the kinds of charts not used here. */
  private static String echarts() {
    Properties webjar = new Properties();
    try {
      webjar.load(new StringReader(resource(WEBJAR)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return resource(
            "/META-INF/resources/webjars/echarts/"
                + webjar.getProperty("version")
                + "/echarts.common.min.js")
        .replace("</script", "<\\/script");
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
