package io.corebound.app.collect;

import io.corebound.app.run.EnvironmentStage;
import io.corebound.app.run.Installation;
import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Workspace;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A command with collectors attached: environment, the command, report. */
public final class CollectJob {
  private final Installation installation;
  private final RunRequest request;
  private final CollectStage.Request collect;
  private final PrintWriter out;

  /**
   * Prepares the job.
   *
   * @param collect what is run, and what is known
   * @param out for the summary
   */
  public CollectJob(
      Installation installation,
      RunRequest request,
      CollectStage.Request collect,
      PrintWriter out) {
    this.installation = installation;
    this.request = request;
    this.collect = collect;
    this.out = out;
  }

  /** Runs all stages; what they started is gone when it returns. */
  public ExitStatus run() {
    Workspace.Needs needs = new Workspace.Needs(DataSize.ofMegabytes(10), MemoryNeed.NONE, true);
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(3));
    // nobody knows how long a command takes
    expected.put(CollectStage.CELL, Duration.ZERO);
    // the terminal is the command's, so nothing of ours is drawn over what it writes
    return new StagedRun(() -> Workspace.open(installation, request, needs), expected, false, out)
        .run(this::work);
  }

  private void work(Stages stages) throws InterruptedException {
    stages.run(
        RunDirectory.ENVIRONMENT,
        () -> new EnvironmentStage(stages, request.software(), List.of()).run());
    stages.run(CollectStage.CELL, () -> new CollectStage(stages, collect).run());
  }
}
