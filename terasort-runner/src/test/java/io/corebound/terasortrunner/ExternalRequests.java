package io.corebound.terasortrunner;

import io.corebound.hosts.Checkout;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.config.SweepFile;
import io.corebound.records.format.StructuredFiles;
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
        Map.of("disks", Checkout.storageIn(directory)),
        Map.of("lan", new NetworkFile("l", null, null, null, interfaceName, null)),
        cluster(List.of("worker1", "worker2"), "master"));
  }

  public static SweepRequest request(
      Map<String, StorageFile> storage, Map<String, NetworkFile> network, ClusterFile cluster) {
    SweepFile.Profile quick = new SweepFile.Profile(DataSize.ofMegabytes(10), 1);
    return SweepEstimateTest.on(storage, network, cluster, quick);
  }

  public static ClusterFile cluster(List<String> workers, String master) {
    String file =
        """
        kind: external
        nodes: %1$s
        cores_per_node: 1
        containers_per_node: 1
        reduce_tasks: %1$s
        external:
          examples_jar: /examples.jar
          work_directory: /user/me
          master: %2$s
          workers: %3$s
        block_size: 128MiB
        replication: 1
        task_memory: 1024MiB
        task_heap: 820MiB
        sort_buffer: 100MiB
        spill_threshold: 0.8
        merge_factor: 10
        map_output_codec: none
        slow_start: 1.0
        shuffle_input_buffer: 0.7
        shuffle_merge_threshold: 0.66
        shuffle_segment_limit: 0.25
        """
            .formatted(workers.size(), master, workers);
    return StructuredFiles.parseYaml(file, "cluster.yaml", ClusterFile.class);
  }
}
