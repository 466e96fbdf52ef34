package io.corebound.cluster.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What corebound asks of a cluster's HDFS and YARN about jobs and their files. Every method fails
 * with an {@code IOException} when the cluster does not answer or refuses.
 */
public interface JobControl {
  /** Whether HDFS has a file or folder of that path. */
  boolean exists(String path) throws IOException;

  /**
   * The path of the newest file in a folder of HDFS with this beginning and end of its name, if
   * any.
   */
  Optional<String> newest(String folder, String beginning, String ending) throws IOException;

  /** A text file of HDFS. */
  String readText(String file) throws IOException;

  /** Copies a file of HDFS to a folder of this machine under its own name, whole or not at all. */
  Path fetch(String file, Path folder) throws IOException;

  /** Deletes a folder of HDFS with everything in it, if it is there. */
  void delete(String folder) throws IOException;

  /** The ResourceManager's report of an application, named as {@code application_…}. */
  ApplicationState state(String application) throws IOException;

  /** How full a queue is, in the scheduler's words; empty where that is not known. */
  default Optional<String> queue(String name) throws IOException {
    return Optional.empty();
  }

  /** Makes the ResourceManager kill an application. */
  void kill(String application) throws IOException;
}
