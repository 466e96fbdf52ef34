package io.corebound.cli;

import io.corebound.collectors.Fio;
import io.corebound.collectors.Probe;
import io.corebound.collectors.ProbeBudget;
import io.corebound.hosts.LocalHost;
import io.corebound.records.DataSize;
import io.corebound.records.Measurement;
import io.corebound.records.ProfileFile;
import io.corebound.records.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the disk under test and the network can do. */
final class ProbeStage {
  private final Stages stages;
  private final ProfileFile profile;

  ProbeStage(Stages stages, ProfileFile profile) {
    this.stages = stages;
    this.profile = profile;
  }

  String run() {
    ProbeBudget budget =
        new ProbeBudget(
            profile.probeRepetitions(),
            Duration.ofSeconds(profile.probeSeconds()),
            DataSize.ofMebibytes(1024));
    LocalHost host = stages.workspace().host();
    Path data = stages.workspace().data();
    RunDirectory directory = stages.record().directory();
    List<Measurement> rows = new ArrayList<>();
    Probe network = Probe.network(host);
    stages.progress().step("fio on " + data, 0);
    rows.addAll(new Fio().measure(host, data, directory, budget));
    stages.progress().step(network.name() + " on loopback", 0.67);
    rows.addAll(network.measure(host, data, directory, budget));
    stages.record().add(rows);
    return rows.stream()
        .filter(m -> m.metric().equals(Measurement.Metric.RATE))
        .map(m -> String.format("%s %.0f %s", m.operation(), m.value(), m.unit()))
        .collect(Collectors.joining(", "));
  }
}
