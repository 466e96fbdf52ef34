package io.corebound.cluster;

import io.corebound.records.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The class path of Hadoop's own daemons, client and tasks: one folder of jars, never on
 * corebound's own class path.
 *
 * @param folder holds the jars
 */
public record HadoopLibraries(Path folder) {

  /** Refuses a folder without Hadoop in it. */
  public HadoopLibraries {
    folder = folder.toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw CoreboundException.missing(
          folder + ": Hadoop's jars are not there; build the project, which gathers them");
    }
  }

  /** As an entry of a class path: all jars of the folder. */
  public String classPath() {
    return folder + "/*";
  }
}
