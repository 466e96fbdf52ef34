package io.corebound.app.run;

import io.corebound.cluster.libraries.HadoopLibraries;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.LocalHost;
import io.corebound.microbenchrunner.jmh.Catalogue;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.EngineFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.SweepFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Where corebound itself lies: the project's root, given by the launcher as {@code corebound.root}.
 */
public record Installation(Path root) {

  public static Installation here() {
    return new Installation(
        Path.of(System.getProperty("corebound.root", "")).toAbsolutePath().normalize());
  }

  /** corebound's own state: the ledger, the build's log. */
  public Path state() {
    return root.resolve(".corebound");
  }

  public Path ledger() {
    return state().resolve("ledger");
  }

  /** Removes what killed runs left, a sentence each; keeps one on its cluster unless null. */
  public List<String> cleanUp(Path forgotten) {
    return forgotten == null
        ? Ledger.cleanUp(ledger())
        : Ledger.cleanUpForgetting(
            ledger(), forgotten.toAbsolutePath().normalize().getFileName().toString());
  }

  public Path results() {
    return root.resolve("results");
  }

  /** Hadoop's own class path, gathered by the build. */
  Path hadoopLibraries() {
    return root.resolve("cluster/hadoop/target/lib");
  }

  public Path microbenchJar() {
    return only("microbench/target", "microbench-*.jar");
  }

  /** The jars of its jobs: these, and what they need beside Hadoop. */
  public List<Path> jobJars() {
    return List.of(microbenchJar(), only("microbench/target/lib", "tpch-*.jar"));
  }

  /** A collector of map output, which benchmarks take from this jar. */
  public Path collectorJar() {
    return leverJar("collector");
  }

  private Path leverJar(String folder) {
    return only("levers/%s/target".formatted(folder), "corebound-%s-*.jar".formatted(folder));
  }

  /**
   * A lever of configs/lever by its name, or several by theirs, as in {@code archive+prefix};
   * refuses an unknown one with the nearest.
   */
  public LeverFile lever(String name) {
    try {
      List<LeverFile> each = LeverFile.named(name).each();
      return LeverFile.together(each.stream().map(l -> oneLever(l.name())).toList());
    } catch (IllegalArgumentException e) {
      throw CoreboundException.invalidInput("lever: %s", e.getMessage());
    }
  }

  private LeverFile oneLever(String name) {
    Path file = configuration(LeverFile.PARAMETER, name);
    LeverFile lever = StructuredFiles.readYaml(file, LeverFile.class);
    if (lever.jar() != null && !Files.isDirectory(root.resolve("levers").resolve(lever.jar()))) {
      throw CoreboundException.invalidInput(
          "%s: '%s' is no folder of levers",
          StructuredFiles.placeOf(file, "jar", lever.jar()), lever.jar());
    }
    return lever.of(name, lever.jar() == null ? null : leverJar(lever.jar()).toString());
  }

  public List<LeverFile> levers() {
    return names(LeverFile.PARAMETER).stream().sorted().map(this::lever).toList();
  }

  /** A cluster with what the file of its lever says. */
  public ClusterFile levered(ClusterFile cluster) {
    String lever = cluster.leverName();
    return lever.equals(LeverFile.NONE) || cluster.lever().isRead()
        ? cluster
        : cluster.withLever(lever(lever));
  }

  /** The programs of an engine that is not Hadoop's, by its kind, without Hadoop's own. */
  public List<String> engineClassPath(String kind) {
    if (kind.equals(EngineFile.SPARK)) {
      Path home = root.resolve("engines/spark/target/home");
      if (!Files.isDirectory(home)) {
        throw CoreboundException.missing(
            """
            %s: Spark is not there, 220 MB from Maven Central; fetch it with: mvn -Dquick -Pspark \
            package -pl engines/spark\
            """,
            home);
      }
      return List.of(
          only("engines/spark/target", "engine-spark-*.jar").toString(), home.toString());
    }
    List<Path> files = engineFiles(kind);
    return List.of(root.resolve(files.get(0)).toString(), root.resolve(files.get(1)) + "/*");
  }

  /** The jar of an engine of our own, and the folder of what it needs, relative to the root. */
  public List<Path> engineFiles(String kind) {
    String target = "engines/%s/target".formatted(kind);
    Path jar = only(target, "engine-%s-*.jar".formatted(kind));
    return List.of(root.relativize(jar), Path.of(target, "lib"));
  }

  public String microbenchClassPath(HadoopLibraries hadoop) {
    return String.join(
        ":",
        microbenchJar().toString(),
        root.resolve("microbench/target/lib") + "/*",
        collectorJar().toString(),
        String.join(":", hadoop.classPath()));
  }

  /** What a run needs of the build, relative to the root. */
  public List<Path> builtFiles() {
    List<Path> files =
        new ArrayList<>(
            List.of(
                root.relativize(only("cli/target", "cli-*.jar")),
                Path.of("cli/target/lib"),
                root.relativize(microbenchJar()),
                Path.of("microbench/target/lib"),
                root.relativize(collectorJar()),
                root.relativize(hadoopLibraries()),
                Path.of("configs")));
    // what probes ask for
    files.addAll(engineFiles(EngineFile.MEMORY));
    return files;
  }

