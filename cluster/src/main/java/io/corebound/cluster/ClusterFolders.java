package io.corebound.cluster;

import io.corebound.records.CoreboundException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where a cluster keeps its things. All of them belong to the cluster alone.
 *
 * @param data HDFS blocks and name table, and the tasks' local files: on the disk under test
 * @param memory HDFS blocks of the micro suites: on tmpfs
 * @param logs the daemons' logs and the containers'
 * @param configuration the Hadoop configuration that is written for this cluster
 */
public record ClusterFolders(Path data, Path memory, Path logs, Path configuration) {
  /** What Hadoop's comma-separated lists, class paths, URIs and shell scripts take literally. */
  private static final Pattern LITERAL = Pattern.compile("[\\p{L}\\p{N}/._+=@~-]*");

  /** Refuses a path that Hadoop's configuration cannot name. */
  public ClusterFolders {
    data = data.toAbsolutePath().normalize();
    memory = memory.toAbsolutePath().normalize();
    logs = logs.toAbsolutePath().normalize();
    configuration = configuration.toAbsolutePath().normalize();
    for (Path path : List.of(data, memory, logs, configuration)) {
      if (!LITERAL.matcher(path.toString()).matches()) {
        throw CoreboundException.invalidInput(
            path
                + ": Hadoop's configuration cannot name such a folder; use one with letters, digits"
                + " and . _ + = @ ~ - only");
      }
    }
  }
}
