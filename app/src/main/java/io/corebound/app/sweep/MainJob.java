package io.corebound.app.sweep;

import io.corebound.app.micro.CollectorsCost;
import io.corebound.app.micro.MicroWork;
import io.corebound.app.probe.ProbeStage;
import io.corebound.app.run.EnvironmentStage;
import io.corebound.app.run.Held;
import io.corebound.app.run.Installation;
import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Workspace;
import io.corebound.cluster.job.Cluster;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import io.corebound.terasortrunner.workload.TeraSort;
import io.corebound.terasortrunner.workload.WatchedNodes;
import io.corebound.terasortrunner.workload.Workload;
import io.corebound.terasortrunner.workload.WorkloadCell;
import io.corebound.terasortrunner.workload.Workloads;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The main job, stage by stage: environment, probe, cluster, micro suites, prediction, TeraSort,
 * report.
 */
public final class MainJob {
  public static final String WORKLOAD = TeraSort.NAME;
  private static final String CELL = "terasort-local";

  /** The probe's file, the daemons' logs. */
  private static final DataSize BESIDE_DATA = DataSize.ofMegabytes(2000);

  /** Input, output, and map output in spills, merged, and on the reduce side. */
  private static final double DISK_FOR_DATA = 4.0;

  private final Installation installation;
  private final RunRequest request;
  private final MicroWork micro;
  private final DataSize data;
  private final PrintWriter out;

  /**
   * Prepares the job.
   *
   * @param micro what the model needs of the micro suites
   * @param data what TeraSort sorts
   */
  public MainJob(
      Installation installation,
      RunRequest request,
      MicroWork micro,
      DataSize data,
      PrintWriter out) {
    this.installation = installation;
    this.request = request;
    this.micro = micro;
    this.data = data;
    this.out = out;
  }

  /** Runs all stages; what they started is gone when it returns. */
  public ExitStatus run() {
    DataSize disk = new DataSize((long) (data.bytes() * DISK_FOR_DATA) + BESIDE_DATA.bytes());
    MemoryNeed memory = micro.memory();
    return new StagedRun(
            () -> Workspace.open(installation, request, new Workspace.Needs(disk, memory, true)),
            expected(),
            out)
        .run(this::work);
  }

  private Map<String, Duration> expected() {
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(3));
    expected.put("probe", ProbeStage.expected(request.profile()));
    micro.expectCluster(expected);
    micro.expectSuites(expected);
    expected.put("predict", Duration.ofSeconds(1));
    expected.put(WORKLOAD, Duration.ofSeconds(Estimate.teraSortSeconds(data)));
    return expected;
  }

  private void work(Stages stages) throws InterruptedException {
    ClusterFile fitted = micro.fitted();
    WorkloadFile workload = installation.read("workload", WORKLOAD, WorkloadFile.class);
    stages.run(
        RunDirectory.ENVIRONMENT,
        () -> new EnvironmentStage(stages, request.software(), List.of()).run());
    stages.run("probe", () -> ProbeStage.quick(stages, request.profile()).run());
    try (Held<Cluster> cluster = new Held<>()) {
      micro.startCluster(stages, cluster);
      micro.measure(stages, cluster, null, false);
      stages.run(
          "predict", () -> new PredictStage(stages, workload, fitted).run(WORKLOAD, CELL, data));
      stages.run(WORKLOAD, () -> sort(stages, cluster.get(), fitted));
    }
  }

  private String sort(Stages stages, Cluster cluster, ClusterFile fitted)
      throws InterruptedException {
    Workload sort = Workloads.named(WORKLOAD);
    WatchedNodes nodes = WatchedNodes.of(stages.workspace().host());
    CellResult cell =
        new WorkloadCell(sort, cluster, fitted, nodes, stages.record().directory(), () -> null)
            .run(
                new WorkloadCell.Cell(CELL, data, null, Optional.empty(), true),
                CollectorsCost.ofJobs(),
                (stage, map, reduce) ->
                    stages.progress().step(stage, sort.done(stage, map, reduce)))
            .cell();
    if (cell.state() != State.OK) {
      throw CoreboundException.failed(cell.reason());
    }
    return SweepProgress.times(cell);
  }
}
