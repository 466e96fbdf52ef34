package io.corebound.terasortrunner;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import java.util.List;

/**
 * Tasks that end before C2 has compiled anything that pays, as a lever: their JVMs start sooner.
 */
public final class QuickTasks {
  private static final LeverFile LEVER =
      LeverFile.named("quick-tasks")
          .with(
              b ->
                  b.description("tasks of tests")
                      .taskFlags(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")));

  private QuickTasks() {}

  public static ClusterFile of(ClusterFile cluster) {
    return cluster.withLever(LEVER);
  }
}
