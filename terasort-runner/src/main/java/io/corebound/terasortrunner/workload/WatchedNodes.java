package io.corebound.terasortrunner.workload;

import io.corebound.hosts.process.Host;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The hosts whose samples show the nodes of a cluster.
 *
 * @param hostsByNode name of the host of each node; null where one host shows all nodes
 * @param cpusByNode the logical CPUs that each worker has of its host; null where it has all
 */
public record WatchedNodes(
    List<Watched> hosts, Map<String, String> hostsByNode, Map<String, List<Integer>> cpusByNode) {
  /**
   * A host; a worker's CPU time is the cell's, and {@code ownKernel} is false where its CPUs are
   * those of a host before it, as with containers of one machine.
   */
  public record Watched(Host host, boolean worker, boolean ownKernel) {
    /** Whether its CPU time is a part of the cell's. */
    public boolean counts() {
      return worker && ownKernel;
    }
  }

  public WatchedNodes {
    hosts = List.copyOf(hosts);
    hostsByNode = hostsByNode == null ? null : new LinkedHashMap<>(hostsByNode);
    cpusByNode = cpusByNode == null ? null : new LinkedHashMap<>(cpusByNode);
  }

  /** Nodes that have all CPUs of their hosts. */
  public WatchedNodes(List<Watched> hosts, Map<String, String> hostsByNode) {
    this(hosts, hostsByNode, null);
  }

  /** One host that shows all nodes. */
  public static WatchedNodes of(Host host) {
    return new WatchedNodes(List.of(new Watched(host, true, true)), null);
  }

  /** One host that shows all nodes; each worker has some of its CPUs. */
  public static WatchedNodes of(Host host, Map<String, List<Integer>> cpusByNode) {
    return new WatchedNodes(List.of(new Watched(host, true, true)), null, cpusByNode);
  }
}
