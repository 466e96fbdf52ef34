package io.corebound.cli;

import io.corebound.hosts.MemoryRoom;
import io.corebound.microbenchrunner.MicroPlan;
import io.corebound.records.ClusterFile;
import io.corebound.records.ProfileFile;
import java.util.Map;

/** What the model's operations are measured with: one task's batch, the settings of its job. */
final class JobParameters {
  private JobParameters() {}

  /** The cluster with what was left to this machine filled in. */
  static ClusterFile fitted(ClusterFile cluster) {
    return cluster.on(Runtime.getRuntime().availableProcessors(), MemoryRoom.here().total());
  }

  /** JMH parameters, by name. */
  static Map<String, String> of(ProfileFile profile, ClusterFile fitted) {
    int records = profile.batchRecords();
    return Map.of(
        "records", Integer.toString(records),
        "bytes", Long.toString((long) MicroPlan.RECORD_BYTES * records),
        "partitions", fitted.reduceTasks().toString(),
        "sortMib", Long.toString(Math.round(fitted.sortBuffer().mebibytes())),
        "spillPercent", Double.toString(fitted.spillThreshold()),
        "factor", Integer.toString(fitted.mergeFactor()));
  }
}
