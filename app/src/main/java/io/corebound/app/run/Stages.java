package io.corebound.app.run;

import io.corebound.hosts.machine.MachineReader;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Environment;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The stages of a run, one after the other. They hand on their results in the run directory; the
 * run's record and the terminal show how each ended.
 */
public final class Stages {
  private final Workspace workspace;
  private final Progress progress;
  private final RunRecord record;

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

  public RunRecord record() {
    return record;
  }

  @FunctionalInterface
  public interface Stage {
    String run() throws InterruptedException;
  }

  @FunctionalInterface
  public interface Start<T> {
    T start() throws InterruptedException;
  }

  /** Runs a stage; one that fails ends the run. */
  public void run(String name, Stage stage) throws InterruptedException {
    if (shown) {
      progress.stage(name);
    }
    record.begin(name);
    try {
      String outcome = stage.run();
      record.end(name, State.OK, "");
      if (shown) {
        progress.finished(outcome);
      }
    } catch (RuntimeException | InterruptedException e) {
      record.end(name, State.FAILED, reason(e));
      throw e;
    }
  }

  /** Runs a stage that starts something, which the caller closes. */
  public <T> T start(String name, Start<T> start, Function<T, String> outcome)
      throws InterruptedException {
    List<T> started = new ArrayList<>();
    run(
        name,
        () -> {
          started.add(start.start());
          return outcome.apply(started.get(0));
        });
    return started.get(0);
  }

  /** Why a stage failed, in a line. */
  public static String reason(Throwable e) {
    if (e instanceof InterruptedException) {
      return "interrupted";
    }
    return e instanceof CoreboundException ? e.getMessage() : "internal error: " + e;
  }

  /**
   * The stage {@code environment}: what the machine is, and what makes measurements on it doubtful.
   */
  public void environment(Software software, List<String> doubts) throws InterruptedException {
    run(RunDirectory.ENVIRONMENT, () -> readEnvironment(software, doubts));
  }

  private String readEnvironment(Software software, List<String> doubts) {
    Environment environment =
        MachineReader.read(
            workspace.host(),
            workspace.data(),
            software.jdk(),
            software.hadoop().version(),
            software.hadoop().nativeLibraries(workspace.host(), software.jdk()));
    List<String> all = new ArrayList<>(environment.doubts());
    all.addAll(workspace.doubts());
    all.addAll(doubts);
    StructuredFiles.writeJson(record.environmentFile(), environment.withDoubts(all));
    if (shown) {
      all.forEach(doubt -> progress.say("  doubtful: " + doubt));
    }
    return "%s, %s cores, %s, %s"
        .formatted(
            environment.cpuModel(),
            environment.logicalCpus(),
            environment.memory().display(),
            environment.jdk());
  }
}
