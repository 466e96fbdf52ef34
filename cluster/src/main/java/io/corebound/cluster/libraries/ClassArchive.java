package io.corebound.cluster.libraries;

import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.machine.PathReader;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.format.AtomicFiles;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An archive of classes that JVMs of Hadoop start from: its classes are read and checked before. Up
 * to JDK 24 it is one of class data sharing (JEP 310), from 25 on an AOT cache (JEP 514), which has
 * what the JIT compiler knew too. A JVM takes it where its class path begins with the jars that it
 * was made for; what follows may differ. That of a container begins with its own folder, so its
 * java options name the jars before it.
 *
 * <p>They do so by {@code $(sh FOLDER/tasks)}, which a container's shell replaces by what that
 * script prints: the options where archive, jars and JDK fit, else nothing. A JVM whose archive
 * does not fit starts without a word, and later than without one; JDK 25 takes an AOT cache even if
 * its jars have changed since (JDK-8377932), and runs the classes that they had.
 *
 * @param jars in the order of the class path, the same files on every node
 * @param folder that holds it and its script
 * @param name of the script: whose JVMs start from it
 */
public record ClassArchive(Jdk jdk, List<Path> jars, Path folder, String name) {
  /** JVMs of maps and reduces. */
  public static final String TASKS = "tasks";

  /** JVMs of ApplicationMasters, which load twice as many classes. */
  public static final String MASTER = "master";

  /** JVMs of commands: hadoop, hdfs, yarn, mapred. */
  public static final String CLIENT = "client";

  private static final String CLASS_PATH = "--class-path=";

  /** In flags, stands for the class path that a JVM would have without them. */
  public static final String REST = "$CLASSPATH";

  private static final int OLDEST = 11;
  private static final int AOT_CACHE = 25;
  private static final String LIST = ".lst";
  private static final String RECORDING = ".aotconf";
  private static final String STAMPS = ".jars";
  private static final String RELEASE = "release";
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** A program of Hadoop's that ends at once. */
  private static final String PROGRAM = "org.apache.hadoop.util.VersionInfo";

  private static final Pattern SHARED =
      Pattern.compile("org\\.apache\\.hadoop\\.\\S+ source: shared objects file");

  /** A line of a JVM's log that says why it takes no archive. */
  private static final String REASON = ".*\\[(cds|aot|class,path) *].*(ismatch|not |Unable).*";

  /** Of a container's command line, one argument of at most 128 KiB (MAX_ARG_STRLEN of Linux). */
  private static final int LONGEST_CLASS_PATH = 100_000;

  private static final String SCRIPT =
      """
      #!/bin/sh
      # Made by corebound. Prints the options of a JVM of Hadoop that starts from the archive of
      # classes beside this file, where archive, jars and JDK are as they were; else nothing, on
      # stderr why, and exit status 1. In java options of a container: $(sh FOLDER/@NAME@)
      # For Hadoop's commands: eval "$(sh FOLDER/@NAME@ export)"
      here=$(cd "$(dirname "$0")" && pwd)
      archive=$here/@ARCHIVE@
      without() {
        echo "corebound: no archive of classes: $1" >&2
        exit 1
      }
      for file in "$archive" "$here/@NAME@.jars" "$here/@NAME@.release"; do
        [ -r "$file" ] || without "$file cannot be read"
      done
      cmp -s "$here/@NAME@.release" "$JAVA_HOME/release" ||
        without "JAVA_HOME ($JAVA_HOME) is not the JDK that it was made with"
      jars=$(cut -d ' ' -f 3- "$here/@NAME@.jars")
      # what stands before a job's jar comes before it with the archive, too, and nothing else may
      before=${CLASSPATH%%job.jar*}
      if [ "$1" = export ]; then
        before=$jars
        [ -z "$HADOOP_USE_CLIENT_CLASSLOADER" ] || without "HADOOP_USE_CLIENT_CLASSLOADER is set"
        [ -z "$HADOOP_CLASSPATH" ] || [ -z "$HADOOP_USER_CLASSPATH_FIRST" ] ||
          without "HADOOP_CLASSPATH is to come before Hadoop's own jars"
      fi
      for folder in $(echo "$jars" | sed 's|/[^/]*$||' | sort -u); do
        case $before in
          *"$folder/"*) ;;
          *) without "$folder is not on the container's class path before the job's jar" ;;
        esac
      done
      if [ "$(stat -L -c '%s %Y %n' $jars 2>/dev/null)" != "$(cat "$here/@NAME@.jars")" ]; then
        while read -r size time jar; do
          [ "$(stat -L -c '%s %Y' "$jar" 2>/dev/null)" = "$size $time" ] ||
            without "$jar has another size or time than where it was made"
        done <"$here/@NAME@.jars"
      fi
      jars=$(echo "$jars" | paste -s -d : -)
      if [ "$1" = export ]; then
        echo "export HADOOP_USER_CLASSPATH_FIRST=yes" \\
          "HADOOP_CLASSPATH=\\"$jars\\${HADOOP_CLASSPATH:+:}\\$HADOOP_CLASSPATH\\"" \\
          "HADOOP_CLIENT_OPTS=\\"@USE@$archive \\$HADOOP_CLIENT_OPTS\\""
      else
        echo "@USE@$archive --class-path=$jars:\\$CLASSPATH"
      fi
      """;

