package io.corebound.cluster.libraries;

import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the jars of a Hadoop that somebody installed.
 *
 * @param home the folder that the user named
 */
record HadoopInstallation(Path home) {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Jars without which no cluster starts and nothing can be measured. */
  private static final List<String> NEEDED =
      List.of(
          HadoopCommon.JAR,
          "hadoop-hdfs",
          "hadoop-yarn-server-resourcemanager",
          "hadoop-yarn-server-nodemanager",
          "hadoop-mapreduce-client-app",
          "hadoop-mapreduce-client-jobclient",
          "hadoop-mapreduce-client-shuffle",
          "hadoop-mapreduce-examples");

  /**
   * The folders of the four parts, below the home. {@code %s} is the part's own name.
   *
   * @param common folder of Hadoop Common
   * @param other folder of HDFS, MapReduce or YARN
   */
  private record Layout(String common, String other) {
    List<String> folders() {
      return Stream.concat(
              Stream.of(common), Stream.of("hdfs", "mapreduce", "yarn").map(other::formatted))
          .toList();
    }
  }

  /** Apache's; a Cloudera parcel; packages side by side (Bigtop, HDP); HDP's links to them. */
  private static final List<Layout> LAYOUTS =
      List.of(
          new Layout("share/hadoop/common", "share/hadoop/%s"),
          new Layout("lib/hadoop", "lib/hadoop-%s"),
          new Layout("hadoop", "hadoop-%s"),
          new Layout("hadoop-client", "hadoop-%s-client"),
          new Layout(".", "../hadoop-%s"),
          new Layout(".", "../hadoop-%s-client"));

  /**
   * Jars and folders of jars, in order; none of the user's own configuration, so that what is
   * measured is set by corebound alone.
   *
   * @throws CoreboundException (invalid input) when something of Hadoop is missing
   */
  List<String> classPath(Host host, Jdk jdk) {
    if (!Files.isDirectory(home)) {
      throw CoreboundException.invalidInput(home + ": no such folder; give the one of a Hadoop 3");
    }
    List<String> own = told(host, jdk);
    if (missing(own).isEmpty()) {
      return own;
    }
    List<String> best = own;
    for (Layout layout : LAYOUTS) {
      List<String> walked = walk(layout);
      if (missing(walked).isEmpty()) {
        return walked;
      }
      if (missing(walked).size() < missing(best).size()) {
        best = walked;
      }
    }
    throw refused(best);
  }

  private CoreboundException refused(List<String> best) {
    List<String> missing = missing(best);
    String lookedIn =
        "looked at what bin/hadoop classpath says, and in "
            + String.join(", ", LAYOUTS.stream().map(Layout::common).distinct().toList())
            + " and their neighbours";
    return CoreboundException.invalidInput(
        missing.contains(HadoopCommon.JAR)
            ? home + ": no Hadoop in it: no " + HadoopCommon.JAR + "-*.jar (" + lookedIn + ")"
            : home
                + ": this Hadoop is not whole: it lacks "
                + String.join(", ", missing)
                + " ("
                + lookedIn
                + ")");
  }

  private static List<String> missing(List<String> classPath) {
    return NEEDED.stream()
        .filter(artifact -> ClassPathJars.named(classPath, artifact).isEmpty())
        .toList();
  }

  /** What the installation's own script says, and what its script for YARN would add. */
  private List<String> told(Host host, Jdk jdk) {
    Path script = home.resolve("bin/hadoop");
    if (!Files.isExecutable(script)) {
      return List.of();
    }
    Outcome outcome =
        host.run(JavaCommands.unmarked(jdk).of(List.of(script.toString(), "classpath"), LIMIT));
    if (!outcome.ok()) {
      return List.of();
    }
    Set<String> entries = new LinkedHashSet<>();
    // a wrapper may print lines of its own
    for (String entry : outcome.out().split("[:\\n]", -1)) {
      String folder = entry.endsWith("/*") ? entry.substring(0, entry.length() - 2) : entry;
      boolean jars = entry.endsWith("/*") || entry.endsWith(".jar");
      if (jars && folder.startsWith("/") && Files.exists(Path.of(folder))) {
        entries.add(entry);
        addTimelineService(Path.of(folder), entries);
      }
    }
    return List.copyOf(entries);
  }

  private List<String> walk(Layout layout) {
    Set<String> entries = new LinkedHashSet<>();
    for (String name : layout.folders()) {
      Path folder = home.resolve(name).normalize();
      for (Path jars : List.of(folder.resolve("lib"), folder)) {
        if (Files.isDirectory(jars)) {
          entries.add(jars + "/*");
        }
      }
      addTimelineService(folder, entries);
    }
    return List.copyOf(entries);
  }

  /**
   * The ResourceManager does not start without it; {@code yarn} adds it, {@code hadoop} does not.
   */
  private static void addTimelineService(Path folder, Set<String> entries) {
    Path service = folder.resolve("timelineservice");
    for (Path jars : List.of(service, service.resolve("lib"))) {
      if (Files.isDirectory(jars)) {
        entries.add(jars + "/*");
      }
    }
  }

  /** The folder of {@code libhadoop.so}, if it is in one of the usual places. */
  Optional<Path> nativeFolder() {
    return Stream.concat(Stream.of("."), LAYOUTS.stream().map(Layout::common))
        .map(common -> home.resolve(common).resolve("lib/native").normalize())
        .filter(folder -> Files.exists(folder.resolve("libhadoop.so")))
        .findFirst();
  }
}
