package io.corebound.cli;

import io.corebound.analysis.model.Machine;
import io.corebound.analysis.model.PredictionRequest;
import io.corebound.analysis.model.Predictor;
import io.corebound.analysis.report.ReportModel;
import io.corebound.analysis.report.Reports;
import io.corebound.analysis.report.TerminalSummary;
import io.corebound.cluster.Cluster;
import io.corebound.cluster.ClusterFolders;
import io.corebound.cluster.HadoopLibraries;
import io.corebound.cluster.LocalCluster;
import io.corebound.collectors.Collector;
import io.corebound.collectors.Fio;
import io.corebound.collectors.IoStat;
import io.corebound.collectors.PidStat;
import io.corebound.collectors.Probe;
import io.corebound.collectors.ProbeBudget;
import io.corebound.collectors.Sar;
import io.corebound.hosts.MachineReader;
import io.corebound.microbenchrunner.MicroSetting;
import io.corebound.microbenchrunner.MicroSuites;
import io.corebound.microbenchrunner.StartSuite;
import io.corebound.records.CellResult;
import io.corebound.records.ClusterFile;
import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.Environment;
import io.corebound.records.ExitStatus;
import io.corebound.records.Measurement;
import io.corebound.records.Prediction;
import io.corebound.records.ProfileFile;
import io.corebound.records.State;
import io.corebound.records.StructuredFiles;
import io.corebound.records.WorkloadFile;
import io.corebound.terasortrunner.TeraSort;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The main job, stage by stage: environment, probe, cluster, micro suites, prediction, TeraSort,
 * report. A stage that fails ends the work; the report then shows what was measured until there.
 */
final class MainJob {
  static final String WORKLOAD = "terasort";
  private static final String CELL = "terasort-local";

  private final Installation installation;
  private final Request request;
  private final PrintWriter out;

  /**
   * What was asked for.
   *
   * @param arguments the command line
   * @param profileName name of the profile
   * @param profile how much is measured
   * @param cluster the cluster, not yet fitted to this machine
   * @param data what TeraSort sorts
   * @param dataDir folder on the disk under test; null for the project's own
   * @param results folder that the run directory is made in; null for the project's own
   * @param keep whether the cluster's data stay afterwards
   */
  record Request(
      List<String> arguments,
      String profileName,
      ProfileFile profile,
      ClusterFile cluster,
      DataSize data,
      Path dataDir,
      Path results,
      boolean keep) {}

  MainJob(Installation installation, Request request, PrintWriter out) {
    this.installation = installation;
    this.request = request;
    this.out = out;
  }

