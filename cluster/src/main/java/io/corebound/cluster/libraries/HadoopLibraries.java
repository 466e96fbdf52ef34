package io.corebound.cluster.libraries;

import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Hadoop on this machine, for daemons, clients and tasks. It is never on corebound's own class
 * path.
 *
 * @param oldestJava feature release of Java that its classes were compiled for, as 8 or 17
 * @param classPath jars, and folders of jars as {@code FOLDER/*}, in order
 */
public record HadoopLibraries(
    Path home,
    String version,
    int oldestJava,
    List<String> classPath,
    Optional<Path> nativeFolder) {
  private static final Pattern NATIVE = Pattern.compile("(?m)^([A-Za-z0-9-]+) *: +(true|false)");
  private static final Pattern THROWN =
      Pattern.compile("(?m)^Exception in thread \"[^\"]*\" (?:[a-z]+\\.)*(.+)$");
  private static final Pattern RELEASE = Pattern.compile("([0-9]+)\\.([0-9]+).*");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** From this release of Java on, modules are closed to reflection by default. */
  private static final int STRONGLY_ENCAPSULATED = 16;

  /** Copies the class path. */
  public HadoopLibraries {
    classPath = List.copyOf(classPath);
  }

  /**
   * All jars of one folder: the project's own Hadoop, which the build gathers.
   *
   * @throws CoreboundException (missing) when it is not there
   */
  public static HadoopLibraries gathered(Path folder) {
    Path whole = folder.toAbsolutePath().normalize();
    if (!Files.isDirectory(whole)) {
      throw CoreboundException.missing(
          whole + ": Hadoop's jars are missing; build the project, which gathers them");
    }
    return of(whole, List.of(whole + "/*"), Optional.empty());
  }

  /**
   * The user's own Hadoop 3: Apache's distribution, a parcel of Cloudera, or packages in the layout
   * of Bigtop and HDP. The class path is that of its own {@code hadoop classpath} if that is whole,
   * else that of the known folders.
   *
   * @throws CoreboundException (invalid input) when the folder has no whole Hadoop 3, with what is
   *     missing
   */
  public static HadoopLibraries installed(Host host, Path home, Jdk jdk) {
    HadoopInstallation installation = new HadoopInstallation(home.toAbsolutePath().normalize());
    return of(installation.home(), installation.classPath(host, jdk), installation.nativeFolder());
  }

  private static HadoopLibraries of(Path home, List<String> classPath, Optional<Path> natives) {
    HadoopCommon common = HadoopCommon.on(classPath, home);
    return new HadoopLibraries(home, common.version(), common.oldestJava(), classPath, natives);
  }

  /** The same Hadoop, its jars elsewhere. */
  public HadoopLibraries on(List<String> otherClassPath) {
    return new HadoopLibraries(home, version, oldestJava, otherClassPath, nativeFolder);
  }

  /** As one text, as {@code java -cp} and Hadoop's settings take it. */
  public String classPath(String separator) {
    return String.join(separator, classPath);
  }

  /**
   * Flags of every JVM of this Hadoop: its native libraries, and reflection that the JDK does not
   * allow by default. Before Hadoop 3.5.0, Guice, which builds the web pages of YARN and of the
   * ApplicationMaster, defines classes by reflection.
   */
  public List<String> flags(Jdk jdk) {
    List<String> flags = new ArrayList<>();
    nativeFolder.ifPresent(folder -> flags.add("-Djava.library.path=" + folder));
    if (jdk.feature() >= STRONGLY_ENCAPSULATED && isBefore(3, 5)) {
      flags.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    }
    return flags;
  }

  private boolean isBefore(int major, int minor) {
    Matcher release = RELEASE.matcher(version);
    if (!release.matches()) {
      return false;
    }
    int ours = Integer.parseInt(release.group(1));
    return ours < major || (ours == major && Integer.parseInt(release.group(2)) < minor);
  }

  /**
   * Refuses a JDK that this Hadoop does not run on: too old for its classes, or too new to find its
   * user (JDK 24 and newer for Hadoop before 3.5.0).
   *
   * @throws CoreboundException (invalid input)
   */
  public void requireRunsOn(Host host, Jdk jdk) {
    if (jdk.feature() < oldestJava) {
      throw CoreboundException.invalidInput(
          "Hadoop %s needs Java %s or newer, and %s is Java %s; choose another with --java"
              .formatted(version, oldestJava, jdk.home(), jdk.feature()));
    }
    Outcome outcome = run(host, jdk, "org.apache.hadoop.security.UserGroupInformation");
    if (!outcome.ok()) {
      Matcher thrown = THROWN.matcher(outcome.err());
      throw CoreboundException.invalidInput(
          "Hadoop %s does not run on Java %s of %s (%s); choose another with --java"
              .formatted(
                  version,
                  jdk.feature(),
                  jdk.home(),
                  thrown.find() ? thrown.group(1) : outcome.lastWords()));
    }
  }

  /**
   * The result of Hadoop's {@code NativeLibraryChecker}.
   *
   * @return {@code loaded} or why not, by library
   */
  public Map<String, String> nativeLibraries(Host host, Jdk jdk) {
    Outcome outcome = run(host, jdk, "org.apache.hadoop.util.NativeLibraryChecker");
    Map<String, String> found = new TreeMap<>();
    Matcher line = NATIVE.matcher(outcome.out());
    while (line.find()) {
      found.put(
          line.group(1),
          line.group(2).equals("true") ? "loaded" : "not loaded: not on java.library.path");
    }
    return found;
  }

  private Outcome run(Host host, Jdk jdk, String mainClass) {
    List<String> flags = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1"));
    flags.addAll(flags(jdk));
    return host.run(
        JavaCommands.unmarked(jdk).program(flags, classPath(":"), mainClass, List.of(), LIMIT));
  }
}
