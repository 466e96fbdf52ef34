package io.corebound.app.run;

import io.corebound.analysis.pages.page.HtmlReport;
import io.corebound.analysis.pages.page.MarkdownReport;
import io.corebound.analysis.pages.report.ReportModel;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;

/** Makes the reports of a run from its directory alone. */
public final class Reports {
  private Reports() {}

  /**
   * Writes {@code report.html} and {@code report.md} into it, each whole or not at all, and returns
   * what they show. To be called when {@code run.json} says how the run ended.
   *
   * @throws io.corebound.records.units.CoreboundException (invalid input) when {@code run.json}
   *     cannot be read; the report names other broken files
   */
  public static ReportModel write(RunDirectory run) {
    ReportModel model = ReportModel.of(RunContents.read(run));
    AtomicFiles.write(run.reportHtml(), HtmlReport.render(model.page()));
    AtomicFiles.write(run.reportMarkdown(), MarkdownReport.render(model.page()));
    return model;
  }
}
