package io.corebound.cluster.daemons;

import io.corebound.hosts.machine.PathReader;
import java.nio.file.Path;
import java.util.List;

/** Where a cluster keeps its things. All of them belong to the cluster alone. */
public record ClusterFolders(Path data, Path memory, Path logs, Path configuration) {
  /** Refuses a path that Hadoop's configuration cannot name. */
  public ClusterFolders {
    data = data.toAbsolutePath().normalize();
    memory = memory.toAbsolutePath().normalize();
    logs = logs.toAbsolutePath().normalize();
    configuration = configuration.toAbsolutePath().normalize();
    for (Path path : List.of(data, memory, logs, configuration)) {
      PathReader.HADOOP.require("folder", path);
    }
  }
}
