package io.corebound.terasortrunner.workload;

import io.corebound.cluster.job.Cluster;
import io.corebound.engines.Engine;
import io.corebound.engines.process.MemoryEngine;
import io.corebound.engines.process.Place;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Node;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the engines of cells.
 *
 * @param classPaths of the programs of each kind but Hadoop, without Hadoop's own
 */
public record Engines(Jdk jdk, Map<String, List<String>> classPaths) {
  /** Where no cell has another engine. */
  public static final Engines HADOOP_ALONE = new Engines(null, Map.of());

  public Engines {
    classPaths = Map.copyOf(classPaths);
  }

  /** A cluster's own way. */
  public static Engine ofHadoop(Cluster cluster) {
    return new HadoopEngine(cluster);
  }

  /** Another engine on a cluster's nodes; nothing of it runs before its first job. */
  public Engine on(Cluster cluster, ClusterFile settings, EngineFile file) {
    List<String> classPath = new ArrayList<>(cluster.readable(classPaths.get(file.kind())));
    classPath.add(cluster.classPath());
    List<Node> nodes = cluster.nodes();
    return new MemoryEngine(
        file,
        new Place(
            jdk,
            classPath,
            nodes.get(0),
            nodes.subList(1, nodes.size()),
            file.heapOn(settings),
            settings.blockSize(),
            cluster::check));
  }
}
