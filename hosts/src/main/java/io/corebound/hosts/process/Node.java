package io.corebound.hosts.process;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;

/**
 * A node of a cluster, as programs beside Hadoop's daemons use it.
 *
 * @param name that HDFS and the other nodes know it by
 * @param host which starts programs with the node's CPUs, memory and user
 * @param address IPv4 address on which its programs listen for other nodes, and on no other
 * @param cores logical CPUs that its programs have
 * @param temporary a folder off its disks in which its programs may write; the same for all nodes
 * @param disks a folder on each of its disks, likewise
 * @param jvmFlags with which a JVM knows the nodes' names and writes to that folder
 */
@RecordBuilder
public record Node(
    String name,
    Host host,
    String address,
    int cores,
    Path temporary,
    List<Path> disks,
    List<String> jvmFlags)
    implements NodeBuilder.With {
  public Node {
    disks = List.copyOf(disks);
    jvmFlags = List.copyOf(jvmFlags);
  }
}
