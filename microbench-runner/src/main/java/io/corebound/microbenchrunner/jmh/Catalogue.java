package io.corebound.microbenchrunner.jmh;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What can be measured: the classes of JMH benchmarks, as {@code ListBenchmarks} prints them, and
 * the suites that the runner measures itself.
 */
public record Catalogue(List<Benchmark> benchmarks) {
  /** The suite of the idle cluster. */
  public static final String IDLE = "idle";

  /** The suite of containers and jobs. */
  public static final String START = "start";

  /** The suite of a job's client. */
  public static final String CLIENT = "client";

  /** The suite of pinned copies. */
  public static final String CONTENTION = "contention";

  /** Whole map and reduce tasks. */
  public static final String TASK = "task";

  private static final String LISTER = "io.corebound.microbench.ListBenchmarks";
  private static final int FIELDS = 9;

  /** Suites that the runner measures without JMH. */
  private static final List<Benchmark> OWN =
      List.of(
          own(
              CONTENTION,
              List.of("contention"),
              false,
              "How much slower is an operation while copies of it keep other cores busy, or share"
                  + " its?"),
          own(IDLE, List.of("idle"), true, "How much CPU does a started, idle cluster use?"),
          own(
              START,
              List.of("start.client", "start.container", "start.job"),
              true,
              "What does starting a container, a job and its client cost?"));

  /**
   * One class of benchmarks.
   *
   * @param name simple name of the class; empty for what the runner measures itself
   * @param localBytes size of its local files, in bytes for each byte of a batch
   * @param hdfsBytes the same for HDFS
   * @param parameters default values by name
   */
  public record Benchmark(
      String suite,
      String name,
      List<String> operations,
      boolean hdfs,
      double localBytes,
      double hdfsBytes,
      String question,
      int methods,
      Map<String, List<String>> parameters) {}

  /** Copies the list. */
  public Catalogue {
    benchmarks = List.copyOf(benchmarks);
  }

  private static Benchmark own(
      String suite, List<String> operations, boolean cluster, String question) {
    return new Benchmark(suite, "", operations, cluster, 0, 0, question, 1, Map.of());
  }

  /**
   * Asks the benchmarks.
   *
   * @throws CoreboundException (failed) when they do not answer
   */
  public static Catalogue read(Host host, Path java, String classPath) {
    Outcome outcome =
        host.run(
            Command.of(
                Duration.ofSeconds(60),
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                LISTER));
    if (!outcome.ok()) {
      throw CoreboundException.failed("the benchmarks cannot be listed: " + outcome.lastWords());
    }
    return parse(outcome.out());
  }

  /** Reads the lines of {@code ListBenchmarks}. */
  static Catalogue parse(String lines) {
    List<Benchmark> benchmarks = new ArrayList<>(OWN);
    lines.lines().map(Catalogue::benchmark).forEach(benchmarks::add);
    return new Catalogue(benchmarks);
  }

  private static Benchmark benchmark(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != FIELDS) {
      throw CoreboundException.failed("the list of benchmarks has the line '%s'".formatted(line));
    }
    Map<String, List<String>> parameters = new TreeMap<>();
    for (String parameter : fields[8].split(" ")) {
      if (!parameter.isEmpty()) {
        String[] pair = parameter.split("=", 2);
        parameters.put(pair[0], Arrays.asList(pair[1].split(",", -1)));
      }
    }
    return new Benchmark(
        fields[0],
        fields[1],
        List.of(fields[2].split(" ")),
        fields[3].equals("hdfs"),
        Double.parseDouble(fields[4]),
        Double.parseDouble(fields[5]),
        fields[6],
        Integer.parseInt(fields[7]),
        parameters);
  }

  /** Names of all suites, in order. */
  public List<String> suites() {
    return benchmarks.stream().map(Benchmark::suite).distinct().sorted().toList();
  }

  /**
   * The classes of a suite.
   *
   * @param where the place that an error names, such as the profile's file
   * @throws CoreboundException (invalid input) that gives the nearest name
   */
  List<Benchmark> find(String where, String suite, List<String> names) {
    List<Benchmark> ofSuite = benchmarks.stream().filter(b -> b.suite().equals(suite)).toList();
    if (ofSuite.isEmpty()) {
      throw CoreboundException.invalidInput(
          "%sunknown suite '%s'%s"
              .formatted(where, suite, StructuredFiles.nearest(suite, suites())));
    }
    List<String> known = ofSuite.stream().map(Benchmark::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw CoreboundException.invalidInput(
            "%sthe suite '%s' has no benchmark '%s'%s"
                .formatted(where, suite, name, StructuredFiles.nearest(name, known)));
      }
    }
    return ofSuite.stream()
        .filter(b -> !b.name().isEmpty() && (names.isEmpty() || names.contains(b.name())))
        .toList();
  }
}
