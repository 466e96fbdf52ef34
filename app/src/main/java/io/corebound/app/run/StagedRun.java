package io.corebound.app.run;

import io.corebound.analysis.report.ReportModel;
import io.corebound.analysis.report.Reports;
import io.corebound.analysis.report.TerminalSummary;
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
 * A run of stages, from the workspace to the report. A stage that fails, and a signal, end the
 * work; what was started is gone then, the record says why, and the report shows what was measured
 * until there.
 */
public final class StagedRun {
  private final Supplier<Workspace> workspace;
  private final Map<String, Duration> expected;
  private final boolean terminal;
  private final PrintWriter out;
  private final Summary summary;

  /** What is printed when a run has ended. */
  @FunctionalInterface
  public interface Summary {
    String of(ReportModel model, Path reportHtml);
  }

  /** All stages of a run. */
  @FunctionalInterface
  public interface Work {
    public void run(Stages stages) throws InterruptedException;
  }

  /**
   * Prepares a run.
   *
   * @param workspace opens the workspace
   * @param expected how long each stage is expected to take, in order
   * @param out for the summary
   */
  public StagedRun(Supplier<Workspace> workspace, Map<String, Duration> expected, PrintWriter out) {
    this(
        workspace,
        expected,
        Boolean.getBoolean("corebound.terminal"),
        out,
        TerminalSummary::render);
  }

  /** The same with another summary. */
  public StagedRun(
      Supplier<Workspace> workspace,
      Map<String, Duration> expected,
      PrintWriter out,
      Summary summary) {
    this(workspace, expected, Boolean.getBoolean("corebound.terminal"), out, summary);
  }

  /**
   * Prepares a run.
   *
   * @param terminal whether the progress may be drawn as on a terminal of its own
   */
  public StagedRun(
      Supplier<Workspace> workspace,
      Map<String, Duration> expected,
      boolean terminal,
      PrintWriter out) {
    this(workspace, expected, terminal, out, TerminalSummary::render);
  }

  private StagedRun(
      Supplier<Workspace> workspace,
      Map<String, Duration> expected,
      boolean terminal,
      PrintWriter out,
      Summary summary) {
    this.workspace = workspace;
    this.expected = expected;
    this.terminal = terminal;
    this.out = out;
    this.summary = summary;
  }

  /** Runs all stages; what they started is gone when it returns. */
  public ExitStatus run(Work work) {
    Interruption interruption = Interruption.ofThisThread();
    Ending ending = Ending.WELL;
    try (Workspace opened = workspace.get();
        Progress progress = new Progress(System.err, terminal, InstantSource.system(), expected)) {
      Finish finish = new Finish(opened, progress, interruption);
      try {
        work.run(new Stages(opened, progress));
      } catch (CoreboundException | InterruptedException e) {
        // cleared, so that what is stopped now is waited for
        boolean interrupted = Thread.interrupted() || interruption.happened();
        ending =
            interrupted
                ? new Ending(ExitStatus.FAILED, "interrupted by a signal")
                : new Ending(statusOf(e), e.getMessage());
      } catch (RuntimeException e) {
        finish.with(new Ending(ExitStatus.FAILED, "an error of corebound's own: " + e));
        throw e;
      }
      finish.with(ending);
    }
    return ending.status();
  }

  /**
   * How the work ended.
   *
   * @param status what the command ends with
   * @param reason why, when it is not well; else empty
   */
  private record Ending(ExitStatus status, String reason) {
    static final Ending WELL = new Ending(ExitStatus.OK, "");
  }

  private static ExitStatus statusOf(Exception e) {
    return e instanceof CoreboundException known ? known.status() : ExitStatus.FAILED;
  }

  /** Tidies up and reports. */
  private final class Finish {
    private final Workspace opened;
    private final Progress progress;
    private final Interruption interruption;

    Finish(Workspace opened, Progress progress, Interruption interruption) {
      this.opened = opened;
      this.progress = progress;
      this.interruption = interruption;
    }

    void with(Ending ending) {
      interruption.over();
      if (ending.status() != ExitStatus.OK) {
        progress.say("corebound: " + ending.reason());
      }
      progress.say(opened.release());
      State state = ending.status() == ExitStatus.OK ? State.OK : State.FAILED;
      opened.record().finish(state, ending.reason());
      report();
    }

    private void report() {
      RunRecord record = opened.record();
      try {
        ReportModel model = Reports.write(record.directory());
        progress.close();
        out.println(summary.of(model, record.directory().reportHtml()));
        out.flush();
      } catch (CoreboundException e) {
        progress.say(
            "corebound: no report: "
                + e.getMessage()
                + "; what was measured is in "
                + record.directory().root());
      }
    }
  }
}
