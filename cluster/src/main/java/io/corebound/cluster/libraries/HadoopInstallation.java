package io.corebound.cluster.libraries;

import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the jars of the user's Hadoop. */
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

  /** Folders below the home: of Hadoop Common, and of HDFS, MapReduce or YARN for {@code %s}. */
  private record Layout(String common, String other) {
    List<String> folders() {
      return Stream.of(
              common,
              other.formatted("hdfs"),
              other.formatted("mapreduce"),
              other.formatted("yarn"))
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
   * Jars and folders of jars, in order, without the user's own configuration, so that corebound
   * alone sets what is measured.
   *
   * @throws CoreboundException (invalid input) when a part of Hadoop is missing
   */
  List<String> classPath(Host host, Jdk jdk) {
    if (!Files.isDirectory(home)) {
      throw CoreboundException.invalidInput(
          home + ": does not exist; name the folder of a Hadoop 3");
    }
    List<List<String>> found = new ArrayList<>();
    found.add(ofScript(host, jdk));
    LAYOUTS.forEach(layout -> found.add(walk(layout)));
    List<String> best =
        found.stream().min(Comparator.comparingInt(path -> missing(path).size())).orElseThrow();
    List<String> missing = missing(best);
    if (missing.isEmpty()) {
      return best;
    }
    String places =
        LAYOUTS.stream().map(Layout::common).distinct().collect(Collectors.joining(", "));
    throw CoreboundException.invalidInput(
        "%s: %s (looked at the output of bin/hadoop classpath, and in %s and their neighbours)"
            .formatted(
                home,
                missing.contains(HadoopCommon.JAR)
                    ? "no Hadoop in it: no %s-*.jar".formatted(HadoopCommon.JAR)
                    : "this Hadoop is incomplete: it lacks " + String.join(", ", missing),
                places));
  }

  private static List<String> missing(List<String> classPath) {
    return NEEDED.stream()
        .filter(artifact -> ClassPathJars.named(classPath, artifact).isEmpty())
        .toList();
  }

  /** The class path of the installation's own script, with what its script for YARN would add. */
  private List<String> ofScript(Host host, Jdk jdk) {
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
    // a wrapper may print further lines
    for (String entry : outcome.out().split("[:\\n]", -1)) {
      boolean jars = entry.endsWith(ClassPathJars.ALL) || entry.endsWith(".jar");
      if (jars && entry.startsWith("/") && Files.exists(ClassPathJars.path(entry))) {
        entries.add(entry);
        entries.addAll(timelineService(ClassPathJars.path(entry)));
      }
    }
    return List.copyOf(entries);
  }

  private List<String> walk(Layout layout) {
    Set<String> entries = new LinkedHashSet<>();
    for (String name : layout.folders()) {
      Path folder = home.resolve(name).normalize();
      entries.addAll(existing(folder.resolve("lib"), folder));
      entries.addAll(timelineService(folder));
    }
    return List.copyOf(entries);
  }

  /** The ResourceManager needs it; {@code yarn} adds it, {@code hadoop} does not. */
  private static List<String> timelineService(Path folder) {
    Path service = folder.resolve("timelineservice");
    return existing(service, service.resolve("lib"));
  }

  private static List<String> existing(Path... folders) {
    return Stream.of(folders)
        .filter(Files::isDirectory)
        .map(folder -> folder + ClassPathJars.ALL)
        .toList();
  }

  /** The folder of {@code libhadoop.so}, if it is in one of the usual places. */
  Optional<Path> nativeFolder() {
    return Stream.concat(Stream.of("."), LAYOUTS.stream().map(Layout::common))
        .map(common -> home.resolve(common).resolve("lib/native").normalize())
        .filter(folder -> Files.exists(folder.resolve("libhadoop.so")))
        .findFirst();
  }
}
