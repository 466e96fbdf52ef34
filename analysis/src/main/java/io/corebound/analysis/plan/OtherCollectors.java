package io.corebound.analysis.plan;

import io.corebound.analysis.model.Machine;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.MapOutputCollector;
import io.corebound.records.config.WorkloadFile;
import java.util.ArrayList;
import java.util.List;

/** The job with other collectors of its map output, all of them computed in the same way. */
final class OtherCollectors {
  private OtherCollectors() {}

  static List<Plan.Collector> of(
      Estimates estimates, Configuration own, Machine machine, WorkloadFile workload) {
    ClusterFile settings = own.cluster().settings();
    MapOutputCollector current = settings.collector();
    List<MapOutputCollector> all = new ArrayList<>(machine.collectors(workload));
    all.remove(current);
    if (all.isEmpty()) {
      return List.of();
    }
    all.add(0, current);
    String codec = own.codec() == null ? settings.mapOutputCodec() : own.codec();
    boolean whole = machine.hasWholeMaps(workload, codec, all);
    List<Estimate> found =
        all.stream().map(c -> estimates.of(own.withCollector(c, whole))).toList();
    double ownS = found.get(0).totalS();
    List<Plan.Collector> collectors = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Estimate e = found.get(i);
      collectors.add(
          new Plan.Collector(
              all.get(i).name(),
              e.totalS(),
              ownS - e.totalS(),
              e.mapCoreS(),
              e.bottleneck(),
              e.extrapolated()));
    }
    return collectors;
  }
}
