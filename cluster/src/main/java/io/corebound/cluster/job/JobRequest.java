package io.corebound.cluster.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job to run.
 *
 * @param mainClass a Hadoop {@code Tool} on the cluster's class path, such as {@code
 *     org.apache.hadoop.examples.terasort.TeraSort}
 * @param clientFlags of its client's JVM; {@code $CLASSPATH} in them is the class path that the
 *     client would have without them
 * @param limit after which the job is killed and counts as failed
 * @param folder for the job's history, its configuration and the client's log
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
  /** The usual JVM flags of a client. */
  public static final List<String> CLIENT_FLAGS = List.of("-Xmx512m");

  /** C1 alone, which compiles in a fraction of C2's time, to code that is slower. */
  public static final String QUICK_START = "-XX:TieredStopAtLevel=1";

  /** Copies the lists. */
  public JobRequest {
    arguments = List.copyOf(arguments);
    settings = Map.copyOf(settings);
    clientFlags = List.copyOf(clientFlags);
  }

  /** A job without settings, flags or listener. */
  public static JobRequest of(
      String name, String mainClass, Duration limit, Path folder, String... arguments) {
    List<String> own = List.of(arguments);
    Listener none = (map, reduce) -> {};
    return new JobRequest(name, mainClass, own, Map.of(), CLIENT_FLAGS, limit, folder, none);
  }

  private JobRequest with(Map<String, String> added, List<String> flags) {
    Map<String, String> all = new TreeMap<>(settings);
    all.putAll(added);
    return new JobRequest(name, mainClass, arguments, all, flags, limit, folder, listener);
  }

  /**
   * The same, with a client and an ApplicationMaster that compile with C1, as they live for seconds
   * only: for a job that is not measured, on a cluster of corebound's.
   */
  public JobRequest startingQuickly(Cluster cluster) {
    List<String> flags = new ArrayList<>(clientFlags);
    flags.add(QUICK_START);
    String master = cluster.settings().get(JobSettings.MASTER_FLAGS);
    return with(
        master == null ? Map.of() : Map.of(JobSettings.MASTER_FLAGS, master + " " + QUICK_START),
        flags);
  }

  /**
   * The same, with its tasks in its ApplicationMaster's JVM (an uber job), which saves the start of
   * their containers: for a job that is not measured, on a cluster of corebound's. With more than
   * {@value io.corebound.records.history.Setting#UBER_MAPS} maps or one reduce, Hadoop starts
   * containers all the same.
   */
  public JobRequest withinItsApplicationMaster(Cluster cluster) {
    // tasks that ask for more memory than the ApplicationMaster has would get containers
    String memory = cluster.settings().get(JobSettings.MASTER_MEMORY);
    return with(
        Map.of(
            JobSettings.UBER,
            "true",
            JobSettings.UBER_BYTES,
            Long.toString(Long.MAX_VALUE),
            JobSettings.MAP_MEMORY,
            memory,
            JobSettings.REDUCE_MEMORY,
            memory),
        clientFlags);
  }

  /** Follows a job's progress, as the job's client prints it. */
  @FunctionalInterface
  public interface Listener {
    /** The figures, 0 to 100, have changed. */
    void progress(int mapPercent, int reducePercent);

    /**
     * YARN still gives the job no container.
     *
     * @param state YARN's, such as {@code ACCEPTED}
     */
    default void waits(String state) {}
  }
}
