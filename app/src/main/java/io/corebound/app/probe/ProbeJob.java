package io.corebound.app.probe;

import io.corebound.analysis.pages.report.BasePerformance;
import io.corebound.analysis.study.predict.ProbedMachine;
import io.corebound.app.run.Installation;
import io.corebound.app.run.MemoryNeed;
import io.corebound.app.run.RunRecord;
import io.corebound.app.run.RunRequest;
import io.corebound.app.run.StagedRun;
import io.corebound.app.run.Workspace;
import io.corebound.collectors.probe.Fio;
import io.corebound.collectors.probe.Probe;
import io.corebound.collectors.probe.ProbeBudget;
import io.corebound.collectors.probe.TransportProbe;
import io.corebound.records.config.MachineFile;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The probes by themselves, and the machine file of them.
 *
 * @param where the link on which network and transport are measured
 * @param nominal states what is probed; may be null
 */
public record ProbeJob(
    Installation installation,
    RunRequest request,
    Set<Part> parts,
    ProbedLink.Where where,
    ProbeBudget budget,
    MachineFile nominal) {
  /** fio takes a quarter of the free room. */
  private static final int OF_ROOM = 4;

  /** The run's folders, where no disk is probed. */
  private static final DataSize SMALL = DataSize.ofMebibytes(1);

  public enum Part {
    DISK,
    NETWORK,
    TRANSPORT;

    /** What is probed where nothing is named: what predictions take. */
    public static final Set<Part> USUAL = Collections.unmodifiableSet(EnumSet.of(DISK, NETWORK));

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Probes; what was started and written is removed when it returns, but for the run directory. */
  public ExitStatus run(PrintWriter out, StagedRun.Summary summary) {
    DataSize room =
        parts.contains(Part.DISK) ? new DataSize(OF_ROOM * Fio.smallest(budget).bytes()) : SMALL;
    Workspace.Needs needs = new Workspace.Needs(room, MemoryNeed.NONE, true);
    Map<String, Duration> expected = new LinkedHashMap<>();
    expected.put(RunDirectory.ENVIRONMENT, Duration.ofSeconds(3));
    expected.put("probe", expectedOfProbes());
    return new StagedRun(() -> Workspace.open(installation, request, needs), expected, out, summary)
        .run(
            stages -> {
              stages.environment(request.software(), List.of());
              stages.run(
                  "probe",
                  () -> {
                    try (ProbedLink link =
                        ProbedLink.open(where, installation, stages.workspace())) {
                      String outcome = new ProbeStage(stages, probes(link), budget, null).run();
                      keep(stages.record());
                      return outcome;
                    }
                  });
            });
  }

  /** Before the tools are known: as long as the slowest takes. */
  private Duration expectedOfProbes() {
    double run = budget.runs() * budget.runLength().toSeconds();
    double seconds = parts.contains(Part.DISK) ? new Fio().expectedSeconds(budget) : 0;
    seconds += parts.contains(Part.NETWORK) ? run : 0;
    seconds += parts.contains(Part.TRANSPORT) ? TransportProbe.seconds(budget) : 0;
    return Duration.ofSeconds(Math.round(seconds));
  }

  private List<Probe> probes(ProbedLink link) {
    List<Probe> probes = new ArrayList<>();
    if (parts.contains(Part.DISK)) {
      probes.add(new Fio());
    }
    if (parts.contains(Part.NETWORK)) {
      probes.add(Probe.network(link.link()));
    }
    if (parts.contains(Part.TRANSPORT)) {
      probes.add(new TransportProbe(link.link(), link.server(), link.client()));
    }
    return probes;
  }

  /** Writes the machine file, and notes what is stated beside what was measured. */
  private void keep(RunRecord record) {
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
        "%s: means of %s runs of %s s"
            .formatted(RunRecord.source(directory), budget.runs(), budget.runLength().toSeconds());
    ProbedMachine.of(source, record.measurements())
        .ifPresent(machine -> machine.write(directory.machineFile()));
  }
}
