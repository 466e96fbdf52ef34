package io.corebound.cluster.libraries;

import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Command lines of Hadoop's Java programs. */
public final class JavaCommands {
  /** Marks daemons and containers of one cluster. */
  public static final String MARK = "COREBOUND_CLUSTER";

  /** Runs its other arguments and writes their CPU time to the first; see times(1p). */
  private static final String TIMED =
      "file=$1; shift; \"$@\"; status=$?; times >\"$file\"; exit $status";

  private final Jdk jdk;
  private final Path directory;
  private final Map<String, String> environment;

  /**
   * Commands of one cluster.
   *
   * @param mark value of the variable that marks the cluster's processes
   */
  public JavaCommands(Jdk jdk, String mark, Path directory) {
    this(jdk, Map.of(MARK, mark), directory);
  }

  private JavaCommands(Jdk jdk, Map<String, String> marks, Path directory) {
    this.jdk = jdk;
    this.directory = directory;
    this.environment = new TreeMap<>(marks);
    environment.put("JAVA_HOME", jdk.home().toString());
  }

  /** Commands that belong to no cluster. */
  static JavaCommands unmarked(Jdk jdk) {
    return new JavaCommands(jdk, Map.of(), null);
  }

  /** A daemon: runs until it is stopped. */
  public Command daemon(List<String> flags, String classPath, String mainClass) {
    return of(java(flags, classPath, mainClass, List.of()), Duration.ofDays(7));
  }

  /** A program that ends by itself. */
  public Command program(
      List<String> flags,
      String classPath,
      String mainClass,
      List<String> arguments,
      Duration limit) {
    return of(java(flags, classPath, mainClass, arguments), limit);
  }

  /** A program that ends by itself, its CPU time written to a file at its end. */
  public Command timed(
      Path times,
      List<String> flags,
      String classPath,
      String mainClass,
      List<String> arguments,
      Duration limit) {
    List<String> line = new ArrayList<>(List.of("sh", "-c", TIMED, "sh", times.toString()));
    line.addAll(java(flags, classPath, mainClass, arguments));
    return of(line, limit);
  }

  private List<String> java(
      List<String> flags, String classPath, String mainClass, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.addAll(List.of(jdk.java().toString(), "-cp", classPath));
    // after it, as flags may say another class path
    line.addAll(flags);
    line.add(mainClass);
    line.addAll(arguments);
    return line;
  }

  /** Any program, in the same environment. */
  Command of(List<String> line, Duration limit) {
    return new Command(line, environment, directory, limit);
  }
}