  /**
   * An archive that a folder is to hold.
   *
   * @throws CoreboundException (invalid input) for a JDK whose archives hold no jars' classes, or
   *     that does not say which it is, and for paths that a container's command line cannot name
   */
  public static ClassArchive in(Path folder, String name, Jdk jdk, List<Path> jars) {
    if (jdk.feature() < OLDEST) {
      throw CoreboundException.invalidInput(
          "%s is Java %s, whose archives hold no classes of jars; name Java %s or newer by --java",
          jdk.home(), jdk.feature(), OLDEST);
    }
    if (!Files.isReadable(jdk.home().resolve(RELEASE))) {
      throw CoreboundException.invalidInput(
          "%s: its file '%s' is missing, by which nodes tell their JDK; name another by --java",
          jdk.home(), RELEASE);
    }
    Path whole = folder.toAbsolutePath().normalize();
    PathReader.HADOOP.require("archive's folder", whole);
    jars.forEach(jar -> PathReader.HADOOP.require("jar", jar));
    ClassArchive archive = new ClassArchive(jdk, List.copyOf(jars), whole, name);
    if (archive.path().length() > LONGEST_CLASS_PATH) {
      throw CoreboundException.invalidInput(
          "the paths of %s jars have %s characters, more than a command line takes (%s)",
          jars.size(), archive.path().length(), LONGEST_CLASS_PATH);
    }
    return archive;
  }

  private boolean isCache() {
    return jdk.feature() >= AOT_CACHE;
  }

  private String ending() {
    return isCache() ? ".aot" : ".jsa";
  }

  public Path file() {
    return beside(ending());
  }

  private Path beside(String ending) {
    return folder.resolve(name + ending);
  }

  private Path script() {
    return beside("");
  }

  /** What every user of it needs: for YARN's distributed cache, or to be copied to each node. */
  public List<Path> files() {
    return List.of(script(), file(), beside(STAMPS), beside("." + RELEASE));
  }

  private String path() {
    return jars.stream().map(Path::toString).collect(Collectors.joining(":"));
  }

  /** Flags of JVMs that write what they load to a folder, each to a file of its own. */
  public List<String> recording(Path recorded) {
    return isCache()
        ? List.of(
            "-XX:AOTMode=record",
            "-XX:AOTConfiguration=%s/%%p%s".formatted(recorded, RECORDING),
            CLASS_PATH + path())
        : List.of("-XX:DumpLoadedClassList=%s/%%p%s".formatted(recorded, LIST));
  }

  /** What java options of a container say to start from it. */
  public String options() {
    return "$(sh %s)".formatted(script());
  }

  /** What a shell says, so that Hadoop's commands start from it. */
  public String export() {
    return "eval \"$(sh %s export)\"".formatted(script());
  }

  /** Flags of a client on this machine that starts from it, read as a container's shell does. */
  public List<String> flagsOfClient() {
    return List.of(use() + file(), "%s%s:%s".formatted(CLASS_PATH, path(), REST));
  }

  /**
   * The same where a container is to start from it or not at all, as when it is measured: it fails
   * with the reason in its logs.
   */
  public String optionsOrFailure() {
    return "$(sh %s || echo -XX:+NoArchiveOfClasses)".formatted(script());
  }

  private String use() {
    return isCache() ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=";
  }

