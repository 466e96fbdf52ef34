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
  /** JVM flags of a client that needs none of its own. */
  public static final List<String> CLIENT_FLAGS = List.of("-Xmx512m");

  /** Hadoop's own limit, {@code mapreduce.job.ubertask.maxmaps}. */
  public static final int UBER_MAPS = 9;

  /** C1 alone, which compiles in a fraction of what C2 takes. */
  private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

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
        CLIENT_FLAGS,
        limit,
        folder,
        (map, reduce) -> {});
  }

  /**
   * The same, with a client and an ApplicationMaster, which live for seconds, that compile with C1:
   * for a job that nobody measures, on a cluster that is corebound's own.
   *
   * @param cluster whose flags of the ApplicationMaster it keeps
   */
  public JobRequest startingQuickly(Cluster cluster) {
    Map<String, String> quick = new TreeMap<>(settings);
    String master = cluster.settings().get(JobSettings.MASTER_FLAGS);
    if (master != null) {
      quick.put(JobSettings.MASTER_FLAGS, master + " " + QUICK_START);
    }
    List<String> flags = new ArrayList<>(clientFlags);
    flags.add(QUICK_START);
    return new JobRequest(name, mainClass, arguments, quick, flags, limit, folder, listener);
  }

  /**
   * The same, with its tasks in its ApplicationMaster's JVM (an uber job), which saves the start of
   * a container for each: for a job that nobody measures, with at most {@value #UBER_MAPS} maps,
   * one reduce and a block of input, on a cluster that is corebound's own. Beyond that Hadoop
   * starts containers all the same.
   *
   * @param cluster whose memory of the ApplicationMaster the tasks ask for
   */
  public JobRequest withinItsApplicationMaster(Cluster cluster) {
    Map<String, String> uber = new TreeMap<>(settings);
    uber.put(JobSettings.UBER, "true");
    // tasks that ask for more than the ApplicationMaster has are none of an uber job's
    String memory = cluster.settings().get(JobSettings.MASTER_MEMORY);
    uber.put(JobSettings.MAP_MEMORY, memory);
    uber.put(JobSettings.REDUCE_MEMORY, memory);
    return new JobRequest(name, mainClass, arguments, uber, clientFlags, limit, folder, listener);
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
