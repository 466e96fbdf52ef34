package io.corebound.terasortrunner.workload;

import io.corebound.cluster.job.Cluster;
import io.corebound.engines.Engine;
import io.corebound.engines.process.MemoryEngine;
import io.corebound.engines.process.Place;
import io.corebound.engines.process.SparkEngine;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Node;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the engines of cells.
 *
 * @param classPaths of the programs of each kind but Hadoop, without Hadoop's own: of Spark its
 *     jar, and the folder whose {@code jars} are Spark itself
 */
public record Engines(Jdk jdk, Map<String, List<String>> classPaths) {
  /** Where no cell has another engine. */
  public static final Engines HADOOP_ALONE = new Engines(null, Map.of());

  public Engines {
    classPaths = Map.copyOf(classPaths);
  }

  /** The workloads that an engine can run; empty for all. */
  public static List<String> workloads(EngineFile file) {
    return switch (file.kind()) {
      case EngineFile.MEMORY -> MemoryEngine.WORKLOADS;
      case EngineFile.SPARK -> SparkEngine.WORKLOADS;
      default -> List.of();
    };
  }

  /** Whether an engine runs a job of the user's own by its Mapper and Reducer. */
  public static boolean runsOwnJobs(EngineFile file) {
    return file.kind().equals(EngineFile.MEMORY) && MemoryEngine.runsOwnJobs(file);
  }

  /** A cluster's own way. */
  public static Engine ofHadoop(Cluster cluster) {
    return new HadoopEngine(cluster);
  }

  /** Another engine on a cluster's nodes; nothing of it runs before its first job. */
  public Engine on(Cluster cluster, ClusterFile settings, EngineFile file) {
    List<String> own = cluster.readable(classPaths.get(file.kind()));
    if (file.kind().equals(EngineFile.SPARK)) {
      // it has a Hadoop of its own
      Path home = Path.of(own.get(1));
      List<String> classPath =
          List.of(own.get(0), home + "/jars/*", cluster.configuration().toString());
      return new SparkEngine(file, place(cluster, settings, file, classPath), home);
    }
    List<String> classPath = new ArrayList<>(own);
    classPath.add(cluster.classPath());
    return new MemoryEngine(file, place(cluster, settings, file, classPath));
  }

  private Place place(
      Cluster cluster, ClusterFile settings, EngineFile file, List<String> classPath) {
    List<Node> nodes = cluster.nodes();
    return new Place(
        jdk,
        classPath,
        nodes.get(0),
        nodes.subList(1, nodes.size()),
        file.heapOn(settings),
        settings.blockSize(),
        cluster::check);
  }
}
