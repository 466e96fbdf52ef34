package io.corebound.analysis.theory;

import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the tests predict: the project's own TeraSort on its own local cluster, varied. */
public final class Cases {
  public static final Path CONFIGS = Path.of("..", "configs");

  private Cases() {}

  public static WorkloadFile terasort() {
    return StructuredFiles.readYaml(CONFIGS.resolve("workload/terasort.yaml"), WorkloadFile.class);
  }

  /** The lever of configs/lever that collects map output. */
  public static LeverFile prefix() {
    return StructuredFiles.readYaml(Path.of("../configs/lever/prefix.yaml"), LeverFile.class)
        .of("prefix", null);
  }

  /** Two cores, two containers, two reduce tasks. */
  public static ClusterFile local() {
    return local(2);
  }

  /** As many containers and reduce tasks as cores. */
  public static ClusterFile local(int cores) {
    return StructuredFiles.readYaml(CONFIGS.resolve("cluster/local.yaml"), ClusterFile.class)
        .on(cores, DataSize.parse("64GiB"));
  }

  /** The local cluster with other settings, as a cluster file states them, on two cores. */
  public static ClusterFile localWith(String... settings) {
    List<String> keys = Stream.of(settings).map(s -> s.replaceFirst(":.*", ":")).toList();
    try {
      String others =
          Files.readAllLines(CONFIGS.resolve("cluster/local.yaml")).stream()
              .filter(line -> keys.stream().noneMatch(line::startsWith))
              .collect(Collectors.joining("\n", "", "\n"));
      return StructuredFiles.parseYaml(
              others + String.join("\n", settings), "local.yaml", ClusterFile.class)
          .on(2, DataSize.parse("64GiB"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The local cluster with other cores beside the same containers and reduce tasks. */
  public static ClusterFile withCores(ClusterFile c, int cores) {
    return c.withCoresPerNode(cores);
  }

  /** The local cluster with another sort buffer, merge factor and codec. */
  public static ClusterFile with(
      ClusterFile c, DataSize sortBuffer, int mergeFactor, String codec) {
    return c.with(b -> b.sortBuffer(sortBuffer).mergeFactor(mergeFactor).mapOutputCodec(codec));
  }

  public static Prediction predict(Machine machine, ClusterFile cluster, DataSize data) {
    return Predictor.predict(machine, "terasort", terasort(), PredictionRequest.on(cluster, data));
  }
}
