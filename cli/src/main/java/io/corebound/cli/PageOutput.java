package io.corebound.cli;

import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.TextReport;
import io.corebound.app.run.Terminal;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.format.StructuredFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every command whose result is a page, and how they write it. */
final class PageOutput {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "text (the answer), or everything as md, csv or json (default: ${DEFAULT-VALUE})")
  private Format format;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      converter = PageFile.class,
      description = "also write a page with charts, as one self-contained file")
  private Path html;

  private enum Format {
    TEXT,
    MD,
    CSV,
    JSON
  }

  /**
   * Prints the result: {@code record} as JSON, or as text the sections named {@code onTerminal}.
   */
  void write(Page page, Supplier<String> csv, Object record, String... onTerminal) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        switch (format) {
          case TEXT -> TextReport.render(page.only(onTerminal), Terminal.width());
          case MD -> MarkdownReport.render(page.withoutCharts());
          case CSV -> csv.get();
          case JSON -> StructuredFiles.toJson(record) + "\n";
        });
    out.flush();
    if (html != null) {
      AtomicFiles.write(html, HtmlReport.render(page));
    }
  }
}
