package io.corebound.app.probe;

import io.corebound.analysis.pages.report.BasePerformance;
import io.corebound.app.micro.MicroWork;
import io.corebound.app.run.Stages;
import io.corebound.collectors.probe.Fio;
import io.corebound.collectors.probe.Probe;
import io.corebound.collectors.probe.ProbeBudget;
import io.corebound.collectors.probe.ProbeOutput;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Watch;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What the disk under test and the network can do, probed in order.
 *
 * @param againS seconds for what others disturb; null for as long as it takes
 */
public record ProbeStage(Stages stages, List<Probe> probes, ProbeBudget budget, Integer againS) {
  /** The data directory's disk and loopback, as shortly as a profile says. */
  public static ProbeStage quick(Stages stages, ProfileFile profile) {
    return new ProbeStage(
        stages,
        List.of(new Fio(), Probe.network(stages.workspace().host())),
        ProbeBudget.quick(
            profile.probeRepetitions(),
            Duration.ofSeconds(profile.probeSeconds()),
            DataSize.ofMebibytes(1024)),
        profile.remeasureSeconds());
  }

  public static Duration expected(ProfileFile profile) {
    return Duration.ofSeconds(3L + 5L * profile.probeSeconds() * profile.probeRepetitions());
  }

  public String run() {
    LocalHost host = stages.workspace().host();
    Path data = stages.workspace().data();
    RunDirectory directory = stages.record().directory();
    // reports missing tools before it measures anything
    probes.forEach(probe -> probe.probe(host));
    double all = probes.stream().mapToDouble(probe -> probe.expectedSeconds(budget)).sum();
    double done = 0;
    List<Measurement> rows = new ArrayList<>();
    Watch watch = MicroWork.watchOfProbes(stages, againS);
    for (Probe probe : probes) {
      stages.progress().step(probe.subject(data), done / all);
      List<Measurement> measured = probe.measure(host, data, directory, budget, watch);
      stages.record().add(measured);
      rows.addAll(measured);
      done += probe.expectedSeconds(budget);
    }
    ProbeOutput.note(directory).ifPresent(stages.progress()::say);
    BasePerformance.disturbed(rows).ifPresent(stages.progress()::say);
    return rows.stream()
        .filter(m -> m.metric().equals(Measurement.Metric.RATE))
        .collect(
            Collectors.toMap(
                Measurement::operation,
                m -> m,
                // the best over the numbers of streams
                (one, other) -> one.value() >= other.value() ? one : other,
                LinkedHashMap::new))
        .values()
        .stream()
        .map(m -> String.format(Locale.ROOT, "%s %.0f %s", m.operation(), m.value(), m.unit()))
        .collect(Collectors.joining(", "));
  }
}
