package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Yardstick;
import io.corebound.analysis.theory.JobCosts;
import io.corebound.analysis.theory.Machine;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Machines by which the tests account. */
public final class Yardsticks {
  private static final Path CONFIGS = Path.of("../configs");

  /** The machine of the cells of {@code accuracy-1650mb-2-cores}. */
  static final Yardstick ACCURACY = of(rows("accuracy-1650mb-2-cores"));

  /** The same with gzip, which costs twenty times as much as Snappy. */
  static final Yardstick WITH_GZIP = of(withGzip(rows("accuracy-1650mb-2-cores")));

  private Yardsticks() {}

  static Yardstick of(List<Measurement> rows) {
    return Yardstick.of(costs(rows));
  }

  static JobCosts costs(List<Measurement> rows) {
    return costs(Machine.of("node", rows));
  }

  static JobCosts costs(Machine machine) {
    return JobCosts.of(
        machine,
        StructuredFiles.readYaml(CONFIGS.resolve("workload/terasort.yaml"), WorkloadFile.class),
        StructuredFiles.readYaml(CONFIGS.resolve("cluster/local.yaml"), ClusterFile.class));
  }

  static List<Measurement> rows(String sample) {
    RunDirectory run = RunDirectory.open(Path.of("../results/samples").resolve(sample));
    return run.measurements(run.manifest());
  }

  private static List<Measurement> withGzip(List<Measurement> rows) {
    List<Measurement> more = new ArrayList<>(rows);
    for (Measurement row : rows) {
      if (row.operation().endsWith("compress.snappy")) {
        double factor = row.metric().equals("cost") ? 20 : 1;
        more.add(
            row.withOperation(row.operation().replace("snappy", "gzip"))
                .withMean(row.mean().times(factor)));
      }
    }
    return more;
  }
}
