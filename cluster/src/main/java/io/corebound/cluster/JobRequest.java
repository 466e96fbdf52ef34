package io.corebound.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A job to run.
 *
 * @param name its name in records, such as {@code terasort}
 * @param mainClass a Hadoop {@code Tool} on the cluster's class path, such as {@code
 *     org.apache.hadoop.examples.terasort.TeraSort}
 * @param arguments the tool's own arguments
 * @param settings Hadoop settings of this job alone, given as {@code -D key=value}
 * @param clientFlags JVM flags of the client
 * @param limit after which the job is killed and counts as failed
 * @param folder where the job's history, its configuration and the client's log are kept
 * @param listener told of the job's progress
 */
public record JobRequest(
    String name,
    String mainClass,
    List<String> arguments,
    Map<String, String> settings,
    List<String> clientFlags,
    Duration limit,
    Path folder,
    Listener listener) {

  /** Copies the lists. */
  public JobRequest {
    arguments = List.copyOf(arguments);
    settings = Map.copyOf(settings);
    clientFlags = List.copyOf(clientFlags);
  }

  /** A job with no settings or flags of its own and nobody listening. */
  public static JobRequest of(
      String name, String mainClass, Duration limit, Path folder, String... arguments) {
    return new JobRequest(
        name,
        mainClass,
        List.of(arguments),
        Map.of(),
        List.of("-Xmx512m"),
        limit,
        folder,
        (map, reduce) -> {});
  }

  /** Is told of a job's progress, as the job's client prints it. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Called when the figures changed.
     *
     * @param mapPercent 0 to 100
     * @param reducePercent 0 to 100
     */
    void progress(int mapPercent, int reducePercent);

    /**
     * Called now and then while YARN gives the job no container.
     *
     * @param state YARN's, such as {@code ACCEPTED}
     */
    default void waits(String state) {}
  }
}
