package io.corebound.analysis.study.predict;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.units.DataSize;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What is to be predicted.
 *
 * @param data payload of the input; null for rates alone
 * @param nodes worker nodes; null for those of the cluster, or one
 * @param mapCores cores of a node that work in the map interval of a job that is not cut into
 *     tasks; null where not known, then no time is predicted
 * @param reduceCores the same for the intervals after it
 * @param cluster with nothing left to the machine at hand; null for a job that is not cut into
 *     tasks
 * @param codec of the map output, such as {@code gzip}; null for the cluster's
 */
@RecordBuilder
public record PredictionRequest(
    DataSize data,
    Integer nodes,
    Integer mapCores,
    Integer reduceCores,
    ClusterFile cluster,
    String codec)
    implements PredictionRequestBuilder.With {

  /** With the cluster's own codec. */
  public PredictionRequest(
      DataSize data, Integer nodes, Integer mapCores, Integer reduceCores, ClusterFile cluster) {
    this(data, nodes, mapCores, reduceCores, cluster, null);
  }

  /** Rates alone, in MB a second and core. */
  public static PredictionRequest rates() {
    return new PredictionRequest(null, null, null, null, null);
  }

  /** A job of tasks on a cluster. */
  public static PredictionRequest on(ClusterFile cluster, DataSize data) {
    return new PredictionRequest(data, null, null, null, cluster);
  }

  /** A job of tasks on a planned cluster, where each node is a machine. */
  public static PredictionRequest planned(ClusterFile cluster, DataSize data, String codec) {
    return new PredictionRequest(data, cluster.nodes(), null, null, cluster, codec);
  }

  String mapOutputCodec() {
    return codec == null ? cluster.mapOutputCodec() : codec;
  }

  /** Whether the cluster is only thought of: then its number of nodes was asked for. */
  boolean planned() {
    return nodes != null;
  }
}
