package io.corebound.app.sweep;

import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.volumes.VolumesCache;
import io.corebound.app.micro.MicroWork;
import io.corebound.app.probe.ProbeStage;
import io.corebound.app.run.Installation;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Workspace;
import io.corebound.cluster.job.Cluster;
import io.corebound.collectors.sampler.Samplers;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import io.corebound.terasortrunner.workload.JobTime;
import io.corebound.terasortrunner.workload.TeraSort;
import io.corebound.terasortrunner.workload.WatchedNodes;
import io.corebound.terasortrunner.workload.Workload;
import io.corebound.terasortrunner.workload.WorkloadCell;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The main job on loopback, stage by stage: environment, probe, cluster, micro suites, prediction,
 * TeraSort, report.
 *
 * @param data what is sorted; null where the time chooses it
 * @param time null where the data are given
 * @param notice what is said when the run begins
 */
public record MainJob(
    Installation installation,
    RunRequest request,
    MicroWork micro,
    DataSize data,
    SizeInTime time,
    List<String> doubts,
    Optional<String> notice) {
  public static final String WORKLOAD = TeraSort.NAME;

  /** Key in a run's record. */
  public static final String DATA = "data";

  private static final String CELL = "terasort-local";

  /** The probe's file, the daemons' logs. */
  private static final DataSize BESIDE_DATA = DataSize.ofMegabytes(2000);

  /** Copies of the data: input, output, and map output as spills, merged, and in the reducer. */
  private static final double DISK_FOR_DATA = 4.0;

  public ExitStatus run(PrintWriter out) {
    return data == null ? of(mostWithRoom()).start(out) : start(out);
  }

  private DataSize mostWithRoom() {
    // a run that was killed still has its data there
    Workspace.requireAlone(installation);
    long free = Workspace.parent(installation, request).toFile().getUsableSpace();
    return time.most(size -> onDisk(size).bytes() <= free);
  }

  private MainJob of(DataSize size) {
    return new MainJob(installation, request, micro, size, time, doubts, notice);
  }

  private static DataSize onDisk(DataSize data) {
    return new DataSize((long) (data.bytes() * DISK_FOR_DATA) + BESIDE_DATA.bytes());
  }

  private ExitStatus start(PrintWriter out) {
    Workspace.Needs needs = new Workspace.Needs(onDisk(data), micro.memory(), true);
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(3));
    expected.put("probe", ProbeStage.expected(request.profile()));
    micro.expect(expected, true);
    expected.put("predict", Duration.ofSeconds(1));
    expected.put(WORKLOAD, time == null ? jobs(data).all(null) : time.left(expected.values(), 1));
    return new StagedRun(() -> Workspace.open(installation, request, needs), expected, out)
        .run(this::work);
  }

  private void work(Stages stages) throws InterruptedException {
    notice.ifPresent(stages.progress()::say);
    WorkloadFile workload = installation.read("workload", WORKLOAD, WorkloadFile.class);
    stages.environment(request.software(), doubts);
    stages.run("probe", () -> ProbeStage.quick(stages, request.profile()).run());
    try (Cluster cluster = micro.startCluster(stages)) {
      micro.measure(stages, cluster, false);
      MainJob sized = time == null ? this : of(inTime(stages, workload));
      stages.run("predict", () -> sized.predict(stages.record(), workload));
      stages.run(WORKLOAD, () -> sized.sort(stages, cluster));
    }
  }

  private DataSize inTime(Stages stages, WorkloadFile workload) {
    Machine machine = machine(stages.record());
    VolumesCache volumes = new VolumesCache();
    Function<DataSize, Duration> needed =
        candidate -> {
          PredictionRequest sort = PredictionRequest.on(micro.fitted(), candidate);
          Prediction point = Predictor.point(machine, WORKLOAD, workload, sort, volumes);
          return jobs(candidate).all(point.totalS());
        };
    DataSize size = time.fitting(stages, data, needed);
    stages.progress().expect(WORKLOAD, needed.apply(size));
    stages.record().configure(DATA, size);
    return size;
  }

  private JobTime jobs(DataSize of) {
    return JobTime.rough(new TeraSort(), of, micro.fitted(), null, Optional.empty());
  }

  private static Machine machine(RunRecord record) {
    return Machine.of(record.directory().root().getFileName().toString(), record.measurements());
  }

  private String predict(RunRecord record, WorkloadFile workload) {
    Prediction prediction =
        Predictor.predict(
            machine(record), WORKLOAD, workload, PredictionRequest.on(micro.fitted(), data));
    record.freeze(CELL, prediction);
    return String.format(
        Locale.ROOT,
        "TeraSort of %s: %.1f s (90 %%: %.1f to %.1f), %.1f core-seconds; frozen",
        data,
        prediction.totalS(),
        prediction.totalLowS(),
        prediction.totalHighS(),
        prediction.coreS());
  }

  private String sort(Stages stages, Cluster cluster) throws InterruptedException {
    Workload sort = new TeraSort();
    WatchedNodes nodes = WatchedNodes.of(stages.workspace().host());
    RunDirectory run = stages.record().directory();
    CellResult cell =
        new WorkloadCell(sort, cluster, micro.fitted(), nodes, run, () -> null)
            .run(
                new WorkloadCell.Cell(CELL, data, null, null, Optional.empty(), true),
                Samplers.OF_HOST,
                (job, maps, reduces) -> stages.progress().step(job, sort.done(job, maps, reduces)))
            .cell();
    if (cell.state() != State.OK) {
      throw CoreboundException.failed(cell.reason());
    }
    return SweepProgress.times(cell);
  }
}
