package io.corebound.analysis.study.plan;

import io.corebound.records.Kept;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A plan of a committed run, figure by figure. */
class KeptPlanTest {
  @Test
  void figuresAreTheKeptOnes() throws IOException {
    Plan plan =
        Planner.plan(
            Plans.request(
                Plans.cluster(5, 4),
                "40GB",
                Plans.storage("ssd-sata", "hdd"),
                Plans.network("ethernet-10g"),
                Duration.ofMinutes(8),
                20,
                null));
    Kept.assertKept(Path.of("src/test/resources/kept-studies/plan.txt"), Kept.figures(plan));
  }
}
