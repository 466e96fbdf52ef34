package io.corebound.cluster;

import io.corebound.cluster.daemons.DaemonCluster;
import io.corebound.cluster.job.JobOutcome;
import io.corebound.cluster.job.JobRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Jobs of Hadoop's TeraSort whose JVMs live for seconds: all of them compile with C1 alone.
 *
 * @param folder for what each leaves
 * @param listener of every job
 */
public record ShortJobs(DaemonCluster cluster, Path folder, JobRequest.Listener listener) {
  private static final Duration LIMIT = Duration.ofMinutes(4);

  public JobRequest request(String name, String tool, String... arguments) {
    return request(name, tool, LIMIT, arguments);
  }

  public JobRequest request(String name, String tool, Duration limit, String... arguments) {
    return new JobRequest(
            name,
            "org.apache.hadoop.examples.terasort." + tool,
            List.of(arguments),
            Map.of(
                "mapreduce.map.java.opts", quick("map"),
                "mapreduce.reduce.java.opts", quick("reduce")),
            JobRequest.CLIENT_FLAGS,
            limit,
            folder,
            listener)
        .startingQuickly(cluster);
  }

  private String quick(String tasks) {
    return cluster.settings().get("mapreduce.%s.java.opts".formatted(tasks))
        + " -XX:TieredStopAtLevel=1";
  }

  public JobOutcome run(String name, String tool, String... arguments) throws InterruptedException {
    return cluster.run(request(name, tool, arguments));
  }

  /** The same with its tasks in its ApplicationMaster, where they are not the subject. */
  public JobOutcome runInOneContainer(String name, String tool, String... arguments)
      throws InterruptedException {
    return cluster.run(request(name, tool, arguments).withinItsApplicationMaster(cluster));
  }
}
