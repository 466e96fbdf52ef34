package io.corebound.terasortrunner;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.ClusterFile.External;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.SweepFile;
import io.corebound.records.units.DataSize;
import io.corebound.terasortrunner.sweep.SweepEstimateTest;
import io.corebound.terasortrunner.sweep.SweepRequest;
import java.util.List;
import java.util.Map;

/** Sweeps of a cluster that somebody else runs, with two workers and a master. */
public final class ExternalRequests {
  private ExternalRequests() {}

  public static SweepRequest request(String directory, String interfaceName) {
    return request(
        Map.of(
            "disks",
            new StorageFile("d", null, null, null, null, null, null, null, directory, null)),
        Map.of("lan", new NetworkFile("l", null, null, null, interfaceName, null)),
        cluster(List.of("worker1", "worker2"), "master"));
  }

  public static SweepRequest request(
      Map<String, StorageFile> storage, Map<String, NetworkFile> network, ClusterFile cluster) {
    SweepFile.Profile quick = new SweepFile.Profile(DataSize.ofMegabytes(10), 1);
    return SweepEstimateTest.on(storage, network, cluster, quick);
  }

  public static ClusterFile cluster(List<String> workers, String master) {
    return new ClusterFile(
        ClusterFile.EXTERNAL,
        workers.size(),
        1,
        1,
        null,
        DataSize.ofMebibytes(128),
        1,
        DataSize.ofMebibytes(1024),
        DataSize.ofMebibytes(820),
        DataSize.ofMebibytes(100),
        0.8,
        10,
        "none",
        null,
        workers.size(),
        1.0,
        0.7,
        0.66,
        0.25,
        null,
        null,
        new External(
            null,
            "hadoop",
            "yarn",
            "hdfs",
            "mapred",
            null,
            "/examples.jar",
            "/user/me",
            null,
            master,
            workers,
            null));
  }
}
