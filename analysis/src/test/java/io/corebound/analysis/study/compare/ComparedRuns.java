package io.corebound.analysis.study.compare;

import io.corebound.records.Runs;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Environment;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import tools.jackson.databind.JsonNode;

/** Writes run directories for comparisons, figure by figure. */
public final class ComparedRuns {
  private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
  private static final Path SAMPLE = Path.of("../results/samples/terasort-1gb-2-cores");

  private final RunDirectory run;
  private final List<Measurement> rows = new ArrayList<>();
  private final List<Measurement> forks = new ArrayList<>();
  private String jdk = "Eclipse Adoptium 17.0.15";
  private JsonNode settings = StructuredFiles.toTree(Map.of("profile_name", "standard"));
  private int day;

  public ComparedRuns(Path root) {
    run = new RunDirectory(root);
  }

  public ComparedRuns jdk(String name) {
    jdk = name;
    return this;
  }

  ComparedRuns settings(String json) {
    settings = StructuredFiles.parseJson(json);
    return this;
  }

  ComparedRuns interleavedWith(String run) {
    settings = StructuredFiles.toTree(Map.of("interleaved_with", run));
    return this;
  }

  /** At once, so that the forks of both are pairs. */
  ComparedRuns beside(String other) {
    settings = StructuredFiles.toTree(Map.of("interleaved_with", other, "duet", true));
    return this;
  }

  ComparedRuns day(int number) {
    day = number;
    return this;
  }

  /** An operation's cost and rate, by the means of its forks. */
  public ComparedRuns operation(String name, double... costOfForks) {
    figure(name, "cost", "all", "ns/B", costOfForks);
    return figure(
        name, "rate", "wall", "MB/s", Arrays.stream(costOfForks).map(c -> 1000 / c).toArray());
  }

  public ComparedRuns figure(
      String name, String metric, String process, String unit, double... samples) {
    rows.add(row(name, metric, process, unit, Mean.of(DoubleStream.of(samples).boxed().toList())));
    for (double sample : samples) {
      forks.add(row(name, metric, process, unit, Mean.of(List.of(sample))));
    }
    return this;
  }

  private static Measurement row(
      String name, String metric, String process, String unit, Mean mean) {
    return Runs.measurement(name, metric, unit, mean)
        .with(
            b ->
                b.parameters(Map.of("records", "1000"))
                    .process(process)
                    .byteBase("payload")
                    .jvmFlagsHash("f1"));
  }

  /** A job's repetitions, by their elapsed times in seconds. */
  ComparedRuns job(double... elapsedS) {
    CellResult sample =
        StructuredFiles.readJson(
            SAMPLE.resolve("cells/terasort-local/cell.json"), CellResult.class);
    for (int i = 0; i < elapsedS.length; i++) {
      double s = elapsedS[i];
      StructuredFiles.writeJson(
          run.cellFile("job_" + i),
          CellResult.of("job", sample.workload(), State.OK, "", DataSize.parse("1GB"))
              .withIntervals(List.of(new MeasuredInterval(Interval.MAP, 0, s, s, 1.5 * s))));
    }
    return this;
  }

  RunDirectory write() {
    return write(State.OK, RunManifest.SCHEMA_VERSION);
  }

  RunDirectory write(State state, int schema) {
    if (!rows.isEmpty()) {
      Measurement.write(run.measurementsFile(), rows);
      Measurement.write(run.forksFile(), forks);
    }
    Environment sample =
        StructuredFiles.readJson(SAMPLE.resolve("environment.json"), Environment.class);
    StructuredFiles.writeJson(
        run.environmentFile(),
        sample.with(
            b ->
                b.logicalCpus(2)
                    .physicalCores(2)
                    .smt(false)
                    .maxFrequencyMhz(0)
                    .memoryLimit(null)
                    .cpuLimitCores(null)
                    .virtualization("none")
                    .jdk(jdk)
                    .doubts(List.of())));
    Instant at = START.plusSeconds(86_400L * day);
    run.write(
        Runs.manifest(run.root().getFileName().toString(), List.of("micro"), at)
            .with(b -> b.schemaVersion(schema).configuration(settings))
            .ended(state, "", at.plusSeconds(60)));
    return run;
  }

  public ComparedRun read() {
    return ComparedRun.read(write());
  }
}
