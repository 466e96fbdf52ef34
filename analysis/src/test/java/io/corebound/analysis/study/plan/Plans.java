package io.corebound.analysis.study.plan;

import io.corebound.analysis.theory.Cases;
import io.corebound.analysis.theory.Machine;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What the tests plan: TeraSort by the costs of a real run, on the project's own tiers. */
final class Plans {
  static final Machine MACHINE = Machine.of("measured-2-cores", rows().toList());

  private static final Path CONFIGS = Path.of("../configs");

  private Plans() {}

  /** What the real run measured. */
  static Stream<Measurement> rows() {
    RunDirectory run = RunDirectory.open(Path.of("../results/samples/measured-2-cores"));
    return run.measurements(run.manifest()).stream();
  }

  static PlannedCluster cluster(int nodes, int cores) {
    return PlannedCluster.of(
        read("cluster", "local", ClusterFile.class),
        nodes,
        cores,
        DataSize.ofMebibytes(1024L * (3 + 4 * cores)));
  }

  static List<StorageTier> storage(String... names) {
    return Stream.of(names)
        .map(n -> StorageTier.of(n, read("storage", n, StorageFile.class), null))
        .toList();
  }

  /** Storage with a price for each device. */
  static StorageTier priced(String name, double price) {
    StorageFile f = read("storage", name, StorageFile.class);
    return StorageTier.of(name, f.with(b -> b.directory(null).price(price)), null);
  }

  static List<NetworkTier> network(String... names) {
    return Stream.of(names)
        .map(n -> new NetworkTier(n, read("network", n, NetworkFile.class)))
        .toList();
  }

  static PlanRequest request(
      PlannedCluster cluster, String data, List<StorageTier> storage, List<NetworkTier> network) {
    return request(cluster, data, storage, network, null, 50, null);
  }

  static PlanRequest request(
      PlannedCluster cluster,
      String data,
      List<StorageTier> storage,
      List<NetworkTier> network,
      Duration deadline,
      int mostNodes,
      Double nodePrice) {
    return new PlanRequest(
        MACHINE,
        "terasort",
        read("workload", "terasort", WorkloadFile.class),
        data == null ? null : DataSize.parse(data),
        cluster,
        null,
        List.of(Cases.prefix()),
        storage,
        network,
        deadline,
        mostNodes,
        nodePrice);
  }

  static <T> T read(String axis, String name, Class<T> type) {
    return StructuredFiles.readYaml(CONFIGS.resolve(axis).resolve(name + ".yaml"), type);
  }
}