  /** The benchmarks and their suites. */
  public Catalogue catalogue(Software software) {
    return Catalogue.read(
        new LocalHost("catalogue-" + ProcessHandle.current().pid(), "localhost"),
        software.jdk().java(),
        microbenchClassPath(software.hadoop()));
  }

  /** A run directory by its path, or by its name in {@code results/} or among the samples there. */
  public Path run(Path nameOrPath) {
    return Stream.of(nameOrPath, results().resolve(nameOrPath), samples().resolve(nameOrPath))
        .filter(Files::exists)
        .findFirst()
        .orElse(nameOrPath);
  }

  /** Opens a run by its path or name; refuses an unknown one with the nearest name. */
  public RunDirectory openRun(Path nameOrPath) {
    Path path = run(nameOrPath);
    if (!Files.exists(path) && nameOrPath.getNameCount() == 1 && !nameOrPath.isAbsolute()) {
      throw CoreboundException.invalidInput(
          "%s: no such run directory, neither here nor in results/ or results/samples/%s",
          nameOrPath, nearRun(nameOrPath.toString()));
    }
    return RunDirectory.open(path);
  }

  /**
   * The run of a path or a name; or, of {@code KEY=VALUE}, those in {@code results/} with that tag,
   * at least one.
   */
  public List<RunDirectory> runs(String nameOrTag) {
    int equals = nameOrTag.indexOf('=');
    if (equals < 0 || Files.exists(run(Path.of(nameOrTag)))) {
      return List.of(openRun(Path.of(nameOrTag)));
    }
    String key = nameOrTag.substring(0, equals);
    String value = nameOrTag.substring(equals + 1);
    List<RunDirectory> tagged =
        RunDirectory.namesIn(results()).stream()
            .map(name -> new RunDirectory(results().resolve(name)))
            .filter(run -> value.equals(run.tags().get(key)))
            .toList();
    if (tagged.isEmpty()) {
      throw CoreboundException.invalidInput(
          "%s: neither a run nor a tag of one in %s", nameOrTag, results());
    }
    return tagged;
  }

  /** {@code ; did you mean 'x'?} where a run has nearly such a name, or nothing. */
  public String nearRun(String name) {
    List<String> known = new ArrayList<>(RunDirectory.namesIn(results()));
    known.addAll(RunDirectory.namesIn(samples()));
    return StructuredFiles.nearestIfAny(name, known);
  }

  private Path samples() {
    return results().resolve("samples");
  }

  /** The commit that this corebound was built from, as the launcher knows it. */
  public String commit() {
    return System.getProperty("corebound.commit", "unknown");
  }

  /** Reads a file by its name on an axis ({@code configs/<axis>/<name>.yaml}) or by its path. */
  public <T> T read(String axis, String nameOrPath, Class<T> type) {
    return StructuredFiles.readYaml(configuration(axis, nameOrPath), type);
  }

  /** Adds the file to the message of what is refused of it. */
  public static <T> T in(Path file, Supplier<T> read) {
    try {
      return read.get();
    } catch (CoreboundException e) {
      throw e.in(file);
    }
  }

  /** The file that a name on an axis, or a path, stands for. */
  public Path configuration(String axis, String nameOrPath) {
    if (SweepFile.isPath(nameOrPath)) {
      return Path.of(nameOrPath);
    }
    Path folder = root.resolve("configs").resolve(axis);
    Path file = folder.resolve(nameOrPath + ".yaml");
    if (Files.isRegularFile(file)) {
      return file;
    }
    throw CoreboundException.invalidInput(
        "no %s '%s' in %s%s",
        axis, nameOrPath, folder, StructuredFiles.nearest(nameOrPath, names(folder)));
  }

  public List<String> names(String axis) {
    return names(root.resolve("configs").resolve(axis));
  }

  private static List<String> names(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(n -> n.endsWith(".yaml"))
          .map(n -> n.substring(0, n.length() - ".yaml".length()))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private Path only(String folder, String glob) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(root.resolve(folder), glob)) {
      return files.iterator().next();
    } catch (IOException | NoSuchElementException e) {
      throw CoreboundException.missing(
          "%s: corebound is not built; run ./corebound, which builds it", root.resolve(folder));
    }
  }

  /**
   * How the user calls corebound again, with sudo where it was called with it (sudo(8)), and with
   * an assignment such as {@code JAVA_HOME=/opt/jdk}.
   */
  public static String command(
      Map<String, String> environment, String assignment, String arguments) {
    // sudo passes on only what stands behind it
    return "%s%s./corebound %s"
        .formatted(
            environment.containsKey("SUDO_USER") ? "sudo " : "",
            assignment.isEmpty() ? "" : assignment + " ",
            arguments);
  }

  /** The same with this process's environment and no assignment. */
  public static String command(String arguments) {
    return command(System.getenv(), "", arguments);
  }
}
