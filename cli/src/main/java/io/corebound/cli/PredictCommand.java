package io.corebound.cli;

import io.corebound.analysis.pages.report.plan.PredictionPage;
import io.corebound.analysis.pages.report.plan.PredictionSummary;
import io.corebound.app.model.ModelInput;
import io.corebound.cli.option.ModelOptions;
import io.corebound.cli.option.PageOutput;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.CoreboundException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "predict",
    description =
        """
        Predicts a job from a machine's measured or stated costs: core-seconds, time and \
        bottleneck of each interval, and where the core-seconds go.
        Without --data it gives only rates: payload MB per second and core.\
        """,
    footer = {
      "",
      "On the measured machine:",
      "  corebound predict --machine results/RUN --workload terasort --data 4GB",
      "On five nodes of 16 cores with SATA SSDs and 10 Gbit/s:",
      "  corebound predict --machine results/RUN --workload terasort --data 400GB --nodes 5 \\",
      "    --cores 16 --storage ssd-sata --network ethernet-10g --format md",
      "The published case:",
      "  corebound predict --machine configs/machine/oikawa-2013.yaml \\",
      "    --workload terasort-oikawa-2013"
    })
final class PredictCommand extends Subcommand implements Runnable {
  @Mixin private ModelOptions options;
  @Mixin private PageOutput output;

  @Override
  public void run() {
    one("--storage", options.request().tiers().storage());
    one("--network", options.request().tiers().network());
    Prediction prediction = ModelInput.read(installation(), options.request()).predict();
    output.write(
        PredictionPage.of(prediction),
        () -> PredictionPage.csv(prediction),
        PredictionSummary.of(prediction),
        "prediction",
        "operations");
  }

  private static void one(String option, List<String> names) {
    if (names.size() > 1) {
      throw CoreboundException.invalidInput(
          "%s: a prediction takes one, not %s; 'corebound plan --deadline TIME' compares several",
          option, names);
    }
  }
}
