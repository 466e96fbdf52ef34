package io.corebound.terasortrunner.workload;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How long a cell's jobs take, in seconds: by stated rough rates and its disk's figures, and where
 * the measured job is predicted for a measured machine, by as much longer or shorter.
 *
 * @param generateS making the input
 * @param measuredS the job that is measured, all runs of it
 * @param checkS a job that checks the result
 */
public record JobTime(double generateS, double measuredS, double checkS) {
  /** What a small job waits, its client and its last container included. */
  private static final double JOB_S = 8;

  /** What its ApplicationMaster and its tasks, one after the other, take of up to two cores. */
  private static final double JOB_CORE_S = 14;

  private static final int CORES_OF_A_START = 2;

  /** What a core takes through a job that makes or checks data. */
  private static final double OTHER_MB_PER_S = 40;

  /** The start of an engine that runs beside Hadoop, and how much faster than Hadoop it is then. */
  private record EngineTime(double startS, double faster) {}

  private static final Map<String, EngineTime> ENGINES =
      Map.of(EngineFile.MEMORY, new EngineTime(8, 3), EngineFile.SPARK, new EngineTime(20, 1));

  /** A cell of such an engine runs its job cold, then warm. */
  private static final int ENGINE_RUNS = 2;

  /** Map output beside its input, stored twice: as spills and merged, about half by a codec. */
  private static final double MAP_OUTPUT = 1.0;

  /**
   * That of any machine.
   *
   * @param storage limited to its figures; where it is real, or null, none is known
   */
  public static JobTime rough(
      Workload workload,
      DataSize size,
      ClusterFile cluster,
      StorageFile storage,
      Optional<EngineFile> engine) {
    double data = size.megabytes();
    double cores =
        (double) cluster.nodes() * Math.min(cluster.mapsAtOnce(), cluster.coresPerNode());
    Optional<EngineTime> beside = engine.map(e -> ENGINES.get(e.kind()));
    double onCores = data / cores / workload.roughMbPerSPerCore();
    double measured =
        beside
            .map(e -> e.startS() + ENGINE_RUNS * onCores / e.faster())
            .orElse(smallJobS(cluster) + onCores);
    double other = smallJobS(cluster) + data / cores / OTHER_MB_PER_S;
    if (storage == null || storage.real()) {
      return new JobTime(other, measured, other);
    }
    StorageFile scaled = storage.scaledTo(cluster.coresPerNode());
    double ofNode = data / cluster.nodes() / scaled.devicesPerNode();
    double read = seconds(ofNode, scaled.read());
    double write = seconds(ofNode, scaled.write());
    double left = beside.isEmpty() && workload.leavesData() ? write * (1 + MAP_OUTPUT) : 0;
    return new JobTime(other + write * cluster.replication(), measured + read + left, other + read);
  }

  private static double seconds(double megabytes, DataRate rate) {
    return megabytes / rate.megabytesPerSecond();
  }

  /** A job with next to no data. */
  public static double smallJobS(ClusterFile cluster) {
    return JOB_S + JOB_CORE_S / Math.min(CORES_OF_A_START, cluster.coresPerNode());
  }

  /**
   * How many times as long a machine takes, which is predicted to take so many seconds for the
   * measured job; 1 where that is not predicted.
   */
  public double factor(Double predictedS) {
    return predictedS == null ? 1 : predictedS / measuredS;
  }

  /** All of them, where the measured job is predicted to take so many seconds; null for rough. */
  public Duration all(Double predictedS) {
    double roughS = generateS + measuredS + checkS;
    return Duration.ofMillis(Math.round(1e3 * roughS * factor(predictedS)));
  }
}
