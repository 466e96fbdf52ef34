package io.corebound.engines;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A job to run, in every form that an engine may take.
 *
 * @param name the workload's, by which an engine with functions of its own finds these
 * @param limit after which the job is ended and counts as failed
 * @param folder on this machine, for what the engine's programs write of the job
 */
public record EngineJob(
    String name, Program program, Files files, Duration limit, Path folder, Listener listener) {

  /**
   * A main class that submits the job to Hadoop.
   *
   * @param settings Hadoop's, over those of the cluster
   */
  public record Program(String mainClass, Map<String, String> settings, List<String> arguments) {
    public Program {
      settings = Map.copyOf(settings);
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * Its data in HDFS.
   *
   * @param input a file, or a folder of files
   * @param output a folder that does not exist
   * @param parts of the output: reduce tasks, or partitions
   */
  public record Files(String input, String output, int parts) {}

  /** Follows a job. */
  @FunctionalInterface
  public interface Listener {
    /** The figures, 0 to 100, have changed. */
    void progress(int mapPercent, int reducePercent);

    /** YARN gives the job no container, and has it in a state such as {@code ACCEPTED}. */
    default void waits(String state) {}
  }
}
