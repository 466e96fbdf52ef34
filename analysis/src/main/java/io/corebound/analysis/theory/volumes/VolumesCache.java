package io.corebound.analysis.theory.volumes;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile.RecordSize;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The data of a job's tasks, which follow from cluster and data alone: kept for many predictions of
 * one job on other disks or another network. Threads may share it.
 */
public final class VolumesCache {
  private final Map<Job, HadoopVolumes> known = new ConcurrentHashMap<>();

  private record Job(
      ClusterFile cluster, RecordSize record, InputSample sample, long dataBytes, double ratio) {}

  /** What {@link HadoopVolumes#HadoopVolumes} computes of these. */
  public HadoopVolumes of(
      ClusterFile cluster, RecordSize record, InputSample sample, long dataBytes, double ratio) {
    return known.computeIfAbsent(
        new Job(cluster, record, sample, dataBytes, ratio),
        j -> new HadoopVolumes(cluster, record, sample, dataBytes, ratio));
  }
}
