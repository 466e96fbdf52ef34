package io.corebound.cli;

import io.corebound.analysis.model.Machine;
import io.corebound.analysis.model.PredictionRequest;
import io.corebound.analysis.model.PredictionSummary;
import io.corebound.analysis.model.Predictor;
import io.corebound.records.ClusterFile;
import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.Environment;
import io.corebound.records.MachineFile;
import io.corebound.records.Measurement;
import io.corebound.records.Prediction;
import io.corebound.records.RunDirectory;
import io.corebound.records.StructuredFiles;
import io.corebound.records.WorkloadFile;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code corebound predict}: the model alone. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Predicts a job from a machine's measured or stated costs.",
      "Without --data it gives rates alone: payload MB a second and core."
    })
final class PredictCommand implements Runnable {
  private final Installation installation;
  @Spec private CommandSpec spec;

  @Option(
      names = "--machine",
      required = true,
      paramLabel = "RUN|FILE",
      description = "a run whose measurements are used, or a machine file")
  private String machine;

  @Option(
      names = "--base",
      paramLabel = "RUN|FILE",
      description =
          "disk and network of this run or machine file, as 'corebound probe' keeps it, in place of"
              + " the machine's own")
  private String base;

  @Option(
      names = "--workload",
      required = true,
      paramLabel = "NAME",
      description = "a file of configs/workload, or a path")
  private String workload;

  @Option(
      names = "--data",
      paramLabel = "SIZE",
      description = "payload of the input, such as 400GB")
  private DataSize data;

  @Option(names = "--nodes", paramLabel = "N", description = "worker nodes")
  private Integer nodes;

  @Option(
      names = "--map-cores",
      paramLabel = "N",
      description = "cores of a node that work in the map interval (workloads not cut into tasks)")
  private Integer mapCores;

  @Option(
      names = "--reduce-cores",
      paramLabel = "N",
      description = "cores of a node that work after it (workloads not cut into tasks)")
  private Integer reduceCores;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      defaultValue = "local",
      description = "a file of configs/cluster, or a path (default: ${DEFAULT-VALUE})")
  private String cluster;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text or json (default: ${DEFAULT-VALUE})")
  private Format format;

  private enum Format {
    TEXT,
    JSON
  }

  PredictCommand(Installation installation) {
    this.installation = installation;
  }

  @Override
  public void run() {
    WorkloadFile workloadFile = installation.read("workload", workload, WorkloadFile.class);
    Path workloadPath = installation.configuration("workload", workload);
    ClusterFile clusterFile = installation.read("cluster", cluster, ClusterFile.class);
    Prediction prediction = predict(workloadFile, stem(workloadPath), clusterFile);
    PrintWriter out = spec.commandLine().getOut();
    if (format == Format.JSON) {
      out.println(StructuredFiles.toJson(PredictionSummary.of(prediction)));
    } else {
      PredictionText.print(prediction, out);
    }
    out.flush();
  }

  private Prediction predict(WorkloadFile workloadFile, String name, ClusterFile clusterFile) {
    Path path = installation.run(Path.of(machine));
    if (Files.isDirectory(path)) {
      RunDirectory run = RunDirectory.open(path);
      Environment environment = StructuredFiles.readJson(run.environmentFile(), Environment.class);
      ClusterFile fitted = clusterFile.on(environment.logicalCpus(), environment.memory());
      Machine measured =
          Machine.of(path.getFileName().toString(), Measurement.read(run.measurementsFile()));
      return Predictor.predict(onBase(measured), name, workloadFile, request(fitted));
    }
    Path file = installation.configuration("machine", machine);
    return Predictor.predict(
        onBase(Machine.of(stem(file), StructuredFiles.readYaml(file, MachineFile.class))),
        name,
        workloadFile,
        request(null));
  }

  private Machine onBase(Machine given) {
    if (base == null) {
      return given;
    }
    Path path = installation.run(Path.of(base));
    if (Files.isDirectory(path)) {
      RunDirectory run = RunDirectory.open(path);
      return given.on(
          Machine.ofProbes(path.getFileName().toString(), Measurement.read(run.measurementsFile())),
          new Prediction.Base(path.toString(), BaseSource.of(run)));
    }
    Path file = installation.configuration("machine", base);
    MachineFile stated = StructuredFiles.readYaml(file, MachineFile.class);
    return given.on(
        Machine.of(stem(file), stated), new Prediction.Base(file.toString(), stated.source()));
  }

  private PredictionRequest request(ClusterFile fitted) {
    if (nodes != null && nodes < 1
        || mapCores != null && mapCores < 1
        || reduceCores != null && reduceCores < 1) {
      throw CoreboundException.invalidInput(
          "--nodes, --map-cores and --reduce-cores are at least 1");
    }
    return new PredictionRequest(data, nodes, mapCores, reduceCores, fitted);
  }

  private static String stem(Path file) {
    return file.getFileName().toString().replaceFirst("\\.yaml$", "");
  }
}
