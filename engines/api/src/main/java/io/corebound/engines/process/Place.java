package io.corebound.engines.process;

import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Node;
import io.corebound.records.units.DataSize;
import java.util.List;

/**
 * Where the programs of an engine run, and what of.
 *
 * @param classPath entries of {@code java -cp}, which all nodes can read
 * @param heap of a worker's JVM
 * @param blockSize of the input's files, a map each
 */
public record Place(
    Jdk jdk,
    List<String> classPath,
    Node master,
    List<Node> workers,
    DataSize heap,
    DataSize blockSize,
    Watch watch) {
  public Place {
    classPath = List.copyOf(classPath);
    workers = List.copyOf(workers);
  }

  /** Looks at what the programs need besides themselves. */
  @FunctionalInterface
  public interface Watch {
    /** Throws when a job can no longer go on. */
    void check(String during) throws InterruptedException;
  }
}