  /**
   * Makes it from what JVMs have recorded: of all of them, or as an AOT cache of the one that
   * loaded most, as there recordings cannot be merged. The script comes last, so that a half-made
   * one is never used; what is there before is not used meanwhile.
   *
   * @param scratch a folder for what is unfinished
   * @throws CoreboundException (failed) when nothing was recorded, or the JVM's reason
   */
  public void make(Host host, Path recorded, Path scratch) {
    Path made = scratch.resolve(file().getFileName());
    try {
      dump(host, isCache() ? largest(recorded) : merged(recorded, scratch), made);
      if (!Files.exists(folder)) {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      Files.deleteIfExists(script());
      // within the folder's file system, so that it appears whole
      Path part = folder.resolve(file().getFileName() + ".part");
      Files.move(made, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, file(), StandardCopyOption.ATOMIC_MOVE);
      AtomicFiles.write(beside(STAMPS), stamps());
      AtomicFiles.write(beside("." + RELEASE), Files.readString(jdk.home().resolve(RELEASE)));
      AtomicFiles.write(
          script(),
          SCRIPT
              .replace("@NAME@", name)
              .replace("@ARCHIVE@", file().getFileName().toString())
              .replace("@USE@", use()));
      for (Path each : files()) {
        Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rw-r--r--"));
      }
    } catch (IOException e) {
      throw CoreboundException.failed("cannot write %s: %s".formatted(folder, e.getMessage()), e);
    }
  }

  private void dump(Host host, Path recorded, Path made) {
    List<String> flags =
        isCache()
            ? List.of(
                "-XX:AOTMode=create", "-XX:AOTConfiguration=" + recorded, "-XX:AOTCache=" + made)
            : List.of(
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + recorded,
                "-XX:SharedArchiveFile=" + made);
    Outcome outcome = host.run(java(flags, CLASS_PATH + path()));
    if (!outcome.ok() || !Files.exists(made)) {
      throw CoreboundException.failed(
          "%s makes no archive: %s".formatted(jdk.java(), outcome.lastWords()));
    }
  }

  /** Size, seconds since the Unix epoch and path of each jar, as stat(1) prints them. */
  private String stamps() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Path jar : jars) {
      BasicFileAttributes now = Files.readAttributes(jar, BasicFileAttributes.class);
      lines.append(
          "%s %s %s%n".formatted(now.size(), now.lastModifiedTime().to(TimeUnit.SECONDS), jar));
    }
    return lines.toString();
  }

  private static Path merged(Path recorded, Path scratch) throws IOException {
    Set<String> lines = new LinkedHashSet<>();
    for (Path file : files(recorded, LIST)) {
      try (Stream<String> all = Files.lines(file)) {
        // classes of other class loaders have numbers, which differ from JVM to JVM
        all.filter(line -> !line.startsWith("#") && !line.contains(" source: "))
            .map(line -> line.replaceFirst(" id: [0-9]+$", ""))
            .forEach(lines::add);
      }
    }
    if (lines.isEmpty()) {
      throw nothing(recorded);
    }
    Path list = scratch.resolve("all" + LIST);
    AtomicFiles.write(list, String.join("\n", lines) + "\n");
    return list;
  }

  /** A task that was killed while it wrote leaves an empty file. */
  private static Path largest(Path recorded) throws IOException {
    return files(recorded, RECORDING).stream()
        .max(Comparator.comparingLong(file -> file.toFile().length()))
        .filter(file -> file.toFile().length() > 0)
        .orElseThrow(() -> nothing(recorded));
  }

  private static CoreboundException nothing(Path recorded) {
    return CoreboundException.failed("no JVM wrote to %s what it loads".formatted(recorded));
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  /**
   * Why a JVM does not start from it; empty where it does.
   *
   * @param behind the class path that follows the jars
   */
  public Optional<String> refusal(Host host, List<Path> behind) {
    String classPath = behind.stream().map(Path::toString).collect(Collectors.joining(":"));
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("JAVA_HOME", jdk.home().toString());
    environment.put("CLASSPATH", "%s:%s".formatted(path(), classPath));
    Outcome options =
        host.run(new Command(List.of("sh", script().toString()), environment, null, LIMIT));
    if (options.out().isBlank()) {
      return Optional.of(options.lastWords().replaceFirst("^corebound: ", ""));
    }
    Outcome outcome =
        host.run(
            java(
                List.of(options.out().strip().replace(REST, classPath).split(" ")),
                "-Xlog:class+load",
                "-Xlog:cds",
                "-Xlog:class+path",
                PROGRAM));
    if (outcome.out().lines().anyMatch(ClassArchive::hadoopsOwn)) {
      return Optional.empty();
    }
    return Optional.of(
        outcome
            .out()
            .lines()
            .filter(line -> line.matches(REASON))
            .map(line -> line.replaceFirst("^(\\[[^]]*])+ *", ""))
            .findFirst()
            .orElseGet(outcome::lastWords));
  }

  /** Whether a line of -Xlog:class+load is of a class of Hadoop's that came from an archive. */
  public static boolean hadoopsOwn(String line) {
    return SHARED.matcher(line).find();
  }

  /** Removes it, the script first. */
  public void remove() {
    try {
      for (Path file : files()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw CoreboundException.failed("cannot remove %s: %s".formatted(folder, e.getMessage()), e);
    }
  }

  private Command java(List<String> flags, String... more) {
    List<String> line = new ArrayList<>(List.of(jdk.java().toString()));
    line.addAll(flags);
    line.addAll(List.of(more));
    return new Command(line, Map.of(), null, LIMIT);
  }
}
