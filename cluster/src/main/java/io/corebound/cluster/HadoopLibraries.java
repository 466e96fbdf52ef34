package io.corebound.cluster;

import io.corebound.hosts.Command;
import io.corebound.hosts.Host;
import io.corebound.hosts.Outcome;
import io.corebound.records.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The class path of Hadoop's own daemons, client and tasks: one folder of jars, never on
 * corebound's own class path.
 *
 * @param folder holds the jars
 */
public record HadoopLibraries(Path folder) {
  private static final Pattern NATIVE = Pattern.compile("(?m)^([A-Za-z0-9-]+) *: +(true|false)");

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

  /**
   * What Hadoop's own {@code NativeLibraryChecker} finds on this class path.
   *
   * @param javaHome of the JDK that daemons and tasks run on
   * @return {@code loaded} or why not, by library
   */
  public Map<String, String> nativeLibraries(Host host, Path javaHome) {
    Outcome outcome =
        host.run(
            Command.of(
                Duration.ofSeconds(30),
                javaHome.resolve("bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                "org.apache.hadoop.util.NativeLibraryChecker"));
    Map<String, String> found = new TreeMap<>();
    Matcher line = NATIVE.matcher(outcome.out());
    while (line.find()) {
      found.put(
          line.group(1),
          line.group(2).equals("true") ? "loaded" : "not loaded: not on java.library.path");
    }
    return found;
  }
}
