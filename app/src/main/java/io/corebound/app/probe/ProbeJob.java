package io.corebound.app.probe;

import io.corebound.analysis.model.ProbedMachine;
import io.corebound.analysis.report.BasePerformance;
import io.corebound.analysis.report.ReportModel;
import io.corebound.analysis.report.TerminalSummary;
import io.corebound.app.run.BaseSource;
import io.corebound.app.run.EnvironmentStage;
import io.corebound.app.run.Installation;
import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Stages;
import io.corebound.app.run.Workspace;
import io.corebound.collectors.probe.Fio;
import io.corebound.collectors.probe.MemoryBandwidth;
import io.corebound.collectors.probe.Probe;
import io.corebound.collectors.probe.ProbeBudget;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.hosts.machine.NumaNodes;
import io.corebound.records.config.MachineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Environment;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The probes by themselves: environment, disk, network, memory, and the machine file of them. */
public final class ProbeJob {
  /** fio takes a quarter of the free room. */
  private static final int OF_ROOM = 4;

  /** The run's folders, where no disk is probed. */
  private static final DataSize SMALL = DataSize.ofMebibytes(1);

  /** Nothing of it lies in tmpfs; the memory's own probe asks for what is there. */
  private static final MemoryNeed MEMORY =
      new MemoryNeed(MemoryNeed.Whose.RUN, new DataSize(0), DataSize.ofMebibytes(256));

  /** What can be probed. */
  public enum Part {
    DISK,
    NETWORK,
    MEMORY;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How the result is printed. */
  public enum Format {
    TEXT,
    JSON,
    CSV
  }

  private final Installation installation;
  private final RunRequest request;
  private final Set<Part> parts;
  private final ProbeBudget budget;
  private final MachineFile nominal;
  private final Format format;
  private final PrintWriter out;

  /**
   * Prepares the job.
   *
   * @param nominal what is stated for what is probed; null where nothing is
   */
  public ProbeJob(
      Installation installation,
      RunRequest request,
      Set<Part> parts,
      ProbeBudget budget,
      MachineFile nominal,
      Format format,
      PrintWriter out) {
    this.installation = installation;
    this.request = request;
    this.parts = parts;
    this.budget = budget;
    this.nominal = nominal;
    this.format = format;
    this.out = out;
  }

  /** Probes; what was started and written is gone when it returns, but for the run directory. */
  public ExitStatus run() {
    DataSize room =
        parts.contains(Part.DISK) ? new DataSize(OF_ROOM * Fio.smallest(budget).bytes()) : SMALL;
    Workspace.Needs needs = new Workspace.Needs(room, MEMORY, true);
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(3));
    expected.put("probe", expectedOfProbes());
    return new StagedRun(
            () -> Workspace.open(installation, request, needs), expected, out, this::summary)
        .run(this::work);
  }

  /** Before the tools are known: as long as the one takes that takes longest. */
  private Duration expectedOfProbes() {
    double seconds = 0;
    seconds += parts.contains(Part.DISK) ? new Fio().expectedSeconds(budget) : 0;
    double run = budget.runs() * budget.runLength().toSeconds();
    seconds += parts.contains(Part.NETWORK) ? 2 * run : 0;
    seconds += parts.contains(Part.MEMORY) ? run + 4.0 * budget.runs() : 0;
    return Duration.ofSeconds(Math.round(seconds));
  }

  private void work(Stages stages) throws InterruptedException {
    stages.run(
        RunDirectory.ENVIRONMENT,
        () -> new EnvironmentStage(stages, request.software(), List.of()).run());
    stages.run(
        "probe",
        () -> {
          String outcome = new ProbeStage(stages, probes(stages), budget).run();
          keep(stages);
          return outcome;
        });
  }

  private List<Probe> probes(Stages stages) {
    List<Probe> probes = new ArrayList<>();
    if (parts.contains(Part.DISK)) {
      probes.add(new Fio());
    }
    if (parts.contains(Part.NETWORK)) {
      probes.add(Probe.network(stages.workspace().host()));
    }
    if (parts.contains(Part.MEMORY)) {
      Environment environment = environment(stages);
      DataSize cache =
          environment.caches().values().stream().max(DataSize::compareTo).orElse(new DataSize(0));
      probes.add(
          new MemoryBandwidth(
              Jdk.own(),
              MemoryBandwidth.arraySize(cache, MemoryRoom.here().available()),
              environment.logicalCpus(),
              NumaNodes.here()));
    }
    return probes;
  }

  private static Environment environment(Stages stages) {
    return StructuredFiles.readJson(
        stages.record().directory().environmentFile(), Environment.class);
  }

  /** Writes the machine file, and notes what is stated beside what was measured. */
  private void keep(Stages stages) {
    RunRecord record = stages.record();
    RunDirectory directory = record.directory();
    if (nominal != null) {
      Path kept = directory.rawFolder().resolve("probe").resolve("nominal.yaml");
      nominal.write(kept);
      record.add(
          BasePerformance.nominal("the nominal machine", nominal, directory.relative(kept)).stream()
              .filter(row -> parts.stream().anyMatch(p -> row.operation().startsWith(p.word())))
              .toList());
    }
    String source =
        BaseSource.of(directory)
            + ": means of "
            + budget.runs()
            + " runs of "
            + budget.runLength().toSeconds()
            + " s";
    ProbedMachine.of(source, record.measurements())
        .ifPresent(machine -> machine.write(directory.machineFile()));
  }

  private String summary(ReportModel model, Path reportHtml) {
    return switch (format) {
      case TEXT -> TerminalSummary.render(model, reportHtml).strip() + machineFile(reportHtml);
      case JSON -> model.probed().map(BasePerformance::toJson).orElse("").strip();
      case CSV -> model.probed().map(BasePerformance::toCsv).orElse("").strip();
    };
  }

  private static String machineFile(Path reportHtml) {
    Path file = new RunDirectory(reportHtml.getParent()).machineFile();
    if (!Files.exists(file)) {
      return "";
    }
    MachineFile machine = StructuredFiles.readYaml(file, MachineFile.class);
    boolean modelled = machine.disk().read() != null || machine.network().rate() != null;
    return "\nMachine file: "
        + file
        + (modelled ? "\n  ./corebound predict --machine RUN --base " + file : "");
  }
}
