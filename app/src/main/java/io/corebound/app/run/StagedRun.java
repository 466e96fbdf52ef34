package io.corebound.app.run;

import io.corebound.analysis.pages.report.ReportModel;
import io.corebound.analysis.pages.report.TerminalSummary;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A run of stages, from the workspace to the report. A stage that fails, or a signal, ends the
 * work: what was started is removed, the record says why, and the report shows what was measured.
 *
 * @param terminal whether the progress may be drawn over lines of the terminal
 */
public record StagedRun(
    Supplier<Workspace> workspace,
    Map<String, Duration> expected,
    boolean terminal,
    PrintWriter out,
    Summary summary) {
  @FunctionalInterface
  public interface Summary {
    String of(ReportModel model, Path reportHtml);
  }

  @FunctionalInterface
  public interface Work {
    void run(Stages stages) throws InterruptedException;
  }

  public StagedRun(Supplier<Workspace> workspace, Map<String, Duration> expected, PrintWriter out) {
    this(
        workspace,
        expected,
        out,
        (model, html) -> TerminalSummary.render(model, html, Terminal.width()));
  }

  public StagedRun(
      Supplier<Workspace> workspace,
      Map<String, Duration> expected,
      PrintWriter out,
      Summary summary) {
    this(workspace, expected, Boolean.getBoolean("corebound.terminal"), out, summary);
  }

  /** Runs all stages; what they started is removed when it returns. */
  public ExitStatus run(Work work) {
    Interruption interruption = Interruption.ofThisThread();
    ExitStatus status = ExitStatus.OK;
    String reason = "";
    try (Workspace opened = workspace.get();
        Progress progress = new Progress(System.err, terminal, InstantSource.system(), expected)) {
      RuntimeException unexpected = null;
      try {
        work.run(new Stages(opened, progress));
      } catch (CoreboundException | InterruptedException e) {
        // cleared, so that what is stopped now is waited for
        boolean interrupted = Thread.interrupted() || interruption.happened();
        reason = interrupted ? "interrupted by a signal" : e.getMessage();
        status =
            !interrupted && e instanceof CoreboundException known
                ? known.status()
                : ExitStatus.FAILED;
      } catch (RuntimeException e) {
        reason = Stages.reason(e);
        status = ExitStatus.FAILED;
        unexpected = e;
      }
      interruption.over();
      if (status != ExitStatus.OK) {
        progress.say("corebound: " + reason);
      }
      progress.say(opened.release());
      opened.record().finish(status == ExitStatus.OK ? State.OK : State.FAILED, reason);
      report(opened.record().directory(), progress);
      if (unexpected != null) {
        throw unexpected;
      }
    }
    return status;
  }

  private void report(RunDirectory run, Progress progress) {
    try {
      ReportModel model = Reports.write(run);
      progress.close();
      out.println(summary.of(model, run.reportHtml()));
      out.flush();
    } catch (CoreboundException e) {
      progress.say(
          "corebound: no report: %s; the measurements are in %s"
              .formatted(e.getMessage(), run.root()));
    }
  }
}
