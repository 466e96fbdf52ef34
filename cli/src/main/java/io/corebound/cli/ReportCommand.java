package io.corebound.cli;

import io.corebound.analysis.pages.report.ReportModel;
import io.corebound.analysis.pages.report.TerminalSummary;
import io.corebound.app.run.Reports;
import io.corebound.app.run.Terminal;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description =
        """
        Writes report.html and report.md of a run again, from its directory alone.
        Exit status 1 when a prediction was changed after it was frozen, 2 when a file of the run \
        cannot be read; the report is written anyway.\
        """)
final class ReportCommand extends Subcommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "a run directory, or the name of one in results/")
  private Path run;

  @Override
  public Integer call() {
    RunDirectory directory = installation().openRun(run);
    ReportModel model = Reports.write(directory);
    out().println(TerminalSummary.render(model, directory.reportHtml(), Terminal.width()));
    out().flush();
    String changed =
        model.notFrozen().isEmpty()
            ? ""
            : "predictions that are not what was frozen: " + String.join(" ", model.notFrozen());
    if (!model.unreadable().isEmpty()) {
      throw CoreboundException.invalidInput(
          "the report is made without what could not be read: %s%s",
          String.join("; ", model.unreadable()), changed.isEmpty() ? "" : "; " + changed);
    }
    if (!changed.isEmpty()) {
      throw CoreboundException.failed(changed);
    }
    return ExitStatus.OK.code();
  }
}
