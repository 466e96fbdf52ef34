package io.corebound.cli;

import io.corebound.analysis.model.Machine;
import io.corebound.analysis.model.PredictionRequest;
import io.corebound.analysis.model.PredictionSummary;
import io.corebound.analysis.model.Predictor;
import io.corebound.analysis.page.MarkdownReport;
import io.corebound.analysis.page.TextReport;
import io.corebound.analysis.plan.NominalTiers;
import io.corebound.analysis.report.PredictionPage;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.CoreboundException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code corebound predict}: the model alone. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Predicts a job from a machine's measured or stated costs: core-seconds, time and bottleneck"
          + " of each interval, and where the core-seconds go.",
      "Without --data it gives rates alone: payload MB a second and core."
    },
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
final class PredictCommand implements Runnable {
  private final Installation installation;
  @Spec private CommandSpec spec;
  @Mixin private ModelOptions options;

  @Option(
      names = "--map-cores",
      paramLabel = "N",
      description =
          "cores of a node that work in the map interval (workloads not cut into tasks; default:"
              + " --cores)")
  private Integer mapCores;

  @Option(
      names = "--reduce-cores",
      paramLabel = "N",
      description = "cores of a node that work after it (likewise)")
  private Integer reduceCores;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text, json, csv or md (default: ${DEFAULT-VALUE})")
  private Format format;

  private enum Format {
    TEXT,
    JSON,
    CSV,
    MD
  }

  PredictCommand(Installation installation) {
    this.installation = installation;
  }

  @Override
  public void run() {
    one("--storage", options.storage);
    one("--network", options.network);
    ModelInput.atLeastOne("--map-cores", mapCores);
    ModelInput.atLeastOne("--reduce-cores", reduceCores);
    ModelInput input = ModelInput.read(installation, options);
    Machine machine =
        NominalTiers.on(
            input.machine(),
            input.storage().stream().findFirst().orElse(null),
            input.network().stream().findFirst().orElse(null));
    Prediction prediction =
        Predictor.predict(machine, input.workloadName(), input.workload(), request(input));
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        switch (format) {
          case TEXT -> TextReport.render(PredictionPage.of(prediction), Terminal.width());
          case JSON -> StructuredFiles.toJson(PredictionSummary.of(prediction)) + "\n";
          case CSV -> PredictionPage.csv(prediction);
          case MD -> MarkdownReport.render(PredictionPage.of(prediction));
        });
    out.flush();
  }

  private static void one(String option, List<String> names) {
    if (names.size() > 1) {
      throw CoreboundException.invalidInput(
          option
              + ": a prediction is of one, not "
              + names
              + "; 'corebound plan --deadline TIME' compares several");
    }
  }

  private PredictionRequest request(ModelInput input) {
    String codec = input.codec(options);
    if (input.workload().tasks() == WorkloadFile.Tasks.NONE) {
      return new PredictionRequest(
          options.data,
          options.nodes,
          mapCores == null ? options.cores : mapCores,
          reduceCores == null ? options.cores : reduceCores,
          null);
    }
    boolean described = ModelInput.describesNodes(options) || input.fileDescribesNodes();
    ClusterFile cluster = described ? input.planned(options).fitted() : input.asMeasured();
    return new PredictionRequest(
        options.data, described ? cluster.nodes() : null, mapCores, reduceCores, cluster, codec);
  }
}
