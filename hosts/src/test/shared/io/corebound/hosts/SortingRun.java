package io.corebound.hosts;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A run that measured one operation in five forks, a percent apart. */
public final class SortingRun {
  private SortingRun() {}

  /**
   * Writes it.
   *
   * @param folder whose name is the run's
   * @param configuration of the run
   */
  public static RunDirectory in(Path folder, double costNs, Map<String, String> configuration) {
    RunDirectory run = new RunDirectory(folder);
    Mean cost = Mean.of(List.of(costNs * 0.99, costNs, costNs, costNs, costNs * 1.01));
    Measurement.write(
        run.measurementsFile(),
        List.of(
            new Measurement(
                "sort",
                "sort",
                Map.of("records", "1000"),
                "all",
                1,
                Metric.COST,
                "ns/B",
                "payload",
                cost,
                "",
                "")));
    run.write(
        new RunManifest(
            RunManifest.SCHEMA_VERSION,
            folder.getFileName().toString(),
            List.of("micro", "sort"),
            "1.0",
            "abc",
            StructuredFiles.toTree(configuration),
            State.OK,
            "",
            Instant.EPOCH,
            Instant.EPOCH,
            List.of(),
            List.of(),
            null));
    return run;
  }
}
