package io.corebound.analysis.pages.page;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.util.Map;

/** A page as Markdown (GitHub's tables): everything but the charts. */
public final class MarkdownReport {
  private static final PebbleEngine ENGINE =
      new PebbleEngine.Builder()
          .loader(new ClasspathLoader(MarkdownReport.class.getClassLoader()))
          .strictVariables(true)
          .addEscapingStrategy("markdown", MarkdownReport::text)
          .addEscapingStrategy("element", MarkdownReport::html)
          .defaultEscapingStrategy("markdown")
          .newLineTrimming(false)
          .build();

  private MarkdownReport() {}

  /** Lays a page out as Markdown. */
  public static String render(Page page) {
    String text =
        Sentences.written(
            ENGINE.getTemplate("io/corebound/analysis/pages/page/report.md.peb"),
            Map.of("page", page));
    // a part that says nothing leaves its blank lines
    return text.strip().replaceAll("\n{3,}", "\n\n") + "\n";
  }

  /** Text within an element of HTML. */
  private static String html(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Text in which nothing is markup. */
  public static String text(String text) {
    return html(text.replace("\\", "\\\\"))
        .replaceAll("([`*\\[\\]|#])", "\\\\$1")
        .replaceAll("(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])", "\\\\_")
        .replaceAll("\\s*\\R\\s*", " ");
  }
}
