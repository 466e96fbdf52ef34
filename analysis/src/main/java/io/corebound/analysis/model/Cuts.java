package io.corebound.analysis.model;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile.RecordSize;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How data are cut into tasks, which follows from cluster and data and from nothing that a machine
 * costs: kept for whoever asks for the same cluster on other disks or another network. Threads may
 * share it.
 */
public final class Cuts {
  private final Map<Cut, HadoopVolumes> known = new ConcurrentHashMap<>();

  private record Cut(
      ClusterFile cluster, RecordSize record, InputSample sample, long dataBytes, double ratio) {}

  /** The cut, as {@link HadoopVolumes#HadoopVolumes} computes it. */
  HadoopVolumes of(
      ClusterFile cluster, RecordSize record, InputSample sample, long dataBytes, double ratio) {
    return known.computeIfAbsent(
        new Cut(cluster, record, sample, dataBytes, ratio),
        cut ->
            new HadoopVolumes(
                cut.cluster(), cut.record(), cut.sample(), cut.dataBytes(), cut.ratio()));
  }
}