  /** Runs all stages; what they started is gone when it returns. */
  ExitStatus run() {
    Interruption interruption = Interruption.ofThisThread();
    Ending ending = Ending.WELL;
    try (Workspace workspace = Workspace.open(installation, request);
        Progress progress =
            new Progress(
                System.err,
                Boolean.getBoolean("corebound.terminal"),
                java.time.InstantSource.system(),
                expected())) {
      try {
        new Stages(workspace, progress).run();
      } catch (CoreboundException | InterruptedException e) {
        // cleared, so that what is stopped now is waited for
        boolean interrupted = Thread.interrupted() || interruption.happened();
        ending =
            interrupted
                ? new Ending(ExitStatus.FAILED, "interrupted by a signal")
                : new Ending(statusOf(e), e.getMessage());
      } catch (RuntimeException e) {
        end(
            workspace,
            progress,
            interruption,
            new Ending(ExitStatus.FAILED, "an error of corebound's own: " + e));
        throw e;
      }
      end(workspace, progress, interruption, ending);
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

  private void end(
      Workspace workspace, Progress progress, Interruption interruption, Ending ending) {
    interruption.over();
    if (ending.status() != ExitStatus.OK) {
      progress.say("corebound: " + ending.reason());
    }
    progress.say(workspace.release());
    State state = ending.status() == ExitStatus.OK ? State.OK : State.FAILED;
    workspace.record().finish(state, ending.reason());
    report(workspace, progress);
  }

  private void report(Workspace workspace, Progress progress) {
    RunRecord record = workspace.record();
    try {
      ReportModel model = Reports.write(record.directory());
      progress.close();
      out.println(TerminalSummary.render(model, record.directory().reportHtml()));
      out.flush();
    } catch (CoreboundException e) {
      progress.say(
          "corebound: no report: "
              + e.getMessage()
              + "; what was measured is in "
              + record.directory().root());
    }
  }

  private Map<String, Duration> expected() {
    ProfileFile profile = request.profile();
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put("environment", Duration.ofSeconds(3));
    expected.put(
        "probe", Duration.ofSeconds(3L + 3L * profile.probeSeconds() * profile.probeRepetitions()));
    expected.put("cluster", Duration.ofSeconds(12));
    expected.put("micro", Duration.ofSeconds(Estimate.microSeconds(profile)));
    expected.put("predict", Duration.ofSeconds(1));
    expected.put(WORKLOAD, Duration.ofSeconds(Estimate.teraSortSeconds(request.data())));
    return expected;
  }

  /** The stages, each handing its work on through the run directory. */
  private final class Stages {
    private final Workspace workspace;
    private final Progress progress;
    private final RunRecord record;
    private Environment environment;
    private ClusterFile fitted;

    Stages(Workspace workspace, Progress progress) {
      this.workspace = workspace;
      this.progress = progress;
      this.record = workspace.record();
    }

    void run() throws InterruptedException {
      stage("environment", this::environment);
      stage("probe", this::probe);
      try (Held<Cluster> cluster = new Held<>()) {
        stage("cluster", () -> start(cluster));
        stage("micro", () -> micro(cluster.get()));
        stage("predict", this::predict);
        stage(WORKLOAD, () -> teraSort(cluster.get()));
      }
    }

    private String environment() {
      environment =
          MachineReader.read(
              workspace.host(),
              workspace.data(),
              workspace.jdk(),
              libraries().version(),
              libraries().nativeLibraries(workspace.host(), workspace.jdk()));
      StructuredFiles.writeJson(record.directory().environmentFile(), environment);
      fitted = request.cluster().on(environment.logicalCpus(), environment.memory());
      environment.doubts().forEach(doubt -> progress.say("  doubtful: " + doubt));
      return environment.cpuModel()
          + ", "
          + environment.logicalCpus()
          + " cores, "
          + environment.memory().display()
          + ", "
          + environment.jdk();
    }

    private HadoopLibraries libraries() {
      return HadoopLibraries.gathered(installation.hadoopLibraries());
    }

    private String probe() {
      ProfileFile profile = request.profile();
      ProbeBudget budget =
          new ProbeBudget(
              profile.probeRepetitions(),
              Duration.ofSeconds(profile.probeSeconds()),
              DataSize.ofMebibytes(1024));
      List<Measurement> rows = new ArrayList<>();
      Probe network = Probe.network(workspace.host());
      progress.step("fio on " + workspace.data(), 0);
      rows.addAll(
          new Fio().measure(workspace.host(), workspace.data(), record.directory(), budget));
      progress.step(network.name() + " on loopback", 0.67);
      rows.addAll(network.measure(workspace.host(), workspace.data(), record.directory(), budget));
      record.add(rows);
      return rows.stream()
          .filter(m -> m.metric().equals(Measurement.Metric.RATE))
          .map(m -> String.format("%s %.0f %s", m.operation(), m.value(), m.unit()))
          .collect(Collectors.joining(", "));
    }

    private String start(Held<Cluster> cluster) throws InterruptedException {
      Path root = workspace.data();
      cluster.hold(
          LocalCluster.start(
              workspace.host(),
              fitted,
              libraries(),
              workspace.jdk(),
              new ClusterFolders(
                  root.resolve("hadoop"),
                  workspace.memory().resolve("hadoop"),
                  record.directory().rawFolder().resolve("cluster-logs"),
                  record.directory().rawFolder().resolve("cluster-conf")),
              List.of(installation.microbenchJar())));
      return "Hadoop "
          + libraries().version()
          + " on loopback, "
          + fitted.containersPerNode()
          + " tasks at once";
    }

    private String micro(Cluster cluster) throws InterruptedException {
      ProfileFile profile = request.profile();
      MicroSuites suites = new MicroSuites(workspace.host(), setting(cluster), record.directory());
      StartSuite start =
          new StartSuite(
              cluster, record.directory(), fitted.containersPerNode(), suites.jvmFlagsHash());
      List<Part> parts = new ArrayList<>();
      parts.add(
          new Part("idle cluster", profile.idleSeconds(), () -> start.idle(profile.idleSeconds())));
      parts.add(
          new Part(
              "start of containers and jobs",
              Estimate.startSeconds(profile),
              () -> start.jobs(profile.startWaves(), profile.startRepetitions())));
      profile
          .suites()
          .forEach(
              s ->
                  parts.add(
                      new Part(s.suite(), Estimate.suiteSeconds(profile, s), () -> suites.run(s))));
      parts.add(
          new Part(
              "contention of " + fitted.coresPerNode() + " pinned copies",
              Estimate.CONTENTION_S,
              () -> suites.contention(fitted.coresPerNode(), profile.contentionIterations())));
      double done = 0;
      for (Part part : parts) {
        progress.step(part.name(), done / Estimate.microSeconds(profile));
        record.add(part.task().measure());
        done += part.expectedS();
      }
      return record.measurements().stream().map(Measurement::operation).distinct().count()
          + " operations measured";
    }

    private MicroSetting setting(Cluster cluster) {
      Path local = workspace.memory().resolve("micro");
      return new MicroSetting(
          workspace.java(),
          installation.microbenchClassPath(libraries()),
          cluster.taskFlags(),
          cluster.fileSystem().toString(),
          local,
          record.directory().rawFolder().resolve("micro"),
          cluster.daemons().entrySet().stream()
              .filter(d -> List.of("namenode", "datanode").contains(d.getKey()))
              .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
          parameters(),
          () ->
              cluster
                  .firstDeath()
                  .ifPresent(
                      death -> {
                        throw CoreboundException.failed(death);
                      }));
    }

    /** JMH parameters: the batch of the profile, and what the job's tasks are set to. */
    private Map<String, String> parameters() {
      int records = request.profile().batchRecords();
      return Map.of(
          "records", Integer.toString(records),
          "bytes", Long.toString(100L * records),
          "partitions", fitted.reduceTasks().toString(),
          "sortMib", Long.toString(Math.round(fitted.sortBuffer().mebibytes())),
          "spillPercent", Double.toString(fitted.spillThreshold()),
          "factor", Integer.toString(fitted.mergeFactor()));
    }

    private String predict() {
      WorkloadFile workload = installation.read("workload", WORKLOAD, WorkloadFile.class);
      Machine machine =
          Machine.of(record.directory().root().getFileName().toString(), record.measurements());
      Prediction prediction =
          Predictor.predict(
              machine, WORKLOAD, workload, PredictionRequest.on(fitted, request.data()));
      record.freeze(CELL, prediction);
      return String.format(
          "TeraSort of %s: %.1f s (90 %%: %.1f to %.1f), %.1f core-seconds; frozen",
          request.data(),
          prediction.totalS(),
          prediction.totalLowS(),
          prediction.totalHighS(),
          prediction.coreS());
    }

    private String teraSort(Cluster cluster) throws InterruptedException {
      Map<Long, String> roleByPid =
          cluster.daemons().entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
      List<Collector> collectors = List.of(new Sar(), new IoStat(), new PidStat(roleByPid));
      CellResult cell =
          new TeraSort(cluster, fitted, workspace.host(), record.directory())
              .run(CELL, request.data(), collectors, this::show);
      if (cell.state() != State.OK) {
        throw CoreboundException.failed(cell.reason());
      }
      return cell.stages().stream()
          .map(j -> String.format("%s %.1f s", j.name(), j.elapsedS()))
          .collect(Collectors.joining(", "));
    }

    private void show(String job, int mapPercent, int reducePercent) {
      double ofJob = (mapPercent + reducePercent) / 200.0;
      double done =
          switch (job) {
            case "teragen" -> 0.2 * mapPercent / 100.0;
            case "terasort" -> 0.2 + 0.6 * ofJob;
            default -> 0.8 + 0.2 * ofJob;
          };
      progress.step(job, done);
    }

    private void stage(String name, Stage stage) throws InterruptedException {
      progress.stage(name);
      record.begin(name);
      try {
        String outcome = stage.run();
        record.end(name, State.OK, "");
        progress.finished(outcome);
      } catch (CoreboundException | InterruptedException e) {
        record.end(
            name, State.FAILED, e instanceof InterruptedException ? "interrupted" : e.getMessage());
        throw e;
      }
    }
  }

  /** What a stage does; says in a line what came out. */
  @FunctionalInterface
  private interface Stage {
    String run() throws InterruptedException;
  }

  /** A part of the micro stage, with the seconds that it is expected to take. */
  private record Part(String name, double expectedS, Task task) {}

  /** What a part measures. */
  @FunctionalInterface
  private interface Task {
    List<Measurement> measure() throws InterruptedException;
  }
}
