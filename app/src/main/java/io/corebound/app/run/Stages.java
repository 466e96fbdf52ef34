package io.corebound.app.run;

import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;

/**
 * The stages of a run, one after the other, each handing its work on through the run directory; how
 * each ends is in the run's record and on the terminal.
 */
public final class Stages {
  private final Workspace workspace;
  private final Progress progress;
  private final RunRecord record;

  /** Whether the terminal shows which stage is under way. */
  private final boolean shown;

  Stages(Workspace workspace, Progress progress) {
    this(workspace, progress, workspace.record(), true);
  }

  private Stages(Workspace workspace, Progress progress, RunRecord record, boolean shown) {
    this.workspace = workspace;
    this.progress = progress;
    this.record = record;
    this.shown = shown;
  }

  /** The stages of another run that is measured in the same workspace, within these stages. */
  public Stages beside(RunRecord other) {
    return new Stages(workspace, progress, other, false);
  }

  public Workspace workspace() {
    return workspace;
  }

  public Progress progress() {
    return progress;
  }

  /** A sentence of its own; of stages beside others nothing is shown. */
  public void say(String sentence) {
    if (shown) {
      progress.say(sentence);
    }
  }

  public RunRecord record() {
    return record;
  }

  /** What a stage does; says in a line what came out. */
  @FunctionalInterface
  public interface Stage {
    public String run() throws InterruptedException;
  }

  /** Runs a stage; one that fails ends the run. */
  public void run(String name, Stage stage) throws InterruptedException {
    if (shown) {
      progress.stage(name);
    }
    record().begin(name);
    try {
      String outcome = stage.run();
      record().end(name, State.OK, "");
      if (shown) {
        progress.finished(outcome);
      }
    } catch (RuntimeException | InterruptedException e) {
      record().end(name, State.FAILED, reason(e));
      throw e;
    }
  }

  private static String reason(Exception e) {
    if (e instanceof InterruptedException) {
      return "interrupted";
    }
    return e instanceof CoreboundException ? e.getMessage() : "an error of corebound's own: " + e;
  }
}
